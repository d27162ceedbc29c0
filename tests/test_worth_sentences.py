"""Sentences on what a rule is worth, from made-up results."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from piquet_core.laboratory.experiment import read_experiment
from piquet_core.laboratory.rule_effects import AIM, FEW, ranked, rule_effects
from piquet_core.laboratory.worth_sentences import worth_sentences

QUESTIONS = Path(__file__).parents[1] / "docs" / "laboratory"


def result(mean: float, error: float, differing: int, **others: Any) -> dict[str, Any]:
    """Return the summary of an experiment of 2,000 games, in which elder's lead was 10 before."""
    base = {"mean": 10.0, "error": 1.0, "spread": 30.0}
    changed = {"mean": mean, "error": error, "spread": 5.0}
    return {
        "name": "test",
        "question": "What changes if a lead counts nothing?",
        "about": ["play.lead"],
        "caution": "",
        "objective": "points",
        "seed": "s",
        "games": 2000,
        "digest": "0" * 16,
        "commit": "c",
        "variants": [
            {"rules": "hoyle1909", "measures": {"elders-lead": base}},
            {
                "rules": "hoyle1909,play.lead=0",
                "measures": {"elders-lead": base | {"mean": 10 + mean}},
            },
        ],
        "differences": [
            {
                "variant": "nothing",
                "games-that-differ": {"number": differing, "low": 0.0, "high": 0.00191},
                "winner-changes": {"mean": 0.011, "error": 0.004, "spread": 0.1},
                "measures": {"elders-lead": changed},
            }
        ],
        **others,
    }


def match(change: float, error: float, differing: int) -> dict[str, Any]:
    """Return the summary of a match, in which the first player's edge was 6.8 points before."""
    edge = {"mean": 6.8, "error": 0.9, "spread": 9.0}
    wins = {"mean": 0.6, "error": 0.05, "spread": 0.3}
    found = result(0.0, 0.0, differing, games=500, players=["adapted", "thumb"])
    for variant, mean in zip(found["variants"], (6.8, 6.8 + change), strict=True):
        variant["measures"] |= {
            "first-players-lead": edge | {"mean": mean},
            "first-player-wins": wins,
        }
    if change:
        found["differences"][0]["measures"]["first-players-lead"] = {"mean": change, "error": error}
    return found


def keep(folder: Path, player: str, found: dict[str, Any], name: str = "test") -> None:
    path = folder / "results" / player / f"{name}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(found | {"name": name}), "utf-8")


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (
            result(-5.36, 0.16, 1900),
            "elder's advantage falls by 5.36 points a deal (± 0.16), from 10.0 to 4.6, when Thumb plays itself.",
        ),
        (
            result(0.2, 0.07, 60),
            "elder's advantage rises by 0.20 points a deal (± 0.07) when Thumb plays itself.",
        ),
        (
            result(-0.02, 0.07, 60),
            (
                "no change of elder's advantage can be told from chance when Thumb plays itself: "
                "−0.02 points a deal (± 0.07)."
            ),
        ),
        (
            result(-0.3, 0.1, FEW - 1),
            f"only {FEW - 1} of 2,000 deals differ when Thumb plays itself, too few to tell what the rule is worth.",
        ),
        (
            result(0.0, 0.0, 0),
            (
                "nothing changes in 2,000 deals when Thumb plays itself, "
                "so at most 0.2% of its deals can depend on the rule."
            ),
        ),
        (
            result(3.0, 5.0, 60, objective="hundred"),
            "the other player wins 1.1% (± 0.4%) of the games of a hundred up when Thumb plays itself.",
        ),
    ],
    ids=["falls", "rises", "chance", "few", "nothing", "whole games"],
)
def test_a_result_is_said_in_a_sentence(tmp_path: Path, found: dict[str, Any], said: str) -> None:
    keep(tmp_path, "thumb", found)
    (sentence,) = worth_sentences("play.lead", tmp_path)
    assert sentence.replace("\N{NO-BREAK SPACE}", " ") == f"If a lead counts nothing, {said}"
    assert worth_sentences("play.capture", tmp_path) == []


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (
            match(-2.28, 0.44, 480),
            "its edge shrinks by 2.28 ± 0.44 points a deal, from 6.8 to 4.5.",
        ),
        (match(1.5, 0.44, 480), "its edge grows by 1.50 ± 0.44 points a deal, from 6.8 to 8.3."),
        (
            match(0.1, 0.3, 200),
            "its edge is 6.8 points a deal, and no change of it can be told from chance: +0.10 ± 0.30.",
        ),
        (
            match(0.9, 0.3, FEW - 1),
            "its edge is 6.8 points a deal, and no change of it can be told from chance: +0.90 ± 0.30.",
        ),
        (match(0.0, 0.0, 0), "nothing changes in 500 deals in both seats."),
    ],
    ids=["shrinks", "grows", "chance", "few", "nothing"],
)
def test_the_edge_of_the_stronger_player_is_said_last(
    tmp_path: Path, found: dict[str, Any], said: str
) -> None:
    keep(tmp_path, "thumb", result(-5.36, 0.16, 1900))
    keep(tmp_path, "adapted-against-thumb", found)
    sentence = worth_sentences("play.lead", tmp_path)[-1].replace("\N{NO-BREAK SPACE}", " ")
    assert sentence == f"When Adapted meets Thumb, {said}"


def test_the_player_with_most_games_speaks_first_and_the_caution_last(tmp_path: Path) -> None:
    keep(tmp_path, "thumb", result(-5.36, 0.16, 1900, caution="Beware."))
    keep(tmp_path, "adapted", result(-4.0, AIM + 0.1, 1900, caution="Beware.", games=500))
    first, second, caution = worth_sentences("play.lead", tmp_path)
    assert first.endswith("when Thumb plays itself.")
    assert second.replace("\N{NO-BREAK SPACE}", " ") == (
        "When Adapted plays itself, elder's advantage falls by 4.00 points a deal (± 0.30), from 10.0 to 6.0."
    )
    assert caution == "Beware."
    (effect,) = rule_effects(tmp_path)
    assert [one.wide for one in effect.results] == [False, True]


def test_the_greatest_effect_in_most_games_comes_first(tmp_path: Path) -> None:
    keep(tmp_path, "thumb", result(0.0, 0.0, 0), "nothing")
    keep(tmp_path, "thumb", result(3.0, 4.0, 500), "chance")
    keep(tmp_path, "thumb", result(-0.5, 0.1, 500), "small")
    keep(tmp_path, "adapted", result(9.0, 0.1, 500, games=400), "small")
    keep(tmp_path, "thumb", result(1.0, 0.1, 500), "great")
    assert [one.name for one in ranked(rule_effects(tmp_path))] == [
        *("great", "small", "chance", "nothing")
    ]


def test_every_question_gives_a_clause() -> None:
    for path in QUESTIONS.glob("*.toml"):
        question = read_experiment(path).question
        assert question.startswith("What changes if "), path.name
        assert question.endswith("?"), path.name
