"""The engine's runtime for browsers, copied to ``_static/piquet/`` of a site that needs it.

Released packages of the extension contain a runtime without a memory snapshot, in the folder
`runtime/`. ``piquet_runtime`` names another one.
"""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.environment import BuildEnvironment
from sphinx.util.typing import ExtensionMetadata

from sphinx_piquet.pages import PAGES, RUNTIME
from sphinx_piquet.registration import ENGINE_PAGES, METADATA

BUNDLED: Final = Path(__file__).with_name("runtime")
MANIFEST: Final = "manifest.json"

# The folders of an earlier build, which may be outdated.
_PARTS: Final = re.compile(r"(pyodide|library|library-full|engine|image)-[0-9a-f]{12}")
# A browser that is given no lifetime keeps a file for a tenth of its age. The folders are named by
# their contents, so their files never change.
_OLD: Final = 315532800  # 1980, the earliest date of a zip


def runtime_source(config: Config) -> Path | None:
    """Return the folder of the runtime: the configured one, or the one in this package."""
    folder = Path(config.piquet_runtime) if config.piquet_runtime else BUNDLED
    return folder if (folder / MANIFEST).is_file() else None


def runtime_manifest(config: Config) -> dict[str, Any] | None:
    """Return the addresses of the runtime relative to ``_static/piquet/``, or None without a runtime."""
    folder = runtime_source(config)
    return _read_manifest(folder / MANIFEST) if folder else None


@lru_cache(maxsize=1)  # every page with a widget asks
def _read_manifest(path: Path) -> dict[str, Any]:
    manifest: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return manifest


def set_engine(app: Sphinx) -> None:
    """Make the addresses of the runtime known to the pages, which contain them."""
    if app.builder.name in PAGES:
        app.config.piquet_engine = runtime_manifest(app.config)


def outdated_pages(app: Sphinx, env: BuildEnvironment, *_changes: set[str]) -> list[str]:
    """Return the pages with an engine if the runtime has changed since the last build."""
    manifest = app.config.piquet_engine
    last = Path(app.outdir) / RUNTIME / MANIFEST
    if manifest is None or (last.exists() and json.loads(last.read_text("utf-8")) == manifest):
        return []
    return sorted(ENGINE_PAGES.of(env).keys() & env.found_docs)


def install_runtime(app: Sphinx, exception: Exception | None) -> None:
    """Copy new files of the runtime if a page needs them, and delete those of earlier builds."""
    folder = runtime_source(app.config)
    if exception or folder is None or app.builder.name not in PAGES:
        return
    target = Path(app.outdir) / RUNTIME
    needed = bool(ENGINE_PAGES.of(app.env))
    wanted = {path.name for path in folder.iterdir()} if needed else set()
    for path in list(target.iterdir()) if target.is_dir() else []:
        if path.is_dir() and _PARTS.fullmatch(path.name) and path.name not in wanted:
            shutil.rmtree(path)
    for name in sorted(wanted):
        _copy(folder / name, target / name)


def _copy(source: Path, target: Path) -> None:
    """Copy a file, or a folder that does not exist yet."""
    if source.is_dir() and target.exists():
        return
    for path in _files(source):
        copy = target / path.relative_to(source)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, copy)
        if source.is_dir():
            os.utime(copy, (_OLD, _OLD))


def _files(source: Path) -> Iterator[Path]:
    if source.is_dir():
        yield from (path for path in sorted(source.rglob("*")) if path.is_file())
    else:
        yield source


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register ``piquet_runtime`` and the hooks."""
    app.add_config_value("piquet_runtime", "", "", frozenset({str}))
    app.add_config_value("piquet_engine", None, "", frozenset({dict}))
    ENGINE_PAGES.connect(app)
    # After a site has made a runtime of its own.
    app.connect("builder-inited", set_engine, priority=600)
    app.connect("env-get-outdated", outdated_pages)
    app.connect("build-finished", install_runtime)
    return METADATA
