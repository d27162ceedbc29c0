"""The command that fits the search tables."""

import json
import sys
from argparse import Namespace
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[1] / "tools"))

import search_tables as tool

from piquet_core.laboratory.fitting import LeastSquares
from piquet_core.players.discard_order import discard_order
from piquet_core.rules import load_ruleset


def test_the_same_recipe_fits_the_same_tables(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    rules = load_ruleset("hoyle1909")
    args = Namespace(deals=100, hands=100, seed="test", jobs=1)
    made = []
    for name in ("first", "second"):
        monkeypatch.setattr(tool, "KEPT", tmp_path / name)
        made.append(tool.dumps(tool.fitted(rules, args)))
    again = tool.dumps(tool.fitted(rules, args))  # from the samples that the second run has kept
    assert made[0] == made[1] == again
    tables = json.loads(again)
    assert len(tables["elder"]) == discard_order(32).size
    assert tables["recipe"]["command"].endswith("--deals 100 --hands 100 --seed test hoyle1909")


def test_least_squares_finds_the_coefficients_of_an_exact_relation() -> None:
    system = LeastSquares(3)
    for row in ({0: 1.0}, {1: 1.0}, {0: 1.0, 2: 2.0}, {1: 3.0, 2: 1.0}):
        system.add(row, sum((5.0, -2.0, 0.5)[at] * times for at, times in row.items()))
    assert system.solution(0.0) == pytest.approx([5.0, -2.0, 0.5])


def test_rule_sets_with_the_same_relevant_answers_share_tables() -> None:
    assert set(tool.sharing("cavendish")) >= {"cavendish", "hoyle1909"}
    assert tool.sharing("old36") == ["old36"]
