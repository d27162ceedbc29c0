"""Problems on sinking a call, read from a table with one line for each problem.

``tools/sinking_problems.py`` finds them and writes the table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass
from functools import cache

from piquet_core.cards.cards import Hand, parse_card
from piquet_core.errors import CardError, RuleSetError
from piquet_core.exercises.data_files import data_text
from piquet_core.frozen_dict import FrozenDict

FILE = "sinking_problems.tsv"


@dataclass(frozen=True, slots=True, kw_only=True)
class SinkingProblem:
    """A call that is better not made, with the proof (`sinking_proof`).

    ``gain`` is the mean gain by sinking in points, and ``error`` two standard errors of that. The call loses
    points against ``loses`` of the ``hands``, and counts against ``counts`` of them. ``against`` is the hand
    against which it costs most, its cards joined by ``+``.
    """

    rules: str
    position: str
    gain: float
    error: float
    hands: int
    loses: int
    counts: int
    against: str

    @property
    def hand_against(self) -> Hand:
        """The hand against which the call costs most."""
        return Hand.of(map(parse_card, self.against.split("+")))


@cache
def sinking_problems() -> tuple[SinkingProblem, ...]:
    """Return all problems on sinking."""
    return parse_sinking_problems(data_text(FILE))


@cache
def sinking_problems_by_position() -> Mapping[str, SinkingProblem]:
    """Return the problems by position."""
    return FrozenDict({one.position: one for one in sinking_problems()})


def parse_sinking_problems(text: str, file: str = FILE) -> tuple[SinkingProblem, ...]:
    """Return the problems of a table.

    Raises `RuleSetError` with the number of the invalid line.
    """
    return tuple(
        _problem(line.split("\t"), f"{file}: line {number}")
        for number, line in enumerate(text.splitlines(), 1)
        if line and not line.startswith("#")
    )


def _problem(fields: Sequence[str], context: str) -> SinkingProblem:
    try:
        rules, position, gain, error, *counts, against = fields
        hands, loses, good = map(int, counts)
        found = SinkingProblem(
            rules=rules,
            position=position,
            gain=float(gain),
            error=float(error),
            hands=hands,
            loses=loses,
            counts=good,
            against=against,
        )
        _ = found.hand_against
    except (ValueError, CardError) as error:
        raise RuleSetError(f"not a problem on sinking: {error}", context) from None
    if not found.error < found.gain or not 0 < found.loses <= found.hands:
        raise RuleSetError("the gain is within its error, or the call never loses", context)
    return found


def write_sinking_problems(problems: Sequence[SinkingProblem], head: str) -> str:
    """Return the table of problems that begins with ``head``, the inverse of `parse_sinking_problems`."""
    lines = ("\t".join(map(str, astuple(one))) for one in problems)
    return "\n".join((head, *lines, ""))
