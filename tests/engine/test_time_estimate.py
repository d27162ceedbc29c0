"""Estimates of a beginner's time: the terms, and their monotony."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from piquet_core.cards.seat import Seat
from piquet_core.exercises import find_exercise, new_exercise
from piquet_core.exercises.time_estimate import (
    MISSES,
    SECONDS_A_TAP,
    SECONDS_A_THOUGHT,
    count_considerations,
    count_taps,
    deal_seconds,
    exercise_seconds,
    reading_seconds,
    replay_seconds,
    time_words,
)
from piquet_core.notation import loads
from piquet_core.replay.replay import replay_record
from piquet_core.rules import find_ruleset

RULES = find_ruleset("hoyle1909")
RECORD = Path(__file__).parents[2] / "docs/deals/hoyle1909-ab.piquet"
HAND = "32-XY8BPT54XW5N-D/hands"


@pytest.mark.parametrize(
    ("name", "answer", "expected"),
    [
        # The controls of the page; tests/browser/test_lessons.py answers in the same way.
        ("tap.suit", "DJ+DT+D9", 3 + 1),  # the cards, and the button
        ("tap.sets", "none", 1),  # a button
        ("number.hand", "24", 1 + 2 + 1),  # the field, two digits, the button
        ("reply.point", "good", 1),  # the word is the answer
        ("mark.other", "SA=certain+SK=possible+SQ=certain", 3 + 1),
    ],
)
def test_taps_are_those_of_the_page_and_the_one_that_leads_on(
    name: str, answer: str, expected: int
) -> None:
    posed = new_exercise(name, RULES, random.Random(1)).posed
    assert count_taps(posed, answer) == expected + 1


def test_a_row_is_moved_a_place_at_a_time() -> None:
    posed = new_exercise("order.runs", RULES, random.Random(1)).posed
    given = [option.value for option in posed.options]
    assert count_taps(posed, ">".join(given)) == 0 + 1 + 1
    assert count_taps(posed, ">".join([given[1], given[0], *given[2:]])) == 1 + 1 + 1
    pairs = len(given) * (len(given) - 1) // 2  # each of them has the wrong order
    assert count_taps(posed, ">".join(reversed(given))) == pairs + 1 + 1


def test_every_card_and_every_choice_is_a_thought() -> None:
    """Twelve own cards to tap; two hands to look at and two answers; three cards with three marks."""
    assert count_considerations(find_exercise(f"tap:suit:given:hoyle1909:{HAND}").posed) == 12
    posed = new_exercise("mark.other", RULES, random.Random(1)).posed
    shown = sum(len(one.cards) for one in posed.shown)
    assert count_considerations(posed) == shown + 3 * 3


def test_an_exercise_takes_its_words_its_thoughts_and_its_taps() -> None:
    """Counted by hand: the question has four words, and the verdict on the right answer has the others."""
    one = find_exercise(f"tap:suit:given:hoyle1909:{HAND}")
    said = len("".join(map(str, one.posed.key.judge(tuple(one.right[0].split("+"))).says)).split())
    answer = 12 * SECONDS_A_THOUGHT + count_taps(one.posed, one.right[0]) * SECONDS_A_TAP
    asked = len(one.posed.question.split())
    least = reading_seconds(asked) + answer + MISSES * answer
    assert least < exercise_seconds(one) < least + (1 + MISSES) * reading_seconds(2 * said + 12)


def test_words_take_as_long_as_readers_of_english_need_and_a_fifth_more() -> None:
    """238 words a minute (Brysbaert 2019) less a sixth is 200."""
    assert reading_seconds(200) == 60
    assert reading_seconds(238) == pytest.approx(60 * 1.19)


def test_a_deal_at_the_table_has_the_taps_of_its_player() -> None:
    """1909, Example: A discards five, calls three times, counts, and plays twelve cards, with ever fewer to
    consider.
    """
    replay = replay_record(loads(RECORD.read_text("utf-8")))
    seconds = deal_seconds(replay, Seat.ELDER)
    cards = sum(range(1, 13)) * SECONDS_A_THOUGHT + 12 * SECONDS_A_TAP
    exchange = 12 * SECONDS_A_THOUGHT + (5 + 1) * SECONDS_A_TAP
    words = 4 * (SECONDS_A_THOUGHT + SECONDS_A_TAP)
    assert seconds > cards + exchange + words
    # The rest is reading: the narration of 38 steps of at most forty words, seventeen questions, and the
    # closing text.
    rest = seconds - cards - exchange - words
    assert reading_seconds(200 + 17 * 12) < rest < reading_seconds(38 * 40 + 200 + 17 * 12)
    assert replay_seconds(replay) > 38 * (SECONDS_A_THOUGHT + SECONDS_A_TAP)


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(2900, "50 minutes"), (3300, "55 minutes"), (3301, "an hour"), (7200, "2 hours")],
)
def test_a_time_is_rounded_up_to_five_minutes(seconds: float, words: str) -> None:
    assert time_words(seconds) == words
