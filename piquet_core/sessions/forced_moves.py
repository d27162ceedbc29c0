"""Moves that are made for the person, because nothing else is possible."""

from __future__ import annotations

from piquet_core.engine.apply import legal_actions
from piquet_core.engine.state import DealState, Phase

# An only answer is not a decision. A single legal card is left to the person, who has to find it, unless forced
# cards are played automatically.
_SAID = frozenset(
    {
        Phase.DECLARE,
        Phase.REPLY,
        Phase.ELDER_RAISE,
        Phase.ELDER_COUNT,
        Phase.YOUNGER_RECALL,
        Phase.YOUNGER_COUNT,
    }
)


# Between two persons fewer moves are automatic. Counting does not pass the device on, but a skipped call or
# answer would reveal that there was nothing to call.
_SAID_BETWEEN_TWO = frozenset({Phase.ELDER_COUNT, Phase.YOUNGER_COUNT})


def is_unasked(state: DealState, *, forced: bool, between_two: bool) -> bool:
    """Tell whether a decision is made for the person on turn.

    With ``forced``, an only legal card is played automatically. Between two persons a last card always is,
    since both can see that there is no choice.
    """
    if state.seat is None:
        return False
    in_play = state.phase in (Phase.LEAD, Phase.FOLLOW)
    last = between_two and len(state.hands[state.seat]) == 1
    said = state.phase in (_SAID_BETWEEN_TWO if between_two else _SAID)
    return (said or (in_play and (forced or last))) and len(legal_actions(state)) == 1
