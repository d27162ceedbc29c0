"""The directive ``valued-hand``: the hand of whoever leads or follows, with the worth of each card under it."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.writers.html5 import HTML5Translator

from piquet_core.errors import PiquetError
from piquet_core.html.library.valued import render_valued
from piquet_core.pack.cards import parse_card, parse_hand
from piquet_core.pack.seat import Seat
from piquet_core.records.notation import loads
from piquet_core.records.replay import run
from piquet_core.solver.solve import solve
from piquet_core.sphinxext.pages import (
    PAGES,
    add_files_where,
    add_pack,
    add_told_node,
    begin_words,
    take_words,
)


class valued_node(nodes.General, nodes.Element):  # noqa: N801 - docutils names nodes so
    """The picture for HTML; its caption is its child, and all that other builders print."""


class ValuedHandDirective(SphinxDirective):
    """``{valued-hand} FILE``: the hand that plays next after ``step`` of a record; the content is its caption."""

    required_arguments = 1
    has_content = True
    option_spec: ClassVar[dict[str, Any]] = {"step": directives.unchanged_required}

    def run(self) -> list[nodes.Node]:
        """Let the solver value each card; complain about a step after which no card is played."""
        _, filename = self.env.relfn2path(self.arguments[0])
        self.env.note_dependency(filename)
        try:
            text = Path(filename).read_text("utf-8")
            state = run(loads(text)).step(self.options["step"]).state
            found = solve(state)
        except (OSError, PiquetError, KeyError) as error:
            raise self.error(f"no card can be valued: {error}") from error
        values = {str(card): value.deal for card, value in found.values.items()}
        elders = found.values.keys() <= set(state.hands[Seat.ELDER])
        node = valued_node("", *self.parse_content_to_nodes(), values_=values)
        # Texts, which a page can be kept with.
        node["hand"] = str(state.hands[Seat.ELDER if elders else Seat.YOUNGER])
        node["best"] = (max if elders else min)(values.values())
        self.set_source_info(node)
        return [node]


def depart_html(self: HTML5Translator, node: valued_node) -> None:
    """Put the picture before the caption."""
    if self.builder.name not in PAGES:
        return
    caption = take_words(self, node)
    values = {parse_card(card): value for card, value in node["values_"].items()}
    self.body.append(render_valued(parse_hand(node["hand"]), values, node["best"], caption))


def _add_files(app: Sphinx, context: dict[str, Any]) -> None:
    app.add_css_file("cards.css")
    app.add_css_file("site/valued.css")
    add_pack(app, context)


def setup(app: Sphinx) -> None:
    """Register the directive, its node and its style."""
    app.add_directive("valued-hand", ValuedHandDirective)
    add_told_node(app, valued_node, begin_words, depart_html)
    add_files_where(app, valued_node, _add_files)
