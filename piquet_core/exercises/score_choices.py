"""Questions on the reason for scored or refused points, with several reasons to choose from."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from piquet_core.cards.card_names import join_words
from piquet_core.cards.combinations import PointHolding
from piquet_core.cards.seat import Seat
from piquet_core.engine.events import Played, RepiqueBarred, Scored
from piquet_core.engine.holdings import best_holding
from piquet_core.errors import RuleSetError
from piquet_core.exercises.answer_keys import ChoiceKey, Says
from piquet_core.exercises.data_files import data_text, known_rule, read_tables
from piquet_core.exercises.exercise import (
    AnswerOption,
    Assessment,
    ExerciseError,
    Exhibit,
    Form,
    Question,
    Verdict,
)
from piquet_core.exercises.kinds.answering import NAMES, both_hands
from piquet_core.exercises.position import Position, format_position, played_on_to
from piquet_core.exercises.question_texts import QuestionText
from piquet_core.frozen_dict import FrozenDict
from piquet_core.number_words import number_in_words
from piquet_core.replay.steps import Step
from piquet_core.replay.visibility import View, observe
from piquet_core.rules import Answer, RuleSet, catalogue
from piquet_core.rules.decode import optional, refuse_unknown_keys, required
from piquet_core.rules.strategies import point_pips
from piquet_core.wording.explanations import explain
from piquet_core.wording.narration import narrate
from piquet_core.wording.player_names import PlayerNames
from piquet_core.wording.score_reasons import score_purpose

_CHOICES = 4
_ABOUT = ("hand", "play", "bar")
# Rules of the memorable points.
_LARGE = ("repique.bonus", "repique.bar", "pique.bonus", "pique.bar", "capot.points")
_HERE = {
    "hand": "These points are for what is in the hand, not for the play.",
    "play": "These points are for the play; what was good in the hand is counted before it.",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """A reason for points, and the feedback on wrongly choosing it.

    ``about`` is *hand*, *play* or, for refused points, *bar*. ``other_words`` has the wording of the reason for
    certain answers to the rule.
    """

    about: str
    rule: str
    reason: str
    wrong: str
    other_words: Mapping[str, str] = field(default_factory=FrozenDict)

    def words(self, rules: RuleSet, seat: Seat) -> str:
        """Return the reason for a player's points under a rule set."""
        text = self.other_words.get(rules.answers[self.rule].written, self.reason)
        return _filled(text, rules.answers[self.rule], seat)


@cache
def reasons() -> Mapping[str, Reason]:
    """Return all reasons by name. A reason that is right for some score has the name of that score's rule."""
    return parse_reasons(data_text("reasons.toml"))


def parse_reasons(text: str, file: str = "reasons.toml") -> Mapping[str, Reason]:
    """Return the reasons in a TOML text by name.

    Raises `RuleSetError` with the file and the path of an invalid entry.
    """
    return FrozenDict(
        (name, _reason(name, *table)) for name, table in read_tables(text, file).items()
    )


def _reason(name: str, table: Mapping[str, Any], context: str) -> Reason:
    refuse_unknown_keys(table, {"about", "rule", "reason", "wrong", "else"}, context)
    about = required(table, "about", str, context)
    if about not in _ABOUT:
        raise RuleSetError(f"{about!r} is not one of {', '.join(_ABOUT)}", f"{context}.about")
    rule = known_rule(optional(table, "rule", str, name, context), f"{context}.rule")
    other_words = optional(table, "else", dict, {}, context)
    refuse_unknown_keys(other_words, set(catalogue()[rule].options), f"{context}.else")
    return Reason(
        about=about,
        rule=rule,
        reason=required(table, "reason", str, context),
        wrong=required(table, "wrong", str, context),
        other_words=FrozenDict(
            (key, required(other_words, key, str, f"{context}.else")) for key in other_words
        ),
    )


def why(position: Position, words: QuestionText) -> Question:
    """Ask for the reason for points that were just scored or refused."""
    rng = random.Random(format_position(position))  # noqa: S311 - the same question every time
    step, event = _found(position, rng)
    rules, wanted = position.rules, event.rule
    known = {name: one for name, one in reasons().items() if rules.has(one.rule)}
    barred = isinstance(event, RepiqueBarred)
    others = [name for name in known if name != wanted and (known[name].about == "bar") is barred]
    names = [wanted, *rng.sample(others, _CHOICES - 1)]
    rng.shuffle(names)
    view = observe(step, None)
    says = (*explain(view, event, NAMES), *_points(position, event))
    judgements = {
        name: Assessment(verdict=Verdict.RIGHT, says=says, clause=rules.answers[wanted])
        if name == wanted
        else _wrong(known[name], rules, event, step)
        for name in names
    }
    reason = known[wanted].words(rules, event.seat)
    return Question(
        form=Form.ONE,
        key=ChoiceKey(judgements=judgements),
        solution=(f"{reason} ", *says),
        shown=(*both_hands(position), Exhibit(label="What happened", lines=(_told(view, event),))),
        question=_question(words, event),
        hint=words.hint,
        clause=rules.answers[wanted],
        options=tuple(
            AnswerOption(value=name, words=known[name].words(rules, event.seat)) for name in names
        ),
    )


def _found(position: Position, rng: random.Random) -> tuple[Step, Scored | RepiqueBarred]:
    """Return a score or a refused repique to ask about, with its step."""
    done = position if position.moves else played_on_to(position, "over")
    found = [
        (step, event)
        for step in done.steps
        for event in step.events
        if isinstance(event, Scored | RepiqueBarred)
    ]
    if not found:
        raise ExerciseError("nothing has been scored at this step")
    # Prefer memorable points. Among many of the same kind, such as those for leads, each kind is equally
    # likely.
    rules = sorted({event.rule for _, event in found})
    wanted = rng.choice([rule for rule in rules if rule in _LARGE] or rules)
    return next((step, event) for step, event in found if event.rule == wanted)


def _question(words: QuestionText, event: Scored | RepiqueBarred) -> str:
    who = PlayerNames(NAMES).who(event.seat)
    if isinstance(event, RepiqueBarred):
        return words.refused.replace("{who}", who)
    # Name a combination only. The purpose of other points would reveal the reason.
    counted = f"{event.points} {score_purpose(event)}" if event.holding else f"{event.points}"
    return words.question.replace("{who}", who).replace("{points}", counted)


def _told(view: View, event: Scored | RepiqueBarred) -> Says:
    """Return the events before the points in question, without the purpose of these points."""
    who = PlayerNames(NAMES).first(event.seat)
    before = view.events[: view.events.index(event)]
    scored = [one for one in before if isinstance(one, Scored) and one.seat is event.seat]
    counted = [f"{one.points} {score_purpose(one)}" for one in scored]
    if isinstance(event, RepiqueBarred):
        total = sum(one.points for one in scored)
        return (f"{who} counts {join_words(counted)}: {total} in hand, and no repique.",)
    more = f"{event.points} {score_purpose(event)}" if event.holding else f"{event.points}"
    counts = f"{who} counts {join_words([*counted, f'then {more} more' if counted else more])}."
    if any(isinstance(one, Played) for one in before):
        bare = tuple(one for one in view.events if not isinstance(one, Scored | RepiqueBarred))
        return (*narrate(replace(view, events=bare), NAMES), f" {counts}")
    return (counts,)


def _points(position: Position, event: Scored | RepiqueBarred) -> Says:
    """Return a sentence on the point of each hand, if the question is on a repique, or ()."""
    if event.rule.partition(".")[0] != "repique":
        return ()
    rules, hands = position.rules, position.state.hands
    told = [
        f"{PlayerNames(NAMES).whose(seat)} has {number_in_words(one.size)} cards "
        f"and {point_pips(rules, hands[seat], one)} pips"
        for seat in (event.seat, event.seat.other)
        if isinstance(one := best_holding(rules, hands[seat], "point"), PointHolding)
    ]
    return (f" The points: {', '.join(told)}.",) if told else ()


def _wrong(reason: Reason, rules: RuleSet, event: Scored | RepiqueBarred, step: Step) -> Assessment:
    """Return the assessment of a wrong reason."""
    clause = rules.answers[reason.rule]
    says = _filled(reason.wrong, clause, event.seat)
    if isinstance(event, Scored):
        played = step.state.taken or any(isinstance(one, Played) for one in step.events)
        where = "play" if played else "hand"
        says = says if reason.about == where else f"{_HERE[where]} {says}"
    return Assessment(verdict=Verdict.WRONG, says=(says,), clause=clause)


def _filled(text: str, clause: Answer[object], seat: Seat) -> str:
    cast = PlayerNames(NAMES)
    words = {
        "Who": cast.first(seat),
        "Whose": cast.first_whose(seat),
        "Other": cast.first(seat.other),
        "who": cast.who(seat),
        "other": cast.who(seat.other),
        "whose-other": cast.whose(seat.other),
        "value": clause.words if clause.value != 0 else "nothing",
    }
    for name, word in words.items():
        text = text.replace(f"{{{name}}}", word)
    return text
