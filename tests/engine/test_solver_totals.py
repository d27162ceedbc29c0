"""The search with both totals compared with brute force, for objectives beyond the difference of points."""

import random

import pytest
from brute_force import Brute
from random_play import E, Y
from test_solver import SCORES, ending

from piquet_core.engine.apply import apply, legal_actions
from piquet_core.rules import load_ruleset, ruleset_ids
from piquet_core.solver.solve import Solver

CASES, MORE = 1, 40


class Odd:
    """An arbitrary utility: any number for any two totals."""

    steady = False

    def worth(self, elder: int, younger: int) -> float:
        return (elder * 37 + younger * 91) % 101

    def decided(self, *_: int) -> float | None:
        return None


class Steady(Odd):
    """A utility in which own points count more than the opponent's."""

    steady = True

    def worth(self, elder: int, younger: int) -> float:
        return max(0, elder - 20) * 2 - max(0, younger - 10) * 3 + (elder > younger)


class First:
    """A utility in which the first player to reach a number wins, or else the one with the higher total."""

    steady = True

    def __init__(self, goal: int) -> None:
        self.goal = goal

    def worth(self, elder: int, younger: int) -> float:
        if max(elder, younger) >= self.goal:
            return float(elder >= self.goal)
        return 0.5 + (elder - younger) / 1000

    def decided(self, elder: int, younger: int) -> float | None:
        if max(elder, younger) < self.goal:
            return None
        return float(elder >= self.goal)


@pytest.mark.parametrize("id", ruleset_ids())
@pytest.mark.parametrize(
    ("most", "cases"), [(4, CASES), pytest.param(6, MORE, marks=pytest.mark.thorough)]
)
def test_every_card_is_worth_what_brute_force_finds(id: str, most: int, cases: int) -> None:
    rules, rng = load_ruleset(id), random.Random(f"{id} totals")
    for score in SCORES:
        for objective in (Odd(), Steady(), First(max(score) + rng.randint(1, 8))):
            brute = Brute(rules, objective.worth, objective.decided)
            for _ in range(cases):
                state = ending(rules, rng.randint(1, most), rng, score, rng.choice((E, Y)))
                if rng.random() < 0.3:
                    state, _ = apply(state, rng.choice(legal_actions(state)))
                    if objective.decided(*state.score) is not None:
                        continue
                found = Solver(state, objective).values(state)
                wanted = brute.values(state)
                assert {int(card): value.worth for card, value in found.items()} == pytest.approx(
                    wanted
                ), (type(objective).__name__, state.hands, state.leader, state.led, score)
