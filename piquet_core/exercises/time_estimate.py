"""Estimates of a beginner's time, from the words to read, the cards to consider and the taps.

The estimates are not measured. The times for one word, one card and one tap come from published studies of
other tasks, so texts that use the estimates say "about".
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations, pairwise
from math import ceil

from piquet_core.cards.seat import Seat
from piquet_core.engine.actions import Exchange, Play
from piquet_core.exercises.exercise import Exercise, Exhibit, Form, Question, judge
from piquet_core.replay.steps import Replay
from piquet_core.replay.visibility import observe
from piquet_core.wording.narration import narrate
from piquet_core.wording.rich_text import Part, plain_text

# Adult readers of English read 238 words a minute of non-fiction (M. Brysbaert, "How many words do we read per
# minute?", Journal of Memory and Language 109, 2019). New material is read more slowly.
WORDS_A_MINUTE = 200
# S. K. Card, T. P. Moran and A. Newell, "The keystroke-level model", Communications of the ACM 23, 1980:
# pointing takes 1.1 seconds, pressing 0.2, and preparing a step mentally 1.35.
SECONDS_A_TAP = 1.3
SECONDS_A_THOUGHT = 1.35
# Estimates: one answer in four is wrong and is given once more, and the engine's verdict takes a moment.
MISSES = 0.25
SECONDS_TO_JUDGE = 5
# In a deal that goes on, for each card: the situation, the question, the verdict, and the reply.
_WORDS_OF_A_CARD = 60
# At the table, for each decision: the question and the labels of its buttons. At the end of the deal: the score
# sheet, its comments, and the three costliest mistakes of about forty words each.
_WORDS_OF_A_QUESTION = 12
_WORDS_AFTERWARDS = 200


def reading_seconds(words: int) -> float:
    """Estimate the seconds for reading a number of words."""
    return 60 * words / WORDS_A_MINUTE


def exercise_seconds(item: Exercise) -> float:
    """Estimate the seconds for an exercise, including the feedback on its answers.

    For an exercise that goes on, all cards of the deal are included.
    """
    posed = item.posed
    asked = _count(posed.question, *_lines(posed.shown), *_words_of_choices(posed))
    right = item.right[0]
    said = _words(judge(item, right).says) if not posed.slow else _words(posed.solution)
    answer = (
        count_considerations(posed) * SECONDS_A_THOUGHT + count_taps(posed, right) * SECONDS_A_TAP
    )
    seconds = reading_seconds(asked + said) + answer + MISSES * (reading_seconds(said) + answer)
    if posed.slow:
        seconds += SECONDS_TO_JUDGE
    if posed.goes_on:
        cards = len(posed.options)
        # The hand grows shorter. The first card was counted above, and the last is forced.
        seconds += sum(_card_seconds(left) for left in range(2, cards))
    return seconds


def count_considerations(posed: Question) -> int:
    """Count the things that a learner considers: every card shown, and every option with each possible mark."""
    return sum(len(one.cards) for one in posed.shown) + max(
        len(posed.options) * max(len(posed.marks), 1), 1
    )


def count_taps(posed: Question, answer: str) -> int:
    """Count the taps for giving an answer, including the tap that continues to the next exercise.

    One tap chooses a single option. A number takes a tap on the field and one for each digit, and an order
    takes one for each place that an option moves. Every form but a single choice also needs a tap on a button
    to answer.
    """
    match posed.form:
        case Form.ONE:
            chosen = 1
        case Form.NUMBER:
            chosen = 1 + len(answer) + 1
        case Form.ORDER:
            given = [option.value for option in posed.options]
            place = answer.split(">").index
            chosen = sum(place(one) > place(two) for one, two in combinations(given, 2)) + 1
        case _:
            chosen = len(answer.split("+")) + 1 if answer != "none" else 1
    return chosen + 1


def replay_seconds(replay: Replay) -> float:
    """Estimate the seconds for stepping through a deal and reading the narration of each step."""
    seconds = 0.0
    for step in replay.steps:
        view = observe(step, None)
        told = _words(narrate(view, replay.record.players)) + _count(view.comment)
        seconds += reading_seconds(told) + SECONDS_A_THOUGHT + SECONDS_A_TAP
    return seconds


def deal_seconds(replay: Replay, seat: Seat) -> float:
    """Estimate the seconds that one player needs for a deal at the table.

    The estimate includes reading the questions and, after the deal, the score sheet and the costliest mistakes.
    """
    seconds = reading_seconds(_WORDS_AFTERWARDS)
    for before, step in pairwise(replay.steps):
        seconds += reading_seconds(_words(narrate(observe(step, seat), replay.record.players)))
        action = step.action
        if action is None or action.seat is not seat:
            continue
        weighed = len(before.state.hands[seat]) if isinstance(action, (Exchange, Play)) else 1
        tapped = 1 + (len(action.discards) if isinstance(action, Exchange) else 0)
        seconds += weighed * SECONDS_A_THOUGHT + tapped * SECONDS_A_TAP
        seconds += reading_seconds(_WORDS_OF_A_QUESTION)
    return seconds


def time_words(seconds: float) -> str:
    """Return a time in words, rounded up to five minutes because the estimates are no more exact.

    >>> time_words(2900), time_words(3600), time_words(4100)
    ('50 minutes', 'an hour', 'an hour and 10 minutes')
    """
    hours, minutes = divmod(5 * max(ceil(seconds / 300), 1), 60)
    if not hours:
        return f"{minutes} minutes"
    whole = "an hour" if hours == 1 else f"{hours} hours"
    return f"{whole} and {minutes} minutes" if minutes else whole


def _card_seconds(cards: int) -> float:
    return cards * SECONDS_A_THOUGHT + SECONDS_A_TAP + reading_seconds(_WORDS_OF_A_CARD)


def _lines(shown: Iterable[Exhibit]) -> list[str]:
    return [plain_text(line) for exhibit in shown if not exhibit.aside for line in exhibit.told]


def _words_of_choices(posed: Question) -> list[str]:
    """Return the words of the options. Cards have none."""
    return [option.words for option in posed.options if option.card is None]


def _words(parts: tuple[Part, ...]) -> int:
    return _count(plain_text(parts))


def _count(*texts: str) -> int:
    return sum(len(text.split()) for text in texts)
