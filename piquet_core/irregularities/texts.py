"""Texts that say what follows an irregularity: our sources, and texts that have no rule set."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from piquet_core.errors import RuleSetError
from piquet_core.frozen_dict import FrozenDict
from piquet_core.rules import Citation, Source, parse_citation, ruleset_ids, sources
from piquet_core.rules.decode import (
    list_of_type,
    of_type,
    optional,
    parse_toml,
    refuse_unknown_keys,
    required,
)
from piquet_core.witnesses import witnesses

FILE = "texts.toml"


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """A text, and the extent to which it was read.

    ``dated`` is the year in short form, in brackets for an undated text. ``source`` is None for a
    text whose places are given in words. ``rulesets`` has the ids of the rule sets that follow the
    text. ``whole``: all that the text has on the game was read. ``read`` names the part that was
    read of any other text. ``defers`` is the id of the text that holds wherever this one says
    nothing, and ``deferring`` the place that says so.
    """

    id: str
    name: str
    year: int
    dated: str
    source: Source | None
    rulesets: tuple[str, ...]
    whole: bool
    read: str
    defers: str
    deferring: Citation | None
    note: str


def data_text(name: str) -> str:
    """Return the content of a data file of this package."""
    folder = resources.files("piquet_core.irregularities").joinpath("data")
    return folder.joinpath(name).read_text("utf-8")


@cache
def texts() -> Mapping[str, Text]:
    """Return all texts by id, the oldest first.

    Raises `RuleSetError` for faulty data.
    """
    return read_texts(data_text(FILE), FILE)


def text_of_ruleset(id: str) -> Text:
    """Return the text that a rule set follows.

    >>> text_of_ruleset("modern").id
    'jeux-oublies'
    """
    return next(text for text in texts().values() if id in text.rulesets)


def read_texts(content: str, name: str) -> Mapping[str, Text]:
    """Parse a file of texts. ``name`` is the file's name for error messages.

    Raises `RuleSetError` with the position of an error. Every rule set must follow exactly one text.
    """
    found = {
        id: _text(id, of_type(raw, dict, f"{name}.{id}"), f"{name}.{id}")
        for id, raw in parse_toml(content, name).items()
    }
    for text in found.values():
        if text.defers and (text.defers not in found or found[text.defers].defers):
            raise RuleSetError(f"{text.defers!r} is no text to defer to", f"{name}.{text.id}")
    _check_rulesets(found.values(), name)
    return FrozenDict(sorted(found.items(), key=lambda one: one[1].year))


def _check_rulesets(found: Iterable[Text], name: str) -> None:
    followed = [id for text in found for id in text.rulesets]
    for id in ruleset_ids():
        if followed.count(id) != 1:
            raise RuleSetError(
                f"the rule set {id!r} follows {followed.count(id)} texts, not one", name
            )


def _text(id: str, table: dict[str, Any], context: str) -> Text:
    if "source" not in table:
        return _witness(id, table, context)
    known = {"name", "source", "rulesets", "read", "defers", "defers-in", "note"}
    refuse_unknown_keys(table, known, context)
    key = required(table, "source", str, context)
    source = sources().get(key)
    if source is None:
        raise RuleSetError(f"unknown source {key!r}", f"{context}.source")
    rulesets = list_of_type(required(table, "rulesets", list, context), str, f"{context}.rulesets")
    for one in rulesets:
        if one not in ruleset_ids():
            raise RuleSetError(f"unknown rule set {one!r}", f"{context}.rulesets")
    if ("defers" in table) != ("defers-in" in table):
        raise RuleSetError("'defers' and 'defers-in' belong together", context)
    place = optional(table, "defers-in", str, "", context)
    return Text(
        id=id,
        name=required(table, "name", str, context),
        year=source.year,
        dated=_dated(source),
        source=source,
        rulesets=rulesets,
        whole=source.whole,
        read=_read(table, source.whole, context),
        defers=optional(table, "defers", str, "", context),
        deferring=parse_citation(place, f"{context}.defers-in") if place else None,
        note=optional(table, "note", str, "", context),
    )


def _witness(id: str, table: dict[str, Any], context: str) -> Text:
    refuse_unknown_keys(table, {"name", "read", "note"}, context)
    witness = next((one for one in witnesses() if one.id == id), None)
    if witness is None:
        raise RuleSetError("no such witness", context)
    return Text(
        id=id,
        name=optional(table, "name", str, witness.name, context),
        year=witness.year,
        dated=witness.dated,
        source=None,
        rulesets=(),
        whole=witness.whole,
        read=_read(table, witness.whole, context),
        defers="",
        deferring=None,
        note=optional(table, "note", str, "", context),
    )


def _read(table: dict[str, Any], whole: bool, context: str) -> str:
    """Return the part of a text that was read, or "" for a text that was read whole."""
    read = optional(table, "read", str, "", context)
    if whole == bool(read):
        raise RuleSetError(
            "'read' belongs to a text that was not read whole, and to no other", context
        )
    return read


def _dated(source: Source) -> str:
    """Return the year of a source in short form.

    >>> _dated(sources()["denexa"])
    '[c. 2010]'
    """
    if source.undated:
        return f"[c. {source.year}]"
    return f"c. {source.year}" if source.circa else str(source.year)
