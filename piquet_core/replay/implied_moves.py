"""Decisions that a record may leave out, and the state in which each is taken.

By default nobody looks at the talon or asks for a new deal, calls and answers stand, and a dealt
carte blanche is announced. After such an announcement, elder announces no number of cards left, and
younger does not change the discard.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from piquet_core.engine.actions import (
    Action,
    AnnounceBlank,
    AnnounceCardsLeft,
    Exchange,
    LetStand,
    Look,
    Redeal,
)
from piquet_core.engine.apply import apply, legal_actions
from piquet_core.engine.events import Event
from piquet_core.engine.state import DealState, Phase
from piquet_core.notation import Line
from piquet_core.replay.decisions import label_of
from piquet_core.replay.steps import Step, consequences

Default = Callable[[DealState, Line], Action | None]


class ImpliedMove(NamedTuple):
    """A decision without a line in the record, with the states before and after it and its events."""

    before: DealState
    action: Action
    state: DealState
    events: tuple[Event, ...]

    def steps(self, score: tuple[int, int], prefix: str = "") -> list[Step]:
        """Return the steps of the move that have events. ``score`` is the score before the move."""
        id, action = label_of(self.before), self.action
        found = consequences(id, action, self.state, self.events, score, prefix)
        return [step for step in found if step.events]


def implied_action(state: DealState, line: Line) -> Action | None:
    """Return the default decision in a state before ``line``, or None if the record must state the decision."""
    seat = state.seat
    if seat is None:
        return None
    match state.phase:
        case Phase.ELDER_LEAVES:
            return AnnounceCardsLeft(seat=seat, count=0)
        case Phase.YOUNGER_CHANGES:
            return Exchange(seat=seat, discards=state.discards[seat])
        case Phase.ELDER_LOOK | Phase.YOUNGER_LOOK | Phase.ELDER_DEMAND:
            return Look(seat=seat, look=False)
        case Phase.ELDER_REDEAL:
            return Redeal(seat=seat, wanted=False)
        case Phase.ELDER_RAISE | Phase.YOUNGER_RECALL:
            return LetStand(seat=seat)
        case Phase.ELDER_BLANK | Phase.YOUNGER_BLANK:
            # If elder must announce the number of cards, the record shows how many were exchanged.
            size = len(line.items) if line.label == "xe" else 0
            ways = [one for one in legal_actions(state) if isinstance(one, AnnounceBlank)]
            said = [one for one in ways if one.declare and one.exchanging in (0, size)]
            return said[0] if said else None
        case _:
            return None


def is_due(line: Line, state: DealState) -> bool:
    """Return whether the decision of a line comes next. Naming a suit may come before any lead."""
    naming = line.label == "ne" and state.phase is Phase.LEAD
    return naming or label_of(state) == line.label


def implied_moves_before(
    line: Line, state: DealState, default: Default = implied_action
) -> Iterator[ImpliedMove]:
    """Yield the implied decisions between a state and the decision of a line.

    ``default`` returns the decision that is implied in a state before the line, or None.
    """
    while not is_due(line, state) and (action := default(state, line)) is not None:
        before = state
        state, events = apply(before, action)
        yield ImpliedMove(before, action, state, events)


def line_of_step(step: Step) -> Line:
    """Return the line of a step or, if the record has none, an empty line with the step's label."""
    return step.line or Line(label=step.id.rpartition("-")[2])
