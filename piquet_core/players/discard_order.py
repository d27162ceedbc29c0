"""Order of all discards of a hand, by weights for features of the kept and the discarded cards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from piquet_core.cards.cards import RANKS, ROW, Rank

_LENGTHS = 6
"""Number of distinguished lengths of a suit; five cards stand for more."""
_SAME = 3
"""Number of distinguished counts of discarded cards of one rank; two stand for more."""
_RANKED = tuple(rank for rank in RANKS if rank >= Rank.TEN)
"""Ranks of which trios and quatorzes are made."""
_SIZES = 13
"""Number of possible sizes of a discard."""
_BITS = 3
"""Number of bits for the count of discarded cards of one rank."""


class DiscardOrder:
    """Features of a discard, and the order in which their weights put all discards of a hand.

    The features are the pattern of kept cards in each suit, the numbers of kept and discarded cards
    of each suit and of each rank from the ten up, and the number of discarded cards. Their weights
    are a flat sequence of ``size`` numbers.
    """

    def __init__(self, pack_size: int) -> None:
        ranks = pack_size // 4
        self._unused = len(RANKS) - ranks
        self._lengths = 1 << ranks
        self._ranks = self._lengths + _LENGTHS * _LENGTHS
        self._sizes = self._ranks + len(_RANKED) * _SAME * (4 + 1)
        self.size = self._sizes + _SIZES

    def features(self, hand: int, out: int) -> list[int]:
        """Return the indices of the weights that a discard adds up; an index may occur more than once."""
        kept, found = hand & ~out, []
        for base in (0, 9, 18, 27):
            row, gone = kept >> base & ROW, out >> base & ROW
            found += [self._pattern(row), self._length(row, gone)]
        for place, rank in enumerate(_RANKED):
            held, thrown = (_of_rank(mask, rank) for mask in (kept, out))
            found.append(self._rank(place, held, thrown))
        return [*found, self._sizes + out.bit_count()]

    def ordered(
        self, weights: Sequence[float], hand: int, least: int, most: int
    ) -> list[tuple[float, int]]:
        """Return all discards of ``least`` to ``most`` cards with their values, the best first."""
        # Each way is a value, a size, a mask, and the packed counts of its cards by rank.
        ways = [(0.0, 0, 0, 0)]
        for base in (0, 9, 18, 27):
            rows = self._suit_ways(weights, hand >> base & ROW, base)
            ways = [
                (value + more, size + cards, out | mask, packed + counts)
                for value, size, out, packed in ways
                for more, cards, mask, counts in rows
                if size + cards <= most
            ]
        held = [_of_rank(hand, rank) for rank in _RANKED]
        of_ranks: dict[int, float] = {}
        found = []
        for value, size, out, packed in ways:
            if size < least:
                continue
            ranked = of_ranks.get(packed)
            if ranked is None:
                ranked = of_ranks[packed] = self._rank_value(weights, held, packed)
            found.append((value + ranked + weights[self._sizes + size], out))
        found.sort(key=lambda way: (-way[0], way[1]))
        return found

    def _suit_ways(
        self, weights: Sequence[float], row: int, base: int
    ) -> list[tuple[float, int, int, int]]:
        """Return every way to discard from a suit, as (value, number of cards, mask, packed counts by rank)."""
        return [
            (
                weights[self._pattern(row ^ gone)] + weights[self._length(row ^ gone, gone)],
                gone.bit_count(),
                gone << base,
                _packed(gone),
            )
            for gone in _subsets(row)
        ]

    def _rank_value(self, weights: Sequence[float], held: list[int], packed: int) -> float:
        value = 0.0
        for place, number in enumerate(held):
            thrown = packed >> _BITS * place & (1 << _BITS) - 1
            value += weights[self._rank(place, number - thrown, thrown)]
        return value

    def _pattern(self, row: int) -> int:
        return row >> self._unused

    def _length(self, row: int, gone: int) -> int:
        kept, thrown = min(row.bit_count(), _LENGTHS - 1), min(gone.bit_count(), _LENGTHS - 1)
        return self._lengths + kept * _LENGTHS + thrown

    def _rank(self, place: int, held: int, thrown: int) -> int:
        return self._ranks + (place * 5 + held) * _SAME + min(thrown, _SAME - 1)


@cache
def discard_order(pack_size: int) -> DiscardOrder:
    """Return the order of discards for a pack of 32 or 36 cards, from a cache."""
    return DiscardOrder(pack_size)


def _of_rank(mask: int, rank: Rank) -> int:
    return sum(mask >> base + rank & 1 for base in (0, 9, 18, 27))


@cache
def _subsets(row: int) -> tuple[int, ...]:
    """Return all subsets of the cards of a suit."""
    found, part = [0], 0
    while part != row:
        part = (part - row) & row
        found.append(part)
    return tuple(found)


@cache
def _packed(row: int) -> int:
    """Return a number with a count of 0 or 1 for each rank from the ten up, so that suits add up."""
    return sum((row >> rank & 1) << _BITS * place for place, rank in enumerate(_RANKED))
