"""Directives ``scorecard`` and ``handworth``: a score keeper and a hand calculator, for games with real cards."""

from __future__ import annotations

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from piquet_core.views import card_sprite
from piquet_core.views.markup import Markup, join
from piquet_core.views.table.hand_value import render_hand_value_form
from piquet_core.views.table.score_keeper_form import render_score_keeper
from sphinx_piquet.doctree import needs_script, paragraph
from sphinx_piquet.pages import Page
from sphinx_piquet.registration import Widget, register


class scorecard_node(nodes.General, nodes.Element):
    """The score keeper."""


class handworth_node(nodes.General, nodes.Element):
    """The hand calculator."""


class _PaperDirective(SphinxDirective):
    """Base class of the directives. The content is the note for readers without JavaScript."""

    has_content = True
    node: type[nodes.Element]

    def run(self) -> list[nodes.Node]:
        """Return the widget, and a note for readers without JavaScript."""
        note = paragraph()
        for said in self.parse_content_to_nodes():
            note += said.children
        first = self.config.piquet_first_ruleset
        place = self.node("", first=first)
        return [place, *needs_script(note, note.astext())]


class ScorecardDirective(_PaperDirective):
    """``{scorecard}``: a form that keeps the score of a partie or a game of a hundred up."""

    node = scorecard_node


class HandworthDirective(_PaperDirective):
    """``{handworth}``: a form that counts a hand under every rule set."""

    node = handworth_node


def _draw_score_keeper(page: Page, node: scorecard_node) -> Markup:
    return render_score_keeper(page.links, node["first"], **page.engine)


def _draw_hand_value(page: Page, node: handworth_node) -> Markup:
    form = render_hand_value_form(page.links, node["first"], **page.engine)
    return join([Markup(card_sprite()), form])


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directives."""
    styles = ("components/card.css", "table/score-keeper.css", "table/game-chart.css")
    return register(
        app,
        directives={"scorecard": ScorecardDirective, "handworth": HandworthDirective},
        widgets=[
            Widget(
                scorecard_node,
                draw=_draw_score_keeper,
                styles=styles,
                live="table/score-keeper.js",
                engine=True,
            ),
            Widget(
                handworth_node,
                draw=_draw_hand_value,
                styles=styles,
                live="table/hand-value.js",
                engine=True,
            ),
        ],
    )
