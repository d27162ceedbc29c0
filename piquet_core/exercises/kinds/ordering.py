"""Questions on order: the reckoning of scores, the parts of a deal, and the rank of holdings."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from operator import itemgetter

from piquet_core.cards.card_names import capitalize
from piquet_core.cards.seat import Seat
from piquet_core.engine.events import Scored
from piquet_core.engine.holdings import holdings
from piquet_core.exercises.answer_keys import OrderKey, Says
from piquet_core.exercises.exercise import AnswerOption, ExerciseError, Exhibit, Form, Question
from piquet_core.exercises.kinds.answering import NAMES, both_hands
from piquet_core.exercises.position import Position, format_position, played_on_to
from piquet_core.exercises.question_texts import QuestionText
from piquet_core.rules.strategies import key_function
from piquet_core.wording.call_texts import holding_words
from piquet_core.wording.player_names import PlayerNames

MOST_RANKED = 4


def _order(
    position: Position,
    words: QuestionText,
    options: Sequence[AnswerOption],
    *,
    shown: tuple[Exhibit, ...],
    good: Says,
    early: Callable[[str, str], Says],
    rules: Mapping[str, str] | None = None,
) -> Question:
    """Return a question on an order. The options are given in the right order, and are shuffled.

    ``rules`` gives for an option the rule that puts it before others, if it is not the rule of the question.
    """
    order = tuple(one.value for one in options)
    rng = random.Random(format_position(position))  # noqa: S311 - the same order every time
    mixed = list(options)
    while tuple(one.value for one in mixed) == order:
        rng.shuffle(mixed)
    clause = position.rules.answers[words.rule]
    return Question(
        form=Form.ORDER,
        key=OrderKey(
            order=order,
            clause=clause,
            clauses={value: position.rules.answers[rule] for value, rule in (rules or {}).items()},
            good=good,
            early=early,
        ),
        solution=("; then ".join([options[0].words, *map(_within, options[1:])]) + ".",),
        shown=shown,
        question=words.question,
        hint=words.hint,
        clause=clause,
        options=tuple(mixed),
        least=len(mixed),
        most=len(mixed),
    )


def _within(option: AnswerOption) -> str:
    """Return the words of an option in lower case, for the middle of a sentence."""
    return option.words[:1].lower() + option.words[1:]


def reckoning(position: Position, words: QuestionText) -> Question:
    """Ask for the order in which both players' scores are reckoned."""
    rules = position.rules
    heads = list(rules.names("reckon.order").value)
    found: dict[str, str] = {}
    for step in played_on_to(position, "lead-2").steps:
        for event in step.events:
            if not isinstance(event, Scored) or event.reckon in found:
                continue
            whose = PlayerNames(NAMES).whose(event.seat)
            if event.holding is not None:
                found[event.reckon] = f"{whose} {holding_words(event.holding)}"
            elif event.rule == "play.lead":
                found["play"] = f"{whose} first lead"
            elif event.reckon == "blank":
                found["blank"] = f"{whose} carte blanche"
    found["cards"] = "the cards, for most of the tricks"
    order = [head for head in heads if head in found]
    if len(order) < 3:
        raise ExerciseError("fewer than three scores to put in order")

    def early(given: str, wanted: str) -> Says:
        comes = "come" if wanted in ("set", "cards") else "comes"
        return (
            (
                f"{capitalize(found[wanted])} {comes} before {found[given]}. Should both players be near thirty, "
                "or near the end of the game, the one whose score stands earlier is there first."
            ),
        )

    return _order(
        position,
        words,
        [AnswerOption(value=head, words=capitalize(found[head])) for head in order],
        shown=both_hands(position),
        good=(
            (
                f"The order is: {rules.answers[words.rule].words}. It is the kind of score that "
                "decides, not who makes it."
            ),
        ),
        early=early,
    )


# Acts by their step. Five acts have 120 orders, each judged in advance on the page; six would have 720.
_ACTS = {
    "xe": "elder exchanges cards",
    "xy": "younger exchanges cards",
    "pe": "elder calls the point, the sequence and the set",
    "t1e": "elder leads the first card",
    "cy": "younger counts what is good in hand",
}
# The rule that puts an act before others.
_SPOKEN = {
    "pe": "elder calls the point, the sequence and the set",
    "ce": "elder adds up what is good",
    "t1e": "elder leads the first card",
    "cy": "younger adds up what is good",
    "t1y": "younger plays a card",
}
_ACT_RULES = {"xe": "exchange.younger-max", "xy": "exchange.younger-max", "pe": "declare.order"}


def course(position: Position, words: QuestionText) -> Question:
    """Ask for the order of the parts of a deal."""
    return _acts(position, words, _ACTS, "That is how a deal goes.")


def speaking(position: Position, words: QuestionText) -> Question:
    """Ask for the order in which the players speak, from the first call to the first trick."""
    return _acts(position, words, _SPOKEN, "Elder has a card on the table before younger counts.")


def _acts(position: Position, words: QuestionText, acts: Mapping[str, str], good: str) -> Question:
    """Ask for the order of some acts of a deal. ``acts`` has their words by step id."""
    steps = [step.id for step in played_on_to(position, "lead-2").steps if step.id in acts]
    if len(steps) < len(acts):
        raise ExerciseError("some of these steps do not happen in this deal")

    def early(given: str, wanted: str) -> Says:
        return (f"{capitalize(acts[wanted])} before {acts[given]}.",)

    return _order(
        position,
        words,
        [AnswerOption(value=step, words=capitalize(acts[step])) for step in steps],
        shown=(),
        good=(good,),
        early=early,
        rules=_ACT_RULES,
    )


def runs(position: Position, words: QuestionText) -> Question:
    """Ask for the order of the sequences in both hands by rank."""
    return _ranking(position, words, "sequence")


def sets(position: Position, words: QuestionText) -> Question:
    """Ask for the order of the trios and quatorzes in both hands by rank."""
    return _ranking(position, words, "set")


def _ranking(position: Position, words: QuestionText, kind: str) -> Question:
    """Ask for the order of the best holdings of a kind in both hands, the best first."""
    rules = position.rules
    key = key_function(rules, kind)
    held = sorted(
        (
            (
                key(rules, hand, holding),
                AnswerOption(
                    value=f"{seat.letter}{place}",
                    words=f"{NAMES[seat]}’s {holding_words(holding)}",
                ),
            )
            for seat, hand in zip(Seat, position.state.hands, strict=True)
            for place, holding in enumerate(holdings(rules, hand, kind))
        ),
        key=itemgetter(0),
        reverse=True,
    )[:MOST_RANKED]
    if len(held) < 3:
        raise ExerciseError("at least three holdings are needed")
    if any(better[0] == worse[0] for better, worse in pairwise(held)):
        raise ExerciseError("two of the holdings are equal")
    options = [option for _, option in held]
    named = {one.value: one for one in options}

    def early(given: str, wanted: str) -> Says:
        verb = "beat" if kind == "set" else "beats"
        return (f"{named[wanted].words} {verb} {_within(named[given])}.",)

    return _order(
        position,
        words,
        options,
        shown=(),
        good=(f"The first of them decides who counts: {_within(options[0])}.",),
        early=early,
    )
