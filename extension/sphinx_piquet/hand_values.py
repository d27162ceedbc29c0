"""The directive ``valued-hand``: the hand of whoever leads or follows, with the worth of each card under it.

The worth is the points of that player less the other's at the end of the deal.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.writers.html5 import HTML5Translator

from piquet_core.cards.cards import parse_card, parse_hand
from piquet_core.cards.seat import Seat
from piquet_core.engine.state import DealState
from piquet_core.errors import PiquetError
from piquet_core.notation import loads
from piquet_core.replay.replay import replay_record
from piquet_core.review.advise import advise
from piquet_core.solver.solve import solve
from piquet_core.views.replay.decision_text import OPEN
from sphinx_piquet.pages import (
    PAGES,
    add_files_where,
    add_pack,
    add_told_node,
    begin_words,
    take_words,
)
from sphinx_piquet.views.valued_hand import Measure, render_valued

KNOWN = "As known"


class valued_node(nodes.General, nodes.Element):  # noqa: N801 - docutils names nodes so
    """The picture for HTML; its caption is its child, and all that other builders print."""


class ValuedHandDirective(SphinxDirective):
    """``{valued-hand} FILE``: the hand that plays next after ``step`` of a record; the content is its caption.

    With ``known`` each card is valued first by what its player can know, and then as the cards lie.
    """

    required_arguments = 1
    has_content = True
    option_spec: ClassVar[dict[str, Any]] = {
        "step": directives.unchanged_required,
        "known": directives.flag,
    }

    def run(self) -> list[nodes.Node]:
        """Value each card; complain about a step after which no card is played."""
        _, filename = self.env.relfn2path(self.arguments[0])
        self.env.note_dependency(filename)
        try:
            text = Path(filename).read_text("utf-8")
            state = replay_record(loads(text)).step(self.options["step"]).state
            seat, open_ = _open(state)
        except (OSError, PiquetError, KeyError) as error:
            raise self.error(f"no card can be valued: {error}") from error
        # Texts, which a page can be kept with.
        measures = [("", open_)]
        if "known" in self.options:
            measures = [(KNOWN, _known(state)), (OPEN, open_)]
        node = valued_node("", *self.parse_content_to_nodes(), measures=measures)
        node["hand"] = str(state.hands[seat])
        self.set_source_info(node)
        return [node]


def _open(state: DealState) -> tuple[Seat, dict[str, int]]:
    """Return who plays, and what each card brings him with both hands open."""
    values = {card: value.deal for card, value in solve(state).values.items()}
    seat = Seat.ELDER if values.keys() <= set(state.hands[Seat.ELDER]) else Seat.YOUNGER
    sign = 1 if seat is Seat.ELDER else -1
    return seat, {str(card): sign * value for card, value in values.items()}


def _known(state: DealState) -> dict[str, int]:
    """Return what each card brings its player on average, by what he can know."""
    found = advise(state)
    return {str(one.cards): round(found.ahead + one.value) for one in found.options}


def depart_html(self: HTML5Translator, node: valued_node) -> None:
    """Put the picture before the caption."""
    if self.builder.name not in PAGES:
        return
    caption = take_words(self, node)
    measures = [
        Measure(name=name, values={parse_card(card): value for card, value in values.items()})
        for name, values in node["measures"]
    ]
    self.body.append(render_valued(parse_hand(node["hand"]), measures, caption))


def _add_files(app: Sphinx, context: dict[str, Any]) -> None:
    app.add_css_file("cards.css")
    app.add_css_file("rules/hand-values.css")
    add_pack(app, context)


def setup(app: Sphinx) -> None:
    """Register the directive, its node and its style."""
    app.add_directive("valued-hand", ValuedHandDirective)
    add_told_node(app, valued_node, begin_words, depart_html)
    add_files_where(app, valued_node, _add_files)
