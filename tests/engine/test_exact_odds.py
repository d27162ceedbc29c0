"""Exact odds and hand counts: formulas compared with enumeration, figures with derivations."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest
from rule_set_games import BOOKS

pytest.importorskip("piquet_core.claims", reason="the wheel for browsers leaves it out")

from piquet_core.cards.cards import SUITS, Hand, Rank, Suit, card, pack, parse_hand
from piquet_core.cards.combinations import point_holdings, sequence_holdings, set_holdings
from piquet_core.claims.exact_odds import (
    carte_blanche_chance,
    chance_of_a_whole_group,
    chance_of_at_least,
    chance_of_every_group,
    chance_of_exactly,
    count_blank_cards,
)
from piquet_core.claims.hand_counts import (
    beside_two_quatorzes,
    greatest_declaration,
    hands_that_hold,
    point_patterns,
    point_totals,
    tens_differ,
)
from piquet_core.engine.holdings import holdings
from piquet_core.rules.strategies import holding_score

SMALL, LARGE = BOOKS["hoyle1909"], BOOKS["old36"]


# -- draws ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("drawn", [1, 2, 3, 5])
@pytest.mark.parametrize("named", [1, 2, 4])
def test_draws_agree_with_enumeration(named: int, drawn: int) -> None:
    """All draws from nine unseen cards; the named cards are the first."""
    held = Counter(sum(one < named for one in draw) for draw in combinations(range(9), drawn))
    for count in range(min(named, drawn) + 1):
        assert chance_of_exactly(count, named, drawn, 9) == Fraction(held[count], comb(9, drawn))
        more = sum(number for size, number in held.items() if size >= count)
        assert chance_of_at_least(count, named, drawn, 9) == Fraction(more, comb(9, drawn))


@pytest.mark.parametrize("groups", [(1,), (2, 2), (4, 4), (1, 2, 3)])
@pytest.mark.parametrize("drawn", [2, 4, 5])
def test_groups_agree_with_enumeration(groups: tuple[int, ...], drawn: int) -> None:
    members: list[set[int]] = []
    for size in groups:
        start = sum(map(len, members))
        members.append(set(range(start, start + size)))
    draws = [set(draw) for draw in combinations(range(9), drawn)]
    each = sum(all(draw & group for group in members) for draw in draws)
    some = sum(any(draw >= group for group in members) for draw in draws)
    assert chance_of_every_group(groups, drawn, 9) == Fraction(each, len(draws))
    assert chance_of_a_whole_group(groups, drawn, 9) == Fraction(some, len(draws))


def test_three_of_four_named_cards() -> None:
    """C(4,3)·C(16,2) + C(16,1) = 480 + 16 of C(20,5) = 15504 draws; 480 alone is a different chance."""
    assert chance_of_at_least(3, 4, 5) == Fraction(496, 15504) == Fraction(31, 969)
    assert chance_of_exactly(3, 4, 5) == Fraction(480, 15504)


# -- carte blanche -------------------------------------------------------------------------------


def test_carte_blanche_of_32_cards() -> None:
    """C(20,12) of C(32,12) hands; the other twenty cards cannot contain a second one."""
    assert count_blank_cards(SMALL) == 20
    named = Fraction(125970, 225792840)
    assert carte_blanche_chance(SMALL) == named
    assert carte_blanche_chance(SMALL, "either") == 2 * named
    assert carte_blanche_chance(SMALL, "both") == 0


def test_carte_blanche_of_36_cards() -> None:
    """C(24,12) of C(36,12) hands, then the rest of the other 24 cards."""
    named, other = Fraction(comb(24, 12), comb(36, 12)), Fraction(1, comb(24, 12))
    assert carte_blanche_chance(LARGE) == named
    assert carte_blanche_chance(LARGE, "both") == named * other == Fraction(1, 1251677700)
    assert carte_blanche_chance(LARGE, "either") == 2 * named - named * other


# -- all hands -----------------------------------------------------------------------------------


def declared(hand: Hand) -> int:
    """Return the engine's score of a hand if everything is good."""
    groups = (holdings(SMALL, hand, kind) for kind in ("point", "sequence", "set"))
    point, *rest = ([holding_score(SMALL, hand, one)[0] for one in group] for group in groups)
    return max(point) + sum(map(sum, rest))


def test_greatest_declaration_is_reached_by_three_adjacent_ranks_in_every_suit() -> None:
    best, count = greatest_declaration(SMALL)
    hands = [".".join([ranks] * 4) for ranks in ("AKQ", "KQJ", "QJT")]
    assert [declared(parse_hand(hand)) for hand in hands] == [best] * count == [57] * 3
    assert declared(parse_hand("JT9.JT9.JT9.JT9")) == 3 + 12 + 28


def test_greatest_declaration_by_enumeration_of_suits_alike() -> None:
    """Hands of the three highest ranks and one other card, few enough to list."""
    whole = [card(suit, rank) for suit in SUITS for rank in (Rank.ACE, Rank.KING, Rank.QUEEN)]
    extra = [card(suit, Rank.JACK) for suit in SUITS]
    listed = [declared(Hand.of(hand)) for hand in combinations([*whole, *extra], 12)]
    assert max(listed) == 57
    assert listed.count(57) == 2  # from the ace and from the king


def test_a_carte_blanche_limits_the_court_cards_and_so_the_declaration() -> None:
    """A player dealt none draws at most five as elder, and seven as younger if elder takes one."""
    assert greatest_declaration(SMALL, 5)[0] == greatest_declaration(SMALL, 7)[0] == 51
    assert declared(parse_hand("JT.JT.QJT98.JT9")) == 51


def test_no_hand_holds_what_the_penguin_example_counts() -> None:
    """The seven cards are a quart and a tierce, and another suit has exactly the quint.

    Suits: 4 · 3. The suit of seven lacks one card, the fourth or the fifth from the top: 2. The quint has 4
    positions in its suit. No third suit is left for a trio.
    """
    assert hands_that_hold(SMALL, 7, (5, 4, 3), None) == 12 * 2 * 4
    assert hands_that_hold(SMALL, 7, (5, 4, 3), (3,)) == 0


def test_hands_that_hold_agrees_with_looking_at_each() -> None:
    """Hands with a quint to the ace and a full suit: the formula against the engine."""
    whole = pack(32)
    suit = whole.suit(Suit.SPADES)
    found = 0
    for rest in combinations(list(whole - suit), 4):
        hand = suit | Hand.of(rest)
        sizes = sorted((run.size for run in sequence_holdings(hand)), reverse=True)
        ranks = SMALL.ranks("set.ranks").value
        found += sizes == [8] and not set_holdings(hand, ranks)
    # Any of the four suits may be the full one; a suit of four cards cannot be.
    assert hands_that_hold(SMALL, 8, (8,), ()) == 4 * found


def test_two_quatorzes_and_a_trio_leave_no_equal_sequence() -> None:
    """C(5,2) pairs of quatorzes, 3 trios in 4 ways, and 20 cards that make no third quatorze."""
    found = beside_two_quatorzes(SMALL)
    assert found.hands == 10 * 3 * 4 * 20
    assert 0 < found.with_sequence < found.hands
    assert found.equalled == 0


def test_two_quatorzes_and_a_trio_leave_room_for_no_sequence_at_all() -> None:
    """For example: aces, queens, three tens and an eight against kings, knaves and nines."""
    younger, elder = parse_hand("AQT.AQT.AQT.AQ8"), parse_hand("KJ9.KJ9.KJ9.KJ9")
    assert [held.size for held in set_holdings(younger, SMALL.ranks("set.ranks").value)] == [
        4,
        4,
        3,
    ]
    assert not sequence_holdings(younger)
    assert not sequence_holdings(elder)
    assert not younger & elder
    assert beside_two_quatorzes(SMALL).neither > 0


# -- points --------------------------------------------------------------------------------------


def test_point_totals_by_length() -> None:
    """The lowest and the highest cards of a length, and every total between."""
    totals = {length: set(ways) for length, ways in point_totals(SMALL).items()}
    ranges = {3: (24, 31), 4: (34, 41), 5: (44, 51), 6: (54, 60), 7: (64, 68), 8: (75, 75)}
    for length, (low, high) in ranges.items():
        assert totals[length] == set(range(low, high + 1))
    assert sum(sum(ways.values()) for ways in point_totals(SMALL).values()) == 2**8 - 1
    assert sum(sum(ways.values()) for ways in point_totals(LARGE).values()) == 2**9 - 1


def test_fifty_three_needs_the_sixes() -> None:
    """6 7 XXXX, 6 8 9 XXX and 6 7 9 XX A: C(4,4) + C(4,3) + C(4,2) holdings."""
    assert point_totals(LARGE)[6][53] == 11
    assert not any(53 in ways for ways in point_totals(SMALL).values())
    assert point_patterns(LARGE, 6)[53] == {"67XXXX", "689XXX", "679XXA"}


def test_fifty_is_made_in_one_way() -> None:
    assert point_patterns(SMALL, 5)[50] == {"9XXXA"}


def test_tens_differ_from_cards_on_four_alone() -> None:
    assert tens_differ(SMALL) == {(3, 24), (4, 34), (5, 44), (6, 54), (7, 64)}


def test_a_point_is_of_the_hand_it_is_counted_in() -> None:
    """`point_totals` counts suits; the engine counts hands."""
    (holding,) = point_holdings(parse_hand("AQ97..."))
    assert holding.size == 4
    assert 37 in point_totals(SMALL)[4]
