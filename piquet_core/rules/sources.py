"""Sources of the rules, and citations of places in them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import Any

from piquet_core.errors import RuleSetError
from piquet_core.frozen_dict import FrozenDict
from piquet_core.rules.decode import (
    of_type,
    optional,
    read_data,
    refuse_unknown_keys,
    required,
    strings,
)

LANGUAGES = {"en": "English", "fr": "French"}
"""Languages of the texts by code."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """Texts that depend on one another, by translation, abridgement or a common author.

    A family counts as one witness, because a copy adds nothing new.
    """

    id: str
    name: str
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A part of a source that can be cited.

    ``paragraphs`` is the number of paragraphs in it, or 0 if they are not counted. ``unit`` is the
    counted unit if the book numbers something else, such as laws. ``pages`` has the printed pages
    of each paragraph ("8" or "8-11"), and is empty if no copy shows them. ``part`` is appended to
    the URL of the source to link to this section.
    """

    id: str
    title: str
    paragraphs: int
    unit: str = "paragraph"
    pages: tuple[str, ...] = ()
    part: str = ""

    @property
    def counted(self) -> str:
        """Number of paragraphs with the unit, such as *3 laws*."""
        return f"{self.paragraphs} {self.unit}{'' if self.paragraphs == 1 else 's'}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A book or text that states rules.

    ``author`` is the author in words. ``names`` are the same people for a bibliography ("Family,
    Given", or a single name without a comma), empty for an anonymous book. ``credit`` names other
    contributors. ``circa`` marks an uncertain year. ``undated`` marks a text without a date, whose
    year is our estimate. ``site`` is the web site of a text that is not in a book. ``language`` is
    the original language (ISO 639). ``family`` is the family of texts that the source belongs to.
    ``whole``: the text was read completely. ``missing`` describes the losses of our copy.
    ``tertiary``: the text retells other books and is not evidence for the period it describes.
    ``catalogue`` is the number of the book in a catalogue of old books. ``accessed`` is the day on
    which a web page was read.
    """

    id: str
    name: str
    author: str
    names: tuple[str, ...]
    credit: str
    title: str
    chapter: str
    edition: str
    circa: bool
    site: str
    place: str
    publisher: str
    year: int
    undated: bool
    language: str
    family: Family
    whole: bool
    missing: str
    tertiary: bool
    url: str
    accessed: str
    catalogue: str
    read: str
    note: str
    sections: Mapping[str, Section]

    def __repr__(self) -> str:
        return f"sources()[{self.id!r}]"

    @property
    def dated(self) -> str:
        """The year as text, marked with *about* or *undated* if it is uncertain."""
        if self.undated:
            return f"undated, about {self.year}"
        return f"about {self.year}" if self.circa else str(self.year)

    @property
    def short(self) -> str:
        """Short name of the source: ``name`` or, if that is empty, title and year."""
        return self.name or f"{self.title} ({self.dated})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Citation:
    """A place in a source: a section and a paragraph within it, 0 for the whole section."""

    source: Source
    section: Section
    paragraph: int = 0

    @property
    def place(self) -> str:
        """Section and paragraph as text, without the source."""
        title = f"“{self.section.title}”"
        return f"{title}, {self.section.unit} {self.paragraph}" if self.paragraph else title

    @property
    def pages(self) -> tuple[str, ...]:
        """Printed pages of the paragraph, or of the whole section; empty if they are unknown."""
        return (
            self.section.pages[self.paragraph - 1 :][:1] if self.paragraph else self.section.pages
        )

    def __repr__(self) -> str:
        return f"<Citation {self}>"

    def __str__(self) -> str:
        """Return the citation in the form of the data files."""
        tail = f".{self.paragraph}" if self.paragraph else ""
        return f"{self.source.id}:{self.section.id}{tail}"


@cache
def sources() -> Mapping[str, Source]:
    """Return all sources by id."""
    return FrozenDict((id, _source(id, table)) for id, table in read_data("sources.toml").items())


@cache
def families() -> Mapping[str, Family]:
    """Return all families of texts by id, those with several texts first."""
    return FrozenDict(_named() | {one.family.id: one.family for one in sources().values()})


@cache
def _named() -> dict[str, Family]:
    found = {}
    for id, raw in read_data("families.toml").items():
        table = of_type(raw, dict, id)
        refuse_unknown_keys(table, {"name", "note"}, id)
        name, note = (required(table, key, str, id) for key in ("name", "note"))
        found[id] = Family(id=id, name=name, note=note)
    return found


def parse_citation(text: str, context: str) -> Citation:
    """Return the citation written as ``source:section.paragraph``; raise `RuleSetError` if there is no such place.

    >>> print(parse_citation("hoyle1909:calling.2", "example").place)
    “Calling”, paragraph 2
    """
    name, _, place = text.partition(":")
    section_id, dot, number = place.partition(".")
    source = sources().get(name)
    if source is None:
        raise RuleSetError(f"{text!r} cites an unknown source {name!r}", context)
    section = source.sections.get(section_id)
    if section is None:
        known = ", ".join(source.sections)
        raise RuleSetError(
            f"{text!r}: {name} has no section {section_id!r}; it has {known}", context
        )
    if not dot:
        return Citation(source=source, section=section)
    whole = number.isascii() and number.isdecimal() and len(number) < 5
    if not whole or not 1 <= int(number) <= section.paragraphs:
        raise RuleSetError(f"{text!r}: section {section_id!r} has {section.counted}", context)
    return Citation(source=source, section=section, paragraph=int(number))


# Allowed keys of an entry, by type.
_TEXTS = {
    "name",
    "author",
    "credit",
    "title",
    "chapter",
    "edition",
    "site",
    "place",
    "publisher",
    "missing",
    "catalogue",
    "url",
    "read",
    "note",
    "language",
    "family",
    "accessed",
    "alone",
}
_FLAGS = {"circa", "undated", "whole", "tertiary"}
_OTHERS = {"names", "year", "sections"}


def _source(id: str, raw: object) -> Source:
    table = of_type(raw, dict, id)
    refuse_unknown_keys(table, _TEXTS | _FLAGS | _OTHERS, id)
    year = required(table, "year", int, id)
    if year < 1:
        raise RuleSetError(
            "'year' is required (an estimate if the source is undated)", f"{id}.year"
        )
    if "site" in table and "tertiary" not in table:
        raise RuleSetError("a web page needs 'tertiary': whether it retells books", id)
    if "site" in table and "accessed" not in table:
        raise RuleSetError("a web page needs 'accessed': the day on which it was read", id)
    return Source(
        id=id,
        year=year,
        undated=optional(table, "undated", bool, False, id),
        language=required(table, "language", str, id),
        family=_family(id, table),
        whole=required(table, "whole", bool, id),
        missing=optional(table, "missing", str, "", id),
        tertiary=optional(table, "tertiary", bool, False, id),
        sections=FrozenDict(
            (name, _section(name, section, f"{id}.sections.{name}"))
            for name, section in required(table, "sections", dict, id).items()
        ),
        name=optional(table, "name", str, "", id),
        author=required(table, "author", str, id),
        names=strings(table, "names", id),
        credit=optional(table, "credit", str, "", id),
        title=required(table, "title", str, id),
        chapter=optional(table, "chapter", str, "", id),
        edition=optional(table, "edition", str, "", id),
        circa=optional(table, "circa", bool, False, id),
        site=optional(table, "site", str, "", id),
        place=optional(table, "place", str, "", id),
        publisher=optional(table, "publisher", str, "", id),
        url=optional(table, "url", str, "", id),
        accessed=_day(optional(table, "accessed", str, "", id), id),
        catalogue=optional(table, "catalogue", str, "", id),
        read=optional(table, "read", str, "", id),
        note=optional(table, "note", str, "", id),
    )


def _family(id: str, table: Mapping[str, Any]) -> Family:
    """Return the named family of a source, or a new family if ``table`` gives a reason in ``alone``."""
    if not {"family", "alone"} & set(table):
        raise RuleSetError("a source needs 'family', or 'alone' with a reason", id)
    if "family" in table and "alone" in table:
        raise RuleSetError("'alone' and 'family' cannot be combined", f"{id}.alone")
    if "family" in table:
        name = required(table, "family", str, id)
        if name not in _named():
            raise RuleSetError(f"unknown family {name!r}", f"{id}.family")
        return _named()[name]
    if id in _named():
        raise RuleSetError(f"{id!r} is already the name of a family", f"{id}.alone")
    own = optional(table, "name", str, "", id) or required(table, "title", str, id)
    return Family(id=id, name=own, note=required(table, "alone", str, id))


def _section(id: str, raw: object, context: str) -> Section:
    table = of_type(raw, dict, context)
    refuse_unknown_keys(table, {"title", "paragraphs", "unit", "pages", "part"}, context)
    paragraphs = required(table, "paragraphs", int, context)
    pages = strings(table, "pages", context)
    if pages and len(pages) != paragraphs:
        raise RuleSetError(
            f"{len(pages)} pages do not match {paragraphs} paragraphs", f"{context}.pages"
        )
    return Section(
        id=id,
        title=required(table, "title", str, context),
        paragraphs=paragraphs,
        unit=optional(table, "unit", str, "paragraph", context),
        pages=pages,
        part=optional(table, "part", str, "", context),
    )


def _day(text: str, context: str) -> str:
    try:
        return date.fromisoformat(text).isoformat() if text else ""
    except ValueError:
        raise RuleSetError(f"{text!r} is not a date (YYYY-MM-DD)", f"{context}.accessed") from None
