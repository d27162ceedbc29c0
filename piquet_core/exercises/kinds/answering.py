"""Questions on the answer to a call: good, not good or equal."""

from __future__ import annotations

from piquet_core.cards.seat import Seat
from piquet_core.engine.actions import Reply, Response
from piquet_core.engine.apply import apply, legal_actions
from piquet_core.engine.declaration import full_count, true_reply
from piquet_core.engine.events import Replied
from piquet_core.engine.state import Phase
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
from piquet_core.exercises.position import Position
from piquet_core.exercises.question_texts import QuestionText
from piquet_core.number_words import number_in_words
from piquet_core.replay.steps import Step
from piquet_core.replay.visibility import observe
from piquet_core.rules.strategies import holding_score
from piquet_core.wording.explanations import explain
from piquet_core.wording.narration import narrate
from piquet_core.wording.player_names import PlayerNames
from piquet_core.wording.rich_text import plain_text

NAMES = ("Elder", "Younger")
YOU_ARE_YOUNGER = PlayerNames(NAMES, Seat.YOUNGER)
_TITLES = {"point": "point", "sequence": "sequence", "set": "trio or quatorze"}


def reply(position: Position, words: QuestionText) -> Question:
    """Ask for younger's answer to the current call."""
    state, rules = position.state, position.rules
    if state.phase is not Phase.REPLY:
        raise ExerciseError("there is no call to answer at this position")
    call = state.calls[-1]
    true = true_reply(state)
    reason = _reason(position, true)
    said = tuple(
        (plain_text(narrate(observe(step, Seat.YOUNGER), YOU_ARE_YOUNGER)),)
        for step in position.steps
        if step.action and step.id[0] in "psqm"
    )
    return Question(
        form=Form.ONE,
        key=ChoiceKey(
            judgements={one.value: _judged(position, one, true, reason) for one in Response}
        ),
        solution=(f"“{true.response.value.capitalize()}.” ", *reason),
        shown=(
            Exhibit(label="What has been said", lines=said),
            Exhibit(label="Your hand", cards=tuple(state.hands[Seat.YOUNGER])),
        ),
        question=words.question,
        hint=words.hint,
        clause=rules.answers[f"{call.kind}.compare"],
        options=tuple(
            AnswerOption(value=one.value, words=f"“{one.value.capitalize()}.”") for one in Response
        ),
    )


def _judged(position: Position, response: Response, true: Reply, reason: Says) -> Assessment:
    """Return the assessment of a response: the true one, one that sinks a holding, or one that claims too much."""
    rules, kind = position.rules, true.kind
    action = Reply(seat=Seat.YOUNGER, kind=kind, response=response)
    clause = rules.answers[f"{kind}.compare"]
    if action == true:
        if response is Response.EQUAL and not _pips_follow(position):
            clause = rules.answers[f"{kind}.tie"]
        says = (*reason, *_follows(position, true))
        return Assessment(verdict=Verdict.RIGHT, says=says, clause=clause)
    if action in legal_actions(position.state):
        # Sinking names the cards first, because the feedback is about its cost and not about a false claim.
        says = (*reason, _sunk(position, response, true.response))
        clause = rules.answers["declare.sink"]
        return Assessment(verdict=Verdict.COSTLY, says=says, clause=clause)
    says = (*_claims(response, pips_follow=_pips_follow(position)), *reason)
    return Assessment(verdict=Verdict.WRONG, says=says, clause=clause)


def _reason(position: Position, action: Reply) -> Says:
    state, events = apply(position.state, action)
    step = Step(id="reply", action=action, events=events, state=state, score=state.score)
    view = observe(step, Seat.YOUNGER)
    replied = next(event for event in events if isinstance(event, Replied))
    return explain(view, replied, YOU_ARE_YOUNGER)


def _sunk(position: Position, said: Response, true: Response) -> str:
    """Return the cost of the response ``said``, which claims less than the hand has."""
    call = position.state.calls[-1]
    may = " You may say less than you hold, which is called sinking. But "
    if true is Response.EQUAL and _pips_follow(position):
        return f"{may}then elder counts the {call.kind} without having to tell any pips."
    elders = sum(_paid(position, said))
    if true is Response.EQUAL:
        return f"{may}then elder counts {elders}, which “equal” would prevent."
    yours = _paid(position, true)
    title = _TITLES[call.kind] if len(yours) == 1 else f"{number_in_words(len(yours))} {call.kind}s"
    instead = f", and elder counts {elders}" if elders else ""
    return f"{may}then you lose the {sum(yours)} that your {title} would score{instead}."


def _paid(position: Position, said: Response) -> list[int]:
    """Return the points of each holding that the winner of the call counts after the response ``said``.

    The list is empty if nobody wins the call.
    """
    call = position.state.calls[-1]
    action = Reply(seat=Seat.YOUNGER, kind=call.kind, response=said)
    after, _ = apply(position.state, action)
    settled = after.calls[position.state.calls.index(call)]
    if settled.winner is None:
        return []
    phase = Phase.ELDER_COUNT if settled.winner is Seat.ELDER else Phase.YOUNGER_COUNT
    counted = full_count(after.evolve(calls=(settled,), phase=phase)).holdings
    hand = position.state.hands[settled.winner]
    return [holding_score(position.rules, hand, one)[0] for one in counted]


def _pips_follow(position: Position) -> bool:
    """Tell whether the answer *equal* would make elder announce the pips instead of settling the call."""
    state, rules = position.state, position.rules
    call = state.calls[-1]
    return (
        call.kind == "point"
        and not call.responses
        and rules.choice("point.compare").value != "pips"
    )


def _claims(response: Response, *, pips_follow: bool) -> Says:
    """Return a sentence on the false claim that a wrong response makes."""
    return {
        Response.GOOD: ("That would let elder count it, though you have to say what you hold. ",),
        Response.EQUAL: (
            (
                "“Equal” claims that you hold just as many cards, and elder would have to tell the pips. "
                if pips_follow
                else "“Equal” claims that you hold just as much, and then neither of you counts anything. "
            ),
        ),
        Response.NOT_GOOD: (
            "“Not good” claims that you hold something better, and you would have to show it. ",
        ),
    }[response]


def _follows(position: Position, action: Reply) -> Says:
    """Return a sentence on what follows the true response: the player who counts, and the points."""
    state = position.state
    call = state.calls[-1]
    if action.response is Response.EQUAL:
        after, _ = apply(state, action)
        if after.phase is Phase.REPLY and after.calls[-1].kind == call.kind:
            return (" Elder now tells the pips.",)
        return (f" Neither of you counts a {_TITLES[call.kind]}.",)
    seat = Seat.YOUNGER if action.response is Response.NOT_GOOD else Seat.ELDER
    paid = _paid(position, action.response)
    if not paid:
        return ()
    who = YOU_ARE_YOUNGER.first(seat)
    if len(paid) == 1:
        return (f" {who} will count {paid[0]} for it.",)
    return (
        f" {who} will count {sum(paid)} for {number_in_words(len(paid))} {call.kind}s: {' + '.join(map(str, paid))}.",
    )


def both_hands(position: Position) -> tuple[Exhibit, ...]:
    """Return the two hands as exhibits."""
    elder, younger = position.state.hands
    return Exhibit(label="Elder", cards=tuple(elder)), Exhibit(
        label="Younger", cards=tuple(younger)
    )
