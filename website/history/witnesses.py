"""Answers of texts without a rule set, read from a file and validated."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from piquet_core.errors import RuleSetError
from piquet_core.rules import Answer, Rule, Status, find_rule
from piquet_core.rules.answer import read_value
from piquet_core.rules.decode import of_type, optional, parse_toml, refuse_unknown_keys, required
from sphinx_piquet.rules.answer_marks import few_words


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """A text without a rule set. ``why`` gives the reason, ``key`` is its key in the bibliography.

    ``span`` is the possible range of dates of an undated text that is too wide for an estimate.
    """

    key: str
    name: str
    year: int
    circa: bool
    undated: bool
    why: str
    span: str = ""

    @property
    def dated(self) -> str:
        """The year in short form, in brackets for an undated text."""
        if self.undated:
            return f"[{self.span or f'c. {self.year}'}]"
        return f"c. {self.year}" if self.circa else str(self.year)

    @property
    def when(self) -> str:
        """The year as used in a sentence, such as "about 1650" or "undated [c. 1700]"."""
        if self.undated:
            return f"undated {self.dated}"
        return f"about {self.year}" if self.circa else str(self.year)


@dataclass(frozen=True, slots=True, kw_only=True)
class Witness:
    """The answer of a work to a rule, and the location of the answer.

    ``written`` identifies the answer, as in `Answer`. It is "" if the text is silent or if the
    answer is given only in words. ``says`` is the answer for display.
    """

    work: Work
    status: Status
    written: str
    says: str
    place: str
    note: str


Witnesses = Mapping[str, tuple[Witness, ...]]
"""The witnesses by rule id, the oldest first."""


def read_witnesses(text: str, name: str) -> Witnesses:
    """Parse the text of a witness file. ``name`` is the file's name for error messages.

    Raises `RuleSetError` with the position of an error.

    >>> read_witnesses("[works]", "none.toml")
    {}
    """
    tables = parse_toml(text, name)
    listed = of_type(tables.pop("works", {}), dict, f"{name}.works")
    works = {key: _work(key, raw, f"{name}.works.{key}") for key, raw in listed.items()}
    found = {}
    for id, raw in tables.items():
        rule, said = find_rule(id), of_type(raw, dict, f"{name}.{id}")
        read = [_witness(works, rule, key, one, f"{name}.{id}.{key}") for key, one in said.items()]
        found[id] = tuple(sorted(read, key=lambda one: one.work.year))
    heard = {witness.work.key for said in found.values() for witness in said}
    if unheard := sorted(set(works) - heard):
        raise RuleSetError(f"{', '.join(unheard)}: does not answer any rule", f"{name}.works")
    return found


def _work(key: str, raw: object, context: str) -> Work:
    table = of_type(raw, dict, context)
    refuse_unknown_keys(table, {"name", "year", "circa", "undated", "span", "why"}, context)
    return Work(
        key=key,
        name=required(table, "name", str, context),
        year=required(table, "year", int, context),
        circa=optional(table, "circa", bool, False, context),
        undated=optional(table, "undated", bool, False, context),
        why=required(table, "why", str, context),
        span=optional(table, "span", str, "", context),
    )


def _witness(works: Mapping[str, Work], rule: Rule, key: str, raw: object, context: str) -> Witness:
    table = of_type(raw, dict, context)
    refuse_unknown_keys(table, {"value", "says", "place", "status", "note"}, context)
    if key not in works:
        raise RuleSetError("unknown work: add it to 'works'", context)
    status = Status(optional(table, "status", str, "stated", context))
    note = optional(table, "note", str, "", context)
    if status in (Status.INFERRED, Status.CONTESTED) and not note:
        raise RuleSetError(f"an answer that is {status} needs a note that says why", context)
    written, says = _said(rule, table, status, context)
    place = required(table, "place", str, context)
    return Witness(
        work=works[key], status=status, written=written, says=says, place=place, note=note
    )


def _said(rule: Rule, table: Mapping[str, Any], status: Status, context: str) -> tuple[str, str]:
    """Return a pair of texts: the answer for comparison, and the answer for display.

    The first is "" for an answer in words. Both are "" for a silent text.
    """
    given = [name for name in ("value", "says") if name in table]
    if len(given) != status.speaks:
        raise RuleSetError(
            "give 'value' or 'says' if the text answers the rule, and neither if it does not",
            context,
        )
    if not given:
        return ("absent" if status is Status.ABSENT else ""), ""
    if given == ["says"]:
        return "", required(table, "says", str, context)
    value = read_value(rule, table["value"], f"{context}.value")
    answer: Answer[Any] = Answer(rule=rule, value=value, status=status, citations=(), note="")
    return answer.written, few_words(answer)
