"""The exchange as an example: the number of cards that each player exchanges, and the cards that each may see.

The cards do not matter: any deal with a court card in each hand will do. The measures, apart from the rule
facts, are ``eldermay`` and ``youngermay`` (least and most cards), ``left`` (cards left in the talon),
``eldersees`` (cards of elder's own share that elder left), ``youngersees`` (cards of the talon),
``elderthensees`` (cards that younger left) and ``again`` (may elder ask for a new deal).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from piquet_core.cards.cards import Hand, pack
from piquet_core.cards.seat import Seat
from piquet_core.engine.actions import (
    Action,
    Declare,
    Exchange,
    LetStand,
    Look,
    NameSuit,
    Play,
    Redeal,
)
from piquet_core.engine.apply import apply, legal_actions, start
from piquet_core.engine.declaration import full_count, true_reply
from piquet_core.engine.events import Event, Looked
from piquet_core.engine.state import Deal, DealState, Phase
from piquet_core.examples.result_table import Cell
from piquet_core.examples.rule_facts import fact, fact_heading, is_fact
from piquet_core.rules import RuleSet

_HEADINGS = {
    "eldermay": "Elder may exchange",
    "youngermay": "Younger may exchange",
    "left": "Left of the talon",
    "eldersees": "Elder sees, of his own share",
    "youngersees": "Younger sees",
    "elderthensees": "Elder sees, of what younger left",
    "again": "May elder ask for a new deal?",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ExchangeExample:
    """An exchange of a number of cards by each player, None for the maximum. Both players look if allowed."""

    elder: int | None = None
    younger: int | None = None

    def given(self) -> tuple[tuple[str, Cell], ...]:
        """Return labelled cells for the number of cards that each player exchanges."""
        return (
            ("Elder exchanges", (_number(self.elder),)),
            ("Younger exchanges", (_number(self.younger),)),
        )

    def misfit(self, rules: RuleSet) -> str:  # noqa: ARG002 - an Example is asked so
        """Return "", because every rule set has an exchange."""
        return ""

    def heading(self, measure: str) -> str:
        """Return the heading of a measure.

        Raises `ExampleError` for an unknown one.
        """
        return _HEADINGS[measure] if measure in _HEADINGS else fact_heading(measure)

    def cell(self, rules: RuleSet, measure: str) -> Cell:
        """Return the value of a measure under a rule set, or "not allowed" if it refuses the exchange."""
        if is_fact(measure):
            return fact(rules, measure)
        return (_exchanged(rules, self.elder, self.younger)[measure],)


def _number(count: int | None) -> str:
    if count is None:
        return "as many as allowed"
    if not count:
        return "no cards"
    return f"{count} card{'' if count == 1 else 's'}"


@lru_cache(maxsize=256)
def _exchanged(rules: RuleSet, elder: int | None, younger: int | None) -> dict[str, str]:
    """Play a deal until the first card is led, and return the value of each measure as text.

    ``elder`` and ``younger`` are the numbers of cards to exchange, None for the maximum.
    """
    found = dict.fromkeys(_HEADINGS, "no cards")
    found["again"] = "no"
    state, _ = start(rules, _any_deal(rules))
    events: list[Event] = []
    while state.phase is not Phase.FOLLOW:
        if state.phase in (Phase.ELDER_EXCHANGE, Phase.YOUNGER_EXCHANGE):
            first = state.phase is Phase.ELDER_EXCHANGE
            wanted = elder if first else younger
            ways = {
                len(one.discards): one for one in legal_actions(state) if isinstance(one, Exchange)
            }
            found["eldermay" if first else "youngermay"] = _range(ways)
            if wanted is not None and wanted not in ways:
                known = ("eldermay", "again") if first else ("eldermay", "youngermay", "again")
                found |= dict.fromkeys(found.keys() - set(known), "not allowed")
                return found
            action: Action = ways[max(ways) if wanted is None else wanted]
        else:
            if state.phase is Phase.ELDER_REDEAL:
                found["again"] = "yes"
            action = _next(state)
        state, new = apply(state, action)
        events += new
    found["left"] = _number(len(state.talon))
    for event in events:
        if isinstance(event, Looked):
            own = event.rule == "exchange.elder-look"
            elders = "eldersees" if own else "elderthensees"
            found["youngersees" if event.seat is Seat.YOUNGER else elders] = _number(event.count)
    return found


def _next(state: DealState) -> Action:
    """Return the next action of players who always look at cards and never ask for a new deal."""
    seat = state.seat
    assert seat is not None, "the play is not over"
    ways = legal_actions(state)
    match state.phase:
        case Phase.ELDER_LOOK | Phase.YOUNGER_LOOK | Phase.ELDER_DEMAND:
            return Look(seat=seat, look=True)
        case Phase.ELDER_REDEAL:
            return Redeal(seat=seat, wanted=False)
        case Phase.DECLARE:
            return next(one for one in ways if isinstance(one, Declare))
        case Phase.REPLY:
            return true_reply(state)
        case Phase.ELDER_RAISE | Phase.YOUNGER_RECALL:
            return LetStand(seat=seat)
        case Phase.LEAD:
            return next(one for one in ways if isinstance(one, NameSuit | Play))
        case _:
            return full_count(state)


def _range(ways: dict[int, Exchange]) -> str:
    least, most = min(ways), max(ways)
    return _number(least) if least == most else f"{least} to {most} cards"


def _any_deal(rules: RuleSet) -> Deal:
    """Return a deal with court cards in both hands, made by taking every fifth card of the pack."""
    whole = list(pack(rules.number("pack.size").value))
    order = [whole[place * 5 % len(whole)] for place in range(len(whole))]
    size = rules.number("deal.hand").value
    return Deal(
        elder=Hand.of(order[:size]),
        younger=Hand.of(order[size : 2 * size]),
        talon=tuple(order[2 * size :]),
    )
