"""The lesson to propose after a lost deal, by the kind of decision or the bonus that lost it."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

from piquet_core.cards.seat import Seat
from piquet_core.engine.events import Event, Scored

LEAST = 3.0
"""Points that a kind of decision must have lost before its lesson is proposed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposedLesson:
    """A section of the course. ``subject`` completes *… cost you most*, ``teaches`` is the text of the link."""

    subject: str
    lesson: str
    teaches: str
    kind: str = ""
    bonus: str = ""


@cache
def lessons() -> tuple[ProposedLesson, ...]:
    """Return all lessons that can be proposed, in the order of the data."""
    file = resources.files("piquet_core.review").joinpath("data", "lessons.toml")
    return tuple(ProposedLesson(**row) for row in tomllib.loads(file.read_text("utf-8"))["lesson"])


def lesson_against(
    losses: Mapping[str, float], events: Iterable[Event], seat: Seat
) -> ProposedLesson | None:
    """Return the lesson against the costliest kind of decision, or else against a bonus of the opponent.

    ``losses`` are a player's losses by kind. Returns None if the deal was lost by neither.

    >>> lesson_against({"lead": 6.5, "follow": 4.0}, (), Seat.ELDER).lesson
    '11-inference#certain-possible-impossible'
    """
    kind = max(losses, key=lambda one: losses[one], default="")
    if kind and losses[kind] >= LEAST:
        return next((one for one in lessons() if one.kind == kind), None)
    made = {event.rule for event in events if isinstance(event, Scored) and event.seat is not seat}
    return next((one for one in lessons() if one.bonus in made), None)
