"""Directive ``odds``: the chances of a hand, which a reader explores by tapping cards and dragging a number."""

from __future__ import annotations

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from piquet_core.odds.known_hand import OddsError
from piquet_core.odds.odds_pages import find_odds_page, odds_search
from piquet_core.views.markup import Markup
from piquet_core.views.odds_view import render_odds, render_odds_hand
from sphinx_piquet.cache import cache_of, code_digest
from sphinx_piquet.doctree import paragraph
from sphinx_piquet.messages import _
from sphinx_piquet.pages import Page
from sphinx_piquet.registration import Widget, register
from sphinx_piquet.style_sheets import EXERCISE


class odds_node(nodes.General, nodes.Element):
    """The chances of the hands of a page. Its children are for other builders."""


class OddsDirective(SphinxDirective):
    """``{odds} PAGE``: the chances of the hands that the data file has for PAGE, such as ``draw``."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return the widget, with a sentence for other builders."""
        try:
            page = find_odds_page(self.arguments[0])
        except OddsError as error:
            raise self.error(str(error)) from error
        node = odds_node("", page=page.id, first=self.config.piquet_first_ruleset)
        node += paragraph(
            _(
                "On the site, you tap the cards of a hand here and drag a number, and see how the chances change."
            )
        )
        self.set_source_info(node)
        return [node]


def _draw(page: Page, node: odds_node) -> Markup:
    texts, builder = find_odds_page(node["page"]), page.builder
    code = code_digest(find_odds_page.__module__, render_odds.__module__)
    hands = [
        cache_of(builder).markup(
            "odds",
            (code, texts.id, str(place)),
            lambda place=place: render_odds_hand(  # type: ignore[misc]
                texts, odds_search(texts.id, texts.hands[place].known).finish(), f"odds{place}"
            ),
        )
        for place in range(len(texts.hands))
    ]
    return render_odds(texts, hands, page.links, node["first"], **page.engine)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive."""
    styles = (*EXERCISE, "table/score-keeper.css", "practice/odds.css")
    return register(
        app,
        config={"piquet_odds_folder": ("", "html")},
        directives={"odds": OddsDirective},
        widgets=[
            Widget(
                odds_node,
                draw=_draw,
                styles=styles,
                live="practice/odds.js",
                engine=True,
                cards="deck",
            )
        ],
    )
