"""Totals: what a player announces with the card just played."""

from __future__ import annotations

from piquet_core.engine.events import Scored
from piquet_core.engine.state import Phase
from piquet_core.exercises.asks import Words
from piquet_core.exercises.item import ExerciseError, Form, Judgement, Posed, Shown, Verdict
from piquet_core.exercises.keys import NumberKey, Says
from piquet_core.exercises.kinds.answering import NAMES
from piquet_core.exercises.kinds.tricks import IN_PLAY, tricks_words
from piquet_core.exercises.position import Position
from piquet_core.pack.seat import Seat
from piquet_core.seen.view import observe
from piquet_core.words.narration import Part, narrate, what_for


def total(position: Position, words: Words) -> Posed:
    """Ask for the total that is announced with the last card played."""
    if not position.moves:
        raise ExerciseError("no card has been played yet")
    before, state = position.before(), position.state
    if before.state.phase not in IN_PLAY:
        raise ExerciseError("the last move is no card")
    you = before.you
    had, has = before.state.score[you], state.score[you]
    steps = position.steps[len(before.steps) :]
    told: list[Part] = []
    for step in steps:
        if step.id != "result":
            told += [*narrate(observe(step, None), NAMES), " "]
    scored = [
        event
        for step in steps
        for event in step.events
        if isinstance(event, Scored) and event.seat is you
    ]
    leading = before.state.phase is Phase.LEAD
    clause = position.rules.answers[
        scored[0].rule if scored else words.rule if leading else "play.capture"
    ]

    def wrong(*says: str) -> Judgement:
        return Judgement(verdict=Verdict.WRONG, says=says, clause=clause)

    who = NAMES[you]
    won = not leading and state.taken[-1].winner is you
    brings = (
        "This card brings " + " and ".join(f"{one.points} {what_for(one)}" for one in scored) + "."
        if scored
        else "This card brings nothing."
        if leading
        else "This card wins the trick, but brings nothing."
        if won
        else "The other player wins the trick, and this card brings nothing."
    )
    if not scored:
        told += [f"{who}’s total stays at {has}.", " "]
    slips = {
        state.score[you.other]: wrong(f"That is the other player’s total. {who} played this card."),
        has + 1: wrong(f"One too many. {brings}"),
        had: wrong(f"That is the total before this card. {brings}"),
    }
    if len(scored) > 1:
        so_far = had
        for one in scored[:-1]:
            so_far += one.points
            slips[so_far] = wrong(
                "That leaves something out: at the end of the deal ask who took the last trick, and "
                "who has the most tricks."
            )
    slips.pop(has, None)
    card = next(iter(before.state.hands[you] - state.hands[you]))
    lines: list[Says] = [(f"Elder has {before.state.score[0]}, younger {before.state.score[1]}.",)]
    if state.phase is Phase.OVER:
        taken = before.state.tricks
        lines.append(
            (f"Elder has taken {tricks_words(taken[0])}, younger {tricks_words(taken[1])}.",)
        )
    if before.state.led is not None:
        lines.append((f"{NAMES[you.other]} led the ", before.state.led, "."))
    lines.append((f"{who} {'leads' if leading else 'plays'} the ", card, "."))
    return Posed(
        form=Form.NUMBER,
        key=NumberKey(
            number=has,
            good=Judgement(verdict=Verdict.RIGHT, says=tuple(told[:-1]), clause=clause),
            slips=slips,
            less=wrong(words.less),
            more=wrong(words.more),
            again=lambda _: (f"Before this card {who.lower()} had {had}. {brings}",),
        ),
        solution=(f"{has}. ", *told[:-1]),
        shown=(
            *(
                Shown(label=NAMES[seat], cards=tuple(state.hands[seat]))
                for seat in Seat
                if len(state.hands[seat])
            ),
            Shown(label="What happens", lines=tuple(lines)),
        ),
        question=words.question.replace("{who}", who.lower()),
        hint=words.hint,
        clause=clause,
    )
