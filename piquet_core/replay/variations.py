"""The variations of a record as they can be played: where each leaves the deal, and its moves."""

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
    """A variation, from a step of the printed line; one inside another begins with its moves."""

    at: str
    moves: tuple[str, ...]
    branch: Branch

    @property
    def address(self) -> str:
        """The variation as an address has it."""
        return f"{self.at}~{'.'.join(self.moves)}"

    @property
    def source_words(self) -> str:
        """How much of it is in the source, in a sentence."""
        return source_words(self.branch.grade)


def source_words(grade: str = "") -> str:
    """Return a sentence on how much of a variation is in the source; the reader's has no grade."""
    return _SOURCE_WORDS[grade]


def is_played(record: Record) -> bool:
    """Whether anything is played in a record; of cards as dealt a reader's play varies nothing."""
    return bool(record.lines)


@dataclass(frozen=True, slots=True, kw_only=True)
class LineWords:
    """What the line of a record is called beside a reader's own.

    ``line`` follows *Back to the*, ``play`` *no longer*; ``result`` comes before how it ends, ``how`` after
    a heading; ``own`` says what the reader's line is not, and ``off`` from where on.
    """

    line: str
    play: str
    result: str
    how: str
    own: str
    off: str

    def told(self, line: ReaderVariation, left: str) -> str:
        """Return what a reader's line is: that of the record, as long as it parts with none of its steps.

        ``left`` names the first step that differs, if any does.
        """
        if left:
            return self.off.format(left)
        is_theirs = is_played(line.replay.record)
        return f"{capitalize(self.how)} so far." if is_theirs else self.own


_PRINTED = LineWords(
    line="printed line",
    play="the book's play",
    result="Printed",
    how="as printed",
    own=source_words(),
    off="Not in the source from {} on.",
)
_RECONSTRUCTED = replace(
    _PRINTED,
    line="reconstructed line",
    play="the play as it was reconstructed",
    result="As reconstructed",
    how="as reconstructed",
    off="Not in the source, and from {} on not as reconstructed.",
)
_PLAYED = LineWords(
    line="deal as played",
    play="the deal as it was played",
    result="As played",
    how="as played",
    own="Not what was played.",
    off="Not what was played from {} on.",
)
_PASTED = LineWords(
    line="record",
    play="the play of the record",
    result="In the record",
    how="as in the record",
    own="Not in the record.",
    off="Not in the record from {} on.",
)
_DEALT = replace(_PLAYED, line="cards as dealt", own="You play both sides.")


def line_words(record: Record, *, pasted: bool = False) -> LineWords:
    """Return the words for the line of a record; whoever ``pasted`` it has no print before them.

    A source whose play is inferred prints none. Of cards that nobody has played yet the reader's line is simply
    the play.
    """
    if record.tag("Source"):
        if pasted:
            return _PASTED
        is_inferred = "play=inferred" in record.tag("Certainty").split()
        return _RECONSTRUCTED if is_inferred else _PRINTED
    return _PLAYED if is_played(record) else _DEALT


def variations(replay: Replay) -> tuple[PlayableVariation, ...]:
    """Return every variation of a replay, in the order of its steps."""
    return tuple(
        variation
        for step in replay.steps
        for branch in step.branches
        for variation in _playable(
            replay, step.id, start_variation(replay, step.id).state, (), branch
        )
    )


def find_variation(replay: Replay, at: str, moves: tuple[str, ...]) -> PlayableVariation | None:
    """Return the variation that begins with these moves; None without moves or a match."""
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
        for one in implied_moves_before(line_of_step(step), state):  # what is played is said
            moves = (*moves, move_of(one.before, one.action))
            state = one.state
        for other in step.branches:
            inner += _playable(replay, at, state, moves, other)
        moves = (*moves, move_of(state, step.action))
        state, _ = apply(state, step.action)
    if moves:
        yield PlayableVariation(at=at, moves=moves, branch=branch)
    yield from inner
