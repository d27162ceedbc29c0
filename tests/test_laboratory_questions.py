"""The experiments of docs/laboratory: their questions, and whether their summaries still hold."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from case_selection import first

from piquet_core.laboratory.experiment import Experiment
from piquet_core.laboratory.lab_players import MEASURED, match_name
from piquet_core.players import YARDSTICK
from piquet_core.rules import load_ruleset, ruleset_ids

ROOT = Path(__file__).parents[1]
sys.path.append(str(ROOT / "tools"))

import laboratory  # noqa: E402 - found through the line above

QUESTIONS, SHAPES = list(laboratory.questions()), list(laboratory.shapes())
PLAYED = [
    *(one.with_players(id, id) for id in MEASURED for one in (*QUESTIONS, *SHAPES)),
    *(one.with_players(*MEASURED) for one in QUESTIONS),
]
KEPT = [one for one in PLAYED if laboratory.kept_file(one).is_file()]
FAST = [one for one in KEPT if one.players[0] == YARDSTICK]
SOME = 6
"""Number of experiments of slow players whose first games are always played again."""
SLOW = [one for one in KEPT if YARDSTICK not in one.players]
MATCHES = [one for one in KEPT if len(set(one.players)) > 1]


def named(experiment: Experiment) -> str:
    return f"{experiment.name}-{match_name(experiment.players)}"


@pytest.fixture(params=QUESTIONS, ids=lambda one: one.name)
def question(request: pytest.FixtureRequest) -> Experiment:
    found: Experiment = request.param
    return found


def test_at_least_thirty_rules_are_asked_about() -> None:
    assert len({one.about for one in QUESTIONS}) >= 30


def test_an_answer_is_changed_to_that_of_another_book(question: Experiment) -> None:
    """A question that does not arise in the book has no answer there to change."""
    book, *others = (one.rules for one in question.variants)
    assert book is load_ruleset(book.id)
    for changed in others:
        for id in question.about:
            answers = {load_ruleset(one).answers[id].written for one in ruleset_ids()}
            assert changed.answers[id].written in answers


def test_every_summary_has_its_question() -> None:
    files = {laboratory.kept_file(one) for one in PLAYED}
    folders = {path.parent for path in files}
    found = {path for folder in folders for path in folder.glob("*.json")}
    assert found <= files


@pytest.mark.parametrize(
    "experiment",
    [*first(len(FAST), FAST), *first(SOME, SLOW), *first(1, MATCHES)],
    ids=named,
)
def test_the_first_games_give_the_kept_rows_again(experiment: Experiment) -> None:
    stale = f"play it again: {laboratory.command(experiment.players)} {experiment.name}"
    assert not laboratory.is_stale(experiment), stale


@pytest.mark.parametrize("experiment", KEPT[:1], ids=named)
def test_a_changed_row_makes_a_summary_stale(
    experiment: Experiment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = json.loads(laboratory.kept_file(experiment).read_text("utf-8"))
    found["slice"] = "0" * 16
    monkeypatch.setattr(laboratory, "KEPT", tmp_path)
    laboratory.kept_file(experiment).parent.mkdir()
    laboratory.kept_file(experiment).write_text(json.dumps(found), "utf-8")
    assert laboratory.is_stale(experiment)
    monkeypatch.setattr(sys, "argv", ["laboratory.py", "--stale", experiment.name])
    assert laboratory.main() == 1
