"""The stemma: which text was taken from which, read from a file and validated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from piquet_core.errors import RuleSetError
from piquet_core.rules import Rule, find_rule
from piquet_core.rules.agreement import rulesets_of_text
from piquet_core.rules.decode import (
    of_type,
    optional,
    parse_toml,
    refuse_unknown_keys,
    required,
)
from piquet_core.rules.sources import sources
from piquet_core.witnesses import witnesses
from sphinx_piquet.rules.answer_marks import name_of, year_of

DatedWorks = Mapping[str, int]
"""The year of each work of the bibliography by its key, 0 if it has none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StemmaText:
    """A text of the stemma.

    ``parent`` is the id of the text that it was taken from, or "", and ``how`` says in what way.
    ``inferred``: that is our inference, from the reason in ``note``. ``changes`` has pairs of a rule
    and what became of it. ``ruleset`` is the id of the text's rule set, or "".
    """

    id: str
    name: str
    dated: str
    year: int
    parent: str
    how: str
    inferred: bool
    note: str
    changes: tuple[tuple[Rule, str], ...]
    ruleset: str


def read_stemma(text: str, name: str, works: DatedWorks) -> tuple[StemmaText, ...]:
    """Parse a stemma file. ``name`` is the file's name for error messages.

    Raises `RuleSetError` with the position of an error.
    """
    found: dict[str, StemmaText] = {}
    for id, raw in parse_toml(text, name).items():
        one = _text(id, of_type(raw, dict, f"{name}.{id}"), works, f"{name}.{id}")
        if one.parent and one.parent not in found:
            raise RuleSetError(f"{one.parent!r} must come before it", f"{name}.{id}.from")
        if found and one.year < list(found.values())[-1].year:
            raise RuleSetError("the texts are in the order of their years", f"{name}.{id}")
        found[id] = one
    return tuple(found.values())


def _text(id: str, table: Mapping[str, Any], works: DatedWorks, context: str) -> StemmaText:
    known = {"name", "from", "how", "inferred", "note", "changes"}
    refuse_unknown_keys(table, known, context)
    if id not in works:
        raise RuleSetError("the bibliography has no such work", context)
    parent, how = (optional(table, key, str, "", context) for key in ("from", "how"))
    inferred = optional(table, "inferred", bool, False, context)
    note = optional(table, "note", str, "", context)
    changes = optional(table, "changes", dict, {}, context)
    if bool(parent) != bool(how):
        raise RuleSetError("'from' and 'how' belong together", context)
    if not parent and (inferred or changes):
        raise RuleSetError("'inferred' and 'changes' need 'from'", context)
    if inferred and not note:
        raise RuleSetError("an inference needs a note that says why", context)
    name, dated, year = _identity(id, table, works, context)
    books = rulesets_of_text(sources()[id]) if id in sources() else ()
    return StemmaText(
        id=id,
        name=name,
        dated=dated,
        year=year,
        parent=parent,
        how=how,
        inferred=inferred,
        note=note,
        changes=tuple(
            (find_rule(rule), of_type(words, str, f"{context}.changes.{rule}"))
            for rule, words in changes.items()
        ),
        ruleset=books[0].id if books else "",
    )


def _identity(
    id: str, table: Mapping[str, Any], works: DatedWorks, context: str
) -> tuple[str, str, int]:
    """Return the name of a text, its year in short form, and its year."""
    if id in sources():
        book = next(one for one in rulesets_of_text(sources()[id]) if not one.base)
        found = name_of(book), year_of(book.source), book.source.year
    else:
        found = next(
            ((one.name, one.dated, one.year) for one in witnesses() if one.id == id), ("", "", 0)
        )
    if bool(found[0]) == ("name" in table):
        raise RuleSetError("give 'name' if no witness or source has one", context)
    if found[0]:
        return found
    if not works[id]:
        raise RuleSetError("the work has no year", context)
    return required(table, "name", str, context), str(works[id]), works[id]


def stemma_lanes(texts: Sequence[StemmaText]) -> tuple[int, ...]:
    """Return the lane of each text, from 0.

    A text continues the lane of its parent if no other text has continued it yet.
    """
    lanes: dict[str, int] = {}
    ends: list[str] = []
    for one in texts:
        if one.parent in ends:
            lane = ends.index(one.parent)
            ends[lane] = one.id
        else:
            lane = len(ends)
            ends.append(one.id)
        lanes[one.id] = lane
    return tuple(lanes[one.id] for one in texts)
