"""The engine runtime for browsers, installed in `_static/piquet/`.

The module `runtime_files` makes the runtime. A build without Node or Pyodide has no runtime and
reports the reason.
"""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any, Final

from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.environment import BuildEnvironment
from sphinx.util import logging
from sphinx.util.typing import ExtensionMetadata

from sphinx_piquet.pages import PAGES
from website.build_paths import add_path_values, build_paths
from website.runtime.run_tool import RuntimeUnavailable
from website.runtime.runtime_files import engine_digest, runtime_folder

logger = logging.getLogger(__name__)

# Our folders of an earlier build, which may be outdated.
OURS: Final = re.compile(r"(pyodide|library|library-full|engine|image)-[0-9a-f]{12}")


def add_engine_dependency(_app: Sphinx, config: Config) -> None:
    """Set the digest of the engine, so that every page is rebuilt if the engine changes."""
    config.piquet_engine_digest = engine_digest()


def prepare_runtime(app: Sphinx) -> None:
    """Make the runtime before pages are written, because pages contain its addresses."""
    app.piquet_runtime = None  # type: ignore[attr-defined] # our own slot on the application
    if app.builder.name not in PAGES:
        return
    try:
        app.piquet_runtime = runtime_folder(build_paths(app))  # type: ignore[attr-defined]
    except RuntimeUnavailable as error:
        logger.warning("no engine in the browser: %s", error, type="piquet", subtype="runtime")
    app.config.piquet_engine = runtime_manifest(app)


def runtime_manifest(app: Sphinx) -> dict[str, Any] | None:
    """Return the addresses of the runtime relative to `_static/piquet/`, or None without a runtime."""
    folder: Path | None = getattr(app, "piquet_runtime", None)
    if folder is None:
        return None
    manifest: dict[str, Any] = json.loads((folder / "manifest.json").read_text())
    return manifest


def outdated_pages(app: Sphinx, env: BuildEnvironment, *_changes: set[str]) -> list[str]:
    """Return every page if the addresses of the runtime have changed since the last build."""
    manifest = runtime_manifest(app)
    last = Path(app.outdir) / "_static" / "piquet" / "manifest.json"
    if manifest is None or not last.exists() or json.loads(last.read_text()) == manifest:
        return []
    return sorted(env.found_docs)


def install_runtime(app: Sphinx, exception: Exception | None) -> None:
    """Copy new files of the runtime into `_static/piquet/`, and delete those of earlier builds."""
    folder: Path | None = getattr(app, "piquet_runtime", None)
    if exception is not None or folder is None:
        return
    target = Path(app.outdir) / "_static" / "piquet"
    target.mkdir(parents=True, exist_ok=True)
    wanted = {path.name for path in folder.iterdir()}
    for path in list(target.iterdir()):
        if path.is_dir() and OURS.fullmatch(path.name) and path.name not in wanted:
            shutil.rmtree(path)
    for path in folder.iterdir():
        if path.is_file():
            shutil.copy(path, target / path.name)
        elif not (target / path.name).exists():
            shutil.copytree(path, target / path.name)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the hooks, and the digest on which pages depend."""
    add_path_values(app)
    app.add_config_value("piquet_engine_digest", "", "env", frozenset({str}))
    app.connect("config-inited", add_engine_dependency)
    app.connect("builder-inited", prepare_runtime)
    app.connect("env-get-outdated", outdated_pages)
    app.connect("build-finished", install_runtime)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
