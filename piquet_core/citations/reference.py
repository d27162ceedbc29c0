"""A reference, in no format yet: who, what, where printed, when, and which part of it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from piquet_core.rules import Citation, Section


@dataclass(frozen=True, slots=True, kw_only=True)
class Name:
    """A person with a family name, or (``given`` empty) whoever goes by one name alone.

    ``real`` is the person's own name, if this one is a pen name. A name that the book does not have is
    ``supplied``, and in brackets wherever it is printed.
    """

    family: str
    given: str = ""
    real: Name | None = None
    supplied: bool = False

    @property
    def sorted(self) -> str:
        """The name as a bibliography sorts it."""
        return (
            self._marked(f"{self.family}, {self.given}{self._own}") if self.given else self.natural
        )

    @property
    def natural(self) -> str:
        """The name in its natural order; after a pen name the real one, in brackets."""
        return self._marked(f"{self.bare}{self._own}")

    @property
    def bare(self) -> str:
        """The name in its natural order, without anything in brackets."""
        return f"{self.given} {self.family}" if self.given else self.family

    @property
    def recorded(self) -> Name:
        """The name for programs, which take it apart and shorten it.

        A pen name stays whole, and is sorted as in print. One of a single word has the real name after it, which
        a longer one leaves to a note: a program that shortens it would make "Hoffmann, P. [A. J. L." of both.
        """
        if not self.real:
            return self
        return Name(family=f"{self.family}, {self.given}" if self.given else self.sorted)

    def _marked(self, name: str) -> str:
        return f"[{name}]" if self.supplied else name

    @property
    def _own(self) -> str:
        return f" [{self.real.natural}]" if self.real else ""


def parse_name(text: str) -> Name:
    """Return the name written as "Family, Given", or as one name without a comma.

    After a pen name comes the real one, in brackets and in the same form.

    >>> parse_name("Hoffmann, Professor [Lewis, Angelo John]").natural
    'Professor Hoffmann [Angelo John Lewis]'
    """
    written, bracket, own = text.partition("[")
    family, _comma, given = written.partition(",")
    real = parse_name(own.rstrip().removesuffix("]")) if bracket else None
    return Name(family=family.strip(), given=given.strip(), real=real)


@dataclass(frozen=True, slots=True, kw_only=True)
class CitedPart:
    """A section of a source, with the numbers cited in it (none: the whole section).

    A part without a ``title`` is told by its pages alone. ``pages`` are those of the printed book, such as
    "8–11, 30", or empty if unknown.
    """

    title: str
    unit: str
    numbers: tuple[int, ...]
    pages: str = ""


def parts_of(citations: Iterable[Citation]) -> tuple[CitedPart, ...]:
    """Return places in one source as parts: neighbours in one section make one part.

    >>> from piquet_core.rules import parse_citation
    >>> both = [parse_citation(f"hoyle1909:calling.{n}", "example") for n in (2, 3)]
    >>> [part.numbers for part in parts_of(both)]
    [(2, 3)]
    """
    grouped = groupby(citations, key=lambda place: place.section)
    return tuple(_part(section, tuple(places)) for section, places in grouped)


def _part(section: Section, places: tuple[Citation, ...]) -> CitedPart:
    return CitedPart(
        title=section.title,
        unit=section.unit,
        numbers=tuple(place.paragraph for place in places if place.paragraph),
        pages=merge_pages(page for place in places for page in place.pages),
    )


def merge_pages(pages: Iterable[str]) -> str:
    """Return pages as one list, with neighbours joined into ranges.

    >>> merge_pages(["36-37", "38", "45"])
    '36–38, 45'
    """
    numbers: set[int] = set()
    for page in pages:
        first, _dash, last = page.replace("–", "-").partition("-")
        numbers |= set(range(int(first), int(last or first) + 1))
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """One thing that is cited; an empty field is one that does not apply.

    ``kind`` says what it is: a *page* of a site, a *chapter* of a book, or a *book*; ``container``
    is the site or the book around it, empty for a site as a whole. ``edition`` is "8th" of a book
    and in words of a page. ``date`` is an ISO date, a year, or empty for undated; then ``accessed``
    is the ISO date of reading. ``number`` is the id that we give a page, ``label`` says what it is
    the id of, ``detail`` qualifies it; ``path`` is the page's place in its site, given if there is
    no ``url``. ``catalogue`` is the number in a catalogue of old books, ``language`` the language
    of the title. ``unseen`` marks a work that we have not read, ``partly`` one read in part, ``through`` the
    text that quotes it.
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
    accessed: str = ""
    catalogue: str = ""
    volume: str = ""
    language: str = "en"
    label: str = ""
    number: str = ""
    detail: str = ""
    path: str = ""
    parts: tuple[CitedPart, ...] = ()
    note: str = ""
    url: str = ""
    unseen: bool = False
    partly: bool = False
    through: Reference | None = None

    @property
    def year(self) -> str:
        """The year, or "" where there is no date."""
        return self.date[:4]

    @property
    def numbered(self) -> str:
        """The id, what it is the id of, and what qualifies it."""
        labelled = f"{self.label} {self.number}".strip() if self.number else ""
        return ", ".join(filter(None, (labelled, self.detail)))

    @property
    def pages(self) -> str:
        """The printed pages of all parts."""
        return merge_pages(page for part in self.parts for page in part.pages.split(", ") if page)

    @property
    def pen_names(self) -> str:
        """The note with the real names that `Name.recorded` leaves out."""
        pens = [name for name in self.authors if name.real and name.given]
        return join_items(f"{one.bare} is {one.real.natural}" for one in pens if one.real)


def join_items(items: Iterable[str], last: str = " and ") -> str:
    """Return items as a sentence lists them.

    >>> join_items(["2", "3", "5"])
    '2, 3 and 5'
    """
    *first, final = list(items) or [""]
    return f"{', '.join(first)}{last}{final}" if first else final


def part_words(part: CitedPart) -> str:
    """Return a part in words: section, and paragraphs if any are named."""
    said = [f"“{part.title}”"] if part.title else []
    if part.numbers:
        unit = part.unit if len(part.numbers) == 1 else f"{part.unit}s"
        said.append(f"{unit} {join_items(map(str, part.numbers))}")
    if part.pages:
        said.append(f"{'pages' if re.search('[–,]', part.pages) else 'page'} {part.pages}")
    return ", ".join(said)
