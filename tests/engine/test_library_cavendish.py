"""The deals of Cavendish's treatise, with every total that he prints.

His positions give both hands after the exchange, and one player's discard.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from random_play import ROOT, E, Y, read

from piquet_core.cards.cards import Hand, format_hand
from piquet_core.cards.seat import Seat
from piquet_core.engine.actions import Exchange
from piquet_core.engine.events import Scored
from piquet_core.notation import CardMark, dumps, loads
from piquet_core.replay.replay import replay_record
from piquet_core.replay.steps import Replay, Step
from piquet_core.rules import load_ruleset
from piquet_core.rules.strategies import settle_rubicon

DEALS = ROOT / "docs" / "deals"
FILES = sorted(DEALS.glob("cavendish-*.piquet"))


def path(name: str) -> Path:
    return DEALS / f"cavendish-{name}.piquet"


def replay(name: str) -> Replay:
    return replay_record(read(path(name)))


def asserted(replay: Replay) -> list[tuple[str, Seat, int]]:
    return [(step.id, check.seat, check.printed) for step in replay.steps for check in step.checks]


def scored(step: Step) -> list[int]:
    return [event.points for event in step.events if isinstance(event, Scored)]


def after_the_exchange(replay: Replay) -> list[str]:
    return [format_hand(hand) for hand in replay.step("xy").state.hands]


def laid_out(replay: Replay, seat: Seat) -> str:
    action = replay.step("xe" if seat is E else "xy").action
    assert isinstance(action, Exchange)
    return format_hand(action.discards)


def endings(replay: Replay, step: str) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Return the tricks and the final score of each variation that starts at a step."""
    last = [branch.steps[-1].state for branch in replay.step(step).branches]
    return [(tuple(state.tricks), tuple(state.score)) for state in last]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_record_holds_to_its_end_and_is_written_canonically(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    record = loads(text, file.name)
    assert dumps(record) == text
    whole = replay_record(record)
    assert whole.findings == ()
    assert whole.steps[-1].id == "result"


# -- the complete example ---------------------------------------------------------------------------


def test_the_learners_deal_has_every_total_that_is_printed_and_no_other() -> None:
    """The "Example" at the end of the description of the game, in spoken order."""
    assert asserted(replay("example")) == [
        ("ce", E, 9),  # five and four
        ("t1e", E, 10),
        ("cy", Y, 17),  # fourteen by tens and three queens
        ("t2e", E, 11),
        ("t3e", E, 12),
        ("t4e", E, 13),
        ("t5e", E, 14),
        ("t5y", Y, 17),  # repeated after the hearts
        ("t6e", E, 15),
        ("t6y", Y, 18),
        ("t7y", Y, 19),
        ("t8y", Y, 20),
        ("t9y", Y, 21),
        ("t10y", Y, 22),
        ("t10e", E, 15),  # repeated after the clubs
        ("t11y", Y, 23),
        ("t11e", E, 16),
        ("last", E, 18),  # the lead and the last trick together
        ("cards", E, 28),
        ("result", E, 28),
        ("result", Y, 23),
    ]


def test_the_learners_deal_counts_point_and_quart_against_tens_and_queens() -> None:
    deal = replay("example")
    assert scored(deal.step("ce")) == [5, 4]
    assert scored(deal.step("cy")) == [14, 3]
    assert deal.steps[-1].state.tricks == (7, 5)


def test_in_the_learners_deal_a_spade_too_early_divides_the_cards() -> None:
    """Computed, not printed: six tricks each, so neither scores for the cards."""
    assert endings(replay("example"), "t6e") == [((6, 6), (17, 24))]


# -- the positions ----------------------------------------------------------------------------------

# Both hands as in the diagrams, and the printed discard of one player.
POSITIONS = [
    ("p1", "AQJ.KQ.AKQ.J987", "KT.AT8.JT9.AKQT", Y, "7..87."),
    ("p2", "AQJ.QJT98.A.KJ9", "T.AK.KJT8.AQT87", Y, "87.7.."),
    ("p5", "KQT98.KQ.AQ8.Q7", "AJ.A.KJT97.AKJT", Y, "7.T8.."),
    ("p8", "A97.KQJT.AQJ.Q9", "KQ.A7.KT97.AKJT", E, "JT8...87"),
    ("p16", "AQ7.AK87.AQ.AK7", "KJT.QJT9.KJ.QJT", E, "98..T.98"),
    ("p18", "AK.AK.AKQ7.AKT8", "QJT9.QJ98..QJ97", E, "87.T7.9."),
    ("s3", "AKQ9.AKJT87..AQ", "JT..AKQT98.KJT8", E, "7..J7.97"),
]


@pytest.mark.parametrize(("name", "elder", "younger", "seat", "discard"), POSITIONS)
def test_the_hands_after_the_exchange_and_the_discard_are_those_printed(
    name: str, elder: str, younger: str, seat: Seat, discard: str
) -> None:
    deal = replay(name)
    assert after_the_exchange(deal) == [elder, younger]
    assert laid_out(deal, seat) == discard


@pytest.mark.parametrize(("name", "seat"), [(one[0], one[3]) for one in POSITIONS])
def test_of_the_deal_only_the_printed_discard_is_unmarked(name: str, seat: Seat) -> None:
    """The book shows the hands after the exchange; the dealt cards are our choice."""
    record = read(path(name))
    dealt = [*record.elder, *record.younger, *record.talon]
    plain = Hand.of([one.card for one in dealt if one.mark is CardMark.STATED and one.card])
    assert format_hand(plain) == laid_out(replay(name), seat)


PRINTED = {
    "p1": [],
    "p2": [("t3e", E, 26)],  # in hand and in play, after three spades
    "p5": [],
    "p8": [],
    # 77 less the initial 63; 14 and 13 in play, 11 (4 + 4 + 3) and 10; 77 + 13 + 10 = 100
    "p16": [("ce", E, 14), ("last", E, 27), ("last", Y, 21), ("cards", E, 37)],
    # 17 in hand, 13 in play, 40; B's quart and point, four each
    "p18": [("ce", E, 17), ("last", E, 30), ("cards", E, 70), ("result", E, 70), ("result", Y, 8)],
    "s3": [],
}


@pytest.mark.parametrize("name", PRINTED)
def test_a_position_asserts_the_totals_that_its_example_prints(name: str) -> None:
    assert asserted(replay(name)) == PRINTED[name]


# Tricks of elder and younger: "divides" is six each, "wins the cards" seven or more.
TRICKS = {"p1": (6, 6), "p2": (6, 6), "p5": (5, 7), "p8": (6, 6), "s3": (12, 0)}


@pytest.mark.parametrize("name", TRICKS)
def test_the_tricks_are_those_that_the_example_promises(name: str) -> None:
    assert replay(name).steps[-1].state.tricks == TRICKS[name]


WARNINGS = [
    ("p1", "t6y", (7, 5)),  # the tierce major first loses B the cards
    ("p5", "t5e", (5, 7)),  # the queen thrown and the low spade kept: A loses the cards
    ("p5", "t6y", (6, 6)),  # the ace of hearts kept: B only divides
    ("p8", "t5e", (5, 7)),  # the nine of spades thrown: A loses the cards
    ("p16", "t1e", (7, 5)),  # aces and kings first: as many tricks
    ("p16", "t9y", (7, 5)),  # a diamond instead of a spade: as many tricks
    ("s3", "t10y", (11, 1)),  # the clubs kept: one trick
]


@pytest.mark.parametrize(("name", "step", "tricks"), WARNINGS)
def test_the_other_lines_of_the_book_end_as_it_says(
    name: str, step: str, tricks: tuple[int, int]
) -> None:
    assert [one[0] for one in endings(replay(name), step)] == [tricks]


def test_in_and_out_play_is_worth_four_points_to_each() -> None:
    """Example XVI: A thirteen and B ten, or nine and six; in hand they have 14 and 11."""
    deal = replay("p16")
    assert scored(deal.step("ce")) == [14]
    assert scored(deal.step("cy")) == [4, 4, 3]
    assert tuple(deal.step("last").score) == (14 + 13, 11 + 10)
    assert tuple(deal.steps[-1].score) == (14 + 13 + 10, 11 + 10)
    assert [one[1] for one in endings(deal, "t1e")] == [(14 + 9 + 10, 11 + 6)]
    assert [one[1] for one in endings(deal, "t9y")] == [(14 + 13 + 10, 11 + 10)]


def test_the_seven_of_spades_too_late_is_one_point_short() -> None:
    """Example XVI says that A fails; by our computation A has 99, one point short."""
    [(_, score)] = endings(replay("p16"), "t6e")
    assert 63 + score[E] == 99


def test_the_capot_makes_113_to_98_and_a_rubicon_of_311() -> None:
    """Example XVIII, with 43 and 90 before the deal; a rubicon is the sum and a hundred."""
    end = replay("p18").steps[-1]
    assert end.state.tricks == (12, 0)
    totals = (43 + end.score[E], 90 + end.score[Y])
    assert totals == (113, 98)
    rules = load_ruleset("cavendish")
    line, bonus = rules.number("rubicon.line").value, rules.number("rubicon.bonus").value
    assert settle_rubicon(*totals, line, bonus) == 311


def test_with_the_clubs_kept_the_rubicon_is_the_other_players() -> None:
    """Computed, not printed: B wins a trick with the queen and passes the hundred."""
    [(tricks, score)] = endings(replay("p18"), "t4y")
    assert tricks == (10, 2)
    assert (43 + score[E], 90 + score[Y]) == (81, 101)
