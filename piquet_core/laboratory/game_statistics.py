"""Statistics of games: means with 95% intervals, shares of events, and paired differences.

All sums are exact, so the order of rows and batches does not matter.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import sqrt
from operator import itemgetter

from piquet_core.laboratory.games import NAMES, NOBODY, SOURCES, GameRow
from piquet_core.players.matches import SURE, Estimate

type Measure = Callable[[GameRow], int]
type Values = Callable[[Measure], tuple[list[int], int]]
"""Function of a measure that returns a sum for each game, and the number of seatings in a sum."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SampleStatistics:
    """Mean of a measure with its 95% interval, its standard deviation, and the number of games."""

    mean: float
    error: float
    spread: float
    games: int

    @property
    def estimate(self) -> Estimate:
        """The mean with the bounds of its interval."""
        return Estimate(self.mean, self.mean - self.error, self.mean + self.error)


def _column(name: str) -> Measure:
    return itemgetter(NAMES.index(name))


def _lead(first: str, second: str) -> Measure:
    one, two = _column(first), _column(second)
    return lambda row: one(row) - two(row)


def _first_players_lead(row: GameRow) -> int:
    lead = _ELDERS_LEAD(row)
    return -lead if row[_SWAPPED] else lead


def _winner_is(number: int) -> Measure:
    return lambda row: int(row[_WINNER] == number)


_SWAPPED, _WINNER = NAMES.index("swapped"), NAMES.index("winner")
_ELDERS_LEAD = _lead("elder_score", "younger_score")
MEASURES: Mapping[str, Measure] = {
    "elders-lead": _ELDERS_LEAD,
    "elder-score": _column("elder_score"),
    "younger-score": _column("younger_score"),
    "elder-wins": _winner_is(0),
    "younger-wins": _winner_is(1),
    "drawn": _winner_is(NOBODY),
    **{
        f"{seat}-{event}": _column(f"{seat}_{event}")
        for event in ("piques", "repiques", "capots")
        for seat in ("elder", "younger")
    },
    "divided": _column("divided"),
    "deals": _column("deals"),
    **{
        f"{seat}-{source}": _column(f"{seat}_{source}_points")
        for source in SOURCES
        for seat in ("elder", "younger")
    },
}
"""Measures of a game by name."""
MEASURES_OF_PLAYERS: Mapping[str, Measure] = {
    "first-players-lead": _first_players_lead,
    "first-player-wins": lambda row: int(row[_WINNER] == row[_SWAPPED]),
}
"""Measures that compare two different players: the lead of the first, and whether that player wins."""


def values_by_game(rows: Sequence[GameRow], measure: Measure) -> tuple[list[int], int]:
    """Return the sum of a measure over the seatings of each game, and the number of seatings.

    ``rows`` are sorted by game.
    """
    sums = [[measure(row) for row in same] for _, same in groupby(rows, itemgetter(0))]
    return [sum(values) for values in sums], len(sums[0])


def statistics_of(values: Sequence[int], per: int = 1) -> SampleStatistics:
    """Return the statistics of integers, each divided by ``per``.

    The values must be independent. With fewer than two values, the spread is infinite.

    >>> statistics_of([10, 6, 8])
    SampleStatistics(mean=8.0, error=2.26..., spread=2.0, games=3)
    """
    number, total = len(values), sum(values)
    if number < 2:
        return SampleStatistics(
            mean=total / per if number else 0.0,
            error=float("inf"),
            spread=float("inf"),
            games=number,
        )
    squares = sum(value * value for value in values)
    spread = sqrt((number * squares - total * total) / (number * (number - 1))) / per
    return SampleStatistics(
        mean=total / (number * per),
        error=SURE * spread / sqrt(number),
        spread=spread,
        games=number,
    )


def measured(rows: Sequence[GameRow], measure: Measure) -> SampleStatistics:
    """Return the statistics of a measure over games. The seatings of a game count as one value, their mean."""
    return statistics_of(*values_by_game(rows, measure))


def paired_differences(
    rows: Sequence[GameRow], base: Sequence[GameRow], measure: Measure
) -> tuple[list[int], int]:
    """Return the differences of a measure in the same games under two rule sets, and the number of seatings.

    The differences are those of ``rows`` from ``base``, summed over the seatings of each game. Both
    are sorted and contain the same games.
    """
    ours, per = values_by_game(rows, measure)
    theirs, other_per = values_by_game(base, measure)
    assert per == other_per
    return [one - other for one, other in zip(ours, theirs, strict=True)], per


def winner_changes(rows: Sequence[GameRow], base: Sequence[GameRow]) -> SampleStatistics:
    """Return the share of games that another player wins than under the rule set of ``base``."""
    pairs = zip(rows, base, strict=True)
    changed = [(row[0], int(row[_WINNER] != other[_WINNER])) for row, other in pairs]
    sums = [[change for _, change in same] for _, same in groupby(changed, itemgetter(0))]
    return statistics_of([sum(values) for values in sums], len(sums[0]))


@dataclass(frozen=True, slots=True, kw_only=True)
class ShareOfGames:
    """Number of games with a property, and the bounds of their share: Wilson's 95% interval.

    The upper bound is above 0 even if no game has the property.
    """

    number: int
    low: float
    high: float


def share_of_games(number: int, of: int) -> ShareOfGames:
    """Return the share of ``of`` games that ``number`` of them are.

    >>> share_of_games(0, 2000)
    ShareOfGames(number=0, low=0.0, high=0.0019...)
    """
    share, square = number / of, SURE * SURE
    middle = share + square / (2 * of)
    reach = SURE * sqrt(share * (1 - share) / of + square / (4 * of * of))
    whole = 1 + square / of
    return ShareOfGames(
        number=number,
        low=max(0.0, (middle - reach) / whole),
        high=min(1.0, (middle + reach) / whole),
    )


def games_that_differ(rows: Sequence[GameRow], base: Sequence[GameRow]) -> ShareOfGames:
    """Return the share of games in which anything differs from the game with the same cards in ``base``."""
    changed = {row[0] for row, other in zip(rows, base, strict=True) if row != other}
    return share_of_games(len(changed), len({row[0] for row in rows}))


def games_needed(pilot: SampleStatistics, error: float) -> int:
    """Return the number of games after which an interval reaches ``error`` on either side, by a pilot.

    >>> games_needed(statistics_of([10, 6, 8]), 0.2)
    385
    """
    needed = (SURE * pilot.spread / error) ** 2
    return int(needed) + (needed > int(needed))
