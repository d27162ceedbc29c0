"""Matrix of all answers: a row for each rule, a cell for each rule set, and the number of differences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, pairwise
from typing import Any, Final

from piquet_core.cards.card_names import rank_name
from piquet_core.cards.cards import Rank
from piquet_core.rules import Answer, Rule, RuleSet, load_ruleset
from piquet_core.rules.agreement import agreement, agreement_summary
from piquet_core.rules.catalogue import find_rule
from piquet_core.rules.decode import of_type, read_data, refuse_unknown_keys, required
from piquet_core.rules.rule_groups import rules_by_group
from piquet_core.rules.ruleset import ruleset_ids_by_date

_LONG: Final = 4
"""Number of consecutive ranks from which only the first and the last are named."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatrixCell:
    """The answer of one rule set in a row of the matrix.

    ``value`` numbers the different answers of the row: equal numbers mean equal answers. ``unlike``
    is true if most families of texts agree on an answer and the text of this rule set gives another
    one.
    """

    ruleset: RuleSet
    answer: Answer[Any]
    value: int
    unlike: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class MatrixRow:
    """A rule with the answers of all rule sets and a summary of their agreement."""

    rule: Rule
    cells: tuple[MatrixCell, ...]
    agreement: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MatrixGroup:
    """The rows of one phase of the game."""

    id: str
    heading: str
    rows: tuple[MatrixRow, ...]


def rulesets_by_date() -> tuple[RuleSet, ...]:
    """Return all rule sets ordered by date, which is the order of the matrix columns."""
    return tuple(map(load_ruleset, ruleset_ids_by_date()))


@cache
def answer_matrix() -> tuple[MatrixGroup, ...]:
    """Return all rules with the answers of all rule sets, grouped by phase, in the order of a deal."""
    return tuple(
        MatrixGroup(
            id=id,
            heading=heading,
            rows=tuple(matrix_row(rule, rulesets_by_date()) for rule in rules),
        )
        for id, heading, rules in rules_by_group()
    )


def matrix_row(rule: Rule, books: Sequence[RuleSet]) -> MatrixRow:
    """Return the row of one rule, with a cell for each rule set in ``books``.

    A cell is *unlike* if its answer differs from the answer of more than half of the answering
    families; see `piquet_core.rules.agreement`.
    """
    common = agreement(rule.id).common
    answers = [book.answers[rule.id] for book in books]
    known: list[object] = []
    values = []
    for answer in answers:
        # The value is wrapped to distinguish a value of None from a missing one.
        key = None if answer.absent else (answer.value,)
        if key not in known:
            known.append(key)
        values.append(known.index(key))
    cells = tuple(
        MatrixCell(
            ruleset=book,
            answer=answer,
            value=value,
            unlike=common is not None and answer.status.speaks and answer.written != common,
        )
        for book, answer, value in zip(books, answers, values, strict=True)
    )
    return MatrixRow(rule=rule, cells=cells, agreement=agreement_summary(rule.id))


def ruleset_distances() -> dict[tuple[str, str], int]:
    """Return the number of rules on which two rule sets differ, for each pair of rule set ids.

    A question that arises in only one of the two rule sets counts as a difference.
    """
    return {
        (first.id, second.id): sum(
            row.cells[i].value != row.cells[j].value
            for group in answer_matrix()
            for row in group.rows
        )
        for (i, first), (j, second) in combinations(enumerate(rulesets_by_date()), 2)
    }


# -- short words -----------------------------------------------------------------------------------


@cache
def _short() -> Mapping[str, Mapping[str, str]]:
    return {id: _few(id, raw) for id, raw in read_data("short.toml").items()}


def _few(id: str, raw: object) -> Mapping[str, str]:
    """Return the short wording of each value of one rule.

    Raises `RuleSetError` for an unknown value.
    """
    rule, context = find_rule(id), f"short.toml: {id}"
    table = of_type(raw, dict, context)
    refuse_unknown_keys(table, {"yes", "no"} if rule.kind == "bool" else set(rule.options), context)
    return {value: required(table, value, str, context) for value in table}


def _run(ranks: tuple[Rank, ...]) -> str:
    """Return a range such as "ace to ten" for four or more consecutive ranks, else "".

    >>> _run((Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK, Rank.TEN)), _run((Rank.ACE, Rank.TEN))
    ('ace to ten', '')
    """
    gapless = all(one - two == 1 for one, two in pairwise(ranks))
    if len(ranks) < _LONG or not gapless:
        return ""
    return f"{rank_name(ranks[0])} to {rank_name(ranks[-1])}"


def short_answer(answer: Answer[Any]) -> str:
    """Return the value of an answer in a few words, or its full wording if there is no shorter form."""
    words = _short().get(answer.id, {})
    if answer.absent:
        return answer.words
    match answer.rule.kind:
        case "choice":
            return words.get(answer.value, answer.words)
        case "bool":
            return words.get(answer.words, answer.words)
        case "names":
            glue = " or " if answer.rule.either else ", "
            return glue.join(words.get(name, answer.rule.options[name]) for name in answer.value)
        case "ranks":
            return _run(answer.value) or answer.words
        case "ints" if answer.rule.labels:
            return ", ".join(map(str, answer.value))
        case "ints" if answer.rule.unit:
            return " or ".join(map(str, answer.value))
        case _:
            return answer.words
