"""Mistakes of a computer opponent, and the tricks that they gave to the person.

Nothing is saved: an opponent with named mistakes decides the same way again in the same position.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from piquet_core.cards.cards import Hand
from piquet_core.engine.state import DealState, Trick
from piquet_core.players import Slip, find_player, turn_of
from piquet_core.replay.what_if import read_move
from piquet_core.sessions.session import Session


@dataclass(frozen=True, slots=True, kw_only=True)
class TricksGiven:
    """A mistake of the opponent and the first trick that the person won by it.

    ``number`` counts the tricks from 1. It is 0, without a ``trick``, for a mistake that cost points
    or cards but no trick. ``told`` is the number of the trick after which the explanation names no
    hidden card, or 0 if it must wait until the end of the deal.
    """

    slip: Slip
    number: int
    trick: Trick | None
    told: int

    def words(self, player: str) -> str:
        """Return a sentence on the mistake of a player."""
        return self.slip.words(player, self.trick)


def slips_to_tell(session: Session) -> tuple[TricksGiven, ...]:
    """Return the opponent's mistakes in the deal on the table that may be told now, in order of the tricks.

    During the deal, these are the mistakes that gave the person a trick and whose explanation names
    no hidden card. After the deal, mistakes that cost no trick come last.
    """
    found = _tricks_given(session)
    if not session.deal_is_over:
        return tuple(one for one in found if one.told)
    return tuple(sorted(found, key=lambda one: one.number or len(session.table.state.taken) + 1))


def _tricks_given(session: Session) -> list[TricksGiven]:
    """Return the mistakes that gave the person a trick, and those that cannot cost a trick."""
    waiting = _slips(session)
    found = [
        TricksGiven(slip=slip, number=0, trick=None, told=0)
        for _, slip in waiting
        if not slip.losers
    ]
    tricks = session.table.state.taken
    for number, trick in enumerate(tricks, 1):
        if trick.winner is not session.table.seat:
            continue
        # The latest mistake explains the trick best.
        for entry in reversed(waiting):
            made, slip = entry
            if made <= number and slip.loses(trick):
                public = _played_by(tricks, slip.secrets)
                told = max(number, public) if public or not slip.secrets else 0
                found.append(TricksGiven(slip=slip, number=number, trick=trick, told=told))
                waiting.remove(entry)
                break
    return found


def _played_by(tricks: Sequence[Trick], cards: Hand) -> int:
    """Return the number of the trick in which the last of some cards was played, 0 if one is still hidden."""
    found = 0
    for number, trick in enumerate(tricks, 1):
        if not cards:
            break
        cards, found = cards - Hand.of((trick.led, trick.followed)), number
    return 0 if cards else found


def _slips(session: Session) -> list[tuple[int, Slip]]:
    """Return the opponent's mistakes as (number of the trick in which it was made, mistake)."""
    if session.friend or find_player(session.opponent).slip is None:
        return []
    table, found = session.table, list[tuple[int, Slip]]()
    for state, move in zip(table.states, table.moves, strict=False):
        if state.seat is table.seat.other:
            slip = _slip_at(session.opponent, state)
            # A game saved by an earlier version may have other moves.
            if slip and slip.action == read_move(state, move):
                found.append((len(state.taken) + 1, slip))
    return found


@lru_cache(maxsize=128)
def _slip_at(opponent: str, state: DealState) -> Slip | None:
    """Return the mistake that an opponent makes in a state. Each answer needs those of the whole deal."""
    slip = find_player(opponent).slip
    return slip(turn_of(state)) if slip else None
