"""The number of discard candidates, shared by player, advice and review, and the frozen `master-0.3`."""

import sys

import pytest

from piquet_core.cards.cards import parse_hand
from piquet_core.engine.actions import Exchange
from piquet_core.engine.apply import apply, start
from piquet_core.engine.state import DealState, Phase
from piquet_core.notation import parse_deal_id
from piquet_core.players import EARLIER_PLAYERS, JUDGE, PLAYERS, ThumbPlayer, find_player, turn_of
from piquet_core.players.budgets import BUDGETS, CANDIDATES, FULL, Budget
from piquet_core.review.advise import advise
from piquet_core.rules import load_ruleset

RULES = load_ruleset("hoyle1909")
FROZEN = "master-0.3"
WHOLE_SUIT = {
    "32-NG1DCRE8B6EK-Y": "SQ ST S9 S8 S7",
    "32-V759GVW5P46K-8": "SJ DT D9 D8 D7",
    "32-D1WZTRF8A3F4-1": "H7 D9 D8 D7 C9",
}
"""Deals in which elder should discard a whole low suit, by searching 500 layouts of the unseen cards."""


def at_exchange(deal: str, phase: Phase) -> DealState:
    """Return the deal at a seat's exchange, played by rules of thumb before."""
    state, _ = start(RULES, parse_deal_id(deal))
    while state.phase is not phase:
        state, _ = apply(state, ThumbPlayer().choose(turn_of(state)))
    return state


def laid_out(player: str, state: DealState) -> str:
    """Return the discard of a player."""
    action = find_player(player).make().choose(turn_of(state))
    assert isinstance(action, Exchange)
    return str(action.discards)


def test_player_and_judge_try_the_same_number_of_discards() -> None:
    """With 200 candidates elder loses 0.49 points a deal by what is known; with 80, 0.71."""
    assert CANDIDATES == 200
    assert find_player(JUDGE).budget is FULL
    assert {BUDGETS[name].guessed[0][0] for name in ("full", "long")} == {CANDIDATES}


def test_a_budget_says_how_many_discards_are_tried() -> None:
    state = at_exchange("32-V759GVW5P46K-8", Phase.ELDER_EXCHANGE)
    every = Budget(hands=1, guessed=((CANDIDATES, 1),), searched=((CANDIDATES, 1),))
    assert len(advise(state, every).options) == CANDIDATES


@pytest.mark.skipif(sys.platform == "emscripten", reason="thinks for some seconds")
@pytest.mark.parametrize("deal", WHOLE_SUIT)
def test_a_discard_beyond_the_candidates_is_judged_when_it_is_named(deal: str) -> None:
    """The candidates may lack a whole low suit; a player's own discard is judged anyway."""
    state, better = at_exchange(deal, Phase.ELDER_EXCHANGE), parse_hand(WHOLE_SUIT[deal])
    options = advise(state, BUDGETS["brief"], also=better).options
    named = next(one for one in options if one.cards == better)
    assert named.tried > 1
    assert named.value == max(one.value for one in options if one.tried == named.tried)


# Deals in which the number of candidates changes the choice. The exchanging hand is in the deal.
CHANGED = [
    ("32-DB79K9VB6DC0-T", Phase.ELDER_EXCHANGE, "S7 H8 H7 D7 CT"),
    ("32-XKNYPNZPV0P8-D", Phase.ELDER_EXCHANGE, "S9 S8 HJ H9 DJ"),
    ("32-NSRES7YP5GAN-7", Phase.YOUNGER_EXCHANGE, "DT C8 C7"),
]


@pytest.mark.skipif(sys.platform == "emscripten", reason="thinks for some seconds")
@pytest.mark.parametrize(("deal", "phase", "out"), CHANGED)
def test_the_frozen_master_lays_out_what_it_laid_out_in_0_3(
    deal: str, phase: Phase, out: str
) -> None:
    """The discards were recorded before the number of candidates changed."""
    state = at_exchange(deal, phase)
    assert laid_out(FROZEN, state) == out
    assert laid_out(JUDGE, state) != out


def test_an_earlier_player_can_be_named_but_is_not_offered() -> None:
    assert set(EARLIER_PLAYERS) == {FROZEN}
    assert not set(EARLIER_PLAYERS) & set(PLAYERS)
    assert find_player(FROZEN).name == "Master 0.3"
