"""Summary of a finished game: the deciding deal, and the chart with its two lines."""

import random
import re
from collections.abc import Sequence
from itertools import pairwise

import pytest

from piquet_core.cards.cards import EMPTY
from piquet_core.cards.seat import Seat
from piquet_core.engine.events import Scored
from piquet_core.engine.game import PlayedDeal, settle_hundred, settle_partie
from piquet_core.players import RandomPlayer, turn_of
from piquet_core.replay.what_if import move_of
from piquet_core.rules import load_ruleset, ruleset_ids
from piquet_core.sessions import PERSON, Session, move, next_deal, start_game
from piquet_core.sessions.game_summary import GameSummary, summarise_game
from piquet_core.sessions.session import forms
from piquet_core.views.table.deal_result import finished_game, why_won, winner_text
from piquet_core.views.table.game_chart import HEIGHT, WIDTH, deciding_factor, render_game_chart
from piquet_core.wording.player_names import PlayerNames

YOU = PlayerNames(("You", "Ben"), Seat.ELDER)
BOTH = PlayerNames(("Ann", "Ben"))


def deal(first: int, second: int, *, elder: int = 0, rule: str = "play.lead") -> PlayedDeal:
    """Return a deal with these scores, the first player's under one rule."""
    events = tuple(
        Scored(seat=Seat(player != elder), points=points, rule=by, reckon="play", cards=EMPTY)
        for player, points, by in ((0, first, rule), (1, second, "play.lead"))
    )
    return PlayedDeal(elder=elder, events=events)


def partie(*scores: tuple[int, int], rule: str = "play.lead") -> GameSummary:
    """Return a partie of six deals by Cavendish, with the Rubicon at a hundred."""
    rules = load_ruleset("cavendish")
    deals = [deal(*score, elder=at % 2, rule=rule) for at, score in enumerate(scores)]
    found = summarise_game(rules, "rubicon", deals, settle_partie(rules, deals))
    assert found is not None
    return found


def test_the_deal_that_decided_is_the_last_before_which_the_winner_was_not_ahead() -> None:
    """Sums by hand: 20-30, 60-50, 60-80, 110-90, 130-110, 150-115."""
    found = partie((20, 30), (40, 20), (0, 30), (50, 10), (20, 20), (20, 5))
    assert found.totals[-1] == (150, 115)
    assert found.turning == 3
    assert (
        deciding_factor(found, YOU) == "Deal 4 decided it, 50 to 10: before it Ben was ahead by 20."
    )
    assert (
        deciding_factor(found, BOTH)
        == "Deal 4 decided it, 50 to 10: before it Ben was ahead by 20."
    )


def test_a_stroke_and_a_missed_rubicon_are_named() -> None:
    """Level at 30; Ben ends at 60, forty short of a hundred."""
    found = partie((30, 30), (60, 6), (10, 6), (10, 6), (10, 6), (10, 6), rule="repique.bonus")
    assert deciding_factor(found, BOTH) == (
        "Deal 2 decided it, 60 to 6, with a repique: before it the two were level. "
        "Ben missed the Rubicon by 40."
    )


def test_whoever_led_all_the_way_is_told_the_richest_deal() -> None:
    found = partie((30, 10), (20, 30), (70, 20), (10, 20), (10, 20), (10, 20), rule="cards.points")
    assert deciding_factor(found, YOU) == (
        "You were ahead after every deal; deal 3 brought most, 70 to 20, with the cards."
    )


def test_the_deal_that_brought_most_did_not_decide_what_was_decided_before_it() -> None:
    """Level at 44 after two deals, three ahead after the third; the last brings 71 more."""
    found = partie((22, 29), (22, 15), (23, 20), (31, 13), (25, 41), (76, 5), rule="pique.bonus")
    assert (found.turning, found.richest) == (2, 5)
    assert deciding_factor(found, BOTH) == (
        "Ann was ahead from deal 3 on; deal 6 brought most, 76 to 5, with a pique."
    )


def test_you_are_told_what_you_missed() -> None:
    found = partie((5, 30), (5, 30), (5, 30), (5, 30), (5, 30), (5, 30))
    assert deciding_factor(found, YOU) == (
        "Ben was ahead after every deal; deal 1 brought most, 30 to 5. You missed the Rubicon by 70."
    )


@pytest.mark.parametrize(
    ("scores", "said"),
    [
        (
            [(40, 20), (45, 50), (20, 25)],
            "Before deal 3 you needed 15, Ben 30; Ben ended 30 short.",
        ),
        ([(101, 7)], "One deal was enough, 101 to 7; Ben ended 100 short."),
    ],
)
def test_a_hundred_up_says_what_was_needed(scores: Sequence[tuple[int, int]], said: str) -> None:
    """By Hoyle 1909, the first player to reach a hundred wins; here you count first, and Ben stops."""
    rules = load_ruleset("hoyle1909")
    deals = [deal(*score) for score in scores]
    found = summarise_game(rules, "hundred-up", deals, settle_hundred(rules, deals))
    assert found is not None
    assert deciding_factor(found, YOU) == said


def test_a_game_that_nobody_has_won_has_no_course() -> None:
    rules = load_ruleset("cavendish")
    assert summarise_game(rules, "rubicon", [deal(20, 10)], None) is None
    assert summarise_game(rules, "deal", [deal(20, 10)], None) is None


# -- the picture ---------------------------------------------------------------------------------


def points(drawn: str) -> list[list[tuple[float, float]]]:
    """Return the points of the two lines, as drawn."""
    return [
        [(float(x), float(y)) for x, y in (one.split(",") for one in line.split())]
        for line in re.findall(r'points="([^"]+)"', drawn)
    ]


def test_the_lines_rise_with_the_totals_and_cross_the_goal_where_it_is_reached() -> None:
    found = partie((20, 30), (40, 20), (0, 30), (50, 10), (20, 20), (20, 5))
    drawn = render_game_chart(found, BOTH)
    goal = float(re.search(r'class="pq-course-goal"[^>]* y1="([\d.]+)"', drawn)[1])  # type: ignore[index]
    for player, line in enumerate(points(drawn)):
        totals = [one[player] for one in found.totals]
        assert len(line) == len(totals) == 7
        for (x, y), total in zip(line, totals, strict=True):
            assert 0 <= x <= WIDTH
            assert 0 <= y <= HEIGHT
            assert (y <= goal + 0.05) == (total >= found.goal)
        heights = [y for _, y in line]
        assert heights == sorted(heights, reverse=True)
    assert drawn.count("<circle") == drawn.count("<rect") == 7  # six deals and the key
    assert "Ann: 20, 60, 60, 110, 130, 150. Ben: 30, 50, 80, 90, 110, 115." in drawn
    assert "the Rubicon, 100" in drawn
    assert "style" not in drawn


def test_totals_that_end_close_to_one_another_are_written_apart() -> None:
    """With lines of 20 pixels, numbers closer than that would overlap."""
    found = partie((20, 20), (20, 20), (20, 20), (20, 20), (20, 20), (21, 20))
    ends = re.findall(
        r'<text class="pq-course-total[^"]*" x="[\d.]+" y="([\d.]+)"',
        render_game_chart(found, BOTH),
    )
    assert abs(float(ends[0]) - float(ends[1])) >= 20 - 0.1
    assert float(ends[0]) < float(ends[1])  # the greater stands higher


@pytest.mark.parametrize("seed", range(40))
def test_no_line_comes_through_the_words_for_the_goal(seed: int) -> None:
    """Covers players who pass the goal in the first deal or fall below zero; a letter is 8 wide and 14 high."""
    lots = random.Random(seed)
    scores = [(lots.randrange(-10, 170), lots.randrange(0, 170)) for _ in range(6)]
    if seed % 2:
        scores[0] = (lots.randrange(100, 170), 5)
    drawn = render_game_chart(partie(*scores), YOU)
    words = re.search(
        r'<text class="pq-course-goal" x="([\d.]+)" y="([\d.]+)">The Rubicon, 100<', drawn
    )
    assert words
    left, foot = map(float, words.groups())
    right = left + 8 * len("The Rubicon, 100")
    assert 0 <= left < right <= WIDTH
    for line in points(drawn):
        for (x0, y0), (x1, y1) in pairwise(line):
            for part in range(101):
                x, y = x0 + (x1 - x0) * part / 100, y0 + (y1 - y0) * part / 100
                assert not (left < x < right and foot - 14 < y < foot + 4), (x, y)


def test_a_long_game_has_as_many_numbers_as_fit() -> None:
    rules = load_ruleset("hoyle1909")
    deals = [deal(3, 2) for _ in range(34)]
    found = summarise_game(rules, "hundred-up", deals, settle_hundred(rules, deals))
    assert found is not None
    assert 6 <= render_game_chart(found, BOTH).count("pq-course-deal") <= 12


# -- at the table --------------------------------------------------------------------------------


def finished(id: str, form: str) -> Session:
    session, player = (
        start_game(load_ruleset(id), form, seed=f"course-{id}"),
        RandomPlayer(random.Random(21)),
    )
    while True:
        while not session.deal_is_over:
            state = session.table.state
            session = move(session, move_of(state, player.choose(turn_of(state))))
        if session.is_over:
            return session
        session = next_deal(session)


ALL = [(id, form) for id in ruleset_ids() for form in forms(load_ruleset(id)) if form != "deal"]


@pytest.mark.parametrize(("id", "form"), ALL)
def test_every_game_is_told_with_its_totals_and_the_numbers_of_its_deals(
    id: str, form: str
) -> None:
    session = finished(id, form)
    found = finished_game(session)
    settled = session.settlement
    if settled is None:  # a draw
        assert found is None
        assert why_won(session) == ""
        return
    assert found is not None
    assert found.totals[-1] == settled.totals
    tables = [*session.played, session.table]
    assert [tables[number - 1].is_void for number in found.numbers] == [False] * len(found.deals)
    high, low = max(settled.totals), min(settled.totals)
    assert winner_text(session).endswith(f", {high} to {low}")
    assert winner_text(session).startswith("You win" if settled.winner == PERSON else "Thumb wins")
    said = why_won(session)
    assert ("missed the Rubicon" in said) == (form == "rubicon" and settled.rubiconed)
    assert said.endswith(".")
    lead = [one[settled.winner] - one[1 - settled.winner] for one in found.totals]
    assert lead[found.turning] <= 0 < min(lead[found.turning + 1 :])
