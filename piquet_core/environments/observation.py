"""Observations: everything that a seat knows of a deal as a row of whole numbers, the same for every rule set."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping
from itertools import accumulate, pairwise
from types import MappingProxyType
from typing import Final

from piquet_core.cards.cards import CARDS, EMPTY, RANKS, ROW, Hand
from piquet_core.cards.combinations import Holding
from piquet_core.cards.seat import Seat
from piquet_core.engine.actions import Response
from piquet_core.engine.state import Phase, Trick
from piquet_core.environments.numbered_state import (
    FIRST_HOLDING,
    HOLDING_NUMBERS,
    HOLDINGS,
    NumberedState,
)
from piquet_core.replay.visibility import CallView, knowledge_of

_KINDS = ("point", "sequence", "set")
_PHASES = tuple(Phase)
_RESPONSES = tuple(Response)
_TRICKS = 12

_SIZES: Final = {
    # the moment
    "seat": 1,
    "on_turn": 1,
    "phase": len(_PHASES),
    # cards
    "hand": 36,
    "laid_out": 36,
    "discards": 36,
    "looked": 36,
    "theirs": 36,
    "their_blank": 36,
    "unseen": 36,
    "led": 36,
    "own_tricks": 36,
    "their_tricks": 36,
    "hidden": 3,
    # calls
    "blanks": 2,
    "pledge": 1,
    **{f"call_{kind}": 7 for kind in _KINDS},
    "own_calls": len(HOLDINGS),
    "own_counts": len(HOLDINGS),
    "their_counts": len(HOLDINGS),
    # play
    "named": 4,
    "leaders": _TRICKS,
    "score": 2,
    "tricks": 2,
    "bonus": 1,
}
_STARTS = (0, *accumulate(_SIZES.values()))

FIELDS: Final[Mapping[str, slice]] = MappingProxyType(
    {name: slice(*ends) for name, ends in zip(_SIZES, pairwise(_STARTS), strict=True)}
)
"""Place of each part of an observation."""

LENGTH: Final = _STARTS[-1]
"""Number of numbers in an observation."""

LARGEST: Final = 1000
"""Limit of every number in an observation; none is negative."""


def observation(numbered: NumberedState, seat: Seat) -> array[int]:
    """Return all that a seat knows, as `LENGTH` whole numbers from 0 to `LARGEST`; `FIELDS` has the place of each part.

    It stays the same if cards that the seat cannot see are swapped with one another. An unfinished
    decision is visible only to its own seat.
    """
    state = numbered.state
    known = knowledge_of(state, seat)
    on_turn = known.to_act is seat
    laid_out = numbered.laid_out if on_turn else EMPTY
    calls = {call.kind: call for call in known.calls}
    # A seat also knows which of its own cards it called and counted.
    counted = list(state.counted if seat is Seat.ELDER else state.younger_counted)
    if on_turn:
        counted += [HOLDINGS[n - FIRST_HOLDING] for n in numbered.chosen if n >= FIRST_HOLDING]
    called = [call.declared for call in state.calls if call.declared and seat is Seat.ELDER]
    row = [int(seat), int(on_turn)]
    row += [int(phase is known.phase) for phase in _PHASES]
    row += _cards(known.hand)
    row += _cards(laid_out)
    row += _cards(known.discards)
    row += _cards(known.looked)
    row += _cards(known.theirs)
    row += _cards(known.dealt_blank)
    row += _cards(known.unseen)
    row += _cards(EMPTY if known.led is None else Hand(1 << known.led))
    row += _played(known.tricks, seat)
    row += _played(known.tricks, seat.other)
    row += (known.their_hidden, known.their_discards, known.talon_hidden)
    row += (int(known.blanks[seat]), int(known.blanks[seat.other]), known.pledge)
    for kind in _KINDS:
        row += _call(calls.get(kind), seat)
    row += _holdings(called)
    row += _holdings(counted)
    row += _holdings(known.counted)
    row += [int(known.named == suit) for suit in range(4)]
    row += [_side(trick.leader, seat) for trick in known.tricks]
    row += [0] * (_TRICKS - len(known.tricks))
    row += (known.score[seat], known.score[seat.other])
    row += (state.tricks[seat], state.tricks[seat.other])
    row.append(_side(known.bonus, seat))
    return array("h", row)


def _cards(hand: Hand) -> tuple[int, ...]:
    """Return 1 for each card of a hand, and 0 for every other."""
    mask = hand.mask
    return _ROWS[mask & ROW] + _ROWS[mask >> 9 & ROW] + _ROWS[mask >> 18 & ROW] + _ROWS[mask >> 27]


_ROWS = tuple(tuple(row >> rank & 1 for rank in RANKS) for row in range(ROW + 1))


def _played(tricks: tuple[Trick, ...], seat: Seat) -> list[int]:
    """Return the number of the trick to which a seat played each card, from 1, or 0."""
    row = [0] * len(CARDS)
    for number, trick in enumerate(tricks, 1):
        row[trick.led if trick.leader is seat else trick.followed] = number
    return row


def _call(call: CallView | None, seat: Seat) -> list[int]:
    """Return whether elder has called, the size, the rank from 1, the pips, two answers, and the winner."""
    if call is None:
        return [0] * 7
    answers = [1 + _RESPONSES.index(one) for one in call.responses[:2]]
    answers += [0] * (2 - len(answers))
    rank = 0 if call.rank is None else call.rank + 1
    return [1, call.size, rank, call.pips, *answers, _side(call.winner, seat)]


def _holdings(held: Iterable[Holding]) -> list[int]:
    row = [0] * len(HOLDINGS)
    for one in held:
        row[HOLDING_NUMBERS[one] - FIRST_HOLDING] = 1
    return row


def _side(side: Seat | None, seat: Seat) -> int:
    """Return 1 for the observing seat, 2 for the other, and 0 for neither."""
    if side is None:
        return 0
    return 1 if side is seat else 2
