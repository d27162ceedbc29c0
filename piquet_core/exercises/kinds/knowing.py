"""Questions on the opponent's hand: cards that are certain, possible or impossible there."""

from __future__ import annotations

import random

from piquet_core.beliefs.hand_knowledge import infer_from_all_hands
from piquet_core.cards.card_names import card_name, join_words, suit_name
from piquet_core.cards.cards import Card, Hand
from piquet_core.engine.actions import Play
from piquet_core.engine.events import (
    CardsLeftAnnounced,
    CardsShown,
    Drew,
    Exchanged,
    LaidOut,
    Looked,
    Replied,
    Scored,
)
from piquet_core.exercises.answer_keys import MarkKey, Says
from piquet_core.exercises.exercise import (
    AnswerOption,
    Assessment,
    ExerciseError,
    Exhibit,
    Form,
    Question,
    Verdict,
)
from piquet_core.exercises.kinds.answering import NAMES
from piquet_core.exercises.position import Position, format_position
from piquet_core.exercises.question_texts import QuestionText
from piquet_core.replay.inference import Inference, NamedHolding, infer
from piquet_core.replay.visibility import observe
from piquet_core.wording.call_texts import call_words
from piquet_core.wording.narration import narrate
from piquet_core.wording.player_names import PlayerNames
from piquet_core.wording.rich_text import Clause, Part

MARKS = ("certain", "possible", "impossible")
_ASKED = 3
_OF_THE_EXCHANGE = (Exchanged, LaidOut, CardsLeftAnnounced, Drew, Looked)


def other(position: Position, words: QuestionText) -> Question:
    """Ask whether each of three cards is certain, possible or impossible in the opponent's hand."""
    if not position.steps:
        raise ExerciseError("nothing has been called or played yet")
    seat, left = position.you, len(position.state.talon)
    found = infer(position.steps, seat)
    # Ask about cards that the calls settle, since these can be explained. No card is called possible unless
    # some hand that fits all calls and cards can hold it.
    possible = infer_from_all_hands(position.steps, seat).possible
    cards = _asked(found, possible, format_position(position))
    marks = tuple(_mark(found, card) for card in cards)
    clause = position.rules.answers[words.rule]
    judged = [
        {
            mark: Assessment(
                verdict=Verdict.WRONG, says=_fault(found, card, mark, left), clause=clause
            )
            for mark in MARKS
        }
        for card in cards
    ]
    reasons: list[Says] = [_reason(found, card, left) for card in cards]
    solution = tuple(part for says in reasons for part in (*says, " "))[:-1]
    return Question(
        form=Form.MARKS,
        key=MarkKey(
            values=tuple(map(str, cards)),
            marks=marks,
            brief=[_brief(card, right) for card, right in zip(cards, marks, strict=True)],
            good=Assessment(verdict=Verdict.RIGHT, says=solution, clause=clause),
            faults=judged,
        ),
        solution=solution,
        shown=(
            *heard(position),
            Exhibit(label="Your hand", cards=tuple(position.hand)),
            Exhibit(label="You laid out", cards=tuple(position.state.discards[seat])),
        ),
        question=words.question,
        hint=words.hint,
        clause=clause,
        options=tuple(
            AnswerOption(value=str(card), words=card_name(card), card=card) for card in cards
        ),
        least=len(cards),
        most=len(cards),
        marks=MARKS,
    )


def heard(position: Position, *, tricks: bool = True) -> tuple[Exhibit, ...]:
    """Return exhibits with the calls, answers and cards that the player heard or saw, one step on each line.

    The events before the calls are in an exhibit of their own, which is seldom needed. Without
    ``tricks``, the cards played are left out.
    """
    before: list[tuple[Part, ...]] = []
    lines: list[tuple[Part, ...]] = []
    for step in position.steps:
        if not tricks and isinstance(step.action, Play):
            continue
        told = narrate(observe(step, position.you), PlayerNames(NAMES, position.you))
        parts = tuple(part.text if isinstance(part, Clause) else part for part in told)
        # A counted holding was answered "good", so both players know it.
        if step.id == "deal" or all(
            isinstance(event, CardsShown | Scored) for event in step.events
        ):
            continue
        if any(isinstance(event, Replied) for event in step.events) and lines:
            lines[-1] = (*lines[-1], " ", *parts)
        elif any(isinstance(event, _OF_THE_EXCHANGE) for event in step.events):
            before.append(parts)
        else:
            lines.append(parts)
    told_before = Exhibit(label="Before the calls", lines=tuple(before), aside=True)
    you = f"You are {NAMES[position.you].lower()}. What you heard"
    return (Exhibit(label=you, lines=tuple(lines)), *([told_before] if before else []))


def _asked(found: Inference, possible: Hand, seed: str) -> tuple[Card, ...]:
    """Return three cards to ask about, chosen by a seed. One of them is certain, if any card is."""
    rng = random.Random(seed)  # noqa: S311 - the same cards every time
    mine = found.knowledge.hand
    groups = [list(found.certain), list(possible), list(found.excluded - mine) or list(mine)]
    chosen: list[Card] = []
    while len(chosen) < _ASKED:
        left = [group for group in groups if group]
        if not left:
            raise ExerciseError("too few cards are left to ask about")
        group = left[0] if not chosen else rng.choice(left)
        chosen.append(group.pop(rng.randrange(len(group))))
    return tuple(Hand.of(chosen))


def _mark(found: Inference, card: Card) -> str:
    if card in found.certain:
        return "certain"
    return "possible" if card in found.possible else "impossible"


# Name the next card instead of one that was counted on.
_COUNTED_ON = {
    "possible": "only possible",
    "impossible": "not there",
    "impossible now": "no longer there",
}


def _reason(found: Inference, card: Card, left: int, *, counted_on: bool = False) -> Says:
    """Return a sentence on the status of a card, with the reason. ``left`` is the number of cards in the talon.

    With ``counted_on``, the sentence corrects a learner who thought that the card was certain.
    """
    standing, why = _standing(found, card, left)
    said = _COUNTED_ON.get(standing, standing) if counted_on else standing
    return ("The ", card, f" is {said}: {why}.")


def _standing(found: Inference, card: Card, left: int) -> tuple[str, str]:
    """Return a pair: the status of a card (certain, possible or impossible), and the reason.

    ``left`` is the number of cards in the talon.
    """
    known = found.knowledge
    if card in found.certain:
        return "certain", _told(found, card)
    if card in found.possible:
        return "possible", (
            "no call needs it, and none rules it out, since a player may hold more than was called. "
            f"It may be there, or among the cards laid out{', or still in the talon' if left else ''}"
        )
    if card in known.hand:
        return "impossible", "you hold it"
    if card in known.discards:
        return "impossible", "you laid it out"
    if any(card in (trick.led, trick.followed) for trick in known.tricks) or card == known.led:
        return "impossible now", "it has been played"
    if card.suit in found.void:
        return "impossible", f"{suit_name(card.suit)} were not followed"
    return "impossible", "all the other cards of that hand are known"


def _told(found: Inference, card: Card) -> str:
    """Return the reason why a card is certain: it was shown or named, or the calls leave no other."""
    named = [
        _call(told)
        for told, settled in zip(found.told, found.settled, strict=True)
        if card in settled
    ]
    if named:
        return f"without it, the cards that you cannot see would not make {join_words(named)}"
    if card in found.knowledge.theirs:
        return "it belongs to what was good, which has to be shown if you ask"
    if found.told:
        return "without it, no hand could hold everything that was called"
    return "no other card is left that it could be"


def _call(one: NamedHolding) -> str:
    article = "" if one.kind == "set" else "a "
    pips = f" with {one.pips} pips" if one.pips else ""
    return f"{article}{call_words(one.kind, one.size, one.rank)}{pips}"


def _fault(found: Inference, card: Card, mark: str, left: int) -> Says:
    """Return the feedback on a wrong mark, with a warning if the learner marked the card as impossible."""
    says = _reason(found, card, left, counted_on=mark == "certain")
    return (*says, " To count on its absence may cost a trick.") if mark == "impossible" else says


def _brief(card: Card, right: str) -> Says:
    """Return a sentence on the status of a card, without the reason."""
    return ("The ", card, f" is {_COUNTED_ON.get(right, right)}.")
