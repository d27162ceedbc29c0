"""Tests of tools/costly_decisions.py: the decisions that it lists occur in the deal."""

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[1] / "tools"))

import costly_decisions

from piquet_core import load_ruleset, parse_deal_id, start
from piquet_core.players import find_player
from piquet_core.players.budgets import Budget
from piquet_core.players.player import play_out


def test_a_listed_decision_is_a_step_of_its_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    """A first search of two samples often prefers another way than the player, so many decisions are listed."""
    little = Budget(hands=2, guessed=((4, 1),), searched=((2, 1),), playouts=0, lots="test")
    monkeypatch.setattr(costly_decisions, "FIRST", little)
    monkeypatch.setattr(costly_decisions, "SECOND", little)
    monkeypatch.setattr(costly_decisions, "FRESH", 2)
    monkeypatch.setattr(costly_decisions, "LEAST", 0)
    make, kinds = find_player(costly_decisions.STRONGEST).make, set()
    for number in range(3):
        listed = costly_decisions.one_deal("hoyle1909", "test", number)
        (deal,) = {one["deal"] for one in listed}
        state, _ = start(load_ruleset("hoyle1909"), parse_deal_id(deal))
        chosen = {}
        for action, after, _ in play_out(state, make(), make()):
            if (cards := costly_decisions.chosen_by(action)) is not None:
                chosen[costly_decisions.step_of(state)] = str(cards)
            state = after
        assert len(chosen) == 26  # two exchanges and twenty-four cards
        assert all(chosen[one["step"]] == one["chosen"] != one["best"] for one in listed)
        kinds |= {one["kind"].split()[1] for one in listed}
    assert kinds == {"discard", "cards"}


def test_losses_count_the_deals_without_one() -> None:
    """One deal of four has a loss of 2 points: half a point a deal."""
    row = {"kind": "elder's discard", "cost": 2.0, "error": 0.5}
    first, *rest = costly_decisions.losses([[row], [], [], []], {})
    assert (first["kind"], first["deals"], first["points"]) == ("elder's discard", 4, 0.5)
    assert [one["points"] for one in rest] == [0, 0, 0]
