"""Paths outside this package that a build needs: the repository and the npm packages.

They are set in conf.py, relative to that file:

    piquet_checkout    the repository, from which the browser's wheel is built
    piquet_npm         the folder of the installed npm packages
    piquet_cache       the cache of slow build steps
    piquet_records     the records that exercise the engine before its library is reduced
    piquet_own_static  the site's own static files, which need no licence notice
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.builders import Builder

NAMES = ("checkout", "npm", "cache", "records", "own_static")


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildPaths:
    """The absolute paths of a build."""

    checkout: Path
    npm: Path
    cache: Path
    record_folder: Path
    own_static: Path

    @property
    def pyodide(self) -> Path:
        """The folder of the npm package Pyodide."""
        return self.npm / "pyodide"

    def records(self) -> list[Path]:
        """Return the paths of the site's deal records, in order."""
        return sorted(self.record_folder.rglob("*.piquet"))


def build_paths(app: Sphinx | Builder) -> BuildPaths:
    """Return the configured paths, resolved against the folder of conf.py."""
    root = Path(app.confdir)
    return BuildPaths(
        checkout=root / app.config.piquet_checkout,
        npm=root / app.config.piquet_npm,
        cache=root / app.config.piquet_cache,
        record_folder=root / app.config.piquet_records,
        own_static=root / app.config.piquet_own_static,
    )


def add_path_values(app: Sphinx) -> None:
    """Register the configuration values of the paths, if no extension has done so."""
    for name in NAMES:
        if f"piquet_{name}" not in app.config:
            app.add_config_value(f"piquet_{name}", "", "", frozenset({str}))
