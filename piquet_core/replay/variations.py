"""Variations of a record in a form that can be played: starting step and moves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from piquet_core.cards.card_names import capitalize
from piquet_core.engine.apply import apply
from piquet_core.engine.state import DealState
from piquet_core.notation import Record
from piquet_core.replay.implied_moves import implied_moves_before, line_of_step
from piquet_core.replay.steps import Branch, Replay
from piquet_core.replay.what_if import ReaderVariation, move_of, start_variation

_SOURCE_WORDS = {
    "": "Not in the source.",
    "stated": "In the source.",
    "implied": "Implied by the source.",
    "partial": "In the source in part; the rest is ours.",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayableVariation:
    """A variation as a list of moves from the step ``at`` of the printed line.

    The moves of a nested variation start with the moves of its parent up to the point where it
    branches off.
    """

    at: str
    moves: tuple[str, ...]
    branch: Branch

    @property
    def address(self) -> str:
        """The variation as it is written in an address."""
        return f"{self.at}~{'.'.join(self.moves)}"

    @property
    def source_words(self) -> str:
        """A sentence on how much of the variation is in the source."""
        return source_words(self.branch.grade)


def source_words(grade: str = "") -> str:
    """Return a sentence on how much of a variation is in the source. A reader's variation has no grade."""
    return _SOURCE_WORDS[grade]


def is_played(record: Record) -> bool:
    """Return whether a record contains any decision."""
    return bool(record.lines)


@dataclass(frozen=True, slots=True, kw_only=True)
class LineWords:
    """Phrases about the line of a record, for use beside a reader's own line.

    ``line`` follows *Back to the*, and ``play`` follows *no longer*. ``result`` precedes the
    result. ``note``, for example *as printed*, follows a heading. ``own`` is a sentence on any line
    of a reader, and ``off`` one on a line that departs from the record, with a placeholder for the
    step.
    """

    line: str
    play: str
    result: str
    note: str
    own: str
    off: str

    def told(self, line: ReaderVariation, left: str) -> str:
        """Return a description of the reader's line in relation to the record.

        ``left`` names the first step that differs, or is "" if there is none.
        """
        if left:
            return self.off.format(left)
        is_theirs = is_played(line.replay.record)
        return f"{capitalize(self.note)} so far." if is_theirs else self.own


_PRINTED = LineWords(
    line="printed line",
    play="the book's play",
    result="Printed",
    note="as printed",
    own=source_words(),
    off="Not in the source from {} on.",
)
_RECONSTRUCTED = replace(
    _PRINTED,
    line="reconstructed line",
    play="the play as it was reconstructed",
    result="As reconstructed",
    note="as reconstructed",
    off="Not in the source, and from {} on not as reconstructed.",
)
_PLAYED = LineWords(
    line="deal as played",
    play="the deal as it was played",
    result="As played",
    note="as played",
    own="Not what was played.",
    off="Not what was played from {} on.",
)
_PASTED = LineWords(
    line="record",
    play="the play of the record",
    result="In the record",
    note="as in the record",
    own="Not in the record.",
    off="Not in the record from {} on.",
)
_DEALT = replace(_PLAYED, line="cards as dealt", own="You play both sides.")


def line_words(record: Record, *, pasted: bool = False) -> LineWords:
    """Return the phrases about the line of a record. ``pasted``: a reader pasted the record as text.

    If the play of a deal from a source is inferred, the line is called reconstructed, not printed.
    In a deal without decisions, there is no line to depart from.
    """
    if record.tag("Source"):
        if pasted:
            return _PASTED
        is_inferred = "play=inferred" in record.tag("Certainty").split()
        return _RECONSTRUCTED if is_inferred else _PRINTED
    return _PLAYED if is_played(record) else _DEALT


def variations(replay: Replay) -> tuple[PlayableVariation, ...]:
    """Return every variation of a replay, in step order."""
    return tuple(
        variation
        for step in replay.steps
        for branch in step.branches
        for variation in _playable(
            replay, step.id, start_variation(replay, step.id).state, (), branch
        )
    )


def find_variation(replay: Replay, at: str, moves: tuple[str, ...]) -> PlayableVariation | None:
    """Return the variation at step ``at`` that starts with ``moves``, or None if there are no moves or no match."""
    from_here = (one for one in variations(replay) if one.at == at)
    found = (one for one in from_here if one.moves[: len(moves)] == moves)
    return next(found, None) if moves else None


def _playable(
    replay: Replay, at: str, state: DealState, moves: tuple[str, ...], branch: Branch
) -> Iterator[PlayableVariation]:
    inner: list[PlayableVariation] = []
    for step in branch.steps:
        if step.action is None:
            continue
        for one in implied_moves_before(
            line_of_step(step), state
        ):  # a variation in an address states every decision
            moves = (*moves, move_of(one.before, one.action))
            state = one.state
        for other in step.branches:
            inner += _playable(replay, at, state, moves, other)
        moves = (*moves, move_of(state, step.action))
        state, _ = apply(state, step.action)
    if moves:
        yield PlayableVariation(at=at, moves=moves, branch=branch)
    yield from inner
