"""Objectives of a deal within a game, and a seat's chance to win that game, in per cent."""

from __future__ import annotations

from piquet_core.cards.seat import Seat
from piquet_core.rules import RuleSet
from piquet_core.solver.chances import NoChances, hundred_chance, partie_chance
from piquet_core.solver.total_search import Objective

_PER_POINT = 1e-4
"""Per cent added for each point ahead, so that points break ties between equal chances.

It is smaller than any difference between two chances in the tables.
"""


def win_percent(objective: Objective, seat: Seat, elder: int, younger: int) -> float:
    """Return the chance of a seat to win the game, in per cent, after a deal with these points."""
    return _percent(objective.worth(elder, younger), seat, elder - younger)


def expected_win_percent(
    objective: Objective, seat: Seat, score: tuple[int, int], ahead: int, both: int
) -> float:
    """Return the chance of a seat to win the game, in per cent, given the expected rest of the deal.

    ``score`` is the score of the deal so far, elder's first. ``ahead`` is the number of points by
    which elder will outscore younger in the rest of the deal, and ``both`` is the usual sum of both
    players' points in the rest. If ``score`` has already ended the game, its winner is certain.
    """
    decided = objective.decided(*score)
    if decided is not None:
        return _percent(decided, seat, score[0] - score[1] + ahead)
    both = max(both, abs(ahead))
    both += (both - ahead) % 2
    elder, younger = score[0] + (both + ahead) // 2, score[1] + (both - ahead) // 2
    return win_percent(objective, seat, elder, younger)


def _percent(elder_chance: float, seat: Seat, ahead: int) -> float:
    if seat is Seat.ELDER:
        return 100 * elder_chance + _PER_POINT * ahead
    return 100 * (1 - elder_chance) - _PER_POINT * ahead


def partie_objective(rules: RuleSet, before: tuple[int, int], left: int) -> Objective | None:
    """Return the objective of a deal in a partie, or None if `partie_chance` has none.

    ``before`` has the totals before the deal, elder's first. ``left`` is the number of deals after it.

    >>> from piquet_core.rules import load_ruleset
    >>> last = partie_objective(load_ruleset("rubicon"), before=(70, 85), left=0)
    >>> [round(win_percent(last, Seat.YOUNGER, elder, 14)) for elder in (30, 29, 28)]
    [0, 50, 100]
    """
    try:
        return partie_chance(rules, before, left)
    except NoChances:
        return None


def hundred_objective(rules: RuleSet, before: tuple[int, int]) -> Objective | None:
    """Return the objective of a deal in a hundred up, or None if `hundred_chance` has none.

    ``before`` has the totals before the deal, elder's first.

    >>> from piquet_core.rules import load_ruleset
    >>> near = hundred_objective(load_ruleset("hoyle1909"), before=(80, 80))
    >>> round(expected_win_percent(near, Seat.ELDER, (20, 0), ahead=-10, both=20))
    100
    """
    try:
        return hundred_chance(rules, before)
    except NoChances:
        return None
