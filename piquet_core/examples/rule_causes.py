"""The rules that cause the different results of a worked example."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from piquet_core.errors import PiquetError
from piquet_core.examples.result_table import Cell, Example, SharedResult, WorkedExample
from piquet_core.rules import RuleSet, catalogue
from piquet_core.rules.ruleset import conflicting_answers


def is_same_answer(worked: WorkedExample, rule: str) -> bool:
    """Tell whether all rule sets in a worked example have the same answer to a rule."""
    return len({one.answers[rule].written for row in worked.rows for one in row.rules}) == 1


def differing_rules(worked: WorkedExample, measures: Sequence[str]) -> tuple[str, ...]:
    """Return the ids of the rules that cause different results, in catalogue order; () for a single result.

    A rule is a cause if the result of a rule set changes when it takes another row's answer to that rule.
    """
    first, *others = worked.rows
    found: set[str] = set()
    for other in others:
        for one, two in ((first, other), (other, first)):
            found.update(_between(worked.example, measures, one, two))
    return tuple(id for id in catalogue() if id in found)


def _between(
    example: Example, measures: Sequence[str], one: SharedResult, two: SharedResult
) -> Iterator[str]:
    own, lent = one.rules[0], two.rules[0]
    for id in catalogue():
        if own.answers[id].written == lent.answers[id].written:
            continue
        changed = _with(own, id, lent)
        if changed is not None and _differs(example, measures, changed, one.cells):
            yield id


def _with(own: RuleSet, id: str, lent: RuleSet) -> RuleSet | None:
    """Return the rule set ``own`` with the answer of ``lent`` to one rule; None if no valid rule set results.

    Other answers of ``lent`` are taken too where the first one requires them.
    """
    taken = {id: lent.answers[id]}
    while True:
        made = replace(own, answers={**own.answers, **taken})
        wrong = next(conflicting_answers(made), None)
        if wrong is None:
            return made
        if wrong[0] in taken:
            return None
        taken[wrong[0]] = lent.answers[wrong[0]]


def _differs(
    example: Example, measures: Sequence[str], rules: RuleSet, cells: tuple[Cell, ...]
) -> bool:
    try:
        if example.misfit(rules):
            return False
        return tuple(example.cell(rules, measure) for measure in measures) != cells
    except PiquetError:
        return False
