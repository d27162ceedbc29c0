"""Control variates: properties of the dealt cards whose means are known exactly.

A regression on them removes the luck of the deal from a mean, which narrows its interval. It is
used for games of one deal.

- The number of cards of each rank in elder's hand, in younger's, and in elder's share of the talon.
- Elder's advantage with open cards: points of the calls with the hands as dealt, less those after
  the players have exchanged their hands. Its mean is 0, since the dealer does not choose the hands.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from piquet_core.cards.cards import pack
from piquet_core.cards.combinations import ranks_mask
from piquet_core.laboratory.game_statistics import statistics_of
from piquet_core.laboratory.games import NAMES, GameRow
from piquet_core.players.matches import SURE
from piquet_core.rules import RuleSet
from piquet_core.simulator.call_scores import CallScorer, call_scorer

_HANDS = tuple(NAMES.index(name) for name in ("elder_cards", "younger_cards", "share_cards"))


@dataclass(frozen=True, slots=True, kw_only=True)
class AdjustedMean:
    """Mean of a measure after the regression, with its 95% interval.

    ``gain`` is the share of the variance that the regression removes.
    """

    mean: float
    error: float
    gain: float


@dataclass(frozen=True, slots=True, kw_only=True)
class DealtCards:
    """Control variates of each game, less their means and multiplied by ``scale``."""

    variates: tuple[tuple[int, ...], ...]
    scale: int


def dealt_cards(rows: Sequence[GameRow], rules: RuleSet) -> DealtCards:
    """Return the control variates of games. ``rows`` has one row for each game."""
    whole = pack(rules.number("pack.size").value)
    ranks = sorted({card.rank for card in whole})[1:]  # the numbers of all ranks sum to a constant
    masks = [ranks_mask((rank,)) & whole.mask for rank in ranks]
    scorer = call_scorer(rules)
    size = rules.number("deal.hand").value
    share = rules.number("exchange.elder-max").value
    scale = len(whole)
    means = [4 * cards for cards in (size, size, share)]
    found = []
    for row in rows:
        hands = [row[place] for place in _HANDS]
        counts = [
            scale * (hand & mask).bit_count() - mean
            for hand, mean in zip(hands, means, strict=True)
            for mask in masks
        ]
        found.append((*counts, scale * _open_advantage(scorer, *hands[:2])))
    return DealtCards(variates=tuple(found), scale=scale)


def _open_advantage(scorer: CallScorer, elder: int, younger: int) -> int:
    as_dealt = scorer.call_result(elder, younger).points
    exchanged = scorer.call_result(younger, elder).points
    return as_dealt[0] - as_dealt[1] - exchanged[0] + exchanged[1]


def adjusted(values: Sequence[int], per: int, dealt: DealtCards) -> AdjustedMean:
    """Return the mean of integers, each divided by ``per``, after a regression on the control variates."""
    plain = statistics_of(values, per)
    columns = [list(column) for column in zip(*dealt.variates, strict=True)]
    number, total = len(values), sum(values)
    sums = [sum(column) for column in columns]
    if number <= len(columns) + 2 or not plain.spread:
        return AdjustedMean(mean=plain.mean, error=plain.error, gain=0.0)
    # Sums of products about the sample means, multiplied by the number of games: exact integers.
    square = [
        [
            number * sum(map(int.__mul__, one, other)) - first * second
            for other, second in zip(columns, sums, strict=True)
        ]
        for one, first in zip(columns, sums, strict=True)
    ]
    mixed = [
        number * sum(map(int.__mul__, one, values)) - first * total
        for one, first in zip(columns, sums, strict=True)
    ]
    own = number * sum(value * value for value in values) - total * total
    weights = _solution(square, mixed)
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
