"""Rating of a reader by the closed-hand problems solved, on a scale fixed by the players of the table.

A logistic model gives each level of the problems a difficulty and each player a rating, by maximum likelihood
from the shares that the players solve. A reader's rating is then estimated from the levels of the problems
answered. The unit is that of Elo: 400 points are odds of ten to one.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import exp, log, log1p

from piquet_core.errors import PiquetError
from piquet_core.exercises.closed_problems import (
    LEVELS,
    SOLVERS,
    ClosedProblem,
    closed_problems,
    problems_by_position,
    shares,
)
from piquet_core.frozen_dict import FrozenDict
from piquet_core.players import YARDSTICK
from piquet_core.players.matches import Estimate

BASE = 1000
"""The rating of Thumb, by which all others are measured."""
FEWEST = 10
"""Number of answers below which a rating is too rough to show."""
LATEST = 100
"""Number of answers, the latest ones, from which a rating is estimated."""
_UNIT = 400 / log(10)
"""Points in one unit of log-odds."""
_UNSEEN = 0.5
"""Problems added to those solved and to those missed, so that a share of 0 or 1 has finite odds."""
_ROUNDS = 200
_SPREAD = 350.0
"""Standard deviation of a reader's rating before the first answer."""
_RANGE, _STEP = 1500, 10
"""Greatest distance of a rating from the prior mean, and the step between two ratings."""
_TAIL = 0.025


@dataclass(frozen=True, slots=True)
class Scale:
    """Difficulties of the levels and ratings of the players. Equal numbers mean that half is solved."""

    levels: Mapping[int, float]
    players: Mapping[str, float]

    @property
    def middle(self) -> float:
        """Mean difficulty of the levels."""
        return sum(self.levels.values()) / len(self.levels)


@dataclass(frozen=True, slots=True)
class ProblemAnswer:
    """The level of a problem, and whether the first answer was right."""

    level: int
    is_right: bool


def chance_to_solve(rating: float, difficulty: float) -> float:
    """Return the chance that a player solves a problem.

    >>> chance_to_solve(1200, 1200), round(chance_to_solve(1600, 1200), 3)
    (0.5, 0.909)
    """
    return 1 / (1 + exp((difficulty - rating) / _UNIT))


def fit_scale(problems: Sequence[ClosedProblem]) -> Scale:
    """Return the scale that makes the players' shares of solved problems most likely."""
    levels = [level for level in LEVELS if any(one.level == level for one in problems)]
    counts = [sum(one.level == level for one in problems) for level in levels]
    solved = [
        [share * count + _UNSEEN for share in shares(problems, level)]
        for level, count in zip(levels, counts, strict=True)
    ]
    players, hard = [0.0] * len(SOLVERS), [0.0] * len(levels)
    for _ in range(_ROUNDS):
        for at in range(len(players)):
            rows = zip(solved, counts, hard, strict=True)
            players[at] += _newton([(row[at], n, players[at] - one) for row, n, one in rows])
        for at in range(len(hard)):
            pairs = zip(solved[at], players, strict=True)
            hard[at] -= _newton([(right, counts[at], one - hard[at]) for right, one in pairs])
    zero = players[SOLVERS.index(YARDSTICK)]

    def points(value: float) -> float:
        return BASE + _UNIT * (value - zero)

    return Scale(
        FrozenDict(dict(zip(levels, map(points, hard), strict=True))),
        FrozenDict(dict(zip(SOLVERS, map(points, players), strict=True))),
    )


def _newton(rows: Sequence[tuple[float, int, float]]) -> float:
    """Return a Newton step towards the likeliest value, from (solved, number, log-odds) triples."""
    slope = curve = 0.0
    for right, count, odds in rows:
        chance, number = 1 / (1 + exp(-odds)), count + 2 * _UNSEEN
        slope += right - number * chance
        curve += number * chance * (1 - chance)
    return slope / curve


@cache
def problem_scale() -> Scale:
    """Return the scale of the closed-hand problems."""
    return fit_scale(closed_problems())


def estimate_rating(answers: Sequence[ProblemAnswer], scale: Scale | None = None) -> Estimate:
    """Return a reader's rating with its 95% interval, from the latest answers.

    Before the first answer the rating is taken to lie about the mean difficulty, so a reader who solves
    everything has a finite rating, too.
    """
    scale = scale or problem_scale()
    latest, middle = answers[-LATEST:], scale.middle
    ratings = [middle + offset for offset in range(-_RANGE, _RANGE + 1, _STEP)]
    logs = [
        -(((rating - middle) / _SPREAD) ** 2) / 2
        - sum(
            log1p(exp((scale.levels[one.level] - rating) / _UNIT * (1 if one.is_right else -1)))
            for one in latest
        )
        for rating in ratings
    ]
    top = max(logs)
    weights = [exp(one - top) for one in logs]
    whole = sum(weights)
    mean = sum(rating * weight for rating, weight in zip(ratings, weights, strict=True)) / whole
    return Estimate(
        mean,
        _quantile(ratings, weights, _TAIL * whole),
        _quantile(ratings, weights, (1 - _TAIL) * whole),
    )


def _quantile(ratings: Sequence[float], weights: Sequence[float], mass: float) -> float:
    """Return the rating below which the weights add up to ``mass``."""
    below = 0.0
    for rating, weight in zip(ratings, weights, strict=True):
        below += weight
        if below >= mass:
            return rating
    return ratings[-1]


def find_closed_problem(id: str) -> ClosedProblem | None:
    """Return the closed-hand problem that an exercise id names, or None if the set does not contain it.

    >>> find_closed_problem("tap:suit:given:hoyle1909:32-XY8BPT54XW5N-D/hands") is None
    True
    """
    kind, _, rest = id.partition(":")
    ask, _, rest = rest.partition(":")
    return problems_by_position().get((f"{kind}.{ask}", rest.rpartition(":")[2]))


def read_problem_answers(text: str) -> list[ProblemAnswer]:
    """Return stored answers from JSON text: [id, right] pairs with the oldest first, and right 0 or 1.

    An answer to a problem that is no longer in the set is left out. Raises `PiquetError` for text that no page
    has stored.
    """
    try:
        rows = json.loads(text)
    except (ValueError, RecursionError):
        raise PiquetError("the stored answers to problems cannot be read") from None
    if not isinstance(rows, list):
        raise PiquetError("the stored answers to problems are not a list")
    found: list[ProblemAnswer] = []
    for number, row in enumerate(rows, 1):
        match row:
            case [str(id), (0 | 1) as right]:
                problem = find_closed_problem(id)
                if problem:
                    found.append(ProblemAnswer(problem.level, bool(right)))
            case _:
                raise PiquetError(f"the answer to problem {number} cannot be read")
    return found
