"""The directives ``scorecard`` and ``handworth``: for two people with a pack of cards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.writers.html5 import HTML5Translator

from piquet_core.views import card_sprite
from piquet_core.views.markup import Markup
from piquet_core.views.table.hand_value import render_hand_value_form
from piquet_core.views.table.score_keeper_form import render_score_keeper
from sphinx_piquet.doctree import needs_script, paragraph
from sphinx_piquet.pages import (
    PAGES,
    add_files_where,
    add_live_script,
    add_page_node,
    engine_data,
    page_links,
)


class scorecard_node(nodes.General, nodes.Element):  # noqa: N801 - docutils names nodes so
    """A score to keep; builders other than HTML have no use for it."""


class handworth_node(nodes.General, nodes.Element):  # noqa: N801 - docutils names nodes so
    """A pack to pick a hand from; builders other than HTML have no use for it."""


class _PaperDirective(SphinxDirective):
    """Its text says what can be done without a script."""

    has_content = True
    node: type[nodes.Element]

    def run(self) -> list[nodes.Node]:
        """Return the place, and the words for readers without a script."""
        note = paragraph()
        for said in self.parse_content_to_nodes():
            note += said.children
        first = self.config.piquet_first_ruleset
        place = self.node("", docname=self.env.docname, first=first)
        return [place, *needs_script(note, note.astext())]


class ScorecardDirective(_PaperDirective):
    """``{scorecard}``: the score of a partie or a hundred up, kept deal by deal."""

    node = scorecard_node


class HandworthDirective(_PaperDirective):
    """``{handworth}``: what a hand counts, by every rule set."""

    node = handworth_node


def _visit(
    render: Callable[..., Markup], before: str = ""
) -> Callable[[HTML5Translator, nodes.Element], None]:
    """Return a visitor that writes a place, and ``before`` it the drawings that it refers to."""

    def visit(self: HTML5Translator, node: nodes.Element) -> None:
        if self.builder.name in PAGES:
            links, data = (
                page_links(self.builder, node["docname"]),
                engine_data(self.builder, node["docname"]),
            )
            self.body.append(before)
            self.body.append(render(links, node["first"], **data))
        raise nodes.SkipNode

    return visit


def _add_scorecard(app: Sphinx, context: dict[str, Any]) -> None:
    _add_styles(app, context)
    add_live_script(app, context, "table/score-keeper.js")


def _add_handworth(app: Sphinx, context: dict[str, Any]) -> None:
    _add_styles(app, context)
    add_live_script(app, context, "table/hand-value.js")


def _add_styles(app: Sphinx, context: dict[str, Any]) -> None:
    del context
    app.add_css_file("cards.css")
    app.add_css_file("table/score-keeper.css")
    app.add_css_file("table/game-chart.css")


def setup(app: Sphinx) -> None:
    """Register the directives and the files that their pages need."""
    app.add_directive("scorecard", ScorecardDirective)
    app.add_directive("handworth", HandworthDirective)
    add_page_node(app, scorecard_node, _visit(render_score_keeper))
    add_page_node(app, handworth_node, _visit(render_hand_value_form, card_sprite()))
    add_files_where(app, scorecard_node, _add_scorecard)
    add_files_where(app, handworth_node, _add_handworth)
