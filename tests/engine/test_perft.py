"""Counts that any correct engine must reproduce: exchanges, holdings of all hands, lines of play.

Every number has a closed form or a second method; the docstrings say which.
"""

import random
from collections import Counter
from functools import cache
from itertools import combinations
from math import comb

import pytest
from random_play import RULES, E, Y, random_deal

from piquet_core.cards.cards import EMPTY, RANKS, SUITS, Hand, pack, parse_hand
from piquet_core.cards.combinations import (
    SequenceHolding,
    sequence_holdings,
    set_holdings,
    suit_runs,
)
from piquet_core.engine.actions import Exchange, Look
from piquet_core.engine.apply import apply, legal_actions, start
from piquet_core.engine.state import Deal, DealState, Phase, shuffled_deal
from piquet_core.rules.strategies import holding_score, is_blank

# -- A. exchanges --------------------------------------------------------------------------------

# Elder takes 1 to 5 of twelve, then younger from 1 to all that are left: sums of C(12, k).
DEPTH_1 = 1585
DEPTH_2 = 1182457


def test_the_counts_of_exchanges_have_their_closed_form() -> None:
    one = sum(comb(12, k) for k in range(1, 6))
    two = sum(comb(12, k) * sum(comb(12, j) for j in range(1, 9 - k)) for k in range(1, 6))
    assert (one, two) == (DEPTH_1, DEPTH_2)


def after(state: DealState, exchange: Exchange, *, look: bool = False) -> DealState:
    state, _ = apply(state, exchange)
    if state.phase is Phase.ELDER_LOOK:
        state, _ = apply(state, Look(seat=E, look=look))
    assert state.phase is Phase.YOUNGER_EXCHANGE
    return state


def test_exchange_perft() -> None:
    """Depth 2 calls `legal_actions` once for each number that elder may take, and multiplies."""
    state, _ = start(RULES, shuffled_deal(RULES, random.Random(1)))
    exchanges = legal_actions(state)
    assert len(exchanges) == len(set(exchanges)) == DEPTH_1
    replies: dict[int, int] = {}
    total = 0
    for exchange in exchanges:
        assert isinstance(exchange, Exchange)
        size = len(exchange.discards)
        if size not in replies:
            listed = legal_actions(after(state, exchange))
            assert len(listed) == len(set(listed))
            replies[size] = len(listed)
        total += replies[size]
    assert replies == {k: sum(comb(12, j) for j in range(1, 9 - k)) for k in range(1, 6)}
    assert total == DEPTH_2


def test_exchange_perft_depends_on_nothing_but_the_number_taken() -> None:
    """Checks the multiplication above with `legal_actions` and brute force on a sample."""
    rng = random.Random(2)
    for _ in range(8):
        state, _ = start(RULES, shuffled_deal(RULES, rng))
        size = rng.randint(1, 5)
        discards = Hand.of(rng.sample(tuple(state.hands[E]), size))
        look = rng.random() < 0.5
        second = after(state, Exchange(seat=E, discards=discards), look=look)
        cards = tuple(second.hands[Y])
        brute = {Hand.of(chosen) for j in range(1, 9 - size) for chosen in combinations(cards, j)}
        listed = {a.discards for a in legal_actions(second) if isinstance(a, Exchange)}
        assert listed == brute


# -- B. the holdings of all 225,792,840 hands ----------------------------------------------------

ALL_HANDS = comb(32, 12)
# One suit of the 32-card pack: all 256 patterns of its eight ranks.
ROWS = [Hand(row << 1) for row in range(256)]


def longest(one: Hand) -> int:
    return max((size for size, _ in suit_runs(one.mask)), default=0)


def sequence_score(one: Hand) -> int:
    return sum(holding_score(RULES, EMPTY, held)[0] for held in sequence_holdings(one))


def hands_of_suits(counts: Counter[int]) -> int:
    """Return the number of hands of twelve from four suits, given the count by size of one suit."""
    total: Counter[int] = Counter({0: 1})
    for _ in SUITS:
        step: Counter[int] = Counter()
        for size, ways in total.items():
            for more, rows in counts.items():
                step[size + more] += ways * rows
        total = step
    return total[12]


def test_the_suit_table_by_longest_run_and_score() -> None:
    by_run = Counter(longest(row) for row in ROWS)
    assert [by_run[size] for size in range(9)] == [1, 54, 94, 59, 28, 12, 5, 2, 1]
    assert sum(map(sequence_score, ROWS)) == 616
    for row in ROWS:  # compare the classifier with the definition, pattern by pattern
        held = sequence_holdings(row)
        ranks = sorted(int(card.rank) for card in row)
        expected = {
            (top - bottom + 1, top)
            for bottom in ranks
            for top in ranks
            if top - bottom >= 2
            and set(range(bottom, top + 1)) <= set(ranks)
            and bottom - 1 not in ranks
            and top + 1 not in ranks
        }
        assert {(one.size, int(one.top)) for one in held} == expected
        assert all(one.cards(row) <= row for one in held)


def test_the_census_of_sequences() -> None:
    below = {
        most: hands_of_suits(Counter(len(row) for row in ROWS if longest(row) <= most))
        for most in range(2, 9)
    }
    assert below[8] == ALL_HANDS
    assert below[2] == 80400026, "hands without a sequence"
    exactly = {size: below[size] - below[size - 1] for size in range(3, 9)}
    assert exactly == {3: 98629730, 4: 35336570, 5: 9088848, 6: 1955130, 7: 340032, 8: 42504}
    # By linearity: each suit's score, times the ways to fill the hand from the other three suits.
    assert sum(4 * sequence_score(row) * comb(24, 12 - len(row)) for row in ROWS) == 711213360


def test_the_census_of_points() -> None:
    most = {size: comb(8, size) for size in range(9)}
    below = [
        hands_of_suits(Counter({size: ways for size, ways in most.items() if size <= top}))
        for top in range(9)
    ]
    assert sum(top * (below[top] - below[top - 1]) for top in range(1, 9)) == 1002690304


def test_the_census_of_sets() -> None:
    """Computed from `set_holdings` for the sixteen ways to hold one rank."""
    ranks = RULES.ranks("set.ranks").value
    score: Counter[int] = Counter()  # points by number of cards held
    without: Counter[int] = Counter()
    plain: Counter[int] = Counter()
    for chosen in range(16):
        for_rank = {}
        for rank in RANKS[1:]:
            mask = sum(1 << (suit * 9 + rank) for suit in SUITS if chosen >> suit & 1)
            held = set_holdings(Hand(mask), ranks)
            for_rank[rank] = sum(holding_score(RULES, EMPTY, one)[0] for one in held)
            assert bool(held) == (chosen.bit_count() >= 3 and rank in ranks)
        size = chosen.bit_count()
        plain[size] += 1
        score[size] += for_rank[ranks[0]]
        if not any(
            one.size == 4 for one in set_holdings(Hand(mask_of(chosen, int(ranks[0]))), ranks)
        ):
            without[size] += 1
    sum_of_scores = 5 * sum(points * comb(28, 12 - size) for size, points in score.items())
    assert sum_of_scores == 5 * (14 * comb(28, 8) + 4 * 3 * comb(28, 9)) == 631981350
    total: Counter[int] = Counter({0: 1})
    for table in [without] * 5 + [plain] * 3:
        step: Counter[int] = Counter()
        for size, ways in total.items():
            for more, rows in table.items():
                step[size + more] += ways * rows
        total = step
    assert ALL_HANDS - total[12] == 15434275, "hands with a quatorze"


def mask_of(chosen: int, rank: int) -> int:
    return sum(1 << (suit * 9 + rank) for suit in SUITS if chosen >> suit & 1)


def test_the_census_of_cartes_blanches() -> None:
    """V60, V61: one hand in 1,792, so one deal in 896: "about once in nine hundred deals"."""
    blank = hands_of_suits(Counter(len(row) for row in ROWS if is_blank(RULES, row)))
    assert blank == comb(20, 12) == 125970
    assert ALL_HANDS / blank == pytest.approx(1792, abs=1)
    # Twenty cards cannot contain two such hands, so the two chances add.
    assert ALL_HANDS / (2 * blank) == pytest.approx(896, abs=1)


def test_the_chances_the_book_gives_for_five_cards_of_twenty() -> None:
    """V62, V63: one named card, three to one against; one of four, about five to two on."""
    assert comb(20, 5) - comb(19, 5) == comb(20, 5) / 4
    missed = comb(16, 5)
    assert (comb(20, 5) - missed) / missed == pytest.approx(2.549, abs=0.001)


# -- C. lines of play ----------------------------------------------------------------------------

TABLES = {
    # The hands share no suit: nobody ever follows, and elder leads throughout.
    "no suit shared": (
        ("AKQJT9.AKQJT9..", "..AKQJT9.AKQJT9"),
        (12, 144, 1584, 17424),
        229442532802560000,  # 12! squared
    ),
    "tops against middles": (
        ("AKQ.AKQ.AKQ.AKQ", "JT9.JT9.JT9.JT9"),
        (12, 36, 396, 1116),
        620786073600,
    ),
}


def play_state(elder: str, younger: str) -> DealState:
    """Return the state at elder's first lead without declarations."""
    hands = (parse_hand(elder), parse_hand(younger))
    talon = tuple(pack(32) - hands[0] - hands[1])
    deal = Deal(elder=hands[0], younger=hands[1], talon=talon)
    return DealState(rules=RULES, deal=deal, phase=Phase.LEAD, hands=hands, talon=talon)


def perft(state: DealState, plies: int) -> int:
    actions = legal_actions(state)
    if plies == 1:
        return len(actions)
    return sum(perft(apply(state, action)[0], plies - 1) for action in actions)


@pytest.mark.parametrize("name", TABLES)
def test_play_perft(name: str) -> None:
    hands, counts, _ = TABLES[name]
    state = play_state(*hands)
    assert tuple(perft(state, plies) for plies in (1, 2, 3)) == counts[:3]
    # The fourth ply: the number of replies in each position after three.
    assert perft(state, 4) == counts[3]


@pytest.mark.parametrize("name", TABLES)
def test_depth_two_by_hand(name: str) -> None:
    """For each card led: the follower's cards of its suit, or all of them."""
    elder, younger = map(parse_hand, TABLES[name][0])
    assert TABLES[name][1][1] == sum(len(younger.suit(one.suit)) or 12 for one in elder)


# The second implementation. A suit is a string of owners from the highest card down, such as "eeeyyy".
# Neighbours with the same owner are equivalent, so it tries one card of each group and multiplies by the
# group's size.


def suits_of(elder: Hand, younger: Hand) -> tuple[str, ...]:
    return tuple(
        sorted(
            "".join(
                "e" if elder.mask >> (suit * 9 + rank) & 1 else "y"
                for rank in range(8, -1, -1)
                if (elder.mask | younger.mask) >> (suit * 9 + rank) & 1
            )
            for suit in SUITS
        )
    )


def groups(suit: str, owner: str) -> list[tuple[int, int]]:
    """Return (position, size) of each run of one owner's cards."""
    return [
        (i, len(suit[i:]) - len(suit[i:].lstrip(owner)))
        for i, one in enumerate(suit)
        if one == owner and (i == 0 or suit[i - 1] != owner)
    ]


def without(suit: str, place: int) -> str:
    return suit[:place] + suit[place + 1 :]


@cache
def lines(suits: tuple[str, ...], leader: str) -> int:
    """Return the number of complete lines of play."""
    if not any(suits):
        return 1
    other = "y" if leader == "e" else "e"
    total = 0
    for s, suit in enumerate(suits):
        for place, size in groups(suit, leader):
            follow = [s] if other in suit else range(len(suits))
            for t in follow:
                for answer, many in groups(suits[t], other):
                    rest = list(suits)
                    if s == t:
                        high, low = sorted((place, answer), reverse=True)
                        rest[s] = without(without(suit, high), low)
                    else:
                        rest[s], rest[t] = without(suit, place), without(suits[t], answer)
                    taken = other if s == t and answer < place else leader
                    total += size * many * lines(tuple(sorted(rest)), taken)
    return total


@pytest.mark.parametrize("name", TABLES)
def test_all_24_plies(name: str) -> None:
    assert lines(suits_of(*map(parse_hand, TABLES[name][0])), "e") == TABLES[name][2]


def test_both_methods_agree_on_random_endings() -> None:
    for seed in range(40):
        states, _, _ = random_deal(seed)
        left = 3 if seed % 4 else 4
        state = next(
            s
            for s in states
            if s.phase is Phase.LEAD and len(s.hands[0]) == len(s.hands[1]) == left
        )
        counted = lines(suits_of(*state.hands), state.leader.letter)
        assert perft(state, 2 * left - 1) == counted, "the last card of all is forced"


# -- E. the most that elder can score ------------------------------------------------------------


def test_170_is_the_most_without_a_carte_blanche_and_three_hands_make_it() -> None:
    """Everything good, repique, twelve tricks with the last, capot: the maximum over all hands.

    Two suits at a time: by the number held of each rank that makes sets, and by size, count the pairs of
    longest suit and sequence score; then join the halves.
    """
    ranks = sorted(RULES.ranks("set.ranks").value)
    trio, quatorze = RULES.number("set.trio").value, RULES.number("set.quatorze").value
    # A suit as (ranks held, one base-5 digit each; size; sequence score).
    rows = [
        (
            sum(5**i for i, rank in enumerate(ranks) if row.mask >> rank & 1),
            len(row),
            sequence_score(row),
        )
        for row in ROWS
    ]
    halves: dict[tuple[int, int], Counter[tuple[int, int]]] = {}
    for held, size, score in rows:
        for held2, size2, score2 in rows:
            half = halves.setdefault((held + held2, size + size2), Counter())
            half[max(size, size2), score + score2] += 1
    by_size: dict[int, list[tuple[int, Counter[tuple[int, int]]]]] = {}
    for (held, size), pairs in halves.items():
        by_size.setdefault(size, []).append((held, pairs))

    @cache
    def of_sets(held: int) -> int:
        total = 0
        while held:
            held, count = divmod(held, 5)
            total += {3: trio, 4: quatorze}.get(count, 0)
        return total

    # The best of each half, to skip hopeless pairs of halves.
    best, ways = 0, 0
    top = {
        size: [(held, max(p + s for p, s in pairs), pairs) for held, pairs in listed]
        for size, listed in by_size.items()
    }
    for size in range(13):
        for held, most, pairs in top.get(size, []):
            for held2, most2, pairs2 in top.get(12 - size, []):
                in_sets = of_sets(held + held2)
                if in_sets + most + most2 < best:
                    continue
                for (point, score), n in pairs.items():
                    for (point2, score2), m in pairs2.items():
                        value = in_sets + max(point, point2) + score + score2
                        if value > best:
                            best, ways = value, 0
                        if value == best:
                            ways += n * m
    assert (best, ways) == (57, 3)
    number = {id: RULES.number(id).value for id in ("repique.bonus", "capot.points")}
    assert best + number["repique.bonus"] + 12 + 1 + number["capot.points"] == 170


def test_a_sequence_is_three_to_eight_cards_for_3_4_15_16_17_18() -> None:
    """V24 and the book's second item: three, four, and ten more for five or more."""
    scores = [
        holding_score(RULES, EMPTY, SequenceHolding(SUITS[0], size, RANKS[8]))[0]
        for size in range(3, 9)
    ]
    assert scores == [3, 4, 15, 16, 17, 18]
