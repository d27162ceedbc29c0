"""One script bundle and one style bundle per page.

Scripts and styles are written as one module per widget, and a page lists those that it needs. At
the end of a build, esbuild bundles and minifies each distinct list. The name of a bundle contains
the digest of its text, so that hosts can cache it forever. The same sources always give the same
bytes, and no syntax is rewritten, so that the oldest supported browsers stay supported.

Bundles share no chunks. A reader who comes from a search waits for one request instead of a chain
of requests, and a stateful module, such as the engine client, exists once on a page. The sources
are deployed as well, so that anybody can read what a page runs.

Classic scripts and the worker keep their names and are only minified.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.typing import ExtensionMetadata

from sphinx_piquet.cache import NO_CACHE, BuildCache, cache_of, digest
from sphinx_piquet.page_head import render_script, render_style
from sphinx_piquet.pages import PAGES
from website.build_paths import add_path_values, build_paths
from website.static_files import is_own_static_file

logger = logging.getLogger(__name__)

TOOL: Final = Path(__file__).with_name("bundle.mjs")
WORKER: Final = "engine/worker.js"

# The name of a bundle. `notices.py` treats these files as ours.
BUNDLE: Final = re.compile(r"(?:script|sheet)-[0-9a-f]{12}\.(?:js|css)")

_TAG: Final = {
    "css": re.compile(r'[ \t]*<link\b[^>]*\brel="stylesheet"[^>]*>\n?'),
    "js": re.compile(r'[ \t]*<script\b[^>]*\btype="module"[^>]*></script>\n?'),
}
_PLAIN: Final = re.compile(r'<script\b(?![^>]*type="module")[^>]*\bsrc="([^"]+)"')
_PLACE: Final = re.compile(r'\b(?:href|src)="([^"?]*?)_static/([^"?]+)[^"]*"')
_MEDIA: Final = re.compile(r'\bmedia="([^"]*)"')


@dataclass(frozen=True, slots=True)
class BundlePart:
    """A script or style sheet of a page: its path below `_static/`, and its media query or ""."""

    path: str
    media: str = ""


@dataclass(frozen=True, slots=True)
class Bundle:
    """A bundle to make: its kind ("css", "js", "worker" or "file") and its parts in page order."""

    kind: str
    parts: tuple[BundlePart, ...]


def resolve_imports(path: str, static: Path, npm: Path, store: BuildCache = NO_CACHE) -> str:
    """Return the text of a script below `_static/`, bundled with the modules it imports.

    ``npm`` is the folder of the npm packages.
    """
    return make_bundles([Bundle("worker", (BundlePart(path),))], static, npm, store)[0]


def built_pages(site: Path) -> Iterator[Path]:
    """Yield the paths of a site's HTML files, except below folders such as `_static/`."""
    for path in sorted(site.rglob("*.html")):
        if not path.relative_to(site).parts[0].startswith("_"):
            yield path


def page_head(html: str) -> str:
    """Return the HTML of a page before ``</head>``."""
    return html.partition("</head>")[0]


def _tags(head: str, kind: str) -> list[re.Match[str]]:
    """Return the tags of one kind in a page's head that a bundle can replace.

    The result is empty if the head already contains a bundle of that kind.
    """
    found = [tag for tag in _TAG[kind].finditer(head) if _PLACE.search(tag[0])]
    return [] if any(BUNDLE.search(tag[0]) for tag in found) else found


def _part(tag: str) -> BundlePart:
    place, media = _PLACE.search(tag), _MEDIA.search(tag)
    assert place is not None
    return BundlePart(place[2], media[1] if media else "")


def bundles_of(html: str) -> list[Bundle]:
    """Return the bundles that a page needs: at most one of styles and one of scripts.

    A page that already has its bundles needs none.
    """
    head = page_head(html)
    found = [Bundle(kind, tuple(_part(tag[0]) for tag in _tags(head, kind))) for kind in _TAG]
    return [order for order in found if order.parts]


def with_bundles(html: str, made: dict[Bundle, str]) -> str:
    """Return a page with its tags replaced by bundles.

    Each bundle takes the position of the first tag that it replaces. ``made`` maps bundles to file
    names.
    """
    for order in bundles_of(html):
        head = page_head(html)
        tags = _tags(head, order.kind)
        place = _PLACE.search(tags[0][0])
        assert place is not None
        address = f"{place[1]}_static/{made[order]}"
        written = render_style(address) if order.kind == "css" else render_script(address)
        tag = f"    {written}\n"
        for one in reversed(tags[1:]):
            head = head[: one.start()] + head[one.end() :]
        head = head[: tags[0].start()] + tag + head[tags[0].end() :]
        html = head + html[len(page_head(html)) :]
    return html


def classic_scripts(html: str) -> set[str]:
    """Return the paths below `_static/` of our own scripts on a page that are not modules."""
    found = {src.partition("_static/")[2].partition("?")[0] for src in _PLAIN.findall(html)}
    return {path for path in found if path and is_own_static_file(path)}


def make_bundles(wanted: list[Bundle], static: Path, npm: Path, store: BuildCache) -> list[str]:
    """Return the text of each bundle, from the cache if no source has changed.

    Raises `FileNotFoundError` if Node or esbuild is missing.
    """
    package = npm / "esbuild" / "package.json"
    if not shutil.which("node") or not package.is_file():
        raise FileNotFoundError("Node or the npm package esbuild is missing")
    sources = digest(*_sources(static), TOOL.read_bytes(), package.read_bytes())
    known = {(repr(order), sources): order for order in wanted}
    return store.texts(
        "bundles",
        list(known),
        lambda missing: _made([known[one] for one in missing], static, npm),
    )


def _sources(static: Path) -> Iterator[str | bytes]:
    """Yield the name and then the content of each source script and style sheet, for a digest."""
    for path in sorted(static.rglob("*")):
        name = path.relative_to(static)
        bundle = BUNDLE.fullmatch(path.name) is not None
        if path.suffix in {".js", ".css"} and name.parts[0] != "piquet" and not bundle:
            yield from (name.as_posix(), path.read_bytes())


def _made(wanted: list[Bundle], static: Path, npm: Path) -> list[str]:
    """Return the texts of bundles, made by one esbuild process.

    Raises `RuntimeError` if esbuild fails.
    """
    told = json.dumps(
        [
            {"kind": order.kind, "parts": [{"path": p.path, "media": p.media} for p in order.parts]}
            for order in wanted
        ]
    )
    done = subprocess.run(  # noqa: S603 - our own tool, by full path
        [shutil.which("node") or "node", str(TOOL), str(static), str(npm)],
        input=told,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise RuntimeError(done.stderr.strip())
    texts: list[str] = json.loads(done.stdout)
    return texts


def bundle_name(order: Bundle, text: str) -> str:
    """Return the file name of a bundle, which contains the digest of its text."""
    digest = hashlib.sha256(text.encode()).hexdigest()[:12]
    return f"sheet-{digest}.css" if order.kind == "css" else f"script-{digest}.js"


def bundle_all(site: Path, npm: Path, store: BuildCache = NO_CACHE) -> None:
    """Replace scripts and styles by bundles on every page, and delete unused bundles.

    The worker and the classic scripts keep their names and are minified.
    """
    static = site / "_static"
    texts = {path: path.read_text("utf-8") for path in built_pages(site)}
    wanted = list(dict.fromkeys(order for html in texts.values() for order in bundles_of(html)))
    kept = sorted({WORKER, *(name for html in texts.values() for name in classic_scripts(html))})
    # Sphinx copies the sources again at each build, so these are complete.
    kept = [name for name in kept if (static / name).is_file()]
    small = [Bundle("worker" if name == WORKER else "file", (BundlePart(name),)) for name in kept]
    made = make_bundles([*wanted, *small], static, npm, store)
    names = {}
    for order, text in zip(wanted, made, strict=False):
        names[order] = bundle_name(order, text)
        (static / names[order]).write_text(text, "utf-8", newline="\n")
    for name, text in zip(kept, made[len(wanted) :], strict=True):
        (static / name).write_text(text, "utf-8", newline="\n")
    used: set[str] = set()
    for path, html in texts.items():
        new = with_bundles(html, names)
        if new != html:
            path.write_text(new, "utf-8", newline="\n")
        used.update(BUNDLE.findall(page_head(new)))
    for path in static.iterdir():
        if BUNDLE.fullmatch(path.name) and path.name not in used:
            path.unlink()


def _finish(app: Sphinx, exception: Exception | None) -> None:
    if exception is not None or app.builder.name not in PAGES:
        return
    try:
        bundle_all(Path(app.outdir), build_paths(app).npm, cache_of(app))
    except (FileNotFoundError, RuntimeError) as error:
        # The pages work without bundles: they load each module on its own.
        logger.warning("no bundles: %s", error, type="piquet", subtype="bundles")


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the hook.

    It runs after all writers, and before the hook that writes the licence notices.
    """
    add_path_values(app)
    app.connect("build-finished", _finish, priority=900)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
