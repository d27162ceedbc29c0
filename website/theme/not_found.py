"""The 404 page, with a drawn hand without court cards."""

from __future__ import annotations

from typing import Any, Final

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from piquet_core.cards.cards import parse_hand
from piquet_core.views.card_symbols import card_sprite
from piquet_core.views.markup import Markup, join
from sphinx_piquet.pages import PAGES
from sphinx_piquet.views.fan import render_hand

PAGE: Final = "404"
BLANK: Final = "T97.A98.T87.AT9"  # twelve cards without king, queen or jack


def _add_hand(
    app: Sphinx, page: str, _template: str, context: dict[str, Any], _tree: nodes.document | None
) -> None:
    if page != PAGE or app.builder.name not in PAGES:
        return
    context["piquet_blank"] = join(
        [Markup(card_sprite()), render_hand("A carte blanche", parse_hand(BLANK))]
    )
    app.add_css_file("components/card.css")
    app.add_css_file("replay/stills/fan.css")


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the hook."""
    app.connect("html-page-context", _add_hand)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
