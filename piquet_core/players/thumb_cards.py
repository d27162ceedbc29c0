"""Choice of a card by rules of thumb, on bit masks, fast enough for playing many hands to the end.

`card_rules` adds the explanations for readers.
"""

from __future__ import annotations

from enum import Enum, auto
from functools import cache

from piquet_core.cards.cards import ROW, SUIT_MASKS, Rank

LONG = 4
"""Number of cards from which a suit is worth establishing."""
_BASES = (0, 9, 18, 27)
_RANKS = tuple(reversed(range(9)))


class LeadRule(Enum):
    """Rule of thumb behind a lead."""

    RUN_ENOUGH = auto()
    """Sure tricks achieve something: all the tricks, the majority or a pique."""
    ESTABLISH = auto()
    """A long suit becomes good once its stopper has been driven out."""
    RUN = auto()
    """Sure tricks are taken."""
    SAFE = auto()
    """No trick is sure. The lead that costs least is chosen."""


def lead_card(
    allowed: int, theirs: int, cards: int, to_majority: int, to_pique: int
) -> tuple[int, LeadRule, int]:
    """Return the index of the card to lead, the rule behind it, and the number of sure tricks.

    ``allowed`` are the cards that may be led, and ``theirs`` those that the opponent may hold, as
    masks. ``cards`` is the number of cards in the hand. ``to_majority`` and ``to_pique`` are the
    numbers of tricks and points that are missing, at most 0 if they cannot be reached any more.
    """
    total, best, long = 0, (-1, 0, 0, 0), (0, -1, 0, 0)
    for base in _BASES:
        row = allowed >> base & ROW
        if row:
            sure, size = sure_tricks(row, theirs >> base & ROW), row.bit_count()
            total += sure
            if (sure, size) > best[:2]:
                best = (sure, size, base, row)
            if (size, _pips(row)) > long[:2]:
                long = (size, _pips(row), base, row)
    sure, _, base, row = best
    if sure and (total >= cards or 0 < to_majority <= total or 0 < to_pique <= total):
        return base + row.bit_length() - 1, LeadRule.RUN_ENOUGH, total
    size, _, other, suit = long
    if (
        size >= LONG
        and total
        and theirs >> other & ROW
        and not sure_tricks(suit, theirs >> other & ROW)
    ):
        return other + suit.bit_length() - 1, LeadRule.ESTABLISH, total
    if sure:
        return base + row.bit_length() - 1, LeadRule.RUN, total
    rows = [(*_safest(allowed >> base & ROW), base) for base in _BASES if allowed >> base & ROW]
    _, rank, base = min(rows, key=lambda one: one[0])
    return base + rank, LeadRule.SAFE, total


def follow_card(allowed: int, hand: int, theirs: int, led: int) -> int:
    """Return the index of the card to play on the card with index ``led``.

    ``allowed`` are the cards that may be played, ``hand`` is the whole hand, and ``theirs`` are the
    cards that the opponent may hold, as masks.
    """
    suited = allowed & SUIT_MASKS[led // 9]
    if suited:
        candidates = suited >> led << led or suited  # the lowest card that wins, or else the lowest
        return (candidates & -candidates).bit_length() - 1
    best, card = (4, 0, 0), -1
    for base in _BASES:
        row = allowed >> base & ROW
        if row:
            use, rank = _least_useful(row, hand >> base & ROW, theirs >> base & ROW)
            if use < best:
                best, card = use, base + rank
    return card


@cache
def sure_tricks(own: int, theirs: int) -> int:
    """Return the number of tricks that the cards of a suit win from the top.

    ``theirs`` are the cards of the suit that the opponent may hold. Each lead is taken to draw the
    lowest of them.
    """
    tricks = 0
    while own and own > theirs:  # we have the highest card
        own ^= 1 << own.bit_length() - 1
        theirs &= theirs - 1  # the opponent plays the lowest card
        tricks += 1
    return tricks


@cache
def keeping_value(suit: int, against: int, rank: int) -> tuple[int, int, int]:
    """Return a sort key for the value of keeping a card instead of throwing it; greater is more valuable.

    ``suit`` are the cards of the card's suit in the hand, and ``against`` those that the opponent
    may hold. The first number is 3 for a sure trick, 2 for a card that wins once the suit is led, 1
    for a guard and 0 otherwise.
    """
    if not against:
        return (2, suit.bit_count(), rank)
    if not against >> rank:
        return (3, rank, 0)
    # A card guards a higher one if there are as many cards below that one as opposing cards that beat
    # it. The highest guarded card counts, so they are tried from the top.
    rest = suit >> rank << rank
    while rest:
        high = rest.bit_length() - 1
        if 0 < (against >> high).bit_count() <= (suit & (1 << high) - 1).bit_count():
            return (1, high, rank)
        rest ^= 1 << high
    return (0, rank, -suit.bit_count())


@cache
def _least_useful(allowed: int, suit: int, against: int) -> tuple[tuple[int, int, int], int]:
    """Return the least value of keeping an allowed card of a suit, and the rank of that card."""
    return min((keeping_value(suit, against, rank), rank) for rank in _RANKS if allowed >> rank & 1)


@cache
def _safest(row: int) -> tuple[tuple[bool, int, int], int]:
    """Return the cost of the safest lead from a suit, and the rank of the card: the top of a run, or a low card."""
    ranks = [rank for rank in _RANKS if row >> rank & 1]

    def cost(rank: int) -> tuple[bool, int, int]:
        exposed = bool((row ^ 1 << rank) >> Rank.QUEEN)
        backed = rank > 0 and bool(row >> rank - 1 & 1)
        return (exposed and not backed, -len(ranks), -rank if backed else rank)

    best = min(ranks, key=cost)
    return cost(best), best


@cache
def _pips(row: int) -> int:
    return sum(rank for rank in _RANKS if row >> rank & 1)
