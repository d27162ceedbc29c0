"""Shared parts of worked examples: the interface of an example, and the table of its results."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from piquet_core.errors import PiquetError
from piquet_core.rules import RuleSet
from piquet_core.wording.rich_text import Part

Cell = tuple[Part, ...]
"""The value of a measure under a rule set: text, cards, and words that link to a rule."""


class ExampleError(PiquetError):
    """The error for an invalid example. ``rule`` is the id of the rule that refuses it, or ""."""

    def __init__(self, message: str, rule: str = "") -> None:
        super().__init__(f"{message} [{rule}]" if rule else message)
        self.rule = rule


class Example(Protocol):
    """The interface of an example: a case that can be played under any rule set."""

    def given(self) -> tuple[tuple[str, Cell], ...]:
        """Return the given facts of the case, as pairs of label and cell."""

    def misfit(self, rules: RuleSet) -> str:
        """Return the reason why the case cannot arise under a rule set; "" if it can."""

    def heading(self, measure: str) -> str:
        """Return the heading of a measure.

        Raises `ExampleError` for an unknown one.
        """

    def cell(self, rules: RuleSet, measure: str) -> Cell:
        """Return the value of a measure under a rule set.

        Raises `ExampleError` for an impossible case.
        """


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedResult:
    """One row of the table: the rule sets with the same result, and a cell for each measure."""

    rules: tuple[RuleSet, ...]
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkedExample:
    """The table of results of an example: its headings and its rows, with most rule sets first.

    ``left_out`` has pairs of a reason and the rule sets that are left out for it.
    """

    example: Example
    headings: tuple[str, ...]
    rows: tuple[SharedResult, ...]
    left_out: tuple[tuple[str, tuple[RuleSet, ...]], ...]


def work_out(
    example: Example,
    measures: Sequence[str],
    rulesets: Iterable[RuleSet],
    *,
    strict: bool = False,
) -> WorkedExample:
    """Return the table of results of an example under rule sets, which are grouped by equal results.

    A rule set that does not fit the case is left out, or raises `ExampleError` if ``strict``.
    """
    headings = tuple(example.heading(measure) for measure in measures)
    groups: dict[tuple[Cell, ...], list[RuleSet]] = {}
    left_out: dict[str, list[RuleSet]] = {}
    for rules in rulesets:
        if reason := example.misfit(rules):
            if strict:
                raise ExampleError(f"{rules.id}: {reason}")
            left_out.setdefault(reason, []).append(rules)
            continue
        cells = tuple(example.cell(rules, measure) for measure in measures)
        groups.setdefault(cells, []).append(rules)
    if not groups:
        raise ExampleError("the example fits none of these rule sets")
    rows = sorted(groups.items(), key=lambda item: -len(item[1]))
    return WorkedExample(
        example=example,
        headings=headings,
        rows=tuple(SharedResult(rules=tuple(members), cells=cells) for cells, members in rows),
        left_out=tuple((reason, tuple(members)) for reason, members in left_out.items()),
    )
