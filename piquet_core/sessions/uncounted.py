"""Points of the person that are good already, and that are counted only when all is called."""

from __future__ import annotations

from collections.abc import Mapping

from piquet_core.cards.combinations import Holding
from piquet_core.cards.seat import Seat
from piquet_core.engine.events import Scored
from piquet_core.engine.holdings import best_holding
from piquet_core.engine.state import Call, Phase
from piquet_core.rules.strategies import holding_score
from piquet_core.sessions.table_state import Table


def uncounted_points(table: Table) -> Mapping[str, tuple[int, str]]:
    """Return the points of the person's best holding of each kind that is good and not counted yet.

    The result has pairs of the points and the id of the rule that gives them, by kind.
    """
    seat, state = table.seat, table.state
    # Elder counts before the first lead, younger after it.
    if table.is_over or state.taken or state.phase is Phase.FOLLOW:
        return {}
    counted = {
        event.reckon for event in table.events if isinstance(event, Scored) and event.seat is seat
    }
    found = {}
    for call in state.calls:
        if call.winner is seat and call.kind not in counted:
            held = _held(table, call)
            if held is not None:
                found[call.kind] = holding_score(state.rules, state.hands[seat], held)
    return found


def _held(table: Table, call: Call) -> Holding | None:
    """Return the person's holding that a call makes good."""
    if table.seat is Seat.ELDER:
        return call.declared
    return best_holding(table.state.rules, table.state.hands[Seat.YOUNGER], call.kind)
