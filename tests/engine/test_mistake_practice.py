"""Practice of a kind of mistake: the same kind of decision with other cards, unseen, near the reader's level."""

import json
import random

import pytest
from test_dispatch import ask
from test_problem_rating import all_answers, exercise_id
from test_rating_requests import played

from piquet_core.exercises.closed_problems import closed_problems
from piquet_core.exercises.mistake_practice import (
    ASKS,
    CALL_QUESTIONS,
    choose_problem,
    practice_exercise,
)
from piquet_core.exercises.problem_rating import find_closed_problem
from piquet_core.players import RandomPlayer
from piquet_core.review.decision_losses import CALL, KINDS, LEAST_MISTAKE
from piquet_core.rules import ruleset_ids
from piquet_core.sessions import write_session


def test_each_kind_of_decision_is_practised_by_the_same_kind() -> None:
    assert {*ASKS, CALL} == set(KINDS)
    for kind, asked in ASKS.items():
        made = practice_exercise(kind, [], [], "hoyle1909", random.Random(1))
        assert (made.kind, made.ask) == ("closed", asked)
    names = {
        f"{made.kind}.{made.ask}"
        for seed in range(40)
        for made in [practice_exercise(CALL, [], [], "hoyle1909", random.Random(seed))]
    }
    assert names == set(CALL_QUESTIONS)


@pytest.mark.parametrize("rules", ruleset_ids())
def test_calls_are_practised_by_every_rule_set(rules: str) -> None:
    for seed in range(6):
        assert practice_exercise(CALL, [], [], rules, random.Random(seed)).rules.id == rules


@pytest.mark.parametrize("kind", ASKS)
def test_no_problem_comes_twice_until_all_have_been_seen(kind: str) -> None:
    seen: list[str] = []
    fitting = [one for one in closed_problems() if one.ask == ASKS[kind]]
    for _ in fitting:
        id = exercise_id(choose_problem(kind, seen, []))
        assert id not in seen
        seen.append(id)
    assert exercise_id(choose_problem(kind, seen, [])) == seen[0]
    other = exercise_id(next(one for one in closed_problems() if one not in fitting))
    assert exercise_id(choose_problem(kind, [other, *seen], [])) == seen[0]


def test_the_level_follows_the_answers() -> None:
    levels = [
        choose_problem("lead", [], all_answers(30, is_right=is_right)).level
        for is_right in (False, True)
    ]
    assert levels == [1, 5]
    assert choose_problem("lead", [], []).level < 3


def test_the_page_gets_an_unseen_problem_and_is_refused_another_kind() -> None:
    first = ask("exercise", mistake="follow", rules="hoyle1909")["ok"]
    second = ask(
        "exercise",
        mistake="follow",
        rules="hoyle1909",
        seen=[first["item"]],
        answers=json.dumps([[first["item"], 0]]),
    )["ok"]
    assert first["item"] != second["item"]
    assert first["item"] in first["html"]
    for made in (first, second):
        problem = find_closed_problem(made["item"])
        assert problem is not None
        assert problem.ask == "keep"
    refused = ask("exercise", mistake="sinking", rules="hoyle1909")["error"]
    assert "unknown kind of decision" in refused["message"]
    assert "error" in ask("exercise", mistake="lead", rules="hoyle1909", seen="x")
    assert "error" in ask("exercise", mistake="lead", rules="hoyle1909", answers="{")


def test_decisions_that_lost_two_points_are_mistakes_of_their_kind() -> None:
    session = played("32-4PCM5GP0K1S1-S", RandomPlayer(random.Random("32-4PCM5GP0K1S1-S")))
    rating = ask("rate-deal", game=write_session(session))["ok"]["rating"]
    mistakes = rating["mistakes"]
    assert mistakes
    assert all(one["lost"] >= LEAST_MISTAKE for one in mistakes)
    for kind in {one["kind"] for one in mistakes}:
        lost = sum(one["lost"] for one in mistakes if one["kind"] == kind)
        assert lost <= rating["losses"][kind] + 0.05
    # Whatever a kind lost beyond its mistakes was lost by decisions that cost less.
    assert len({one["step"] for one in mistakes}) == len(mistakes)
