"""Positions of the play in plain numbers, taken from the state of a deal."""

from __future__ import annotations

from typing import NamedTuple

from piquet_core.cards.cards import SUIT_MASKS
from piquet_core.cards.seat import Seat
from piquet_core.engine.apply import apply
from piquet_core.engine.declaration import full_count
from piquet_core.engine.play_rules import play_rules
from piquet_core.engine.state import DealState, Phase
from piquet_core.errors import PiquetError

NOTHING_LED = -1
ANY_CARD = (1 << 36) - 1


class NotInPlay(PiquetError):
    """Error for a state in which no card can be played, because the play has not begun or is over."""


class SimulatedPosition(NamedTuple):
    """Two hands as masks and everything else that the play depends on; pairs have elder's value first.

    ``led`` is the card on the table, or `NOTHING_LED`. ``bound`` are the cards that may be led,
    which are all cards unless elder has named a suit. ``owed`` are the points that younger will
    count after the first lead, including a repique. ``may`` is whether each player can still make
    a pique.
    """

    hands: tuple[int, int]
    leader: int
    led: int
    bound: int
    tricks: tuple[int, int]
    score: tuple[int, int]
    may: tuple[bool, bool]
    owed: int


# Phases between elder's first lead and younger's first card.
_BEHIND_THE_LEAD = (
    Phase.YOUNGER_LOOK,
    Phase.ELDER_DEMAND,
    Phase.YOUNGER_RECALL,
    Phase.YOUNGER_COUNT,
)


def simulated_position(state: DealState) -> SimulatedPosition:
    """Return the position of a deal in the play; raise `NotInPlay` outside the play.

    Calls and answers already made are used, and younger will count everything that is good.
    """
    waiting = state.phase in _BEHIND_THE_LEAD and bool(state.calls)
    if not waiting and state.phase not in (Phase.LEAD, Phase.FOLLOW):
        raise NotInPlay(f"no card can be played now ({state.phase.value})")
    owed, bonus = 0, state.bonus
    to_lead = not state.taken and state.led is None
    if (waiting or to_lead) and any(call.winner is Seat.YOUNGER for call in state.calls):
        counting = state.evolve(phase=Phase.YOUNGER_COUNT)
        counted, _ = apply(counting, full_count(counting))
        owed, bonus = counted.score[1] - state.score[1], counted.bonus
    may = (_may(state, Seat.ELDER), _may(state, Seat.YOUNGER)) if bonus is None else (False, False)
    return SimulatedPosition(
        hands=(state.hands[0].mask, state.hands[1].mask),
        leader=int(state.leader),
        led=NOTHING_LED if state.led is None else int(state.led),
        bound=ANY_CARD if state.named is None or not to_lead else SUIT_MASKS[state.named],
        tricks=state.tricks,
        score=state.score,
        may=may,
        owed=owed,
    )


def _may(state: DealState, seat: Seat) -> bool:
    """Return whether the rules still allow a seat a pique, apart from the score of both players."""
    rules = play_rules(state.rules)
    return not (
        (seat is Seat.YOUNGER and not rules.younger_may)
        or any(call.winner is seat.other for call in state.calls)
        or (rules.unbroken and state.tricks[seat.other])
        or (rules.first_card_only and (state.led is not None or state.taken))
    )
