"""The engine's runtime for browsers, which `sphinx_piquet.runtime` installs.

The module `runtime_files` makes the runtime. A build without Node or Pyodide has no runtime and
reports the reason.
"""

from __future__ import annotations

from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.util import logging
from sphinx.util.typing import ExtensionMetadata

from sphinx_piquet.pages import PAGES
from website.build_paths import add_path_values, build_paths
from website.runtime.run_tool import RuntimeUnavailable
from website.runtime.runtime_files import engine_digest, runtime_folder

logger = logging.getLogger(__name__)


def add_engine_dependency(_app: Sphinx, config: Config) -> None:
    """Set the digest of the engine, so that every page is rebuilt if the engine changes."""
    config.piquet_engine_digest = engine_digest()


def prepare_runtime(app: Sphinx) -> None:
    """Make the runtime before pages are written, because pages contain its addresses."""
    if app.builder.name not in PAGES:
        return
    try:
        app.config.piquet_runtime = str(runtime_folder(build_paths(app)))
    except RuntimeUnavailable as error:
        logger.warning("no engine in the browser: %s", error, type="piquet", subtype="runtime")


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the hooks, and the digest on which pages depend."""
    add_path_values(app)
    app.add_config_value("piquet_engine_digest", "", "env", frozenset({str}))
    app.connect("config-inited", add_engine_dependency)
    app.connect("builder-inited", prepare_runtime)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
