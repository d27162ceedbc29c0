"""The solver compared with brute force, which is itself compared with the engine."""

import random
from collections.abc import Iterator

import pytest
from brute_force import Brute
from random_play import E, Y
from test_solver import SCORES, ending, played_out

from piquet_core.cards.cards import Card
from piquet_core.engine.actions import Play, Response
from piquet_core.engine.apply import apply, legal_actions
from piquet_core.engine.state import Call, DealState
from piquet_core.rules import load_ruleset, ruleset_ids
from piquet_core.solver.solve import Solver

# Endings of six, seven and eight cards for each rule set, all in the memo of one brute-force search.
FEW, MANY = (16, 2, 1), (5000, 3000, 2000)
THOROUGH = pytest.mark.thorough
WORN = 40  # endings for one solver, as many as the moments of a deal


def endings(id: str, sizes: tuple[int, ...]) -> Iterator[DealState]:
    """Yield random endings of six cards or more, some with a won call, a pique or a led card."""
    rules, rng = load_ruleset(id), random.Random(f"{id} six to eight")
    for more, count in enumerate(sizes):
        for case in range(count):
            state = ending(rules, 6 + more, rng, rng.choice(SCORES), rng.choice((E, Y)))
            # The memo is kept as long as the same players may make a pique.
            if case % 4 == 3 and case > count // 2:
                good = Call(kind="point", declared=None, responses=(Response.NOT_GOOD,))
                state = state.evolve(calls=(good,))
            if rng.random() < 0.1:
                state = state.evolve(bonus=rng.choice((E, Y)))
            if rng.random() < 0.3:
                state, _ = apply(state, rng.choice(legal_actions(state)))
            yield state


@pytest.mark.parametrize("id", ruleset_ids())
@pytest.mark.parametrize("sizes", [FEW, pytest.param(MANY, marks=THOROUGH)], ids=["few", "10000"])
def test_every_card_of_an_ending_is_worth_what_brute_force_finds(
    id: str, sizes: tuple[int, ...]
) -> None:
    brutes = {False: Brute(load_ruleset(id)), True: Brute(load_ruleset(id))}
    solver = None
    for number, state in enumerate(endings(id, sizes)):
        if solver is None or number % WORN == 0:
            solver = Solver(state)
        found = {int(card): value.deal for card, value in solver.values(state).items()}
        wanted = brutes[bool(state.calls)].values(state)
        assert found == wanted, (state.hands, state.leader, state.led, state.tricks, state.score)


@pytest.mark.parametrize("id", ruleset_ids())
@pytest.mark.parametrize(
    ("most", "cases"), [(3, 1), pytest.param(5, 30, marks=THOROUGH)], ids=["small", "five cards"]
)
def test_brute_force_gives_what_the_engine_gives(id: str, most: int, cases: int) -> None:
    rules, rng = load_ruleset(id), random.Random(f"{id} brute")
    lost = Call(kind="set", declared=None, responses=(Response.NOT_GOOD,))
    for calls in ((), (lost,)):
        renaming, plain = Brute(rules), Brute(rules, renaming=False)
        for score in SCORES:
            for cards in range(1, most + 1):
                for _ in range(cases):
                    state = ending(rules, cards, rng, score, rng.choice((E, Y)))
                    state = state.evolve(calls=calls)
                    found = renaming.values(state)
                    assert found == plain.values(state)
                    for card, value in found.items():
                        new, _ = apply(state, Play(seat=state.leader, card=Card(card)))
                        assert value == played_out(new), (state.hands, state.leader, Card(card))
