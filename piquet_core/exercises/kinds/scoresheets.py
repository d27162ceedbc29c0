"""Questions on a score sheet with one wrong number."""

from __future__ import annotations

import random
from dataclasses import dataclass

from piquet_core.cards.combinations import SequenceHolding, SetHolding
from piquet_core.cards.seat import Seat
from piquet_core.engine.events import Event, Scored
from piquet_core.exercises.answer_keys import ChoiceKey, Says
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
from piquet_core.exercises.position import Position, format_position, played_on_to
from piquet_core.exercises.question_texts import QuestionText
from piquet_core.replay.steps import Step
from piquet_core.replay.visibility import observe
from piquet_core.wording.explanations import explain
from piquet_core.wording.score_reasons import score_purpose


@dataclass(frozen=True, slots=True, kw_only=True)
class _Entry:
    """One entry of a score sheet: the player, the reason, the points, their rule, and an explanation."""

    seat: Seat
    words: str
    points: int
    rule: str
    says: Says
    event: Event


def sheet(position: Position, words: QuestionText) -> Question:
    """Ask for the wrong entry of a score sheet."""
    done = played_on_to(position, "over")
    entries = _entries(done.steps)
    if len(entries) < 3:
        raise ExerciseError("a score sheet needs at least three lines")
    rng = random.Random(format_position(position))  # noqa: S311 - the same slip every time
    wrong = rng.randrange(len(entries))
    slip = _slip(entries[wrong])
    judgements, options = {}, []
    for place, entry in enumerate(entries):
        value = f"line-{place + 1}"
        number = slip if place == wrong else entry.points
        line = f"{NAMES[entry.seat]}, {entry.words}: {number}"
        options.append(AnswerOption(value=value, words=line))
        clause = position.rules.answers[entry.rule]
        if place == wrong:
            says: Says = (f"It says {slip} but should say {entry.points}. ", *entry.says)
        else:
            says = ("This line is right. ", *entry.says)
        verdict = Verdict.RIGHT if place == wrong else Verdict.WRONG
        judgements[value] = Assessment(verdict=verdict, says=says, clause=clause)
    answer = judgements[f"line-{wrong + 1}"]
    elder, younger = position.state.hands
    taken = done.state.tricks
    return Question(
        form=Form.ONE,
        key=ChoiceKey(judgements=judgements),
        solution=(f"{options[wrong].words}. ", *answer.says),
        shown=(
            Exhibit(label="Elder", cards=tuple(elder)),
            Exhibit(label="Younger", cards=tuple(younger)),
            Exhibit(
                label="The tricks",
                lines=(
                    (
                        f"Elder took {taken[0]}, younger {taken[1]}; {_last(done.steps)} took the last.",
                    ),
                    *((line,) for line in _in_play(done.steps)),
                ),
            ),
        ),
        question=words.question,
        hint=words.hint,
        clause=position.rules.answers[entries[wrong].rule],
        options=tuple(options),
    )


def _last(steps: tuple[Step, ...]) -> str:
    return NAMES[steps[-1].state.taken[-1].winner].lower()


_CARD_BY_CARD = ("play.lead", "play.capture", "play.lead-wins")


def _in_play(steps: tuple[Step, ...]) -> list[str]:
    """Return a sentence on each player's points for leads and tricks, which the exhibits do not let one check."""
    points = [
        sum(
            event.points
            for step in steps
            for event in step.events
            if isinstance(event, Scored) and event.seat is seat and event.rule in _CARD_BY_CARD
        )
        for seat in Seat
    ]
    return [
        f"For leads, and for tricks taken from the leader: elder {points[0]}, younger {points[1]}."
    ]


def _entries(steps: tuple[Step, ...]) -> list[_Entry]:
    """Return the entries that a learner can check from the exhibits, in the order of scoring."""
    found: list[_Entry] = []
    for step in steps:
        view = observe(step, None)
        for event in step.events:
            if not isinstance(event, Scored) or event.rule in _CARD_BY_CARD:
                continue
            found.append(
                _Entry(
                    seat=event.seat,
                    words=score_purpose(event).removeprefix("for ").removeprefix("the "),
                    points=event.points,
                    rule=event.rule,
                    says=explain(view, event, NAMES),
                    event=event,
                )
            )
    return found


def _slip(entry: _Entry) -> int:
    """Return a wrong number of points that a beginner might write in an entry."""
    event = entry.event
    holding = event.holding if isinstance(event, Scored) else None
    if isinstance(holding, SequenceHolding):
        return holding.size if holding.size != entry.points else entry.points + 10
    if isinstance(holding, SetHolding):
        return holding.size if holding.size != entry.points else entry.points + 10
    if entry.points >= 10:
        return entry.points + 10 if entry.points > 10 else 12
    return entry.points + 1
