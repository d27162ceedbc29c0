"""The simulator scores the same cards like the engine, under every rule set."""

import random
from collections.abc import Callable
from itertools import chain

import pytest
from random_play import COURTS, E, Y, any_action, any_deal
from rule_set_games import BOOKS
from test_solver import SCORES, ending

from piquet_core.cards.cards import CARDS, SUITS, Hand, pack
from piquet_core.cards.seat import Seat
from piquet_core.engine.actions import Action, Exchange, Play
from piquet_core.engine.apply import apply, legal_actions, start
from piquet_core.engine.declaration import full_count
from piquet_core.engine.events import Event, Scored
from piquet_core.engine.state import Deal, DealState, Phase
from piquet_core.rules import RuleSet
from piquet_core.simulator.before_play import plain_action, random_discarder
from piquet_core.simulator.deals import (
    SimulatedPlayer,
    Simulator,
    finish_deal,
    random_simulated_player,
)
from piquet_core.simulator.playing import Chooser, DealResult, play_out, random_chooser
from piquet_core.simulator.simulated_position import NotInPlay, simulated_position

BETWEEN = (
    Phase.YOUNGER_LOOK,
    Phase.ELDER_DEMAND,
    Phase.YOUNGER_RECALL,
    Phase.YOUNGER_COUNT,
)


def telling(state: DealState, rng: random.Random) -> Action:
    """Return any action, but leave the calls unchanged after the first lead."""
    if state.phase is Phase.YOUNGER_COUNT:
        return full_count(state)
    if state.phase is Phase.YOUNGER_RECALL:
        return legal_actions(state)[0]
    return any_action(state, rng)


Move = tuple[int, int, int]
"""A played card: the seat, the card, and the legal cards."""


def played(
    state: DealState, choose: Callable[[DealState, random.Random], Action], rng: random.Random
) -> tuple[list[DealState], list[list[Move]], list[Event]]:
    """Return the states of a deal, the cards played from each on, and the log."""
    states, moves = [state], []
    log: list[Event] = []
    while state.phase is not Phase.OVER:
        action = choose(state, rng)
        if isinstance(action, Play):
            cards = [one.card for one in legal_actions(state) if isinstance(one, Play)]
            moves.append([(int(action.seat), int(action.card), Hand.of(cards).mask)])
        else:
            moves.append([])
        state, events = apply(state, action)
        states.append(state)
        log += events
    return states, [[*chain.from_iterable(moves[i:])] for i in range(len(moves))], log


def following(moves: list[Move], seat: int) -> Chooser:
    """Return a chooser that plays a seat's cards in order and checks the legal cards.

    It is called only if there is a choice.
    """
    mine = (move for move in moves if move[0] == seat and move[2].bit_count() > 1)

    def choose(legal: int, hand: int, led: int) -> int:
        _, card, expected = next(mine)
        assert legal == expected
        assert not legal & ~hand
        assert led < 0 or not hand >> led & 1
        return card

    return choose


def check(states: list[DealState], moves: list[list[Move]]) -> None:
    """Simulate from every state of the play with the same cards."""
    over = states[-1]
    for state, after, rest in zip(states, states[1:], moves, strict=False):
        naming = state.named is not after.named  # which is binding, but not part of the state yet
        in_play = state.phase in (Phase.LEAD, Phase.FOLLOW) or state.phase in BETWEEN
        if in_play and state.calls and not naming:
            found = play_out(state, following(rest, E), following(rest, Y))
            assert found == DealResult(over.score, over.tricks), state


@pytest.mark.parametrize("name", BOOKS)
@pytest.mark.parametrize("deals", [40, pytest.param(300, marks=pytest.mark.thorough)])
def test_a_deal_is_scored_without_a_log_as_with_one(name: str, deals: int) -> None:
    rules, rng = BOOKS[name], random.Random(f"{name} whole deals")
    for _ in range(deals):
        states, moves, _ = played(start(rules, any_deal(rules, rng))[0], telling, rng)
        check(states, moves)


def test_those_deals_have_every_kind_of_bonus() -> None:
    """Otherwise the test above would say little about piques and repiques."""
    made: set[tuple[str, int]] = set()
    for name, rules in BOOKS.items():
        rng = random.Random(f"{name} whole deals")
        for _ in range(40):
            log = played(start(rules, any_deal(rules, rng))[0], telling, rng)[2]
            made |= {(one.rule, one.seat) for one in log if isinstance(one, Scored)}
    for rule in ("repique.bonus", "capot.points", "cards.points", "play.last-trick"):
        assert {(rule, E), (rule, Y)} <= made
    assert ("pique.bonus", E) in made


@pytest.mark.parametrize("name", BOOKS)
@pytest.mark.parametrize("deals", [20, pytest.param(150, marks=pytest.mark.thorough)])
def test_an_ending_on_the_edge_of_a_pique_is_scored_alike(name: str, deals: int) -> None:
    rules, rng = BOOKS[name], random.Random(f"{name} endings")
    piques = 0
    for _ in range(deals):
        for score in SCORES:
            state = ending(rules, rng.randint(1, 12), rng, score, rng.choice((E, Y)))
            states, moves, log = played(state, any_action, rng)
            check(states, moves)
            piques += any(isinstance(one, Scored) and one.rule == "pique.bonus" for one in log)
    assert piques or rules.choice("pique.within").value == "first-card"


def test_outside_the_play_there_is_no_position() -> None:
    rng = random.Random("outside")
    for rules in BOOKS.values():
        states, _, _ = played(start(rules, any_deal(rules, rng))[0], telling, rng)
        for state in states:
            if not state.calls or state.phase in (Phase.DECLARE, Phase.REPLY, Phase.OVER):
                with pytest.raises(NotInPlay):
                    simulated_position(state)


# -- whole deals ---------------------------------------------------------------------------------


class Noting:
    """A random player that records its discards and cards."""

    def __init__(self, rng: random.Random) -> None:
        self.any_cards, self.any_card = random_discarder(rng), random_chooser(rng)
        self.rng = rng
        self.laid_out: list[int] = []
        self.cards: list[int] = []

    def sitter(self) -> SimulatedPlayer:
        return SimulatedPlayer(self.play, self.lay_out)

    def lay_out(self, hand: int, least: int, most: int) -> int:
        size = most if self.rng.random() < 0.7 else self.rng.randint(least, most)
        self.laid_out.append(self.any_cards(hand, least, size))
        return self.laid_out[-1]

    def play(self, legal: int, hand: int, led: int) -> int:
        self.cards.append(self.any_card(legal, hand, led))
        return self.cards[-1]


def by_the_engine(state: DealState, one: Noting, other: Noting) -> DealState:
    """Replay the recorded discards and cards of two players with the engine."""
    out = [iter(seat.laid_out) for seat in (one, other)]
    cards = [iter(seat.cards) for seat in (one, other)]
    while state.phase is not Phase.OVER:
        seat = state.seat
        assert seat is not None
        if state.phase in (Phase.LEAD, Phase.FOLLOW):
            actions = [one for one in legal_actions(state) if isinstance(one, Play)]
            action: Action = actions[0]
            if len(actions) > 1:
                action = Play(seat=seat, card=CARDS[next(cards[seat])])
        else:
            action = plain_action(state, *(lambda *_, given=given: next(given) for given in out))
        assert isinstance(action, Exchange) or action in legal_actions(state)
        state, _ = apply(state, action)
    return state


def simulated(rules: RuleSet, deal: Deal, rng: random.Random) -> DealState:
    """Simulate a deal and check the result with the engine."""
    one, other = Noting(rng), Noting(rng)
    table = Simulator(rules, one.sitter(), other.sitter())
    bits = [1 << card for card in (*deal.elder, *deal.younger, *deal.talon)]
    result = table.deal(bits)
    over = by_the_engine(start(rules, deal)[0], one, other)
    assert result == DealResult(over.score, over.tricks), deal
    return over


@pytest.mark.parametrize("name", BOOKS)
@pytest.mark.parametrize("deals", [20, pytest.param(1000, marks=pytest.mark.thorough)])
def test_a_simulated_deal_ends_as_the_engine_says(name: str, deals: int) -> None:
    rules, rng = BOOKS[name], random.Random(f"{name} simulated")
    for _ in range(deals):
        simulated(rules, any_deal(rules, rng), rng)


@pytest.mark.parametrize("name", BOOKS)
@pytest.mark.parametrize("seat", [E, Y])
def test_a_simulated_repique_is_barred_and_made_as_the_engine_says(name: str, seat: Seat) -> None:
    rules, rng = BOOKS[name], random.Random(f"{name} {seat}")
    made = [simulated(rules, strong(rules, seat, rng), rng).bonus for _ in range(40)]
    assert seat in made
    assert None in made


def strong(rules: RuleSet, seat: Seat, rng: random.Random) -> Deal:
    """Return a deal in which a seat has all of one suit and the high cards of the others."""
    whole = list(pack(rules.number("pack.size").value))
    rng.shuffle(whole)
    suit = rng.choice(SUITS)
    whole.sort(key=lambda one: (one.suit is not suit, -one.rank))
    high, rest = Hand.of(whole[:12]), whole[12:]
    rng.shuffle(rest)
    elder, younger = seat.put((Hand.of(rest[:12]), Hand.of(rest[:12])), high)
    return Deal(elder=elder, younger=younger, talon=tuple(rest[12:]))


@pytest.mark.parametrize("name", BOOKS)
def test_a_deal_is_finished_from_any_moment(name: str) -> None:
    rules, rng = BOOKS[name], random.Random(f"{name} any moment")
    for _ in range(6):
        for state in played(start(rules, any_deal(rules, rng))[0], any_action, rng)[0]:
            one, other = Noting(rng), Noting(rng)
            found = finish_deal(state, one.sitter(), other.sitter())
            over = by_the_engine(state, one, other)
            assert found == DealResult(over.score, over.tricks)


@pytest.mark.parametrize("name", BOOKS)
def test_deals_by_chance_are_whole_and_follow_the_seed(name: str) -> None:
    """Among so many deals is a carte blanche, for which the engine makes the exchange."""
    rules = BOOKS[name]

    def some() -> list[DealResult]:
        rng = random.Random(f"{name} by chance")
        table = Simulator(rules, random_simulated_player(rng), random_simulated_player(rng))
        courts = [1 << one for one in pack(rules.number("pack.size").value) if one.rank in COURTS]
        plain = [
            1 << one for one in pack(rules.number("pack.size").value) if one.rank not in COURTS
        ]
        blank = [*plain[:12], *courts, *plain[12:]]
        return [*table.deals(200, rng), table.deal(blank)]

    found = some()
    assert found == some()
    assert all(sum(one.tricks) == 12 for one in found)
    assert max(found[-1].score) >= rules.number("blank.points").value
