"""Calls and answers: is it good, which comes first, and which rule gives the points."""

from __future__ import annotations

import random

from piquet_core.actions import Reply, Response
from piquet_core.engine import apply, legal_actions
from piquet_core.events import Barred, Played, Replied, Scored
from piquet_core.exercises.asks import Words
from piquet_core.exercises.item import (
    ExerciseError,
    Form,
    Judgement,
    Option,
    Posed,
    Shown,
    Verdict,
)
from piquet_core.exercises.keys import OneKey, Says
from piquet_core.exercises.position import Position, format_position, played_to
from piquet_core.explain import explain
from piquet_core.held import best
from piquet_core.narration import narrate, what_for
from piquet_core.rules import catalogue
from piquet_core.rules.strategies import worth
from piquet_core.seat import Seat
from piquet_core.state import Phase
from piquet_core.steps import Step
from piquet_core.view import observe

NAMES = ("Elder", "Younger")
_TITLES = {"point": "point", "sequence": "run", "set": "three or four of a kind"}


def reply(position: Position, words: Words) -> Posed:
    """Ask younger for the answer to the call that has been made."""
    state, rules = position.state, position.rules
    if state.phase is not Phase.REPLY:
        raise ExerciseError("nothing has been called that could be answered")
    call = state.calls[-1]
    legal = [one for one in legal_actions(state) if isinstance(one, Reply)]
    true = legal[-1]  # the answer that claims the most comes last
    judgements: dict[str, Judgement] = {}
    reason = _reason(position, true)
    clause = rules.answers[f"{call.kind}.compare"]
    for response in Response:
        action = Reply(seat=Seat.YOUNGER, kind=call.kind, response=response)
        if action == true:
            follows = _follows(position, true)
            judgements[response.value] = Judgement(
                verdict=Verdict.RIGHT, says=(*reason, *follows), clause=clause
            )
        elif action in legal:
            judgements[response.value] = Judgement(
                verdict=Verdict.PART,
                says=(
                    (
                        "The rules allow you to say less than you hold, which is called sinking. But then elder counts "
                        f"what he called, and yours pays nothing. {reason[0]}"
                    ),
                    *reason[1:],
                ),
                clause=rules.answers["declare.sink"],
            )
        else:
            judgements[response.value] = Judgement(
                verdict=Verdict.WRONG,
                says=(*_claims(response, pips_follow=_pips_follow(position)), *reason),
                clause=clause,
            )
    said = [
        part
        for step in position.steps
        if step.action and step.id[0] in "psqm"
        for part in _line(step)
    ]
    return Posed(
        form=Form.ONE,
        key=OneKey(judgements=judgements),
        solution=(f"“{true.response.value.capitalize()}.” ", *reason),
        shown=(
            Shown(label="What has been said", lines=tuple((part,) for part in said)),
            Shown(label="Your hand", cards=tuple(state.hands[Seat.YOUNGER])),
        ),
        question=words.question,
        hint=words.hint,
        clause=clause,
        options=tuple(
            Option(value=one.value, words=f"“{one.value.capitalize()}.”") for one in Response
        ),
    )


def _line(step: Step) -> list[str]:
    from_view = narrate(observe(step, Seat.YOUNGER), NAMES)
    return [
        "".join(part if isinstance(part, str) else getattr(part, "text", "") for part in from_view)
    ]


def _reason(position: Position, action: Reply) -> Says:
    state, events = apply(position.state, action)
    step = Step(id="reply", action=action, events=events, state=state, score=state.score)
    view = observe(step, Seat.YOUNGER)
    replied = next(event for event in events if isinstance(event, Replied))
    return explain(view, replied, NAMES)


def _pips_follow(position: Position) -> bool:
    """Tell whether *equal* would not settle the call, but have elder tell his pips."""
    state, rules = position.state, position.rules
    call = state.calls[-1]
    return (
        call.kind == "point"
        and not call.responses
        and rules.choice("point.compare").value != "pips"
    )


def _claims(response: Response, *, pips_follow: bool) -> Says:
    """Return what an answer would claim that the cards do not bear out."""
    return {
        Response.GOOD: ("That would let elder count it, though you have to say what you hold. ",),
        Response.EQUAL: (
            (
                "“Equal” claims that you hold just as many cards; then elder would tell his pips. "
                if pips_follow
                else "“Equal” claims that you hold just as much; then neither of you counts. "
            ),
        ),
        Response.NOT_GOOD: (
            "“Not good” claims that you hold something better, and you would have to show it. ",
        ),
    }[response]


def _follows(position: Position, action: Reply) -> Says:
    """Return who counts after the true answer, and how much."""
    state, rules = position.state, position.rules
    call = state.calls[-1]
    if action.response is Response.EQUAL:
        after, _ = apply(state, action)
        if after.phase is Phase.REPLY and after.calls[-1].kind == call.kind:
            return (" Elder now tells his pips.",)
        return (f" Neither of you counts a {_TITLES[call.kind]}.",)
    seat = Seat.YOUNGER if action.response is Response.NOT_GOOD else Seat.ELDER
    held = best(rules, state.hands[seat], call.kind)
    if held is None or (seat is Seat.ELDER and call.declared is None):
        return ()
    held = call.declared if seat is Seat.ELDER and call.declared is not None else held
    points, _ = worth(rules, state.hands[seat], held)
    return (f" {NAMES[seat]} will count {points} for it.",)


def both_hands(position: Position) -> tuple[Shown, ...]:
    """Return the two hands, to look at."""
    elder, younger = position.state.hands
    return Shown(label="Elder", cards=tuple(elder)), Shown(label="Younger", cards=tuple(younger))


# -- clause --------------------------------------------------------------------------------------

_CHOICES = 4


_LARGE = ("repique.bonus", "repique.bar", "pique.bonus", "pique.bar", "capot.points")


def why(position: Position, words: Words) -> Posed:
    """Ask which rule gives points that were just scored, or refuses them."""
    rng = random.Random(format_position(position))  # noqa: S311 - the same question every time
    done = position if position.moves else played_to(position, "over")
    found = [
        (step, event)
        for step in done.steps
        for event in step.events
        if isinstance(event, Scored | Barred)
    ]
    if not found:
        raise ExerciseError("nothing has been scored here")
    # What a deal is remembered for comes first; of many equal ones, such as leads, each kind is as
    # likely as any other.
    kinds = sorted({event.rule for _, event in found})
    wanted = rng.choice([kind for kind in kinds if kind in _LARGE] or kinds)
    step, event = next((step, event) for step, event in found if event.rule == wanted)
    view = observe(step, None)
    others = [
        rule
        for rule in (
            "point.score",
            "sequence.scores",
            "set.trio",
            "set.quatorze",
            "play.lead",
            "play.capture",
            "play.last-trick",
            "cards.points",
            "repique.bonus",
            "pique.bonus",
            "capot.points",
        )
        if rule != wanted and position.rules.has(rule)
    ]
    chosen = sorted([wanted, *rng.sample(others, _CHOICES - 1)], key=list(catalogue()).index)
    says = explain(view, event, NAMES)
    judgements = {}
    for rule in chosen:
        clause = position.rules.answers[rule]
        if rule == wanted:
            judgements[rule] = Judgement(verdict=Verdict.RIGHT, says=says, clause=clause)
            continue
        judgements[rule] = Judgement(
            verdict=Verdict.WRONG,
            says=(
                (
                    f"{clause.rule.title} answers another question: {clause.rule.question} "
                    f"({clause.words}.) {_not_that(rule, event, step)}"
                ),
            ),
            clause=clause,
        )
    told = (
        f"{NAMES[event.seat]} counts {event.points} {what_for(event)}."
        if isinstance(event, Scored) and event.holding is not None
        else f"{NAMES[event.seat]} counts {event.points}."
        if isinstance(event, Scored)
        else f"{NAMES[event.seat]} has thirty in hand, and counts no repique."
    )
    return Posed(
        form=Form.ONE,
        key=OneKey(judgements=judgements),
        solution=(f"{position.rules.answers[wanted].rule.title}. ", *says),
        shown=(
            *both_hands(position),
            Shown(
                label="What happened",
                lines=(narrate(view, NAMES),) if wanted.startswith("play") else ((told,),),
            ),
        ),
        question=words.refused if isinstance(event, Barred) else words.question,
        hint=words.hint,
        clause=position.rules.answers[wanted],
        options=tuple(
            Option(value=rule, words=position.rules.answers[rule].rule.title) for rule in chosen
        ),
    )


# Why points that were scored are not those of a rule, said without naming the rule that gives them.
_IN_HAND = {
    "point.score": "It is not a suit that is counted here.",
    "sequence.scores": "It is not a run that is counted here.",
    "set.trio": "It is not three of a kind that are counted here.",
    "set.quatorze": "It is not four of a kind that are counted here.",
    "repique.bonus": "One combination is counted here, and nothing on top of it.",
}
_IN_PLAY = {
    "play.lead": "These points are not for leading a card.",
    "play.capture": "These points are not for taking one trick from the leader.",
    "play.last-trick": "These points are not for the last trick.",
    "cards.points": "These points are not for having most of the tricks.",
    "pique.bonus": "These points are nothing on top of thirty.",
    "capot.points": "These points are not for having every trick.",
}


def _not_that(rule: str, event: Scored | Barred, step: Step) -> str:
    """Return what tells a rule from the one that gives the points."""
    if isinstance(event, Barred):
        return "It does not say why nothing is added here."
    before = not any(isinstance(one, Played) for one in step.events) and not step.state.taken
    if before and rule in _IN_PLAY:
        return "These points are for what is in the hand, not for the play."
    if not before and rule in _IN_HAND:
        return "This is counted in the play, not for what is in the hand."
    return {**_IN_HAND, **_IN_PLAY}[rule]
