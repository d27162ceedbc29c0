"""Encoding of two open hands as two numbers: all suit codes as seen by the leader and by the follower."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from piquet_core.cards.cards import ROW, SUITS, Suit
from piquet_core.solver.suit_codes import WIDTH, encode, flip, suit_leads, suit_throws

CODE = (1 << WIDTH) - 1
SHIFTS = tuple(WIDTH * suit for suit in SUITS)


class HandChange(NamedTuple):
    """Differences that playing cards makes to the two encoded hands.

    ``counts`` is whether a winning reply scores; it has no meaning for other changes.
    """

    leader: int
    follower: int
    counts: bool


class LeadChoice(NamedTuple):
    """A card to lead, with the follower's replies in the suit.

    ``counts`` is whether the led card scores. ``held`` are the changes by the lead and a lower
    reply, ``taken`` those by the lead and a higher reply. ``alone`` is the change by the lead if
    the follower has no card of the suit, else None.
    """

    counts: bool
    held: tuple[HandChange, ...]
    taken: tuple[HandChange, ...]
    alone: HandChange | None


def encode_hands(
    own: int, other: int, low: int = 0, suits: Sequence[Suit] = SUITS
) -> tuple[int, int]:
    """Return the encoding of two hands, given as masks, as a pair of numbers.

    The first has the suit codes with ``own`` as the leader's hand, the second with ``other``. ``low``
    has the bits of the ranks that do not count. ``suits`` is the order of the suits in the numbers;
    any order is valid.
    """
    leader = follower = 0
    for suit, shift in zip(suits, SHIFTS, strict=True):
        mine, theirs = own >> 9 * suit & ROW, other >> 9 * suit & ROW
        leader |= encode(mine, theirs, low) << shift
        follower |= encode(theirs, mine, low) << shift
    return leader, follower


def search_order(own: int, other: int) -> tuple[Suit, ...]:
    """Return the suits in the order that makes a search fastest: suits that are short in one hand first."""

    def shorter(suit: Suit) -> int:
        return min((mask >> 9 * suit & ROW).bit_count() for mask in (own, other))

    return tuple(sorted(SUITS, key=shorter))


def _change(before: int, after: int, shift: int, *, counts: bool = True) -> HandChange:
    return HandChange((after - before) << shift, (flip(after) - flip(before)) << shift, counts)


@cache
def lead_choices(code: int, shift: int) -> tuple[LeadChoice, ...]:
    """Return every choice of a card to lead from a suit, given its code and its bit offset ``shift``."""
    return tuple(
        LeadChoice(
            counts=lead.counts,
            held=tuple(_change(code, after, shift) for after in lead.held),
            taken=tuple(_change(code, after, shift, counts=counts) for counts, after in lead.taken),
            alone=_change(code, lead.alone, shift) if lead.alone else None,
        )
        for lead in suit_leads(code)
    )


@cache
def throw_choices(code: int, shift: int) -> tuple[HandChange, ...]:
    """Return the change by each card of a suit that the follower can throw on a lead of another suit.

    ``code`` is the code of the thrown card's suit, and ``shift`` its bit offset.
    """
    return tuple(_change(code, after, shift) for after in suit_throws(code))
