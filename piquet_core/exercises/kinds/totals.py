"""Questions on the total that a player announces when playing a card."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from piquet_core.cards.cards import Card
from piquet_core.cards.seat import Seat
from piquet_core.engine.events import Scored
from piquet_core.engine.state import DealState, Phase
from piquet_core.exercises.answer_keys import NumberKey, Says
from piquet_core.exercises.exercise import (
    Assessment,
    ExerciseError,
    Exhibit,
    Form,
    Question,
    Verdict,
)
from piquet_core.exercises.kinds.answering import NAMES
from piquet_core.exercises.kinds.tricks import IN_PLAY, tricks_words
from piquet_core.exercises.position import Position
from piquet_core.exercises.question_texts import QuestionText
from piquet_core.replay.steps import Step
from piquet_core.replay.visibility import observe
from piquet_core.wording.narration import narrate
from piquet_core.wording.rich_text import Part
from piquet_core.wording.score_reasons import score_purpose


@dataclass(frozen=True, kw_only=True)
class _Played:
    """The last card of a position, with the states before and after it and the steps since."""

    before: DealState
    after: DealState
    steps: tuple[Step, ...]
    seat: Seat

    @property
    def who(self) -> str:
        return NAMES[self.seat]

    @property
    def leads(self) -> bool:
        return self.before.phase is Phase.LEAD

    @property
    def card(self) -> Card:
        return next(iter(self.before.hands[self.seat] - self.after.hands[self.seat]))

    @property
    def had(self) -> int:
        """The player's total before the card."""
        return self.before.score[self.seat]

    @property
    def has(self) -> int:
        """The player's total after the card, which is announced."""
        return self.after.score[self.seat]

    @cached_property
    def scored(self) -> tuple[Scored, ...]:
        """The player's scores for the card, in order."""
        return tuple(
            event
            for step in self.steps
            for event in step.events
            if isinstance(event, Scored) and event.seat is self.seat
        )


def total(position: Position, words: QuestionText) -> Question:
    """Ask for the total that the player of the last card announces."""
    played = _last_card(position)
    clause = position.rules.answers[_rule(played, words)]
    told, brings = _told(played), _brings(played)

    def wrong(*says: str) -> Assessment:
        return Assessment(verdict=Verdict.WRONG, says=says, clause=clause)

    slips = {number: wrong(says) for number, says in _slips(played, brings).items()}
    who = played.who.lower()
    return Question(
        form=Form.NUMBER,
        key=NumberKey(
            number=played.has,
            good=Assessment(verdict=Verdict.RIGHT, says=told, clause=clause),
            slips=slips,
            less=wrong(words.less),
            more=wrong(words.more),
            again=lambda _: (f"Before this card {who} had {played.had}. {brings}",),
        ),
        solution=(f"{played.has}. ", *told),
        shown=_shown(played),
        question=words.question.replace("{who}", who),
        hint=words.hint,
        clause=clause,
    )


def _last_card(position: Position) -> _Played:
    """Return the last card of a position.

    Raises `ExerciseError` if the last move is not a card.
    """
    if not position.moves:
        raise ExerciseError("no card has been played yet")
    before = position.before()
    if before.state.phase not in IN_PLAY:
        raise ExerciseError("the last move is not a card")
    return _Played(
        before=before.state,
        after=position.state,
        steps=position.steps[len(before.steps) :],
        seat=before.you,
    )


def _rule(played: _Played, words: QuestionText) -> str:
    """Return the rule that decides the total: the rule of the first score or, without scores, of their absence."""
    if played.scored:
        return played.scored[0].rule
    return words.rule if played.leads else "play.capture"


def _told(played: _Played) -> Says:
    """Return the narration of the steps since the card."""
    told: list[Part] = []
    for step in played.steps:
        if step.id != "result":
            told += [*narrate(observe(step, None), NAMES), " "]
    if not played.scored:
        told += [f"{played.who}’s total stays at {played.has}.", " "]
    return tuple(told[:-1])


def _brings(played: _Played) -> str:
    """Return a sentence on the points that the card scores."""
    if played.scored:
        gains = [f"{one.points} {score_purpose(one)}" for one in played.scored]
        return f"This card brings {' and '.join(gains)}."
    if played.leads:
        return "This card brings nothing."
    if played.after.taken[-1].winner is played.seat:
        return "This card wins the trick, but brings nothing."
    return "The other player wins the trick, and this card brings nothing."


def _slips(played: _Played, brings: str) -> dict[int, str]:
    """Return the feedback on each wrong total that comes from a known mistake."""
    slips = {
        played.after.score[played.seat.other]: (
            f"That is the other player’s total. {played.who} played this card."
        ),
        played.has + 1: f"One too many. {brings}",
        played.had: f"That is the total before this card. {brings}",
    }
    so_far = played.had
    for one in played.scored[:-1]:
        so_far += one.points
        slips[so_far] = (
            "That leaves something out: at the end of the deal ask who took the last trick, and "
            "who has the most tricks."
        )
    slips.pop(played.has, None)
    return slips


def _shown(played: _Played) -> tuple[Exhibit, ...]:
    """Return exhibits with both hands, and with the scores and cards that lead to the question."""
    before, who = played.before, played.who
    lines: list[Says] = [(f"Elder has {before.score[0]}, younger {before.score[1]}.",)]
    if played.after.phase is Phase.OVER:
        elder, younger = map(tricks_words, before.tricks)
        lines.append((f"Elder has taken {elder}, younger {younger}.",))
    if before.led is not None:
        lines.append((f"{NAMES[played.seat.other]} led the ", before.led, "."))
    lines.append((f"{who} {'leads' if played.leads else 'plays'} the ", played.card, "."))
    hands = [
        Exhibit(label=NAMES[seat], cards=tuple(played.after.hands[seat]))
        for seat in Seat
        if len(played.after.hands[seat])
    ]
    return (*hands, Exhibit(label="What happens", lines=tuple(lines)))
