"""The service worker and its list of files, for use without a connection.

The service worker, ``sw.js``, is at the root of the site, because its scope is limited to its own
folder. ``_static/offline.json`` lists every file that the site needs offline with its size, and the
digests of this build, by which a browser finds files that are no longer in use.

A frozen copy of an edition has neither file.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, Final

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.typing import ExtensionMetadata

from sphinx_piquet.cache import cache_of
from sphinx_piquet.pages import PAGES
from sphinx_piquet.views import script_missing_note
from website.assets.bundles import WORKER, built_pages, classic_scripts, resolve_imports
from website.build_paths import add_path_values, build_paths
from website.static_files import is_own_static_file

logger = logging.getLogger(__name__)

KEEPER: Final = "sw.js"
SOURCE: Final = "offline/service-worker.js"
STORING: Final = "offline/cache-used-pages.js"
LIST: Final = "_static/offline.json"
DIGEST: Final = re.compile(r"[.-]([0-9a-f]{12})[./]")

# Patterns of files that no site needs offline. ``piquet_offline_without`` adds more.
LEFT_OUT: Final = (
    LIST,
    KEEPER,
    ".*",  # files of the builder
    "objects.inv",  # files for other Sphinx projects
    "_static/shared/*",  # pictures for link previews
    "_static/share.png",
    "_static/piquet-replay.zip",  # for other sites
    # The fallback if a module is missing from the reduced library.
    "_static/piquet/library-full-*",
    "_static/piquet/engine-*.whl",
    "sitemap.xml",
    "robots.txt",
)


def offline_files(site: Path, without: Sequence[str] = ()) -> dict[str, int]:
    """Return the files that the site needs offline, with their sizes in bytes.

    ``without`` has patterns of further files to leave out. The sources of bundles are left out too,
    because pages load the bundles instead.
    """
    loaded = {WORKER}
    for path in built_pages(site):
        loaded |= classic_scripts(path.read_text("utf-8"))
    left_out = (*LEFT_OUT, *without)
    found = {}
    for path in sorted(site.rglob("*")):
        name = path.relative_to(site).as_posix()
        inside = name.removeprefix("_static/")
        is_source = inside not in loaded and is_own_static_file(inside)
        if path.is_file() and not is_source and not any(fnmatchcase(name, one) for one in left_out):
            found[name] = path.stat().st_size
    return found


def offline_manifest(site: Path, without: Sequence[str] = ()) -> dict[str, Any]:
    """Return the content of ``offline.json``.

    It has a digest of all files, the digests in the current file names, and the files with their
    sizes.
    """
    files = offline_files(site, without)
    mark = hashlib.sha256()
    for name in files:
        mark.update(name.encode() + b"\0" + hashlib.sha256((site / name).read_bytes()).digest())
    every = (path.relative_to(site).as_posix() for path in site.rglob("*"))
    current = sorted({digest for name in every for digest in DIGEST.findall(name)})
    return {"digest": mark.hexdigest()[:12], "current": current, "files": files}


def _write(app: Sphinx, exception: Exception | None) -> None:
    if exception is not None or app.builder.name not in PAGES or app.config.piquet_frozen:
        return
    site = Path(app.outdir)
    try:
        text = resolve_imports(SOURCE, site / "_static", build_paths(app).npm, cache_of(app))
    except (FileNotFoundError, RuntimeError) as error:
        logger.warning("no use without a connection: %s", error, type="piquet", subtype="offline")
        return
    absent = json.dumps(app.builder.get_target_uri(app.config.piquet_offline_page))
    (site / KEEPER).write_text(f"self.whenAbsent={absent};\n{text}", "utf-8", newline="\n")
    list_ = json.dumps(offline_manifest(site, app.config.piquet_offline_without), indent=0)
    (site / LIST).write_text(f"{list_}\n", "utf-8", newline="\n")


def _name_keeper(
    app: Sphinx, page: str, _template: str, context: dict[str, Any], _tree: nodes.document | None
) -> None:
    if app.builder.name in PAGES and not app.config.piquet_frozen:
        context["piquet_keeper"] = context["pathto"](KEEPER, 1)
        context["piquet_absent"] = context["pathto"](app.config.piquet_offline_page)


def _add_storing(
    app: Sphinx, _page: str, _template: str, context: dict[str, Any], _tree: nodes.document | None
) -> None:
    """Add the script that stores used pages to each page with interactive widgets."""
    scripts = {getattr(file, "filename", None) for file in context.get("script_files", ())}
    if app.builder.name in PAGES and f"_static/{script_missing_note.SCRIPT}" in scripts:
        app.add_js_file(STORING, type="module")


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the hooks.

    The list of files is written last, because it includes the output of other hooks.
    """
    add_path_values(app)
    app.add_config_value("piquet_offline_without", [], "html", frozenset({list}))
    # The page shown instead of a page that is not stored.
    app.add_config_value("piquet_offline_page", "offline", "html", frozenset({str}))
    app.connect("html-page-context", _name_keeper)
    app.connect(
        "html-page-context", _add_storing, priority=940
    )  # when the widgets have their scripts
    app.connect("build-finished", _write, priority=990)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
