"""Ratings on problems: a scale fixed by the players, and a reader's rating with its interval."""

import json
import random
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_dispatch import ask

from piquet_core.errors import PiquetError
from piquet_core.exercises import exercise_at, parse_position
from piquet_core.exercises.closed_problems import (
    LEVELS,
    SOLVERS,
    ClosedProblem,
    closed_problems,
    shares,
)
from piquet_core.exercises.problem_rating import (
    BASE,
    FEWEST,
    LATEST,
    ProblemAnswer,
    chance_to_solve,
    estimate_rating,
    fit_scale,
    problem_scale,
    read_problem_answers,
)
from piquet_core.rules import find_ruleset


def answers_of(rating: float, number: int, seed: int = 1) -> list[ProblemAnswer]:
    """Return answers of a solver that has a rating."""
    rng, levels = random.Random(seed), problem_scale().levels
    chosen = [rng.choice(LEVELS) for _ in range(number)]
    return [
        ProblemAnswer(level, rng.random() < chance_to_solve(rating, levels[level]))
        for level in chosen
    ]


def all_answers(number: int, *, is_right: bool) -> list[ProblemAnswer]:
    return [ProblemAnswer(LEVELS[at % len(LEVELS)], is_right) for at in range(number)]


def exercise_id(one: ClosedProblem) -> str:
    return exercise_at(one.question, parse_position(find_ruleset(one.rules), one.position)).id


def problem(level: int, *solved: float) -> ClosedProblem:
    """Return a problem of which only the level and the players' shares count."""
    return ClosedProblem(
        level=level,
        theme="lead",
        ask="lead",
        rules="hoyle1909",
        position="",
        best=("SA",),
        wrong="S7",
        margin=1,
        error=0,
        hands=1,
        loses=1,
        solved=solved,
    )


# -- the scale -------------------------------------------------------------------------------------


def test_the_scale_orders_players_and_levels_and_repeats_the_measured_shares() -> None:
    scale, problems = problem_scale(), closed_problems()
    assert scale.players["thumb"] == BASE
    assert list(scale.players.values()) == sorted(scale.players.values())
    assert list(scale.levels.values()) == sorted(scale.levels.values())
    # A model with one number for each player and level cannot repeat all twenty shares exactly.
    for level in LEVELS:
        for id, share in zip(SOLVERS, shares(problems, level), strict=True):
            found = chance_to_solve(scale.players[id], scale.levels[level])
            assert found == pytest.approx(share, abs=0.12), (level, id)


def test_shares_that_follow_the_model_give_back_its_distances() -> None:
    """Odds of ten to one are 400 points. The half problem that is added on each side hardly matters in 20 000."""
    ratings, levels = (0, 100, 250, 500), {1: 50, 2: 300}
    rows = [
        problem(level, *(chance_to_solve(one, hard) for one in ratings))
        for level, hard in levels.items()
        for _ in range(20_000)
    ]
    scale = fit_scale(rows)
    assert [one - BASE for one in scale.players.values()] == pytest.approx(ratings, abs=1)
    assert [one - BASE for one in scale.levels.values()] == pytest.approx([50, 300], abs=1)


# -- a reader --------------------------------------------------------------------------------------


def test_without_an_answer_half_of_the_middle_level_is_expected() -> None:
    found = estimate_rating([])
    assert found.mean == pytest.approx(problem_scale().middle)
    assert found.high - found.low > 1000


def test_the_interval_shrinks_with_the_answers() -> None:
    answers = answers_of(1250, LATEST)
    wide = [
        (found := estimate_rating(answers[:number])).high - found.low
        for number in (0, 5, 10, 20, 50, 100)
    ]
    assert wide == sorted(wide, reverse=True)
    assert wide[-1] < 250


def test_a_perfect_solver_is_above_one_who_solves_half_and_none_below() -> None:
    perfect = estimate_rating(all_answers(40, is_right=True))
    half = estimate_rating([ProblemAnswer(one % 5 + 1, one % 2 == 0) for one in range(40)])
    none = estimate_rating(all_answers(40, is_right=False))
    assert none.high < half.low
    assert half.high < perfect.low
    assert perfect.high < 3000  # even without a miss


@pytest.mark.parametrize("rating", [800, 1000, 1200, 1475, 1700])
def test_a_solver_of_known_strength_is_found_in_the_interval(rating: int) -> None:
    """The prior pulls towards the middle, so the share of hits is not exactly 95 of a hundred."""
    found = [estimate_rating(answers_of(rating, LATEST, seed)) for seed in range(60)]
    hits = sum(one.low <= rating <= one.high for one in found)
    assert hits >= 50
    assert sum(one.mean for one in found) / len(found) == pytest.approx(rating, abs=60)


def test_a_right_answer_counts_more_on_a_harder_level_and_only_the_latest_count() -> None:
    before = all_answers(20, is_right=True)[:10] + all_answers(10, is_right=False)
    easy, hard = (estimate_rating([*before, ProblemAnswer(level, True)]).mean for level in (1, 5))
    assert hard > easy > estimate_rating(before).mean
    old = all_answers(50, is_right=False)
    new = answers_of(1500, LATEST)
    assert estimate_rating([*old, *new]) == estimate_rating(new)


# -- stored answers --------------------------------------------------------------------------------


def test_answers_are_read_by_level_and_those_to_lost_problems_left_out() -> None:
    one = next(one for one in closed_problems() if one.level == 4)
    text = json.dumps([[exercise_id(one), 1], ["closed:lead:given:hoyle1909:gone", 0]])
    assert read_problem_answers(text) == [ProblemAnswer(4, True)]


@pytest.mark.parametrize("text", ["", "{", "{}", "[1]", '[["x"]]', '[["x", 2]]', "[[1, 1]]"])
def test_damaged_answers_are_refused(text: str) -> None:
    with pytest.raises(PiquetError, match=r"cannot be read|not a list"):
        read_problem_answers(text)


@given(st.text() | st.recursive(st.integers() | st.text(), st.lists).map(json.dumps))
def test_no_text_breaks_the_reader_of_answers(text: str) -> None:
    with suppress(PiquetError):
        read_problem_answers(text)


def test_the_page_gets_the_rating_with_its_interval_and_the_players() -> None:
    ids = [exercise_id(one) for one in closed_problems()[::20]]
    assert len(ids) >= FEWEST
    rows = [[id, at % 2] for at, id in enumerate(ids)]
    few = ask("draw-ratings", ratings="[]", answers=json.dumps(rows[:3]))["ok"]["html"]
    assert "Of 3 problems so far you have solved 1 at the first try." in few
    html = ask("draw-ratings", ratings="[]", answers=json.dumps(rows))["ok"]["html"]
    found = estimate_rating(read_problem_answers(json.dumps(rows)))
    assert f"Your rating on problems is {found.mean:.0f}." in html
    assert f"between {found.low:.0f} and {found.high:.0f}" in html
    assert "Thumb 1000" in html
    assert ask("draw-ratings", ratings="[]")["ok"]["html"] == ""
    refused = ask("draw-ratings", ratings="[]", answers='[["x", 7]]')["error"]
    assert "problem 1 cannot be read" in refused["message"]
