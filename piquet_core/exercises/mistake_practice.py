"""Exercises that practise a kind of mistake with other cards.

Discards, leads and cards to a lead have problems with closed hands. For calls, answers and counts a new deal is
drawn for one of the questions of the lessons.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from piquet_core.errors import PiquetError
from piquet_core.exercises.closed_problems import ClosedProblem, closed_problems
from piquet_core.exercises.exercise import Exercise, ExerciseError
from piquet_core.exercises.generate import exercise_at, new_exercise
from piquet_core.exercises.position import parse_position
from piquet_core.exercises.problem_rating import (
    ProblemAnswer,
    chance_to_solve,
    estimate_rating,
    find_closed_problem,
    problem_scale,
)
from piquet_core.review.decision_losses import (
    CALL,
    ELDER_DISCARD,
    FOLLOW,
    KINDS,
    LEAD,
    YOUNGER_DISCARD,
)
from piquet_core.rules import find_ruleset

ASKS = {ELDER_DISCARD: "elder", YOUNGER_DISCARD: "younger", LEAD: "lead", FOLLOW: "keep"}
"""The question of the closed-hand problems that practise a kind of decision."""
CALL_QUESTIONS = ("tap.suit", "tap.runs", "tap.sets", "reply.point", "reply.sequence", "reply.set")
"""Questions on the holdings to call, and on the answers to calls."""
_CHANCE = 0.7
"""The reader's chance to solve the problem that suits best: hard enough to teach something."""


def practice_exercise(
    kind: str,
    seen: Sequence[str],
    answers: Sequence[ProblemAnswer],
    rules: str,
    rng: random.Random,
) -> Exercise:
    """Return an exercise with other cards for a kind of decision.

    ``seen`` are ids of exercises that the reader has met, the first met first. ``answers`` are the reader's
    answers to problems, by which the level is chosen. ``rules`` names the rule set for a drawn deal. Raises
    `ExerciseError` for an unknown kind.
    """
    if kind not in KINDS:
        raise ExerciseError(
            f"unknown kind of decision {kind[:40]!r}; choose one of {', '.join(KINDS)}"
        )
    if kind == CALL:
        return new_exercise(rng.choice(CALL_QUESTIONS), find_ruleset(rules), rng)
    problem = choose_problem(kind, seen, answers)
    return exercise_at(
        problem.question, parse_position(find_ruleset(problem.rules), problem.position)
    )


def choose_problem(
    kind: str, seen: Sequence[str], answers: Sequence[ProblemAnswer]
) -> ClosedProblem:
    """Return the unseen problem of a kind whose level suits the reader best.

    If all have been seen, the one that was seen first is returned.
    """
    fitting = [one for one in closed_problems() if one.ask == ASKS[kind]]
    if not fitting:
        raise PiquetError(f"there is no problem for {kind}")
    met = [problem for problem in map(find_closed_problem, seen) if problem]
    unseen = [one for one in fitting if one not in set(met)]
    if not unseen:
        return next(one for one in met if one.ask == ASKS[kind])
    scale, rating = problem_scale(), estimate_rating(answers).mean
    return min(
        unseen,
        key=lambda one: abs(chance_to_solve(rating, scale.levels[one.level]) - _CHANCE),
    )
