"""The environment of PettingZoo passes that project's tests, and plays the engine's deals."""

import random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from piquet_core import (
    Deal,
    IllegalAction,
    Phase,
    RuleSet,
    Seat,
    ThumbPlayer,
    load_ruleset,
    parse_deal_id,
    ruleset_ids,
    shuffled_deal,
    turn_of,
)
from piquet_core.environments import piquet_v0
from piquet_core.environments.numbered_state import ACTIONS, numbers_of
from piquet_core.environments.observation import LENGTH

RULES = load_ruleset("hoyle1909")
# PettingZoo prints these about every environment that is not its own: it wants numbered agents and an
# observation without a mask, and recommends the mask elsewhere. After the end no action is legal.
ADVICE = (
    "Observation space for each agent probably should be",
    "We recommend agents to be named",
    "Observation is not a NumPy array",
    "Action mask numpy array is all zeros",
)
pytestmark = [pytest.mark.filterwarnings(f"ignore:{text}") for text in ADVICE]


@pytest.fixture(params=ruleset_ids())
def rules(request: pytest.FixtureRequest) -> RuleSet:
    return load_ruleset(request.param)


def blank(seat: Seat) -> Deal:
    """Return a deal in which a seat has a carte blanche."""
    plain = parse_deal_id("32-XY8BPT54XW5N-D")
    cards = sorted([*plain.elder, *plain.younger, *plain.talon], key=lambda card: card.rank)
    low, high = type(plain.elder).of(cards[:12]), type(plain.elder).of(cards[12:24])
    hands = (low, high) if seat is Seat.ELDER else (high, low)
    return Deal(elder=hands[0], younger=hands[1], talon=tuple(cards[24:]))


def play(game: Any, rng: random.Random, **options: object) -> dict[str, int]:
    """Play a deal at random, and return the sum of each agent's rewards."""
    game.reset(seed=rng.randrange(1000), options=options)
    total = dict.fromkeys(game.possible_agents, 0)
    for agent in game.agent_iter():
        seen, reward, over, _, _ = game.last()
        total[agent] += reward
        game.step(None if over else rng.choice(np.flatnonzero(seen["action_mask"]).tolist()))
    return total


def test_it_passes_the_api_test(rules: RuleSet) -> None:
    api_test(piquet_v0.env(rules), num_cycles=200)


def test_it_passes_the_seed_test(rules: RuleSet) -> None:
    seed_test(lambda: piquet_v0.env(rules), num_cycles=100)


def test_the_rewards_are_the_difference_of_the_scores(rules: RuleSet) -> None:
    game, rng = piquet_v0.env(rules), random.Random(1)
    for _ in range(4):
        total = play(game, rng)
        assert total["elder"] == -total["younger"] == game.unwrapped.numbered.margin


@pytest.mark.parametrize("seat", Seat)
def test_a_carte_blanche_is_rewarded_even_before_the_first_step(seat: Seat) -> None:
    for id in ruleset_ids():
        rules = load_ruleset(id)
        if rules.number("pack.size").value == 32:
            game = piquet_v0.env(rules)
            total = play(game, random.Random(2), deal=blank(seat))
            assert total["elder"] == -total["younger"] == game.unwrapped.numbered.margin


def test_the_arrays_have_the_shapes_that_the_documentation_gives() -> None:
    game = piquet_v0.env(RULES)
    game.reset(seed=1)
    seen = game.observe("elder")
    assert seen["observation"].shape == (1132,) == (LENGTH,)
    assert seen["action_mask"].shape == (291,) == (ACTIONS,)
    told = piquet_v0.PiquetEnvironment.__doc__ or ""
    assert "shape (1132,)" in told
    assert "(291,)" in told


def test_an_agent_that_is_not_on_turn_has_no_legal_action() -> None:
    game = piquet_v0.env(RULES)
    game.reset(seed=1)
    assert game.agent_selection == "elder"
    assert game.observe("elder")["action_mask"].sum() == 12
    assert not game.observe("younger")["action_mask"].any()


def test_an_illegal_action_names_its_rule_and_changes_nothing() -> None:
    game = piquet_v0.env(RULES)
    game.reset(options={"deal": parse_deal_id("32-XY8BPT54XW5N-D")})
    before = game.unwrapped.numbered
    with pytest.raises(IllegalAction, match=r"0 cards laid out.* \[exchange.elder-min\]"):
        game.step(36)
    assert game.unwrapped.numbered == before


def test_the_same_seed_deals_the_same_cards_and_then_others() -> None:
    game = piquet_v0.env(RULES)
    dealt = []
    for seed in (7, None, 7, None):
        game.reset(seed=seed)
        dealt.append(game.unwrapped.numbered.state.deal)
    assert dealt[:2] == dealt[2:]
    assert dealt[0] != dealt[1]
    assert dealt[0] == shuffled_deal(RULES, random.Random(7))


def test_a_player_of_the_engine_can_play_in_it() -> None:
    game, thumb = piquet_v0.env(RULES), ThumbPlayer()
    game.reset(seed=3)
    while (state := game.unwrapped.numbered.state).seat is not None:
        for number in numbers_of(thumb.choose(turn_of(state))):
            game.step(number)
    assert state.phase is Phase.OVER
    assert game.terminations == {"elder": True, "younger": True}


def test_it_prints_the_deal() -> None:
    game = piquet_v0.env(RULES, render_mode="ansi")
    game.reset(options={"deal": parse_deal_id("32-XY8BPT54XW5N-D")})
    assert str(game) == "piquet_v0"
    elder, younger, phase = game.render().splitlines()
    assert elder.startswith("elder    97.A98.JT98.JT7")
    assert younger.startswith("younger  ")
    assert phase == "elder exchanges"
