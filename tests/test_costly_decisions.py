"""Tests of tools/costly_decisions.py: the decisions that it lists occur in the deal."""

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[1] / "tools"))

import costly_decisions

from piquet_core import load_ruleset, parse_deal_id, start
from piquet_core.cards.seat import Seat
from piquet_core.players import find_player
from piquet_core.players.budgets import Budget
from piquet_core.players.player import play_out


def test_a_listed_decision_is_a_step_of_its_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test lowers the limits so that all decisions are listed, of every kind."""
    little = Budget(hands=2, guessed=((4, 1),), searched=((2, 1),), lots="test")
    monkeypatch.setattr(costly_decisions, "FIRST", little)
    monkeypatch.setattr(costly_decisions, "SECOND", little)
    monkeypatch.setattr(costly_decisions, "is_dear", lambda _: True)
    taken, dear = costly_decisions.one_deal("hoyle1909", "test", "thumb", 1)
    assert len(dear) == taken == 13  # an exchange and twelve cards
    assert [one["step"] for one in dear] == ["xy", *(f"t{number}y" for number in range(1, 13))]
    (deal,) = {one["deal"] for one in dear}
    state, _ = start(load_ruleset("hoyle1909"), parse_deal_id(deal))
    elder, younger = (find_player(id).make() for id in ("thumb", costly_decisions.STRONGEST))
    chosen = []
    for action, after, _ in play_out(state, elder, younger):
        if state.seat is Seat.YOUNGER and (cards := costly_decisions.chosen_by(action)) is not None:
            chosen.append(str(cards))
        state = after
    assert chosen == [one["chosen"] for one in dear]
