"""Where a build finds what this package does not hold: the repository, and what npm installed.

A site names its folders in conf.py; each is read from there, as Sphinx reads its own paths:

    piquet_checkout    the repository of this package, of which the browser gets a wheel
    piquet_npm         the folder of the installed npm packages
    piquet_cache       where what takes long to make is kept for the next build
    piquet_records     the deal records by which the engine is tried before it is cut to size
    piquet_own_static  the site's own static files, which need no notice
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.builders import Builder

NAMES = ("checkout", "npm", "cache", "records", "own_static")


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildPaths:
    """The folders of a build, as whole paths."""

    checkout: Path
    npm: Path
    cache: Path
    record_folder: Path
    own_static: Path

    @property
    def pyodide(self) -> Path:
        """The npm package of Pyodide."""
        return self.npm / "pyodide"

    def records(self) -> list[Path]:
        """The deal records of the site."""
        return sorted(self.record_folder.rglob("*.piquet"))


def build_paths(app: Sphinx | Builder) -> BuildPaths:
    """Return the folders that the configuration names."""
    root = Path(app.confdir)
    return BuildPaths(
        checkout=root / app.config.piquet_checkout,
        npm=root / app.config.piquet_npm,
        cache=root / app.config.piquet_cache,
        record_folder=root / app.config.piquet_records,
        own_static=root / app.config.piquet_own_static,
    )


def add_path_values(app: Sphinx) -> None:
    """Register the values, once for all extensions that need them."""
    for name in NAMES:
        if f"piquet_{name}" not in app.config:
            app.add_config_value(f"piquet_{name}", "", "", frozenset({str}))
