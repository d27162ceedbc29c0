"""A reference, in no format yet: who, what, where printed, when, and which part of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from piquet_core.rules import Citation


@dataclass(frozen=True, slots=True, kw_only=True)
class Name:
    """A person with a family name, or (``given`` empty) whoever goes by one name alone."""

    family: str
    given: str = ""

    @property
    def sorted(self) -> str:
        """The name as a bibliography sorts it."""
        return f"{self.family}, {self.given}" if self.given else self.family

    @property
    def natural(self) -> str:
        """The name as it is said; what stands in brackets behind it stays behind it."""
        given, bracket, real = self.given.partition(" [")
        return f"{given} {self.family}{bracket}{real}" if given else self.family


def parse_name(text: str) -> Name:
    """Return the name written as "Family, Given", or as one name without a comma.

    >>> parse_name("Hoffmann, Professor [Angelo John Lewis]").natural
    'Professor Hoffmann [Angelo John Lewis]'
    """
    family, _comma, given = text.partition(",")
    return Name(family=family.strip(), given=given.strip())


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A section of a source, with the numbers cited in it (none: the section as a whole)."""

    title: str
    unit: str
    numbers: tuple[int, ...]


def parts_of(citations: Iterable[Citation]) -> tuple[Part, ...]:
    """Return places of one source as parts: neighbours of one section are one part.

    >>> from piquet_core.rules import parse_citation
    >>> both = [parse_citation(f"hoyle1909:calling.{n}", "example") for n in (2, 3)]
    >>> [part.numbers for part in parts_of(both)]
    [(2, 3)]
    """
    return tuple(
        Part(
            title=section.title,
            unit=section.unit,
            numbers=tuple(place.paragraph for place in places if place.paragraph),
        )
        for section, places in groupby(citations, key=lambda place: place.section)
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """One thing that is cited; an empty field is one that does not apply.

    ``kind`` says what it is: a *page* of a site, a *chapter* of a book, or a *book*; ``container``
    is the site or the book around it. ``edition`` is "8th" of a book and in words of a page. ``date`` is an ISO date, a year, or empty for undated.
    ``number`` is the id that we give a page, ``detail`` what qualifies it; ``path`` is where the page
    lies in its site, given where there is no ``url``.
    """

    key: str
    kind: Literal["page", "chapter", "book"]
    authors: tuple[Name, ...]
    title: str
    container: str = ""
    edition: str = ""
    credit: str = ""
    place: str = ""
    publisher: str = ""
    date: str = ""
    circa: bool = False
    number: str = ""
    detail: str = ""
    path: str = ""
    parts: tuple[Part, ...] = ()
    note: str = ""
    url: str = ""

    @property
    def year(self) -> str:
        """The year, or "" where there is no date."""
        return self.date[:4]


def joined(items: Iterable[str], last: str = " and ") -> str:
    """Return items as a sentence lists them.

    >>> joined(["2", "3", "5"])
    '2, 3 and 5'
    """
    *first, final = list(items) or [""]
    return f"{', '.join(first)}{last}{final}" if first else final


def words(part: Part) -> str:
    """Return a part in words: section, and paragraphs if any are named."""
    title = f"“{part.title}”"
    if not part.numbers:
        return title
    unit = part.unit if len(part.numbers) == 1 else f"{part.unit}s"
    return f"{title}, {unit} {joined(map(str, part.numbers))}"
