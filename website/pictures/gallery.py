"""The pictures of a build, their files, and the preview that each page names.

On a site with a base URL, a page with a replay uses the preview of its deal,
``_static/shared/ID.png``, and all other pages share one. Their addresses never change. Without a
base URL no previews are drawn.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any, Final

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.environment import BuildEnvironment
from sphinx.util import logging
from sphinx.util.typing import ExtensionMetadata

from sphinx_piquet.domain import piquet_domain
from sphinx_piquet.pages import PAGES
from sphinx_piquet.replays.replay_directive import replay_node, replay_of_text
from sphinx_piquet.views.deal_list import ListedDeal
from website.build_paths import BuildPaths, add_path_values, build_paths
from website.pictures import compositions
from website.pictures import deal_picture as deal
from website.pictures.lettering import Lettering
from website.pictures.render_png import Drawing, render_pngs
from website.theme.fonts import CUTS, fonts_folder

logger = logging.getLogger(__name__)

DEFAULT: Final = "share"
DEFAULT_WORDS: Final = "The name of the game, and five playing cards: ten to ace of spades"
SIDES: Final = (180, 192, 512)  # sizes for home screens and the manifest
ICON: Final = "favicon.svg"
WEIGHT: Final = 480  # letter-spacing of large text, as in the styles

# -- what is drawn ---------------------------------------------------------------------------------


def lettering(places: BuildPaths) -> Lettering:
    """Return the roman font in the weight that all pictures use."""
    return Lettering(fonts_folder(places) / CUTS[0].name, WEIGHT)


def deal_drawing(one: ListedDeal, letters: Lettering) -> Drawing:
    """Return the link preview of a deal."""
    _, cards = deal.decisive_cards(one.replay)
    svg = compositions.deal_picture(
        letters, cards, one.title, deal.source_text(one), deal.score_text(one)
    )
    return _drawing(_name(one), svg, compositions.SHARED)


def default_drawing(letters: Lettering) -> Drawing:
    """Return the link preview of all pages without their own."""
    return _drawing(DEFAULT, compositions.default_picture(letters), compositions.SHARED)


def cover_drawing(letters: Lettering) -> Drawing:
    """Return the EPUB cover."""
    return _drawing("cover", compositions.cover_picture(letters), compositions.COVER)


def icon_drawings(places: BuildPaths) -> list[Drawing]:
    """Return the icon in each size, and a maskable version in the largest size."""
    file, side = places.own_static / ICON, SIDES[-1]
    icon, masked = (
        compositions.icon_picture(file),
        compositions.icon_picture(file, compositions.MASKED),
    )
    return [
        *(_drawing(f"icon-{side}", icon, (side, side)) for side in SIDES),
        _drawing(f"icon-mask-{side}", masked, (side, side)),
    ]


def _drawing(name: str, svg: str, size: tuple[int, int]) -> Drawing:
    return Drawing(name=name, svg=svg, width=size[0], height=size[1])


def _name(one: ListedDeal) -> str:
    return f"shared/{one.id}"


def cover_png(builder: Builder) -> bytes:
    """Return the EPUB cover as PNG."""
    places = build_paths(builder)
    one = cover_drawing(lettering(places))
    return render_pngs([one], places)[one.name].read_bytes()


# -- Sphinx ----------------------------------------------------------------------------------------


def replayed_deals(tree: nodes.document) -> list[ListedDeal]:
    """Return the deals that a page replays in full."""
    return [
        ListedDeal(replay=replay_of_text(node["text"]))
        for node in tree.findall(replay_node)
        if not node["compact"]
    ]


def _all_deals(env: BuildEnvironment) -> list[ListedDeal]:
    pages = sorted({one.docname for one in piquet_domain(env) if one.kind == "deal"})
    return [deal for page in pages for deal in replayed_deals(env.get_doctree(page))]


def _name_picture(
    app: Sphinx, _page: str, _template: str, context: dict[str, Any], tree: nodes.document | None
) -> None:
    """Set the link preview of a page, and its text alternative, for sphinxext-opengraph."""
    if tree is None or app.builder.name not in PAGES or not app.config.html_baseurl:
        return
    found = replayed_deals(tree)
    width, height = compositions.SHARED
    context["meta"] = {
        **(context.get("meta") or {}),
        "og:image": f"_static/{_name(found[0]) if found else DEFAULT}.png",
        "og:image:alt": deal.alternative_text(found[0]) if found else DEFAULT_WORDS,
        "og:image:width": str(width),
        "og:image:height": str(height),
    }


def _hang(app: Sphinx, exception: Exception | None) -> None:
    """Write the pictures into the site."""
    if exception is not None or app.builder.name not in PAGES:
        return
    places = build_paths(app)
    wanted = icon_drawings(places)
    if app.config.html_baseurl:
        letters = lettering(places)
        wanted += [default_drawing(letters)]
        wanted += [deal_drawing(one, letters) for one in _all_deals(app.env)]
    try:
        paths = render_pngs(wanted, places)
    except (FileNotFoundError, RuntimeError) as error:
        logger.warning("no pictures: %s", error, type="piquet", subtype="pictures")
        return
    for name, path in paths.items():
        target = Path(app.outdir) / "_static" / f"{name}.png"
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the hooks. The hook for the head runs before that of sphinxext-opengraph."""
    add_path_values(app)
    app.connect("html-page-context", _name_picture, priority=450)
    app.connect("build-finished", _hang)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
