"""A hint: what a player by rules of thumb would do in the person's place, and by which rule."""

from __future__ import annotations

from dataclasses import dataclass

from piquet_core.errors import PiquetError
from piquet_core.players import find_player, turn_of
from piquet_core.playing.session import Session
from piquet_core.records.whatif import move_of

ADVISER = "thumb"
"""The id of the player who advises, whoever the opponent is: it has a reason for all that it does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hint:
    """A move and the rule of thumb behind it, in a sentence."""

    move: str
    reason: str


def hint(session: Session) -> Hint:
    """Return a hint for the person's turn; raises `PiquetError` if it is nobody's."""
    state = session.table.state
    if session.deal_is_over or session.is_covered or state.seat is not session.table.seat:
        raise PiquetError("there is nothing to decide")
    turn, player = turn_of(state), find_player(ADVISER).make()
    action = player.choose(turn)
    return Hint(move=move_of(state, action), reason=player.reason(turn, action))
