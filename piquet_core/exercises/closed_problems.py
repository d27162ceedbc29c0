"""Problems with closed hands, read from a table with one line for each problem.

``tools/closed_problems.py`` finds them and writes the table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from piquet_core.errors import RuleSetError
from piquet_core.exercises.data_files import data_text
from piquet_core.frozen_dict import FrozenDict

FILE = "closed_problems.tsv"
LEVELS = range(1, 6)
SOLVERS = ("thumb", "guard", "reckoner", "master")
"""Players that were given every problem, the weakest first."""
ASKS = ("elder", "younger", "lead", "keep")
"""Questions: elder's and younger's discard, a lead, and a card to a lead."""
THEMES = ("exchange", "lead", "keep", "calls")
"""Themes of problems. With *calls*, another card would be right if nothing had been called."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClosedProblem:
    """A decision with closed hands, with the proof of the right choice and the players that find it.

    ``best`` has the cards to lay out, or the best card and those equal to it. ``wrong`` is the natural
    mistake. ``margin`` is by how many points on average the best choice is better than every other, and
    ``error`` two standard errors of that, 0 if all hands were tried. ``loses`` of the ``hands`` that are
    possible lose points by the mistake; both are 0 for a discard. ``solved`` has the shares in which Thumb,
    Guard, Reckoner and Master choose right.
    """

    level: int
    theme: str
    ask: str
    rules: str
    position: str
    best: tuple[str, ...]
    wrong: str
    margin: float
    error: float
    hands: int
    loses: int
    solved: tuple[float, ...]

    @property
    def question(self) -> str:
        """Name of the question, such as ``closed.lead``."""
        return f"closed.{self.ask}"


def shares(problems: Sequence[ClosedProblem], level: int) -> tuple[float, ...]:
    """Return the shares of a level's problems that Thumb, Guard, Reckoner and Master solve."""
    rows = [one.solved for one in problems if one.level == level]
    return tuple(sum(column) / len(column) for column in zip(*rows, strict=True))


@cache
def closed_problems() -> tuple[ClosedProblem, ...]:
    """Return all problems with closed hands, by level."""
    return parse_closed_problems(data_text(FILE))


@cache
def problems_by_position() -> Mapping[tuple[str, str], ClosedProblem]:
    """Return the problems by question and position."""
    return FrozenDict({(one.question, one.position): one for one in closed_problems()})


def parse_closed_problems(text: str, file: str = FILE) -> tuple[ClosedProblem, ...]:
    """Return the problems of a table.

    Raises `RuleSetError` with the number of the invalid line.
    """
    lines = enumerate(text.splitlines(), 1)
    return tuple(
        _problem(line.split("\t"), f"{file}: line {number}")
        for number, line in lines
        if line and not line.startswith("#")
    )


def _problem(fields: Sequence[str], context: str) -> ClosedProblem:
    try:
        level, theme, ask, rules, position, best, wrong, *figures = fields
        margin, error, hands, loses, *solved = figures
        one = ClosedProblem(
            level=int(level),
            theme=theme,
            ask=ask,
            rules=rules,
            position=position,
            best=tuple(best.split("+")),
            wrong=wrong,
            margin=float(margin),
            error=float(error),
            hands=int(hands),
            loses=int(loses),
            solved=tuple(map(float, solved)),
        )
    except ValueError as error:
        raise RuleSetError(f"not a problem: {error}", context) from None
    known = one.level in LEVELS and theme in THEMES and ask in ASKS
    if not known or len(one.solved) != len(SOLVERS):
        raise RuleSetError("unknown level, theme or question, or not four shares", context)
    return one


def write_closed_problems(problems: Sequence[ClosedProblem], head: str) -> str:
    """Return the table of problems that begins with ``head``, the inverse of `parse_closed_problems`."""
    return "\n".join((head, *map(_line, problems), ""))


def _line(one: ClosedProblem) -> str:
    figures = (
        one.margin,
        f"{one.error:g}",
        one.hands,
        one.loses,
        *(f"{share:g}" for share in one.solved),
    )
    fields = (
        one.level,
        one.theme,
        one.ask,
        one.rules,
        one.position,
        "+".join(one.best),
        one.wrong,
        *figures,
    )
    return "\t".join(map(str, fields))
