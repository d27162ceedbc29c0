"""Control variates: properties of the dealt cards whose means are known exactly.

A regression on them removes much of the luck of the deal from a mean, which narrows its interval.
They are for games of one deal.

- The number of cards of each rank in elder's hand, in younger's, and in elder's share of the talon.
- Of the cards that each player holds or may draw: the longest suit, the longest run, and the
  numbers of ranks from ten to ace with three and with four cards.
- Elder's advantage with open cards: the points of the calls with the hands as dealt, less those
  after the players have exchanged their hands. Its mean is 0, since each hand is as likely for
  either player.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import comb, sqrt

from piquet_core.cards.cards import ROW, SUITS, Rank, pack
from piquet_core.cards.combinations import ranks_mask
from piquet_core.laboratory.game_statistics import statistics_of
from piquet_core.laboratory.games import NAMES, GameRow
from piquet_core.players.matches import SURE
from piquet_core.rules import RuleSet
from piquet_core.simulator.call_scores import CallScorer, call_scorer

type Variates = tuple[tuple[int, ...], ...]
"""Control variates of each game, less their means, as integers: each variate has a unit of its own."""
_HANDS = tuple(NAMES.index(name) for name in ("elder_cards", "younger_cards", "share_cards"))
_SHIFTS = tuple(9 * suit for suit in SUITS)


@dataclass(frozen=True, slots=True, kw_only=True)
class AdjustedMean:
    """Mean of a measure after the regression, with its 95% interval.

    ``gain`` is the share of the variance that the regression removes.
    """

    mean: float
    error: float
    gain: float


def dealt_cards(rows: Sequence[GameRow], rules: RuleSet) -> Variates:
    """Return the control variates of games. ``rows`` has one row for each game."""
    whole = pack(rules.number("pack.size").value).mask
    sizes = (
        *[rules.number("deal.hand").value] * 2,
        rules.number("exchange.elder-max").value,
    )
    ranks = [rank for rank in Rank if ranks_mask((rank,)) & whole]
    masks = [ranks_mask((rank,)) & whole for rank in ranks[1:]]  # all numbers sum to a constant
    elders = sizes[0] + sizes[2]
    parts = (elders, whole.bit_count() - elders)
    scorer = call_scorer(rules)
    found = []
    for row in rows:
        elder, younger, share = hands = [row[place] for place in _HANDS]
        values = [
            whole.bit_count() * (hand & mask).bit_count() - 4 * size
            for hand, size in zip(hands, sizes, strict=True)
            for mask in masks
        ]
        for part, size in zip((elder | share, whole & ~(elder | share)), parts, strict=True):
            for value, mean in (
                (_best_suit(part, int.bit_count), _mean_best_suit(int.bit_count, whole, size)),
                (_best_suit(part, _longest_run), _mean_best_suit(_longest_run, whole, size)),
                (_sets(part, 3), _mean_sets(3, whole, size)),
                (_sets(part, 4), _mean_sets(4, whole, size)),
            ):
                values.append(value * mean.denominator - mean.numerator)
        found.append((*values, _open_advantage(scorer, elder, younger)))
    return tuple(found)


def _open_advantage(scorer: CallScorer, elder: int, younger: int) -> int:
    as_dealt = scorer.call_result(elder, younger).points
    exchanged = scorer.call_result(younger, elder).points
    return as_dealt[0] - as_dealt[1] - exchanged[0] + exchanged[1]


@cache
def _longest_run(row: int) -> int:
    """Return the number of cards in the longest run of a suit."""
    length = 0
    while row:
        row &= row << 1
        length += 1
    return length


def _best_suit(cards: int, measure: Callable[[int], int]) -> int:
    """Return the greatest value of a measure of the suits of some cards."""
    return max([measure(cards >> shift & ROW) for shift in _SHIFTS])


@cache
def _mean_best_suit(measure: Callable[[int], int], whole: int, size: int) -> Fraction:
    """Return the mean of `_best_suit` over all sets of ``size`` cards of a pack."""
    row = whole & ROW
    patterns = [one for one in range(ROW + 1) if not one & ~row]
    mean, below = Fraction(0), 0
    for value in sorted({measure(one) for one in patterns}):
        # The number of patterns of each size with at most this value, and of sets of four of them.
        counts = [0] * (size + 1)
        for one in patterns:
            if measure(one) <= value and one.bit_count() <= size:
                counts[one.bit_count()] += 1
        sets = [1] + [0] * size
        for _ in SUITS:
            sets = [
                sum(sets[part] * counts[total - part] for part in range(total + 1))
                for total in range(size + 1)
            ]
        mean += value * (sets[size] - below)
        below = sets[size]
    return mean / comb(whole.bit_count(), size)


_SET_MASKS = tuple(ranks_mask((rank,)) for rank in Rank if rank >= Rank.TEN)


def _sets(cards: int, least: int) -> int:
    """Return the number of ranks from ten to ace of which there are at least ``least`` cards."""
    return sum([(cards & mask).bit_count() >= least for mask in _SET_MASKS])


@cache
def _mean_sets(least: int, whole: int, size: int) -> Fraction:
    """Return the mean of `_sets` over all sets of ``size`` cards of a pack."""
    cards = whole.bit_count()
    ways = sum(comb(4, held) * comb(cards - 4, size - held) for held in range(least, 5))
    return Fraction(len(_SET_MASKS) * ways, comb(cards, size))


def adjusted(values: Sequence[int], per: int, variates: Variates) -> AdjustedMean:
    """Return the mean of integers, each divided by ``per``, after a regression on the control variates."""
    plain = statistics_of(values, per)
    columns = [list(column) for column in zip(*variates, strict=True)]
    number, total = len(values), sum(values)
    if number <= len(columns) + 2 or not plain.spread:
        return AdjustedMean(mean=plain.mean, error=plain.error, gain=0.0)
    # Sums of products about the sample means, multiplied by the number of games: exact integers.
    sums = [sum(column) for column in columns]
    square = [[0] * len(columns) for _ in columns]
    for place, (one, first) in enumerate(zip(columns, sums, strict=True)):
        for at in range(place + 1):
            product = number * sum(map(int.__mul__, one, columns[at])) - first * sums[at]
            square[place][at] = square[at][place] = product
    mixed = [
        number * sum(map(int.__mul__, one, values)) - first * total
        for one, first in zip(columns, sums, strict=True)
    ]
    weights = _solution(square, mixed)
    own = number * sum(value * value for value in values) - total * total
    explained = sum(weight * one for weight, one in zip(weights, mixed, strict=True))
    mean = (total - sum(weight * one for weight, one in zip(weights, sums, strict=True))) / number
    left = float((own - explained) / (number * (number - len(columns) - 1)))
    spread = sqrt(max(0.0, left)) / per
    return AdjustedMean(
        mean=float(mean / per),
        error=SURE * spread / sqrt(number),
        gain=max(0.0, 1 - (spread / plain.spread) ** 2),
    )


def _solution(square: Sequence[Sequence[int]], right: Sequence[int]) -> list[Fraction]:
    """Return the solution of linear equations, exactly. A dependent unknown is 0."""
    rows = [[Fraction(one) for one in (*row, end)] for row, end in zip(square, right, strict=True)]
    size, pivots = len(rows), list[int]()
    for column in range(size):
        at = next((row for row in range(len(pivots), size) if rows[row][column]), None)
        if at is None:
            continue
        place = len(pivots)
        rows[place], rows[at] = rows[at], rows[place]
        lead = rows[place][column]
        rows[place] = [one / lead for one in rows[place]]
        for row in range(size):
            if row != place and rows[row][column]:
                factor = rows[row][column]
                rows[row] = [
                    one - factor * other for one, other in zip(rows[row], rows[place], strict=True)
                ]
        pivots.append(column)
    found = [Fraction(0)] * size
    for place, column in enumerate(pivots):
        found[column] = rows[place][-1]
    return found
