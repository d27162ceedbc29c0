"""Holdings with which younger can have answered *not good*, as far as elder can know."""

from __future__ import annotations

from collections.abc import Iterator

from piquet_core.cards.combinations import Holding
from piquet_core.cards.seat import Seat
from piquet_core.engine.actions import Response
from piquet_core.engine.holdings import comparison_key, holdings_in_part, split_by_kind
from piquet_core.engine.state import Call, DealState
from piquet_core.replay.visibility import knowledge_of


def better_holdings(state: DealState, call: Call) -> tuple[Holding, ...]:
    """Return the best holdings with which younger's *not good* to a call was true, each once.

    Only cards that elder has not seen are considered, so the result tells no hidden card. It is ()
    unless the last answer to the call was *not good*.
    """
    if not call.responses or call.responses[-1] is not Response.NOT_GOOD:
        return ()
    rules = state.rules
    target = (
        comparison_key(rules, state.hands[Seat.ELDER], call.declared) if call.declared else None
    )
    stage = len(call.responses) - 1
    found: dict[Holding, None] = {}
    possible = knowledge_of(state, Seat.ELDER).possible
    for place in split_by_kind(rules, possible.mask, call.kind):
        for part in _parts(place):
            held = holdings_in_part(rules, part, call.kind, whole=True)
            for key, holding in held:
                level = target is None or key[:stage] == target[:stage]
                if level and (target is None or key[stage] > target[stage]):
                    found[holding] = None
    return tuple(found)


def _parts(mask: int) -> Iterator[int]:
    """Yield every non-empty subset of some cards, as masks."""
    part = mask
    while part:
        yield part
        part = part - 1 & mask
