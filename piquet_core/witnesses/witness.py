"""Witnesses: texts known in part, through another book, or copied from another text, with their answers.

Each has a file in the folder *data*, named after its key in the bibliography. The head of
``families.toml`` explains the families that have no rule set.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Final

from piquet_core.citations import Link, read_link
from piquet_core.errors import RuleSetError
from piquet_core.frozen_dict import FrozenDict
from piquet_core.rules import (
    Answer,
    Family,
    Rule,
    Status,
    catalogue,
    families,
    find_rule,
    sources,
)
from piquet_core.rules.answer import read_value
from piquet_core.rules.answer_matrix import short_answer
from piquet_core.rules.decode import (
    of_type,
    one_of,
    optional,
    parse_toml,
    refuse_unknown_keys,
    required,
)

_FAMILIES: Final = "families.toml"
_PAGE: Final = re.compile(r"pp?\. (\d+)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A place in a text, in words, with a link to its page if one is known."""

    words: str
    link: Link | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Witness:
    """A text without a rule set.

    ``id`` is its key in the bibliography and ``why`` the reason why it has no rule set. ``circa``
    marks an uncertain year. ``undated`` marks a text without a date, whose year is our estimate;
    ``span`` is its range of dates if that is too wide for an estimate. ``whole``: all that it says
    on the game was read, so that it can be silent. A rule that it does not answer is unseen.
    """

    id: str
    name: str
    year: int
    circa: bool
    undated: bool
    span: str
    family: Family
    whole: bool
    why: str

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
class WitnessAnswer:
    """The answer of a witness to a rule.

    ``value`` is a value of the rule, or None for an answer that only ``words`` can give and for a
    text without an answer. ``written`` identifies a value, as in `Answer`. ``says`` is the answer
    in a few words.
    """

    witness: Witness
    rule: Rule
    status: Status
    value: Any
    written: str
    says: str
    words: str
    places: tuple[Place, ...]
    note: str

    @property
    def place(self) -> str:
        """The places in words."""
        return "; ".join(one.words for one in self.places)


@cache
def witness_ids() -> tuple[str, ...]:
    """Return the ids of all witnesses, sorted."""
    folder = resources.files(__package__).joinpath("data")
    names = (file.name for file in folder.iterdir())
    found = (
        name.removesuffix(".toml") for name in names if name.endswith(".toml") and name != _FAMILIES
    )
    return tuple(sorted(found))


@cache
def answers_of(id: str) -> tuple[WitnessAnswer, ...]:
    """Return the answers of a witness in the order of the catalogue.

    Raises `RuleSetError` if its file is missing or invalid, or if the text has a rule set.
    """
    if id not in witness_ids():
        raise RuleSetError("no such witness", id)
    if id in sources():
        raise RuleSetError("the text has a rule set, so it is no witness", id)
    return parse_answers(_read(f"{id}.toml"), id)


@cache
def witnesses() -> tuple[Witness, ...]:
    """Return all witnesses, the oldest first."""
    found = (answers_of(id)[0].witness for id in witness_ids())
    return tuple(sorted(found, key=lambda one: (one.year, one.id)))


@cache
def witness_answers(rule: str) -> tuple[WitnessAnswer, ...]:
    """Return the answers of all witnesses to a rule, the oldest first.

    Raises `RuleSetError` if the rule is unknown.

    >>> [one.witness.id for one in witness_answers("rubicon.line")]
    ['cavendish1882', 'britannica9']
    """
    find_rule(rule)
    found = (one for witness in witnesses() for one in answers_of(witness.id))
    return tuple(one for one in found if one.rule.id == rule)


def find_places(id: str, words: str) -> tuple[Place, ...]:
    """Return the places in a witness that ``words`` name, separated by "; ", each with its link.

    Raises `RuleSetError` if there is no such witness.

    >>> [one.link is not None for one in find_places("britannica9", "p. 116, law 32; p. 115")]
    [True, True]
    """
    if id not in witness_ids():
        raise RuleSetError("no such witness", id)
    tables = parse_toml(_read(f"{id}.toml"), id)
    links = _links(tables.get("links", {}), tables["witness"], id)
    return tuple(_place(one, links) for one in words.split("; "))


@cache
def witness_families() -> Mapping[str, Family]:
    """Return the families of witnesses that no text with a rule set belongs to, by id."""
    found = {}
    for id, raw in parse_toml(_read(_FAMILIES), _FAMILIES).items():
        table = of_type(raw, dict, id)
        refuse_unknown_keys(table, {"name", "note"}, id)
        if id in families():
            raise RuleSetError("a text with a rule set belongs to this family", id)
        name, note = (required(table, key, str, id) for key in ("name", "note"))
        found[id] = Family(id=id, name=name, note=note)
    return FrozenDict(found)


def parse_answers(text: str, id: str) -> tuple[WitnessAnswer, ...]:
    """Return the answers in the text of a witness file, in the order of the catalogue.

    Raises `RuleSetError` with the position of an error.
    """
    tables = parse_toml(text, id)
    head = required(tables, "witness", dict, id)
    context = f"{id}.witness"
    known = {"name", "year", "circa", "undated", "span", "family", "alone", "whole", "why"}
    refuse_unknown_keys(head, known | {"reported", "accessed"}, context)
    witness = Witness(
        id=id,
        name=required(head, "name", str, context),
        year=required(head, "year", int, context),
        circa=optional(head, "circa", bool, False, context),
        undated=optional(head, "undated", bool, False, context),
        span=optional(head, "span", str, "", context),
        family=_family(id, head, context),
        whole=required(head, "whole", bool, context),
        why=required(head, "why", str, context),
    )
    links = _links(optional(tables, "links", dict, {}, id), head, id)
    answers = {
        name: _answer(witness, find_rule(name), raw, links, f"{id}.{name}")
        for name, raw in tables.items()
        if name not in ("witness", "links")
    }
    if not answers:
        raise RuleSetError("does not answer any rule", id)
    used = {place.link for one in answers.values() for place in one.places}
    for key, link in links.items():
        if link not in used:
            raise RuleSetError("no answer has this place", f"{id}.links.{key}")
    return tuple(answers[rule] for rule in catalogue() if rule in answers)


def _read(name: str) -> str:
    return resources.files(__package__).joinpath("data", name).read_text("utf-8")


def _family(id: str, head: Mapping[str, Any], context: str) -> Family:
    if ("family" in head) == ("alone" in head):
        raise RuleSetError("give 'family', or 'alone' with a reason", context)
    if "alone" in head:
        name = required(head, "name", str, context)
        return Family(id=id, name=name, note=required(head, "alone", str, context))
    name = required(head, "family", str, context)
    known = {**families(), **witness_families()}
    if name not in known:
        raise RuleSetError(f"unknown family {name!r}", f"{context}.family")
    return known[name]


def _links(raw: Mapping[str, Any], head: Mapping[str, Any], id: str) -> Mapping[str, Link]:
    """Return the links by the beginning of the places that they lead to."""
    context = f"{id}.witness"
    given = {"reported", "accessed"} & set(head)
    if not raw:
        if given:
            raise RuleSetError("'reported' and 'accessed' describe 'links'", context)
        return {}
    return {
        key: read_link(of_type(value, str, f"{id}.links.{key}"), head, context)
        for key, value in raw.items()
    }


def _answer(
    witness: Witness, rule: Rule, raw: object, links: Mapping[str, Link], context: str
) -> WitnessAnswer:
    table = of_type(raw, dict, context)
    refuse_unknown_keys(table, {"value", "says", "place", "status", "note"}, context)
    status = _status(optional(table, "status", str, "stated", context), context)
    note = optional(table, "note", str, "", context)
    if status in (Status.INFERRED, Status.CONTESTED, Status.ABSENT) and not note:
        raise RuleSetError(f"an answer that is {status} needs a note that says why", context)
    if status is Status.SILENT and not witness.whole:
        raise RuleSetError("the text was read only in part: it is unseen, not silent", context)
    given = [name for name in ("value", "says") if name in table]
    if len(given) != status.speaks:
        raise RuleSetError(
            "give 'value' or 'says' if the text answers the rule, and neither if it does not",
            context,
        )
    value, written, says, words = _said(rule, table, status, context)
    place = optional(table, "place", str, "", context)
    if bool(place) == (status is Status.ABSENT):
        raise RuleSetError("an answer needs a 'place', unless it is absent", context)
    return WitnessAnswer(
        witness=witness,
        rule=rule,
        status=status,
        value=value,
        written=written,
        says=says,
        words=words,
        places=tuple(_place(one, links) for one in place.split("; ") if one),
        note=note,
    )


def _status(name: str, context: str) -> Status:
    known = [one for one in Status if one is not Status.SLIP]
    return Status(one_of(name, "status", known, f"{context}.status"))


def _said(
    rule: Rule, table: Mapping[str, Any], status: Status, context: str
) -> tuple[Any, str, str, str]:
    """Return the value of an answer, its code, and the answer in a few words and in full.

    Only ``says`` gives an answer that is no value of the rule.
    """
    if "says" in table:
        says = required(table, "says", str, context)
        return None, "", says, says
    if "value" not in table:
        return None, "absent" if status is Status.ABSENT else "", "", ""
    value = read_value(rule, table["value"], f"{context}.value")
    answer: Answer[Any] = Answer(rule=rule, value=value, status=status, citations=(), note="")
    says = answer.words if rule.kind == "bool" else short_answer(answer)
    return value, answer.written, says, answer.words


def _place(words: str, links: Mapping[str, Link]) -> Place:
    """Return a place with the link whose key begins it. The first page decides for "pp. 81–82"."""
    page = _PAGE.match(words)
    key = f"p. {page[1]}" if page else next((one for one in links if words.startswith(one)), "")
    return Place(words=words, link=links.get(key))
