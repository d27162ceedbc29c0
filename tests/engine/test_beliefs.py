"""The beliefs contain every hand that the opponent can hold, and no other; the engine decides which."""

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product

import pytest

from piquet_core.beliefs.possible_hands import PossibleHands, possible_hands
from piquet_core.cards.cards import EMPTY, Hand
from piquet_core.cards.combinations import PointHolding, SetHolding
from piquet_core.cards.seat import Seat
from piquet_core.engine.actions import Action, Count, Declare, Reply
from piquet_core.engine.apply import apply, legal_actions, start
from piquet_core.engine.state import Call, DealState, Phase, shuffled_deal
from piquet_core.players import Player, RandomPlayer, ThumbPlayer, turn_of
from piquet_core.replay.visibility import knowledge_of
from piquet_core.rules import RuleSet, load_ruleset, ruleset_ids
from piquet_core.rules.strategies import called_number, point_pips

EXCHANGES = (Phase.ELDER_EXCHANGE, Phase.YOUNGER_EXCHANGE, Phase.YOUNGER_CHANGES)
SAID = (Declare, Reply, Count)
Said = list[tuple[DealState, Action]]


def told(state: DealState, action: Action) -> object:
    """Return the part of an action that the other player hears."""
    assert state.seat is not None
    hand = state.hands[state.seat]
    match action:
        case Reply():
            return action.response
        case Declare(holding=None):
            return None
        case Declare(holding=held):
            assert held is not None
            return called_number(state.rules, hand, held), held.named_rank
        case Count():
            return [
                one if isinstance(one, SetHolding) else (one, one.cards(hand))
                for one in action.holdings
            ]
        case _:
            raise AssertionError(action)


def pips(state: DealState, action: Action) -> int:
    """Return the pips of a called point, which younger has to ask for."""
    held = action.holding if isinstance(action, Declare) else None
    return point_pips(state.rules, state.hands[0], held) if isinstance(held, PointHolding) else 0


def could_have_said(said: Said, hand: Hand, asked: int) -> bool:
    """Return whether the engine lets a player with another hand say the same throughout."""
    calls: list[list[Declare]] = []
    for state, action in said:
        assert state.seat is not None
        other = state.evolve(hands=state.seat.put(state.hands, hand))
        # Elder counts the holding called, and several holdings may sound alike.
        ways = [other.evolve(calls=made) for made in recalled(other, calls)] if calls else [other]
        heard = told(state, action)
        same = [
            one
            for way in ways
            for one in legal_actions(way)
            if isinstance(one, SAID) and told(way, one) == heard
        ]
        if asked and isinstance(action, Declare) and action.kind == "point":
            same = [one for one in same if pips(other, one) == asked]
        if not same:
            return False
        if isinstance(action, Declare):
            calls.append([one for one in same if isinstance(one, Declare)])
    return True


def recalled(state: DealState, calls: list[list[Declare]]) -> Iterator[tuple[Call, ...]]:
    """Yield the possible meanings of elder's calls with another hand."""
    for chosen in product(*calls[: len(state.calls)]):
        meant = [
            replace(call, declared=one.holding)
            for call, one in zip(state.calls, chosen, strict=False)
        ]
        yield (*meant, *state.calls[len(chosen) :])


def to_the_play(rules: RuleSet, rng: random.Random, talker: Player) -> tuple[DealState, Said]:
    """Play a random deal to elder's first lead, and return everything said on the way."""
    state, _ = start(rules, shuffled_deal(rules, rng))
    said: Said = []
    while state.phase not in (Phase.LEAD, Phase.OVER):
        player = RandomPlayer(rng) if state.phase in EXCHANGES else talker
        action = player.choose(turn_of(state))
        if isinstance(action, SAID):
            said.append((state, action))
        state, _ = apply(state, action)
    return state, said


def is_bound(id: str) -> bool:
    """Return whether the first call is binding; the beliefs treat every call as binding."""
    return load_ruleset(id).choice("call.raise-until").value != "own-first-card"


@pytest.mark.parametrize("id", [one for one in ruleset_ids() if is_bound(one)])
def test_the_hands_that_fit_are_those_that_could_have_said_the_same(id: str) -> None:
    """At younger's and elder's first card: draw twelve hands, and let the engine judge each."""
    rules, rng = load_ruleset(id), random.Random(1646)
    fitting = 0
    for number in range(3):
        talker: Player = RandomPlayer(rng) if number % 3 == 2 else ThumbPlayer()
        state, said = to_the_play(rules, rng, talker)
        if state.phase is Phase.OVER or any(state.blanks):
            continue
        for seat in Seat:
            theirs = [one for one in said if one[0].seat is seat.other]
            known = knowledge_of(state, seat)
            found = possible_hands(rules, known)
            asked = state.calls[0].pips if seat is Seat.YOUNGER else 0
            free = list(known.unseen)
            ways = [
                known.theirs | Hand.of(rng.sample(free, known.their_hidden)) for _ in range(12)
            ] + [state.hands[seat.other]]
            for hand in ways:
                fits = could_have_said(theirs, hand, asked)
                fitting += fits
                if found.whole:
                    assert (hand.mask in found.hands) is fits, (seat, hand)
    assert fitting


@pytest.mark.parametrize("id", ruleset_ids())
def test_the_true_hand_is_never_ruled_out(id: str) -> None:
    """Even if both players sink holdings and play at random."""
    rules, rng = load_ruleset(id), random.Random(1651)
    state, _ = to_the_play(rules, rng, RandomPlayer(rng))
    while state.seat is not None:
        if state.phase in (Phase.LEAD, Phase.FOLLOW):
            found = possible_hands(rules, knowledge_of(state, state.seat))
            assert state.hands[state.seat.other].mask in found.hands or not found.whole
            assert sum(found.weights) == pytest.approx(1)
        state, _ = apply(state, RandomPlayer(rng).choose(turn_of(state)))


def test_a_few_hands_are_drawn_evenly() -> None:
    """Each hand is drawn in proportion to its weight, within one draw."""
    hands = tuple(Hand.of(way).mask for way in combinations(EMPTY | Hand(0b111111), 2))
    weights = tuple(weight / 120 for weight in range(1, 16))
    drawn = dict(PossibleHands(hands, weights).draw(12, random.Random(1)))
    assert sum(drawn.values()) == pytest.approx(1)
    for hand, weight in zip(hands, weights, strict=True):
        assert abs(drawn.get(hand, 0) * 12 - weight * 12) < 1
