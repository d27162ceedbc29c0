"""Problem files in TOML. Each problem is a position with a goal, a line that reaches it, and a grade.

``tools/problems.py`` finds problems and writes the files. A problem comes from a record of the library,
possibly with play that departs from the record, or from a constructed deal. Its data say which.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from piquet_core.cards.cards import Card, parse_card
from piquet_core.errors import PiquetError, RuleSetError
from piquet_core.exercises.exercise import Exercise
from piquet_core.exercises.features import GIVEN
from piquet_core.exercises.generate import exercise_at
from piquet_core.exercises.position import Position, parse_position
from piquet_core.rules import find_ruleset
from piquet_core.rules.decode import list_of_type, optional, refuse_unknown_keys, required
from piquet_core.solver.goal_search import Goal

GRADES = range(1, 4)


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """A position with a goal for the player on turn, a line that reaches the goal, and a grade of difficulty.

    ``record`` names the record of the library that the deal comes from, "" for a constructed deal. ``step`` is
    the decision in that record. ``left`` is the decision at which the play departs from the record, or "".
    """

    goal: Goal
    position: Position
    text: str
    line: tuple[Card, ...]
    grade: int
    record: str = ""
    step: str = ""
    left: str = ""

    def item(self, feature: str = GIVEN) -> Exercise:
        """Return the problem as an exercise.

        Raises `ExerciseError` if it cannot be solved.
        """
        return exercise_at(f"goal.{self.goal.value}", self.position, feature)


def read_problems(path: Path) -> tuple[Problem, ...]:
    """Return the problems of a file.

    Raises `RuleSetError` with the position of the invalid entry.
    """
    return parse_problems(path.read_text("utf-8"), path.name)


def parse_problems(text: str, file: str) -> tuple[Problem, ...]:
    """Return the problems in a TOML text.

    Raises `RuleSetError` with the position of the invalid entry.
    """
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RuleSetError(str(error), file) from None
    refuse_unknown_keys(tables, {"problem"}, file)
    rows: Sequence[Any] = list_of_type(tables.get("problem", []), dict, f"{file}: problem")
    return tuple(_problem(row, f"{file}: problem {at}") for at, row in enumerate(rows, 1))


def _problem(row: Mapping[str, Any], context: str) -> Problem:
    refuse_unknown_keys(
        row, {"goal", "rules", "position", "line", "grade", "record", "step", "left"}, context
    )
    names = {goal.value for goal in Goal}
    goal = required(row, "goal", str, context)
    if goal not in names:
        raise RuleSetError(f"{goal!r} is not one of {', '.join(sorted(names))}", f"{context}.goal")
    grade = required(row, "grade", int, context)
    if grade not in GRADES:
        raise RuleSetError(f"the grade must be 1 to {GRADES[-1]}, not {grade}", f"{context}.grade")
    text = required(row, "position", str, context)
    try:
        rules = find_ruleset(required(row, "rules", str, context))
        position = parse_position(rules, text)
        line = tuple(map(parse_card, required(row, "line", str, context).split()))
    except RuleSetError:
        raise
    except PiquetError as error:
        raise RuleSetError(str(error), context) from error
    return Problem(
        goal=Goal(goal),
        position=position,
        text=text,
        line=line,
        grade=grade,
        record=optional(row, "record", str, "", context),
        step=optional(row, "step", str, "", context),
        left=optional(row, "left", str, "", context),
    )


def write_problems(problems: Sequence[Problem], head: str) -> str:
    """Return the text of a problem file that begins with ``head``, the inverse of `parse_problems`."""
    parts = [head]
    for one in problems:
        source = {"record": one.record, "step": one.step, "left": one.left}
        row = {
            "goal": one.goal.value,
            "rules": one.position.rules.id,
            **{key: value for key, value in source.items() if value},
            "position": one.text,
            "line": " ".join(map(str, one.line)),
        }
        lines = [f'{key} = "{value}"' for key, value in row.items()]
        parts.append("\n".join(["[[problem]]", *lines, f"grade = {one.grade}"]))
    return "\n\n".join(parts) + "\n"
