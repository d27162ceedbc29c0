"""What a record leaves unsaid: the decisions that need no line, and when one of them is taken.

Nobody looked or asked for a new deal, every word stood, and a player who was dealt a carte blanche
said so; with it elder left no cards and younger changed none.
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
    """A decision that no line states, the moment it is taken at, and what it leads to."""

    before: DealState
    action: Action
    state: DealState
    events: tuple[Event, ...]

    def steps(self, score: tuple[int, int], prefix: str = "") -> list[Step]:
        """Return what there is to show of it, which may be nothing; ``score`` is that before it."""
        id, action = label_of(self.before), self.action
        found = consequences(id, action, self.state, self.events, score, prefix)
        return [step for step in found if step.events]


def implied_action(state: DealState, line: Line) -> Action | None:
    """Return the decision that a record need not write down before a line, if there is one."""
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
            # If elder must say how many cards he will exchange, the record shows how many he did.
            size = len(line.items) if line.label == "xe" else 0
            ways = [one for one in legal_actions(state) if isinstance(one, AnnounceBlank)]
            said = [one for one in ways if one.declare and one.exchanging in (0, size)]
            return said[0] if said else None
        case _:
            return None


def is_due(line: Line, state: DealState) -> bool:
    """Tell whether the decision of a line comes next; a suit may be named wherever one may lead."""
    naming = line.label == "ne" and state.phase is Phase.LEAD
    return naming or label_of(state) == line.label


def implied_moves_before(
    line: Line, state: DealState, default: Default = implied_action
) -> Iterator[ImpliedMove]:
    """Yield the decisions from a state up to that of a line, as far as they go without saying."""
    while not is_due(line, state) and (action := default(state, line)) is not None:
        before = state
        state, events = apply(before, action)
        yield ImpliedMove(before, action, state, events)


def line_of_step(step: Step) -> Line:
    """Return the line of a step, or one that says no more than its place where the record has none."""
    return step.line or Line(label=step.id.rpartition("-")[2])
