"""Declarations in all 225,792,840 hands of 32 cards and all 1,251,677,700 of 36.

A point or a sequence depends on one suit, so a table of the 512 patterns of a suit covers all hands. One
number per rule set adds up the score of every hand if everything is good; any change of the data changes
it.
"""

import random
from collections import Counter
from collections.abc import Iterable
from math import comb

import pytest
from rule_set_games import BOOKS, variant

from piquet_core.cards.cards import EMPTY, RANKS, SUITS, Hand, Suit, card, pack
from piquet_core.cards.combinations import PointHolding, SequenceHolding, suit_runs
from piquet_core.engine.holdings import best_holding, holdings
from piquet_core.rules import RuleSet
from piquet_core.rules.strategies import holding_score, is_blank, key_function

HANDS = {32: 225792840, 36: 1251677700}
BY_RUN = {
    # suit patterns by longest run, from zero to nine cards
    32: [1, 54, 94, 59, 28, 12, 5, 2, 1],
    36: [1, 88, 185, 127, 63, 28, 12, 5, 2, 1],
}
SEQUENCES = {32: 711213360, 36: 3165669000}
SETS = {32: 631981350, 36: 2419209000}
BLANKS = {32: 125970, 36: 2704156}
POINTS = {
    # (scoring of the point, cards in the pack): the best points of all hands. Counted by tens, a point
    # whose pips end in four scores one less than its cards.
    ("one-a-card", 32): 1002690304,
    ("tens", 32): 988175935,
    ("tens", 36): 5239228913,
}
MODERN, OLD_SMALL, OLD_LARGE = 2347144714, 2332630345, 10851148473
# A rule set without a row here is compared with the closed form of its answers, like the others.
FINGERPRINTS = {
    "cavendish": MODERN,
    "cavendish-au-cent": MODERN,  # compares by pips, but scores by cards
    "denexa": MODERN,
    "hoyle1909": MODERN,
    "little": OLD_SMALL,
    "modern": MODERN,
    "old36": OLD_LARGE,
    "penguin": MODERN,
    "picquet1651": OLD_LARGE,
    "rubicon": MODERN,
}


def size_of(rules: RuleSet) -> int:
    return rules.number("pack.size").value


def suit_rows(size: int) -> list[Hand]:
    """Return every holding of one suit; with 32 cards, no pattern has a six."""
    return [Hand(row) for row in range(512) if size == 36 or not row & 1]


def sequence_score(rules: RuleSet, row: Hand) -> int:
    return sum(holding_score(rules, row, one)[0] for one in holdings(rules, row, "sequence"))


def product(parts: Iterable[Counter[int]]) -> Counter[int]:
    """Return the number of ways to hold each number of cards, up to twelve, over several parts."""
    total: Counter[int] = Counter({0: 1})
    for part in parts:
        step: Counter[int] = Counter()
        for size, ways in total.items():
            for more, rows in part.items():
                if size + more <= 12:
                    step[size + more] += ways * rows
        total = step
    return total


def points_by_bound(rules: RuleSet) -> int:
    """Return the sum of the best point over all hands, by counting the hands up to each value."""
    key = key_function(rules, "point")
    rows = []
    for row in suit_rows(size_of(rules)):
        held = PointHolding(Suit.SPADES, len(row))
        rows.append((key(rules, row, held), len(row), holding_score(rules, row, held)[0]))
    total, below = 0, 0
    for bound in sorted({one for one, _, _ in rows}):
        upto = product([Counter(size for one, size, _ in rows if one <= bound)] * 4)[12]
        (value,) = {points for one, _, points in rows if one == bound}
        total += value * (upto - below)
        below = upto
    assert below == HANDS[size_of(rules)]
    return total


Best = Counter[tuple[int, tuple[int, ...], int]]


def points_by_joining(rules: RuleSet) -> int:
    """Return the same sum by joining suits one at a time."""
    key = key_function(rules, "point")
    one_suit: Best = Counter()
    for row in suit_rows(size_of(rules)):
        held = PointHolding(Suit.SPADES, len(row))
        one_suit[len(row), key(rules, row, held), holding_score(rules, row, held)[0]] += 1

    two: Best = Counter()
    for (size, first, points), ways in one_suit.items():
        for (size2, second, points2), ways2 in one_suit.items():
            if size + size2 <= 12:
                top, value = max((first, points), (second, points2))
                two[size + size2, top, value] += ways * ways2
    total = 0
    by_size: dict[int, list[tuple[tuple[int, ...], int, int]]] = {}
    for (size, top, points), ways in two.items():
        by_size.setdefault(size, []).append((top, points, ways))
    for size, some in by_size.items():
        for top, points, ways in some:
            for top2, points2, ways2 in by_size[12 - size]:
                total += max((top, points), (top2, points2))[1] * ways * ways2
    return total


def sequence_sum(rules: RuleSet) -> int:
    """Return the points of all sequences in all hands: those of one suit, times the ways to fill the hand."""
    size = size_of(rules)
    others = size * 3 // 4
    return sum(
        4 * sequence_score(rules, row) * comb(others, 12 - len(row)) for row in suit_rows(size)
    )


def set_sum(rules: RuleSet) -> int:
    """Return the points of all sets in all hands, from the sixteen ways to hold one rank."""
    size = size_of(rules)
    total = 0
    for rank in rules.ranks("pack.ranks").value:
        for chosen in range(16):
            hand = Hand.of(card(suit, rank) for suit in SUITS if chosen >> suit & 1)
            points = sum(holding_score(rules, hand, one)[0] for one in holdings(rules, hand, "set"))
            total += points * comb(size - 4, 12 - len(hand))
    return total


def blank_count(rules: RuleSet) -> int:
    rows = Counter(len(row) for row in suit_rows(size_of(rules)) if is_blank(rules, row))
    return product([rows] * 4)[12]


def fingerprint(rules: RuleSet) -> int:
    """Return the total score of all hands if everything is good."""
    blanks = rules.number("blank.points").value * blank_count(rules)
    return points_by_bound(rules) + sequence_sum(rules) + set_sum(rules) + blanks


# -- the tables and the sums ---------------------------------------------------------------------


@pytest.mark.parametrize("size", HANDS)
def test_the_suit_table_by_longest_run(size: int) -> None:
    table = Counter(max((n for n, _ in suit_runs(row.mask)), default=0) for row in suit_rows(size))
    assert [table[n] for n in range(size // 4 + 1)] == BY_RUN[size]
    assert product([Counter(len(row) for row in suit_rows(size))] * 4)[12] == HANDS[size]
    assert HANDS[size] == comb(size, 12)


def sequences_in_closed_form(rules: RuleSet) -> int:
    """Return the points of all sequences in closed form: n cards are held and their neighbours are not."""
    size, ranks = size_of(rules), size_of(rules) // 4
    total = 0
    for count in range(rules.number("sequence.least").value, ranks + 1):
        points, _ = holding_score(rules, EMPTY, SequenceHolding(Suit.SPADES, count, RANKS[8]))
        # Two positions at the ends of the suit, the others inside.
        places = [0] if count == ranks else [1, 1, *[2] * (ranks - count - 1)]
        for missing in places:
            total += 4 * points * comb(size - count - missing, 12 - count)
    return total


def sets_in_closed_form(rules: RuleSet) -> int:
    """Return the points of all sets in closed form: each rank has four trios and one quatorze."""
    others = size_of(rules) - 4
    trios, quatorzes = 4 * comb(others, 9), comb(others, 8)
    each = rules.number("set.trio").value * trios + rules.number("set.quatorze").value * quatorzes
    return len(rules.ranks("set.ranks").value) * each


def blanks_in_closed_form(rules: RuleSet) -> int:
    return comb(size_of(rules) - 4 * len(rules.ranks("blank.courts").value), 12)


@pytest.mark.parametrize("name", BOOKS)
def test_sequences_sets_and_cartes_blanches_have_a_closed_form(name: str) -> None:
    rules = BOOKS[name]
    assert sequence_sum(rules) == sequences_in_closed_form(rules)
    assert set_sum(rules) == sets_in_closed_form(rules)
    assert blank_count(rules) == blanks_in_closed_form(rules)


@pytest.mark.parametrize("name", FINGERPRINTS)
def test_the_sums_of_the_books(name: str) -> None:
    rules = BOOKS[name]
    size = size_of(rules)
    assert sequence_sum(rules) == SEQUENCES[size]
    assert set_sum(rules) == SETS[size]
    assert blank_count(rules) == BLANKS[size]


@pytest.mark.parametrize("name", BOOKS)
def test_the_sum_of_points_comes_out_the_same_in_two_ways(name: str) -> None:
    rules = BOOKS[name]
    assert points_by_bound(rules) == points_by_joining(rules)
    if name in FINGERPRINTS:
        score = rules.choice("point.score").value
        assert points_by_bound(rules) == POINTS[score, size_of(rules)]


@pytest.mark.parametrize("name", BOOKS)
def test_the_fingerprint_of_a_rule_set(name: str) -> None:
    rules = BOOKS[name]
    derived = (
        points_by_joining(rules) + sequences_in_closed_form(rules) + sets_in_closed_form(rules)
    )
    derived += rules.number("blank.points").value * blanks_in_closed_form(rules)
    assert fingerprint(rules) == FINGERPRINTS.get(name, derived) == derived


@pytest.mark.parametrize(
    "change",
    [
        {"set.trio": 4},
        {"set.quatorze": 13},
        {"set.ranks": "AKQJ"},
        {"sequence.scores": [3, 4, 15, 16, 17, 19]},
        {"sequence.least": 4, "sequence.scores": [4, 15, 16, 17, 18]},
        {"point.score": "tens"},
        {"blank.points": 9},
        {"blank.courts": "KQ"},
        # With ten pips for every card, the point depends on the number of cards again.
        {"point.score": "tens", "point.pips": dict.fromkeys("AKQJT98", 10) | {"7": 4}},
    ],
)
def test_any_change_of_the_data_moves_the_fingerprint(change: dict[str, object]) -> None:
    changed = variant("hoyle1909", change, name="census-" + "-".join(change))
    assert fingerprint(changed) != MODERN


# -- the engine says the same about every hand ------------------------------------------------------


@pytest.mark.parametrize("name", BOOKS)
def test_the_table_and_the_engine_agree_on_random_hands(name: str) -> None:
    rules, rng = BOOKS[name], random.Random(7)
    whole = tuple(pack(size_of(rules)))
    key = key_function(rules, "point")
    for _ in range(60):
        hand = Hand.of(rng.sample(whole, 12))
        rows = [Hand(hand.row(suit)) for suit in SUITS]
        point = best_holding(rules, hand, "point")
        assert point is not None
        table = max(
            (key(rules, row, held), holding_score(rules, row, held)[0])
            for row in rows
            if row
            for held in [PointHolding(Suit.SPADES, len(row))]
        )
        assert (key(rules, hand, point), holding_score(rules, hand, point)[0]) == table
        in_hand = sum(
            holding_score(rules, hand, one)[0] for one in holdings(rules, hand, "sequence")
        )
        assert in_hand == sum(sequence_score(rules, row) for row in rows)


@pytest.mark.parametrize("size", HANDS)
def test_the_chances_of_a_carte_blanche(size: int) -> None:
    """About 1,791 to one with 32 cards, as Cavendish says, and 462 to one with 36."""
    against = HANDS[size] / BLANKS[size] - 1
    assert against == pytest.approx({32: 1791.43, 36: 461.87}[size], abs=0.01)
