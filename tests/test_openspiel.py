"""The game for OpenSpiel passes that project's simulation, and plays the engine's deals."""

import random
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from piquet_core import RuleSetError, Seat, ruleset_ids
from piquet_core.environments.observation import FIELDS, observation

FOLDER = Path(__file__).parents[1] / "build" / "bench"


@pytest.fixture(scope="module")
def pyspiel() -> Any:
    """Import OpenSpiel, with our game registered."""
    sys.path.append(str(FOLDER))
    try:
        module = import_module("pyspiel")
    except ImportError as error:
        pytest.skip(f"OpenSpiel is not here ({error}): `make bench` installs it into build/bench")
    import_module("piquet_core.environments.open_spiel_game")
    return module


def played(game: Any, seed: int) -> Any:
    """Return a state after a random deal."""
    rng, state = random.Random(seed), game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("rules", ruleset_ids())
def test_it_passes_the_simulation(pyspiel: Any, rules: str) -> None:
    game = pyspiel.load_game("python_piquet", {"rules": rules})
    pyspiel.random_sim_test(game, num_sims=2, serialize=False, verbose=False)


def test_the_returns_are_the_difference_of_the_scores(pyspiel: Any) -> None:
    game = pyspiel.load_game("python_piquet(rules=hoyle1909)")
    for seed in range(5):
        state = played(game, seed)
        elder, younger = state.numbered.state.score
        assert state.returns() == [elder - younger, younger - elder]


def test_the_tensor_is_the_observation(pyspiel: Any) -> None:
    game = pyspiel.load_game("python_piquet(rules=hoyle1909)")
    rng, state = random.Random(1), game.new_initial_state()
    observer = game.make_py_observer()
    while not state.is_terminal():
        for player in (0, 1):
            observer.set_from(state, player)
            if state.is_chance_node():
                assert not observer.tensor.any()
            else:
                assert observer.tensor.tolist() == list(observation(state.numbered, Seat(player)))
                assert observer.dict["seat"].tolist() == [player]
        state.apply_action(rng.choice(state.legal_actions()))
    assert set(observer.dict) == set(FIELDS)


def test_a_state_can_be_written_and_read(pyspiel: Any) -> None:
    game = pyspiel.load_game("python_piquet(rules=hoyle1909)")
    state = played(game, 1)
    again = game.deserialize_state(state.serialize())
    assert str(again) == str(state)
    assert again.returns() == state.returns()


def test_the_game_wants_a_rule_set(pyspiel: Any) -> None:
    with pytest.raises(RuleSetError, match="unknown rule set"):
        pyspiel.load_game("python_piquet")
