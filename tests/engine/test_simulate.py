"""Deals without a log against the engine: the same cards make the same scores, under every rule set."""

import random
from collections.abc import Callable
from itertools import chain

import pytest
from books import BOOKS, any_action, any_deal
from playing import E, Y
from test_solver import SCORES, ending

from piquet_core.engine.actions import Action, Play
from piquet_core.engine.apply import apply, legal_actions, start
from piquet_core.engine.declaration import full_count
from piquet_core.engine.events import Event, Scored
from piquet_core.engine.state import DealState, Phase
from piquet_core.pack.cards import Hand
from piquet_core.simulate.playing import Chooser, Result, play_out
from piquet_core.simulate.position import NotInPlay, position

BETWEEN = (
    Phase.YOUNGER_LOOK,
    Phase.ELDER_DEMAND,
    Phase.YOUNGER_RECALL,
    Phase.YOUNGER_COUNT,
)


def telling(state: DealState, rng: random.Random) -> Action:
    """Return any action, but after the first lead one that leaves the words as they are."""
    if state.phase is Phase.YOUNGER_COUNT:
        return full_count(state)
    if state.phase is Phase.YOUNGER_RECALL:
        return legal_actions(state)[0]
    return any_action(state, rng)


Move = tuple[int, int, int]
"""A card played: the seat, the card, and all that it was legal to play."""


def played(
    state: DealState, choose: Callable[[DealState, random.Random], Action], rng: random.Random
) -> tuple[list[DealState], list[list[Move]], list[Event]]:
    """Return the states of a deal, the cards that were played from each on, and the log."""
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
    """Return a chooser that plays the cards of a seat in their order, and looks at what is legal."""
    mine = (move for move in moves if move[0] == seat)

    def choose(legal: int, hand: int, led: int) -> int:
        _, card, expected = next(mine)
        assert legal == expected
        assert not legal & ~hand
        assert led < 0 or not hand >> led & 1
        return card

    return choose


def check(states: list[DealState], moves: list[list[Move]]) -> None:
    """Play out from every state of the play, with the cards that were played from there on."""
    over = states[-1]
    for state, after, rest in zip(states, states[1:], moves, strict=False):
        naming = (
            state.named is not after.named
        )  # which binds him, and the state does not know it yet
        in_play = state.phase in (Phase.LEAD, Phase.FOLLOW) or state.phase in BETWEEN
        if in_play and state.calls and not naming:
            found = play_out(state, following(rest, E), following(rest, Y))
            assert found == Result(over.score, over.tricks), state


@pytest.mark.parametrize("name", BOOKS)
@pytest.mark.parametrize("deals", [40, pytest.param(300, marks=pytest.mark.thorough)])
def test_a_deal_is_scored_without_a_log_as_with_one(name: str, deals: int) -> None:
    rules, rng = BOOKS[name], random.Random(f"{name} whole deals")
    for _ in range(deals):
        states, moves, _ = played(start(rules, any_deal(rules, rng))[0], telling, rng)
        check(states, moves)


def test_those_deals_have_every_kind_of_bonus() -> None:
    """Otherwise that they are scored alike would say little of piques and repiques."""
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
                    position(state)
