"""The example agent learns: some seconds of it, with a seed, on the page's own program."""

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from piquet_core import RandomPlayer, load_ruleset
from piquet_core.environments.piquet_v0 import PiquetEnvironment

sys.path.append(str(Path(__file__).parents[1] / "docs"))

train_agent: Any = import_module("train_agent")


def trained(deals: int, rules: str = "hoyle1909") -> tuple[Any, PiquetEnvironment]:
    """Return an agent after so many deals against itself, and its environment."""
    game, agent = PiquetEnvironment(load_ruleset(rules)), train_agent.LinearAgent(1)
    game.reset(seed=1)
    for _ in range(deals):
        agent.play_itself(game)
    agent.fit()
    return agent, game


def test_it_beats_a_random_player_after_some_deals_and_not_before() -> None:
    """The agent gains some thirty points a deal; the error of twelve deals is about four."""
    means = []
    for deals in (0, 60):
        agent, game = trained(deals)
        other = RandomPlayer(train_agent.random.Random(2))
        means.append(np.mean(list(train_agent.scores(game, agent, other, 12, seed=3))))
    untrained, learned = means
    assert abs(untrained) < 12 < learned


def test_the_same_seed_learns_the_same() -> None:
    first, second = (trained(5)[0].weights for _ in range(2))
    assert first.any()
    assert np.array_equal(first, second)


def test_it_learns_under_a_rule_set_with_another_pack() -> None:
    agent, _ = trained(2, "old36")
    assert np.isfinite(agent.weights).all()


def test_the_program_prints_each_score_with_its_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["train_agent", "hoyle1909", "--deals", "4", "--test", "2"])
    train_agent.main()
    lines = capsys.readouterr().out.splitlines()
    assert [int(line.split()[1]) for line in lines] == [0, 1, 2, 3, 4]
    for line in lines:
        assert line.count("±") == 2
        assert "random" in line
        assert "Thumb" in line
