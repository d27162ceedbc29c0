"""Under every rule set, listed actions apply, and others are refused."""

from dataclasses import replace

import pytest
from example_counts import examples
from hypothesis import given, settings
from test_invariants import strangers
from test_invariants_of_rule_sets import Pair, game_of, pairs

from piquet_core.cards.seat import Seat
from piquet_core.engine.actions import Action, AnnounceBlank, Exchange, NameSuit, Play, Redeal
from piquet_core.engine.apply import apply, legal_actions
from piquet_core.engine.state import DealState, Phase
from piquet_core.errors import IllegalAction
from piquet_core.rules import catalogue

# -- what is listed applies; what is not is refused ----------------------------------------------


def more_strangers(state: DealState) -> list[Action]:
    """Return actions of every type; the caller removes the listed ones."""
    found = strangers(state)
    for seat in Seat:
        found += [Redeal(seat=seat, wanted=wanted) for wanted in (False, True)]
        found += [
            AnnounceBlank(seat=seat, declare=declare, exchanging=count)
            for declare in (False, True)
            for count in (0, 1, 5, 8, 9)
        ]
    return found


@settings(max_examples=examples(20))
@given(pairs)
def test_what_is_listed_applies_and_all_else_is_refused(pair: Pair) -> None:
    game = game_of(pair)
    states, _, _ = game
    for state in states[pair[1] % 3 :: 3]:
        listed = legal_actions(state)
        assert len(set(listed)) == len(listed)
        assert bool(listed) == (state.phase is not Phase.OVER)
        for action in listed[:: max(1, len(listed) // 12)]:
            assert action.seat is state.seat
            apply(state, action)
        before = replace(state)
        known = set(listed)
        for action in more_strangers(state):
            if action in known:
                continue
            with pytest.raises(IllegalAction) as refused:
                apply(state, action)
            assert refused.value.rule in catalogue()
            assert state.rules.has(refused.value.rule)
        assert state == before


@settings(max_examples=examples(60))
@given(pairs)
def test_what_was_done_was_listed(pair: Pair) -> None:
    """The converse, without the thousands of exchanges, whose number is tested elsewhere."""
    game = game_of(pair)
    states, actions, _ = game
    for state, action in zip(states, actions, strict=False):
        if not isinstance(action, Exchange):
            assert action in legal_actions(state)
        if isinstance(action, NameSuit):
            assert state.rules.choice("exchange.look-exposes").value != "with-younger"
        if isinstance(action, Play) and state.phase is Phase.FOLLOW and state.led is not None:
            follows = action.card.suit is state.led.suit
            assert follows or not state.hands[action.seat].suit(state.led.suit)
