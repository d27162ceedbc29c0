"""A reader's rating on problems with closed hands, beside the players, and a table by level."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from piquet_core.cards.card_names import join_words
from piquet_core.exercises.closed_problems import SOLVERS, closed_problems, shares
from piquet_core.exercises.problem_rating import (
    FEWEST,
    LATEST,
    ProblemAnswer,
    estimate_rating,
    problem_scale,
)
from piquet_core.players import PLAYERS
from piquet_core.players.matches import Estimate
from piquet_core.views.markup import Markup, element
from piquet_core.views.rating_view import render_sheet


def render_problem_rating(answers: Sequence[ProblemAnswer]) -> Markup:
    """Render the rating from a reader's answers, the oldest first; "" without an answer."""
    latest = answers[-LATEST:]
    if not latest:
        return Markup("")
    return element(
        "section",
        element("h2", "Problems with closed hands", id="problem-rating"),
        element("p", problem_rating_words(latest)),
        _levels_table(latest),
        class_="pq-rating-problems",
        data_part="problem-rating",
        aria_labelledby="problem-rating",
    )


def problem_rating_words(answers: Sequence[ProblemAnswer]) -> str:
    """Return sentences on a reader's rating, its interval, and the players that it lies among."""
    right = sum(one.is_right for one in answers)
    if len(answers) < FEWEST:
        number = "one problem" if len(answers) == 1 else f"{len(answers)} problems"
        return (
            f"Of {number} so far you have solved {right or 'none'} at the first try. "
            f"From {FEWEST} problems on you get a rating."
        )
    players = problem_scale().players
    found = estimate_rating(answers)
    ratings = [f"{PLAYERS[id].name} {players[id]:.0f}" for id in players]
    return (
        f"Your rating on problems is {found.mean:.0f}. With 95% certainty it is between "
        f"{found.low:.0f} and {found.high:.0f}. {_among(found, players)} "
        f"By the same count {join_words(ratings)} are the ratings of the players."
    )


def _among(found: Estimate, players: Mapping[str, float]) -> str:
    """Return a sentence that places a rating among those of the players.

    >>> players = {"thumb": 1000, "guard": 1500, "reckoner": 1600}
    >>> _among(Estimate(1200, 1100, 1300), players)
    'You solve more than Thumb, and fewer than Guard.'
    >>> _among(Estimate(1520, 1400, 1640), players)
    'You solve about as many as Guard or Reckoner.'
    >>> _among(Estimate(700, 500, 900), players)
    'You solve fewer than Thumb.'
    """
    alike = [PLAYERS[id].name for id, one in players.items() if found.low <= one <= found.high]
    if alike:
        *first, last = alike
        return f"You solve about as many as {f'{", ".join(first)} or {last}' if first else last}."
    worse = [id for id, one in players.items() if one < found.low]
    better = [id for id, one in players.items() if one > found.high]
    said = []
    if worse:
        said.append(f"more than {PLAYERS[max(worse, key=players.__getitem__)].name}")
    if better:
        said.append(f"fewer than {PLAYERS[min(better, key=players.__getitem__)].name}")
    return f"You solve {', and '.join(said)}."


def _levels_table(answers: Sequence[ProblemAnswer]) -> Markup:
    """Render a table of what the reader and the players solve, with a column for each level."""
    problems = closed_problems()
    levels = sorted({one.level for one in answers})
    tries = [[one.is_right for one in answers if one.level == level] for level in levels]
    yours = [f"{sum(right)}/{len(right)}" for right in tries]
    by_level = [[f"{share:.0%}" for share in shares(problems, level)] for level in levels]
    players = zip(SOLVERS, zip(*by_level, strict=True), strict=True)
    every = [("You", yours), *((PLAYERS[id].name, found) for id, found in players)]
    rows = [
        element("tr", element("th", name, scope="row"), *(element("td", one) for one in found))
        for name, found in every
    ]
    heads = ["Level", *map(str, levels)]
    note = "Only your first answer to a problem counts."
    return render_sheet(
        "Problems solved at the first try", heads, rows, note, part="problem-levels"
    )
