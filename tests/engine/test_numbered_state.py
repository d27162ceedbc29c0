"""Decisions and observations as numbers: they say the same as the engine, and no more than a seat knows.

Random games under every rule set are played again by numbers.
"""

import random

import pytest
from example_counts import examples
from hidden_cards import exchanged
from hypothesis import given, settings
from hypothesis import strategies as st
from random_play import E, Y
from rule_set_games import BOOKS, any_game, variant

from piquet_core.cards.cards import CARDS, Hand
from piquet_core.cards.seat import Seat
from piquet_core.engine.actions import Count, Exchange, Redeal
from piquet_core.engine.apply import apply, legal_actions, start
from piquet_core.engine.state import DealState, Phase, shuffled_deal
from piquet_core.environments.numbered_state import (
    ACTIONS,
    HOLDINGS,
    NO,
    YES,
    NumberedState,
    numbers_of,
)
from piquet_core.environments.observation import FIELDS, LARGEST, LENGTH, observation
from piquet_core.errors import IllegalAction
from piquet_core.replay.visibility import knowledge_of

names = st.sampled_from(list(BOOKS))
seeds = st.integers(0, 39)


def part(row: list[int], name: str) -> list[int]:
    """Return one part of an observation."""
    return row[FIELDS[name]]


def seen(numbered: NumberedState, seat: Seat) -> list[int]:
    return list(observation(numbered, seat))


def cards(row: list[int]) -> Hand:
    return Hand.of(card for card, there in zip(CARDS, row, strict=True) if there)


def partly(state: DealState, rng: random.Random) -> NumberedState:
    """Return the state with a part of its decision chosen, if the decision has parts."""
    numbered = NumberedState(state)
    while state.seat is not None and rng.random() < 0.7:
        number = rng.choice(numbered.legal)
        further = numbered.after(number)
        if not further.chosen:
            break
        numbered = further
    return numbered


@settings(max_examples=examples(60))
@given(names, seeds)
def test_every_action_of_a_game_can_be_made_by_numbers(name: str, seed: int) -> None:
    states, actions, _ = any_game(name, seed)
    numbered = NumberedState(states[0])
    for action, state in zip(actions, states[1:], strict=True):
        for number in numbers_of(action):
            assert number in numbered.legal
            numbered = numbered.after(number)
        assert numbered == NumberedState(state)
    assert numbered.legal == ()
    assert numbered.seat is None


@settings(max_examples=examples(60))
@given(names, seeds)
def test_the_legal_numbers_are_those_of_the_legal_actions(name: str, seed: int) -> None:
    for state in any_game(name, seed)[0]:
        legal = NumberedState(state).legal
        assert len(set(legal)) == len(legal)
        if state.seat is not None and not isinstance(first := legal_actions(state)[0], Exchange):
            assert set(legal) == {numbers_of(action)[0] for action in legal_actions(state)}
            assert isinstance(first, Count) or len(legal) == len(legal_actions(state))


@settings(max_examples=examples(12))
@given(names, seeds, st.integers(0, 10**6))
def test_any_other_number_is_refused_with_the_rule(name: str, seed: int, other: int) -> None:
    rng = random.Random(other)
    for state in any_game(name, seed)[0][:: rng.randint(2, 5)]:
        numbered = partly(state, rng)
        for number in set(range(ACTIONS)) - set(numbered.legal):
            with pytest.raises(IllegalAction) as refused:
                numbered.after(number)
            assert refused.value.rule in state.rules.answers


@pytest.mark.parametrize("number", [-1, ACTIONS])
def test_a_number_outside_the_table_is_no_decision(number: int) -> None:
    numbered = NumberedState(any_game("hoyle1909", 1)[0][0])
    with pytest.raises(ValueError, match=f"{number} is not a decision: those are 0 to 290"):
        numbered.after(number)


def test_a_card_is_laid_out_once() -> None:
    numbered = NumberedState(any_game("hoyle1909", 1)[0][0])
    number = numbered.legal[0]
    again = numbered.after(number)
    assert number not in again.legal
    with pytest.raises(IllegalAction, match=f"{CARDS[number]} is laid out already"):
        again.after(number)


@settings(max_examples=examples(50))
@given(names, seeds, st.integers(0, 10**6))
def test_hidden_cards_change_no_observation(name: str, seed: int, other: int) -> None:
    rng = random.Random(other)
    for state in any_game(name, seed)[0]:
        numbered = partly(state, rng)
        for seat in Seat:
            elsewhere = NumberedState(exchanged(state, seat, rng), numbered.chosen)
            assert observation(numbered, seat) == observation(elsewhere, seat)


@settings(max_examples=examples(20))
@given(names, seeds, st.integers(0, 10**6))
def test_an_unfinished_decision_is_seen_by_its_own_seat_alone(
    name: str, seed: int, other: int
) -> None:
    for state in any_game(name, seed)[0]:
        numbered, whole = partly(state, random.Random(other)), NumberedState(state)
        if numbered.chosen:
            assert state.seat is not None
            assert observation(numbered, state.seat) != observation(whole, state.seat)
            assert observation(numbered, state.seat.other) == observation(whole, state.seat.other)


@settings(max_examples=examples(30))
@given(names, seeds)
def test_an_observation_says_what_the_seat_knows(name: str, seed: int) -> None:
    for state in any_game(name, seed)[0]:
        for seat in Seat:
            known, row = knowledge_of(state, seat), seen(NumberedState(state), seat)
            assert len(row) == LENGTH
            assert all(0 <= number <= LARGEST for number in row)
            assert part(row, "seat") == [seat]
            assert part(row, "on_turn") == [state.seat is seat]
            assert sum(part(row, "phase")) == 1
            assert cards(part(row, "hand")) == known.hand
            assert cards(part(row, "theirs")) == known.theirs
            assert cards(part(row, "unseen")) == known.unseen
            assert cards(part(row, "own_tricks")) | cards(part(row, "led")) >= known.played(seat)
            assert part(row, "score") == [state.score[seat], state.score[seat.other]]
            counted = zip(HOLDINGS, part(row, "their_counts"), strict=True)
            assert {held for held, there in counted if there} == set(known.counted)


def test_the_parts_lie_side_by_side() -> None:
    places = list(FIELDS.values())
    assert [place.start for place in places] == [0, *(place.stop for place in places[:-1])]
    assert places[-1].stop == LENGTH


def test_a_deal_that_both_give_up_counts_for_neither() -> None:
    rules = variant("hoyle1909", {"exchange.redeal": "elder-may-ask"})
    numbered = NumberedState(start(rules, shuffled_deal(rules, random.Random(1)))[0])
    while numbered.state.phase is not Phase.ELDER_REDEAL:
        number = NO if NO in numbered.legal else numbered.legal[0]
        numbered = numbered.after(number)
    assert numbered.action(YES) == Redeal(seat=E, wanted=True)
    scored = NumberedState(numbered.state.evolve(score=(10, 0)))
    assert scored.margin == 10
    over = scored.after(YES).after(YES)
    assert over.state.phase is Phase.OVER
    assert over.margin == 0
    assert apply(numbered.state, Redeal(seat=E, wanted=True))[0].seat is Y
