"""The folder with the element ``piquet-replay`` for pages without Sphinx, as a zip in ``_static/``.

    piquet-replay/
        piquet-replay.js      the script that a page names
        replay.html           the page in the frame of the element, with its bundles
        engine/               the engine's worker, and the note for pages whose script is missing
        piquet/               the runtime, as in the package of the extension
        LICENSE.txt, NOTICES.txt

The role ``replay-folder`` links to the zip.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.docutils import SphinxRole
from sphinx.util.osutil import relative_uri
from sphinx.util.typing import ExtensionMetadata

from piquet_core.views.markup import Markup, element
from sphinx_piquet.cache import NO_CACHE, BuildCache, cache_of
from sphinx_piquet.pages import PAGES, RUNTIME, Page
from sphinx_piquet.registration import Widget, register
from sphinx_piquet.runtime import MANIFEST
from sphinx_piquet.views import script_missing_note
from sphinx_piquet.views.embed_page import render_record_page
from website.assets.bundles import (
    WORKER,
    Bundle,
    BundlePart,
    bundle_name,
    bundles_of,
    make_bundles,
    with_bundles,
)
from website.build_paths import BuildPaths, add_path_values, build_paths
from website.notices import copied_parts, notice_text
from website.runtime.runtime_files import PACKS, runtime_folder, write_zip

logger = logging.getLogger(__name__)

NAME: Final = "piquet-replay"
ARCHIVE: Final = f"_static/{NAME}.zip"
ELEMENT: Final = f"replay/frames/{NAME}.js"
# The parts that a site of someone else has no use for: a snapshot of this site's engine, and two
# fallbacks for browsers that cannot run the scripts of the extension either.
LEFT_OUT: Final = ("image", "integrity", "fullLibrary", "wheel")


def copy_runtime(target: Path, places: BuildPaths) -> dict[str, object]:
    """Copy the runtime for sites of others to the new folder ``target``, and return its manifest."""
    source = runtime_folder(places)
    whole = json.loads((source / MANIFEST).read_text("utf-8"))
    manifest = {name: value for name, value in whole.items() if name not in LEFT_OUT}
    for name in (manifest["index"], *(manifest[name] for name in PACKS)):
        made = target / name
        made.parent.mkdir(parents=True, exist_ok=True)
        if name.endswith("/"):
            shutil.copytree(source / name, made)
        else:
            shutil.copyfile(source / name, made)
    (target / MANIFEST).write_text(json.dumps(manifest, indent=1) + "\n", "utf-8")
    return manifest


def runtime_notices(runtime: Path, places: BuildPaths) -> str:
    """Return the licence notices of a site that has nothing of others but a runtime."""
    with TemporaryDirectory() as folder:
        site = Path(folder)
        shutil.copytree(runtime, site / RUNTIME)
        return notice_text(site, copied_parts(), places)


def write_folder(
    target: Path, static: Path, places: BuildPaths, store: BuildCache = NO_CACHE
) -> None:
    """Write the files of the folder to ``target``. ``static`` has the sources of scripts and styles."""
    manifest = copy_runtime(target / "piquet", places)
    page = str(
        render_record_page(
            "_static/", base="piquet/", runtime=json.dumps(manifest, separators=(",", ":"))
        )
    )
    bundles = bundles_of(page)
    single = {
        WORKER: Bundle("worker", (BundlePart(WORKER),)),
        script_missing_note.SCRIPT: Bundle("file", (BundlePart(script_missing_note.SCRIPT),)),
        ELEMENT: Bundle("file", (BundlePart(ELEMENT),)),
    }
    texts = make_bundles([*bundles, *single.values()], static, places.npm, store)
    named = {order: bundle_name(order, text) for order, text in zip(bundles, texts, strict=False)}
    files = {
        **dict(zip([*named.values(), *single], texts, strict=True)),
        "replay.html": with_bundles(page, named).replace('"_static/', '"'),
        "LICENSE.txt": (places.checkout / "LICENSE").read_text("utf-8"),
        "NOTICES.txt": runtime_notices(target / "piquet", places),
    }
    files[f"{NAME}.js"] = files.pop(ELEMENT)
    for name, text in files.items():
        path = target / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8", newline="\n")


def _write(app: Sphinx, exception: Exception | None) -> None:
    """Write the zip. A build without an engine has none, and has said why."""
    if exception is not None or app.builder.name not in PAGES or not app.config.piquet_engine:
        return
    site = Path(app.outdir)
    with TemporaryDirectory() as made:
        folder = Path(made)
        try:
            write_folder(folder, site / "_static", build_paths(app), cache_of(app))
        except (FileNotFoundError, RuntimeError) as error:
            logger.warning("no folder for other pages: %s", error, type="piquet", subtype="bundles")
            return
        files = {
            f"{NAME}/{path.relative_to(folder).as_posix()}": path.read_bytes()
            for path in folder.rglob("*")
            if path.is_file()
        }
    write_zip(site / ARCHIVE, files)


class replay_folder_node(nodes.Inline, nodes.TextElement):
    """A link to the zip. Builders that do not write the zip print its words."""


class ReplayFolderRole(SphinxRole):
    """``{replay-folder}`words` ``: a link to the zip."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Return a `replay_folder_node`."""
        return [replay_folder_node("", self.text)], []


def _wrap(page: Page, _node: replay_folder_node, words: Markup) -> Markup:
    target = relative_uri(page.builder.get_target_uri(page.docname), ARCHIVE)
    return element("a", words, href=target, download=True)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the role, and the hook, which needs the sources of scripts and styles in ``_static/``."""
    add_path_values(app)
    app.add_role("replay-folder", ReplayFolderRole())
    app.connect("build-finished", _write, priority=880)
    return register(app, widgets=[Widget(replay_folder_node, wrap=_wrap)])
