"""The 43 numbers of the sources' own examples, computed by the engine.

Their ids are those of the rule audit. A number that a book only implies is marked. Two of the Penguin's
examples are sums that no hand can hold, and the engine agrees.
"""

import random
from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import combinations, product
from math import comb

import pytest
from random_play import AB, E, Y, named, read
from rule_set_games import BOOKS, Board

from piquet_core.cards.cards import (
    EMPTY,
    SUITS,
    Hand,
    Rank,
    Suit,
    card,
    format_hand,
    pack,
    parse_hand,
)
from piquet_core.cards.combinations import (
    Holding,
    PointHolding,
    SequenceHolding,
    SetHolding,
    suit_runs,
)
from piquet_core.cards.seat import Seat
from piquet_core.engine.actions import Look
from piquet_core.engine.events import Looked, Scored, tally
from piquet_core.engine.game import PlayedDeal, settle_partie
from piquet_core.engine.holdings import best_holding
from piquet_core.engine.state import shuffled_deal
from piquet_core.replay.replay import replay_record
from piquet_core.replay.steps import Replay
from piquet_core.rules.strategies import (
    holding_score,
    is_blank,
    key_function,
    point_pips,
    rounded_tens,
)

LITTLE, OLD, DENEXA, PENGUIN, HOYLE = (
    BOOKS[name] for name in ("little", "old36", "denexa", "penguin", "hoyle1909")
)


@cache
def ab() -> Replay:
    return replay_record(read(AB))


@cache
def record(name: str) -> Replay:
    return replay_record(read(named(name)))


def sequence(size: int, top: Rank = Rank.ACE) -> SequenceHolding:
    return SequenceHolding(Suit.SPADES, size, top)


def scored(played: Replay, step: str) -> list[int]:
    return [event.points for event in played.step(step).events if isinstance(event, Scored)]


def row_pips(name: str) -> dict[int, set[int]]:
    """Return the possible totals of a suit's pips, by the number of cards."""
    rules = BOOKS[name]
    ranks = rules.ranks("pack.ranks").value
    found: dict[int, set[int]] = {}
    for size in range(1, len(ranks) + 1):
        for chosen in combinations(ranks, size):
            hand = Hand.of(card(Suit.SPADES, rank) for rank in chosen)
            pips = point_pips(rules, hand, PointHolding(Suit.SPADES, size))
            found.setdefault(size, set()).add(pips)
    return found


def longer_suit_need_not_win(name: str) -> list[int]:
    """Return the lengths whose best total reaches the worst total of one card more."""
    totals = row_pips(name)
    return [n for n in totals if n + 1 in totals and max(totals[n]) >= min(totals[n + 1])]


def blank_cards(name: str) -> list[int]:
    rules = BOOKS[name]
    whole = pack(rules.number("pack.size").value)
    cards = sum(is_blank(rules, Hand.of([one])) for one in whole)
    return [cards, cards // rules.number("deal.hand").value]


def thirty_or_more(elder: str, younger: str, said: str, count: str) -> int:
    """Return elder's total after counting a hand with a repique."""
    board = Board.calling(LITTLE, elder, younger)
    board.say(said)
    return tally(board.say(count))[0]


def partie(name: str, first: int, second: int) -> int:
    """Return the settlement of a partie with these totals."""
    lumps = [
        Scored(seat=seat, points=points, rule="play.lead", reckon="play", cards=EMPTY)
        for seat, points in ((E, first), (Y, second))
    ]
    deals = [PlayedDeal(elder=0, events=tuple(lumps))]
    deals += [PlayedDeal(elder=n % 2, events=()) for n in range(1, 6)]
    settled = settle_partie(BOOKS[name], deals)
    assert settled is not None
    return settled.points


def cards_that_elder_left() -> int:
    board = Board(DENEXA, shuffled_deal(DENEXA, random.Random(5)))
    board.exchange(format_hand(Hand.of(tuple(board.state.hands[E])[:3])))
    (looked,) = board.act(Look(seat=E, look=True))
    assert isinstance(looked, Looked)
    return looked.count


def younger_of_penguin() -> list[int]:
    """Two quatorzes and a trio; the points are equal and nobody has a sequence."""
    board = Board.calling(PENGUIN, "AJ9.J97.A98.A87", "KQT.KQT.KQ7.KQT")
    board.say("3S equal equal none good 3A not-good")
    board.lead("SA")
    board.say("4K 4Q 3T")
    assert board.state.score[E] == 0
    points = [one.points for one in board.scored() if one.seat is Y]
    return [sum(points[:-1]), sum(points)]


def penguin_holdings() -> list[int]:
    """Seven, a quint, a quart, a tierce and a trio: a sum of holdings that no hand has (see V70)."""
    held: list[Holding] = [
        PointHolding(Suit.SPADES, 7),
        sequence(5),
        sequence(4),
        sequence(3),
        SetHolding(Rank.ACE, 3),
    ]
    total = sum(holding_score(PENGUIN, EMPTY, one)[0] for one in held)
    assert total >= PENGUIN.number("repique.threshold").value
    return [total, total + PENGUIN.number("repique.bonus").value]


def hand_of_the_92() -> bool:
    """Return whether a hand has a point of seven, a quint, a quart, a tierce and a trio.

    The sequences make twelve cards, so every card is in one; a suit of seven leaves at most one other suit.
    The search tries every pattern of a suit that consists of such sequences.
    """
    rows = [
        Hand(row)
        for row in range(0, 512, 2)
        if all(size in (3, 4, 5) for size, _ in suit_runs(row))
    ]
    for chosen in product(rows, repeat=4):
        if sum(map(len, chosen)) != 12 or max(map(len, chosen)) != 7:
            continue
        sizes = sorted(size for row in chosen for size, _ in suit_runs(row.mask))
        ranks = Counter(one.rank for row in chosen for one in row)
        if sizes == [3, 4, 5] and max(ranks[rank] for rank in PENGUIN.ranks("set.ranks").value) > 2:
            return True
    return False


def equal_sequences_beside_the_sets() -> int:
    """Count younger's hands of two quatorzes and a trio whose best sequence elder can equal."""
    ranks = PENGUIN.ranks("set.ranks").value
    whole, found = pack(32), 0
    for fours in combinations(ranks, 2):
        for three in set(ranks) - set(fours):
            for missing in SUITS:
                held = [card(suit, rank) for rank in fours for suit in SUITS]
                held += [card(suit, three) for suit in SUITS if suit is not missing]
                for odd in whole - Hand.of(held):
                    hand = Hand.of([*held, odd])
                    found += elder_can_equal(hand, whole - hand)
    return found


def elder_can_equal(younger: Hand, left: Hand) -> bool:
    one = best_holding(PENGUIN, younger, "sequence")
    if not isinstance(one, SequenceHolding):
        return False
    return any(SequenceHolding(suit, one.size, one.top).cards(left) <= left for suit in SUITS)


def younger_of_little() -> list[int]:
    """Return both totals after the seventh trick, if elder calls nothing and leads a seven.

    Younger's five, fifteen and three and seven counting cards are thirty to nothing. Read literally, this
    book gives a pique; the sum here omits the bonus.
    """
    board = Board.calling(LITTLE, "987.KQJ8.KQJ.KQ", "AKQJT.A97.A97.7")
    board.say("none not-good none not-good none not-good")
    board.lead("S7")
    board.say("5S 5AS 3A")
    board.lines("ST SA S8 SK S9 SQ CQ SJ CK HA H8 DA DJ")
    bonus = board.points("pique.bonus")
    assert bonus == [30]
    assert len(board.state.taken) == 7
    return [board.state.score[Y] - sum(bonus), board.state.score[E]]


def capot_and_cards() -> int:
    played = replay_record(read(named("hoyle1909-170")), DENEXA, adapt=True)
    return sum(e.points for e in played.events if isinstance(e, Scored) and e.reckon == "cards")


def counting_lead() -> int:
    """Sixteen declared, and a counting card led."""
    board = Board.calling(LITTLE, "KQJT98.A87.A97.", ".KQJT.KQJT.AKQJ")
    board.say("none not-good 6KS good none not-good")
    board.say("6KS")
    assert board.state.score == (16, 0)
    board.lead("SK")
    return board.state.score[E]


def running(seat: Seat) -> list[int]:
    """Return a player's total after each trick, before the point for the last."""
    counts = []
    for number in range(1, 13):
        ids = [step.id for step in ab().steps if step.id[:-1] == f"t{number}"]
        counts.append(ab().step(ids[-1]).score[seat])
    return counts


def hands_of_the_example() -> list[list[str]]:
    hands = ab().step("xy").state.hands
    return [sorted(one.rank.letter + one.suit.letter for one in hand) for hand in hands]


def odds(missed: int, ways: int) -> float:
    """Return the odds against (or on) an event that happens in all but ``missed`` of ``ways``."""
    return max(missed, ways - missed) / min(missed, ways - missed)


def chance_of_blank(hands: int) -> int:
    return int(comb(32, 12) / (hands * comb(20, 12)))


def tops(rule: str) -> int:
    return sum(
        e.points for e in record("hoyle1909-170").events if isinstance(e, Scored) and e.rule == rule
    )


SETS_OF_LITTLE = (SetHolding(Rank.ACE, 4), SetHolding(Rank.KING, 4), SetHolding(Rank.KING, 3))
FOURTEEN, _, THREE = (holding_score(LITTLE, EMPTY, one)[0] for one in SETS_OF_LITTLE)
VECTORS: dict[str, tuple[Callable[[], object], object]] = {
    "V01": (
        lambda: point_pips(LITTLE, parse_hand("AQ97..."), PointHolding(Suit.SPADES, 4)),
        37,
    ),
    "V02": (lambda: [rounded_tens(pips) for pips in range(30, 35)], [3, 3, 3, 3, 3]),
    "V03": (lambda: [rounded_tens(pips) for pips in range(35, 40)], [4, 4, 4, 4, 4]),
    "V04": (
        lambda: holding_score(LITTLE, parse_hand("KQT97..."), PointHolding(Suit.SPADES, 5))[0],
        5,  # forty-six pips; the book has only the announcement
    ),
    "V05": (
        lambda: [
            sum(holding_score(LITTLE, EMPTY, one)[0] for one in (sequence(5), sequence(3))),
            2 * FOURTEEN,
            FOURTEEN + THREE,
        ],
        [18, 28, 17],
    ),
    "V08": (counting_lead, 17),
    "V09": (
        lambda: [
            thirty_or_more(
                "AKQJT98.AK.AK.7",
                "7.QJT9.QJT9.KQJ",
                "7S good 7AS good 3A good",
                "7S 7AS 3A 3K",
            ),
            thirty_or_more(
                "AKQJT98.JT98.J.",
                "7.AKQ7.AKQ.AKQ7",
                "7S good 7AS good 3J good",
                "7S 7AS 4JH 3J",
            ),
            thirty_or_more(
                "AKQJT987.AKQ.A.",
                ".JT98.JT98.JT98",
                "8S good 8AS good 3A good",
                "8S 8AS 3AH 3A",
            ),
        ],
        [90, 91, 92],
    ),
    "V10": (lambda: record("pique-at-first-lead").step("t1e").score[E], 60),
    "V11": (lambda: holding_score(OLD, EMPTY, sequence(9))[0], 19),
    "V12": (
        lambda: (
            key_function(LITTLE, "sequence")(LITTLE, EMPTY, sequence(3, Rank.TEN))
            < key_function(LITTLE, "sequence")(LITTLE, EMPTY, sequence(3, Rank.JACK))
        ),
        True,
    ),
    "V13": (lambda: blank_cards("little"), [20, 1]),
    "V14": (lambda: blank_cards("old36"), [24, 2]),
    "V15": (
        lambda: [
            rules.number("deal.talon").value - rules.number("exchange.elder-max").value
            for rules in (LITTLE, OLD)
        ],
        [3, 4],
    ),
    "V17": (lambda: longer_suit_need_not_win("little"), []),
    "V18": (lambda: longer_suit_need_not_win("old36"), [2, 3, 4, 5, 6]),
    "V19": (
        lambda: {
            size: sorted(pips for pips in totals if rounded_tens(pips) != size)
            for size, totals in row_pips("little").items()
            if size > 2
        },
        {3: [24], 4: [34], 5: [44], 6: [54], 7: [64], 8: []},
    ),
    "V20": (lambda: partie("denexa", 128, 119), 109),
    "V21": (lambda: partie("denexa", 117, 96), 313),
    "V22": (capot_and_cards, 40),
    "V23": (cards_that_elder_left, 2),
    "V24": (
        lambda: [holding_score(DENEXA, EMPTY, sequence(size))[0] for size in range(4, 9)],
        [4, 15, 16, 17, 18],
    ),
    "V30": (penguin_holdings, [32, 92]),
    "V31": (younger_of_penguin, [31, 91]),  # the book stops at thirty-one
    "V40": (lambda: len(ab().steps[0].state.deal.elder), 12),
    "V41": (lambda: ab().step("ce").score[E], 24),
    "V42": (lambda: ab().step("cy").score[Y], 17),
    "V43": (lambda: sum(scored(record("hoyle1909-94"), "ce")[:-1]), 34),
    "V44": (lambda: record("hoyle1909-94").step("ce").score[E], 94),
    "V45": (lambda: partie("hoyle1909", 120, 102), 118),
    "V46": (lambda: partie("hoyle1909", 120, 98), 318),
    "V47": (
        hands_of_the_example,
        [
            ["7D", "8D", "9C", "9D", "AD", "AH", "AS", "JC", "JD", "KH", "TC", "TD"],
            ["8C", "AC", "JH", "JS", "KC", "KD", "KS", "QC", "QD", "QH", "QS", "TH"],
        ],
    ),
    "V48": (lambda: running(E), [25, 26, 26, 26, 26, 26, 27, 28, 29, 30, 31, 32]),
    "V49": (lambda: running(Y), [17, 18, 19, 20, 21, 22, 23, 23, 23, 23, 23, 23]),
    "V50": (lambda: [*ab().steps[-1].score, *ab().steps[-1].state.tricks], [43, 23, 7, 5]),
    "V51": (lambda: tops("point.score") + tops("sequence.scores") + tops("set.quatorze"), 57),
    "V52": (lambda: record("hoyle1909-170").steps[-1].score[E], 170),
    "V60": (lambda: chance_of_blank(1), 1792),
    "V61": (lambda: chance_of_blank(2), 896),
    "V62": (lambda: odds(comb(19, 5), comb(20, 5)), 3),
    "V63": (lambda: round(odds(comb(16, 5), comb(20, 5)), 1), 2.5),
    "V70": (hand_of_the_92, False),
    "V71": (equal_sequences_beside_the_sets, 0),
    "V72": (younger_of_little, [30, 0]),
}


def test_there_are_forty_three() -> None:
    assert len(VECTORS) == 43


@pytest.mark.parametrize("id", VECTORS)
def test_a_number_of_the_sources(id: str) -> None:
    compute, expected = VECTORS[id]
    assert compute() == expected
