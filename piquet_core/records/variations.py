"""The variations of a record as lines that can be played: where each leaves the deal, and its moves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from piquet_core.engine.apply import apply
from piquet_core.engine.state import DealState
from piquet_core.records.notation import Record
from piquet_core.records.steps import Branch, Replay
from piquet_core.records.unsaid import line_of_step, unsaid_before
from piquet_core.records.whatif import move_of, play_on

_STANDINGS = {
    "": "Not in the source.",
    "stated": "In the source.",
    "implied": "Implied by the source.",
    "partial": "In the source in part; the rest is ours.",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """A variation, from a step of the printed line; one inside another begins with its moves."""

    at: str
    moves: tuple[str, ...]
    branch: Branch

    @property
    def address(self) -> str:
        """The line as an address has it."""
        return f"{self.at}~{'.'.join(self.moves)}"

    @property
    def standing(self) -> str:
        """How far the source has it, in a sentence."""
        return standing(self.branch.grade)


def standing(grade: str = "") -> str:
    """Return a sentence on how far the source has a line of that grade; a reader's line has no grade."""
    return _STANDINGS[grade]


def own_standing(record: Record) -> str:
    """Return what a reader's own line is not: in the source, or, of a deal without one, as played."""
    return standing() if record.tag("Source") else "Not what was played."


def ways(replay: Replay) -> tuple[Way, ...]:
    """Return every variation of a replay, in the order of its steps."""
    return tuple(
        way
        for step in replay.steps
        for branch in step.branches
        for way in _ways(replay, step.id, play_on(replay, step.id).state, (), branch)
    )


def find_way(replay: Replay, at: str, moves: tuple[str, ...]) -> Way | None:
    """Return the variation that begins with these moves, if there are any and one does."""
    found = (way for way in ways(replay) if way.at == at and way.moves[: len(moves)] == moves)
    return next(found, None) if moves else None


def _ways(
    replay: Replay, at: str, state: DealState, moves: tuple[str, ...], branch: Branch
) -> Iterator[Way]:
    inner: list[Way] = []
    for step in branch.steps:
        if step.action is None:
            continue
        for one in unsaid_before(line_of_step(step), state):  # a line to play says it
            moves = (*moves, move_of(one.before, one.action))
            state = one.state
        for other in step.branches:
            inner += _ways(replay, at, state, moves, other)
        moves = (*moves, move_of(state, step.action))
        state, _ = apply(state, step.action)
    if moves:
        yield Way(at=at, moves=moves, branch=branch)
    yield from inner
