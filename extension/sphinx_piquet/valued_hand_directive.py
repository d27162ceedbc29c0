"""Directive ``valued-hand``: a hand with the value of each card that may be played next.

The value is the player's points minus the opponent's at the end of the deal.
"""

from __future__ import annotations

from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from piquet_core.cards.cards import parse_card, parse_hand
from piquet_core.cards.seat import Seat
from piquet_core.engine.state import DealState
from piquet_core.errors import PiquetError
from piquet_core.notation import loads
from piquet_core.replay.replay import replay_record
from piquet_core.review.advise import advise
from piquet_core.solver.solve import solve
from piquet_core.views.markup import Markup
from piquet_core.views.replay.decision_text import OPEN
from sphinx_piquet.pages import Page
from sphinx_piquet.record_files import read_record
from sphinx_piquet.registration import Widget, register
from sphinx_piquet.views.valued_hand import Measure, render_valued_hand

KNOWN = "As known"


class valued_hand_node(nodes.General, nodes.Element):
    """A hand with card values. Its children are the caption. Other builders write only the caption."""


class ValuedHandDirective(SphinxDirective):
    """``{valued-hand} FILE``: the hand of the player on turn after ``step`` of a record.

    The values assume that both hands are open. With ``known``, each card has a second value, based
    on what its player knows. The content is the caption.
    """

    required_arguments = 1
    has_content = True
    option_spec: ClassVar[dict[str, Any]] = {
        "step": directives.unchanged_required,
        "known": directives.flag,
    }

    def run(self) -> list[nodes.Node]:
        """Compute the value of each card. Report an error if no card is played after the step."""
        try:
            _, text = read_record(self.env, self.arguments[0])
            state = replay_record(loads(text)).step(self.options["step"]).state
            seat, open_ = _open(state)
        except (OSError, PiquetError, KeyError) as error:
            raise self.error(f"no card can be valued: {error}") from error
        # Texts, because the node is pickled.
        measures = [("", open_)]
        if "known" in self.options:
            measures = [(KNOWN, _known(state)), (OPEN, open_)]
        node = valued_hand_node("", *self.parse_content_to_nodes(), measures=measures)
        node["hand"] = str(state.hands[seat])
        self.set_source_info(node)
        return [node]


def _open(state: DealState) -> tuple[Seat, dict[str, int]]:
    """Return a pair: the player on turn, and the value of each playable card with both hands open."""
    values = {card: value.deal for card, value in solve(state).values.items()}
    seat = Seat.ELDER if values.keys() <= set(state.hands[Seat.ELDER]) else Seat.YOUNGER
    sign = 1 if seat is Seat.ELDER else -1
    return seat, {str(card): sign * value for card, value in values.items()}


def _known(state: DealState) -> dict[str, int]:
    """Return the mean value of each playable card over the deals that its player must consider possible."""
    found = advise(state)
    return {str(one.cards): round(found.ahead + one.value) for one in found.options}


def _draw(_page: Page, node: valued_hand_node, caption: Markup) -> Markup:
    measures = [
        Measure(name=name, values={parse_card(card): value for card, value in values.items()})
        for name, values in node["measures"]
    ]
    return render_valued_hand(parse_hand(node["hand"]), measures, caption)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive."""
    styles = ("components/card.css", "rules/hand-values.css")
    return register(
        app,
        directives={"valued-hand": ValuedHandDirective},
        widgets=[Widget(valued_hand_node, wrap=_draw, styles=styles, cards="deck")],
    )
