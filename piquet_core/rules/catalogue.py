"""Catalogue of rules: each is a question with a stable id and a kind of answer."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

from piquet_core.errors import RuleSetError
from piquet_core.frozen_dict import FrozenDict
from piquet_core.rules.decode import (
    of_type,
    one_of,
    optional,
    read_data,
    refuse_unknown_keys,
    required,
    strings,
)

KINDS = ("int", "bool", "choice", "ranks", "ints", "names", "pips")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A question that every rule set answers.

    ``may_be_absent``: the question does not arise in some rule sets. ``either``: the *names* of an
    answer are alternatives, not a sequence. ``labels`` names the figures of an *ints* scale.
    ``options`` maps each option of a *choice* or *names* rule to its explanation. ``group`` is the
    phase of the game. ``filed`` is the entry in the index; a part after a semicolon is a subentry.
    """

    id: str
    title: str
    question: str
    kind: str
    unit: str = ""
    labels: tuple[str, ...] = ()
    may_be_absent: bool = False
    either: bool = False
    options: Mapping[str, str] = field(default_factory=FrozenDict)
    group: str = ""
    filed: str = ""

    @property
    def is_scale(self) -> bool:
        """Whether an answer has a number for each length or rank, so that a larger pack needs more numbers."""
        return self.kind == "pips" or (self.kind == "ints" and not self.unit)


@cache
def catalogue() -> Mapping[str, Rule]:
    """Return all rules by id, in the order of a deal."""
    return FrozenDict((id, _rule(id, table)) for id, table in read_data("rules.toml").items())


def find_rule(id: str) -> Rule:
    """Return a rule by id.

    Raises `RuleSetError`, with a hint at similar ids, if the id is unknown.
    """
    rules = catalogue()
    if id not in rules:
        near = difflib.get_close_matches(id, rules, n=3, cutoff=0.4)
        hint = f"; did you mean {' or '.join(near)}?" if near else ""
        raise RuleSetError(f"no such rule{hint}", id)
    return rules[id]


def _rule(id: str, raw: object) -> Rule:
    table = of_type(raw, dict, id)
    known = {"title", "question", "kind", "unit", "labels", "may-be-absent", "either"}
    known |= {"options", "group", "filed"}
    refuse_unknown_keys(table, known, id)
    kind = one_of(required(table, "kind", str, id), "kind", KINDS, f"{id}.kind")
    options = optional(table, "options", dict, {}, id)
    if bool(options) != (kind in ("choice", "names")):
        raise RuleSetError(
            "'options' is required for the kinds choice and names, and not allowed for others", id
        )
    return Rule(
        id=id,
        title=required(table, "title", str, id),
        question=required(table, "question", str, id),
        kind=kind,
        unit=optional(table, "unit", str, "", id),
        group=optional(table, "group", str, id.partition(".")[0], id),
        filed=optional(table, "filed", str, "", id),
        may_be_absent=optional(table, "may-be-absent", bool, False, id),
        either=optional(table, "either", bool, False, id),
        labels=strings(table, "labels", id),
        options=FrozenDict(
            (name, of_type(text, str, f"{id}.options.{name}")) for name, text in options.items()
        ),
    )
