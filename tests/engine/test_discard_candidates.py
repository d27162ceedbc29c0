"""The candidates for a discard, shared by player, advice and review, and the frozen `master-0.3`."""

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
"""Deals in which elder should discard a whole low suit, which version 0.3 kept at a cost of 16 to 26 points.

The costs are means over 500 random deals of the unseen cards, with the play searched.
"""


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


def test_player_and_judge_have_the_same_budget() -> None:
    assert find_player(JUDGE).budget is FULL
    assert FULL.guessed[0][0] == CANDIDATES


def test_a_budget_says_how_many_discards_are_tried() -> None:
    state = at_exchange("32-V759GVW5P46K-8", Phase.ELDER_EXCHANGE)
    every = Budget(hands=1, guessed=((CANDIDATES, 1),), searched=((CANDIDATES, 1),))
    assert len(advise(state, every).options) == CANDIDATES


def test_the_full_budget_does_half_the_work_of_version_0_3() -> None:
    frozen = find_player(FROZEN).budget
    assert frozen is not None
    assert 2 * FULL.work <= frozen.work


@pytest.mark.skipif(sys.platform == "emscripten", reason="thinks for some seconds")
@pytest.mark.parametrize("budget", [one for one in BUDGETS.values() if one.searched])
@pytest.mark.parametrize("deal", WHOLE_SUIT)
def test_a_whole_low_suit_is_discarded_if_that_is_better(deal: str, budget: Budget) -> None:
    """The better discard is listed first, or within twice its error of the first."""
    state, better = at_exchange(deal, Phase.ELDER_EXCHANGE), parse_hand(WHOLE_SUIT[deal])
    found = next(one for one in advise(state, budget).options if one.cards == better)
    assert found.behind <= 2 * found.doubt


def test_a_named_discard_is_judged_however_bad_it_is() -> None:
    state = at_exchange("32-V759GVW5P46K-8", Phase.ELDER_EXCHANGE)
    bad = parse_hand("HA HK")
    options = advise(state, BUDGETS["brief"], also=bad).options
    named = next(one for one in options if one.cards == bad)
    assert named.tried == options[0].tried
    assert named.behind > 10


# Deals in which the judge chooses otherwise. The exchanging hand is in the deal.
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
