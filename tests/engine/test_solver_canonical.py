"""The solver at every ending of few cards, up to renaming of suits and ranks."""

import random
from collections.abc import Iterator
from functools import cache
from itertools import product

import pytest
from brute_force import Brute
from random_play import E, Y
from test_solver import SCORES, ending

from piquet_core.cards.cards import Hand, Rank
from piquet_core.cards.seat import Seat
from piquet_core.rules import RuleSet, load_ruleset, ruleset_ids
from piquet_core.solver.solve import Solver

type Suited = tuple[tuple[Seat, ...], tuple[Seat, ...]]
"""Holders of a suit's cards, from the highest down: those that count, and those that may not."""
THOROUGH = pytest.mark.thorough


@cache
def suited(counting: int, low: int) -> dict[tuple[int, int], list[Suited]]:
    """Return all distributions of a suit, by the number of cards in each hand."""
    found: dict[tuple[int, int], list[Suited]] = {}
    for high in range(counting + 1):
        for rest in range(low + 1):
            for owners in product((E, Y), repeat=high + rest):
                key = owners.count(E), owners.count(Y)
                found.setdefault(key, []).append((owners[:high], owners[high:]))
    return found


def lies(rules: RuleSet, cards: int) -> Iterator[tuple[int, int]]:
    """Yield both hands of every ending with so many cards, up to renaming.

    Suits may be renamed, so they come in one order. The rules need only the order of ranks and whether they
    count, so the highest ranks of either kind are used.
    """
    lowest = Rank.SIX if rules.number("pack.size").value == 36 else Rank.SEVEN
    whole = rules.flag("play.low-cards").value
    counting = Rank.ACE - (lowest if whole else Rank.TEN) + 1
    ways = sorted(
        (key, one)
        for key, each in suited(counting, 0 if whole else Rank.TEN - lowest).items()
        for one in each
    )

    def fill(
        left: tuple[int, int], start: int, chosen: tuple[Suited, ...]
    ) -> Iterator[tuple[Suited, ...]]:
        if len(chosen) == 4:
            if left == (0, 0):
                yield chosen
            return
        for at in range(start, len(ways)):
            (elders, youngers), one = ways[at]
            if elders <= left[0] and youngers <= left[1]:
                yield from fill((left[0] - elders, left[1] - youngers), at, (*chosen, one))

    for suits in fill((cards, cards), 0, ()):
        hands = [0, 0]
        for suit, (high, rest) in enumerate(suits):
            for top, owners in ((Rank.ACE, high), (Rank.TEN - 1, rest)):
                for place, owner in enumerate(owners):
                    hands[owner] |= 1 << (suit * 9 + top - place)
        yield hands[0], hands[1]


def test_endings_of_one_card_are_counted_by_hand() -> None:
    """Two cards are in one suit, elder's higher or younger's, or in two suits: three cases, if all cards
    count.
    """
    assert len(list(lies(load_ruleset("hoyle1909"), 1))) == 3
    # If low cards do not count, either card may be low: in one suit 2 + 2 + 2, in two suits 4.
    assert len(list(lies(load_ruleset("little"), 1))) == 10


# Endings of three cards, with and without low cards that count. The other rule sets have several times as
# many endings, and those of two cards show their differences.
THREE = ("hoyle1909", "little")


@pytest.mark.parametrize(
    ("most", "id"),
    [
        *((3 if id in THREE else 2, id) for id in ruleset_ids()),
        *(pytest.param(5, id, marks=THOROUGH) for id in ruleset_ids()),
    ],
)
def test_every_ending_is_worth_what_brute_force_finds(id: str, most: int) -> None:
    rules, rng = load_ruleset(id), random.Random(f"{id} canonical")
    brute = Brute(rules)
    for cards in range(1, most + 1):
        for elder, younger in lies(rules, cards):
            for leader in (E, Y):
                state = ending(rules, cards, rng, rng.choice(SCORES), leader)
                state = state.evolve(hands=(Hand(elder), Hand(younger)))
                found = {int(card): one.deal for card, one in Solver(state).values(state).items()}
                assert found == brute.values(state), (
                    state.hands,
                    leader,
                    state.tricks,
                    state.score,
                )
