"""Consequences of an answer to a call: points that are good, and cards that the opponent must hold."""

from __future__ import annotations

from collections.abc import Sequence

from piquet_core.beliefs.better_holdings import better_holdings
from piquet_core.cards.seat import Seat
from piquet_core.engine.events import Replied
from piquet_core.replay.steps import Step
from piquet_core.sessions import Session, Table
from piquet_core.sessions.uncounted import uncounted_points
from piquet_core.views.markup import Child, element
from piquet_core.wording.deductions import deduction_words


def uncounted_words(table: Table, recent: Sequence[Step]) -> str:
    """Return a note on the points that became good in the ``recent`` steps and are not counted yet, or ""."""
    found = uncounted_points(table)
    answered = {event.kind for event in _answers(recent)}
    said = [f"{points} for your {kind}" for kind, (points, _) in found.items() if kind in answered]
    return f"Good: {' and '.join(said)}, counted when all is called" if said else ""


def deductions(session: Session) -> list[str]:
    """Return a sentence for each *not good* since the person's last decision on the cards that follow from it."""
    if session.table.seat is not Seat.ELDER or session.deal_is_over or session.is_covered:
        return []
    found = []
    for step in session.recent():
        for event in _answers([step]):
            call = next(one for one in step.state.calls if one.kind == event.kind)
            words = deduction_words(better_holdings(step.state, call))
            if words:
                found.append(f"So {session.cast().does(event.seat, 'has')} {words}.")
    return found


def render_deductions(session: Session) -> list[Child]:
    """Render `deductions` as paragraphs."""
    return [
        element("p", one, class_="pq-gave", data_part="deduction") for one in deductions(session)
    ]


def _answers(steps: Sequence[Step]) -> list[Replied]:
    return [event for step in steps for event in step.events if isinstance(event, Replied)]
