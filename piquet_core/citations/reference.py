"""A reference independent of any format: author, title, publication, date, and cited part."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from piquet_core.rules import Citation, Section


@dataclass(frozen=True, slots=True, kw_only=True)
class Name:
    """A person with a family name or, if ``given`` is empty, with a single name.

    ``real`` is the real name of a person with a pen name. ``supplied`` marks a name that the book does
    not have, which is printed in brackets.
    """

    family: str
    given: str = ""
    real: Name | None = None
    supplied: bool = False

    @property
    def sorted(self) -> str:
        """The name with the family name first, as a bibliography sorts it."""
        return (
            self._marked(f"{self.family}, {self.given}{self._own}") if self.given else self.natural
        )

    @property
    def natural(self) -> str:
        """The name in natural order. The real name follows a pen name in brackets."""
        return self._marked(f"{self.bare}{self._own}")

    @property
    def bare(self) -> str:
        """The name in natural order, without brackets or a real name."""
        return f"{self.given} {self.family}" if self.given else self.family

    @property
    def recorded(self) -> Name:
        """The name in a form for programs, which split and shorten names.

        A pen name of several words becomes a single name in its sorted form, so that it stays whole. Its real
        name is left to `Reference.pen_names`, because a program would shorten both to "Hoffmann, P. [A. J. L.".
        A pen name of one word keeps the real name after it.
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
    """Return the name written as "Family, Given", or as a single name without a comma.

    The real name may follow a pen name, in brackets and in the same format.

    >>> parse_name("Hoffmann, Professor [Lewis, Angelo John]").natural
    'Professor Hoffmann [Angelo John Lewis]'
    """
    written, bracket, own = text.partition("[")
    family, _comma, given = written.partition(",")
    real = parse_name(own.rstrip().removesuffix("]")) if bracket else None
    return Name(family=family.strip(), given=given.strip(), real=real)


@dataclass(frozen=True, slots=True, kw_only=True)
class CitedPart:
    """A cited section of a source, with the numbers of the cited paragraphs; without numbers, all of it.

    ``unit`` is the word for a paragraph in that source. ``pages`` are those of the printed book, such as "8–11,
    30", or empty if unknown. A part without a ``title`` has only pages.
    """

    title: str
    unit: str
    numbers: tuple[int, ...]
    pages: str = ""


def parts_of(citations: Iterable[Citation]) -> tuple[CitedPart, ...]:
    """Return citations of one source as cited parts. Consecutive citations of one section are joined.

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
    """Return page numbers and ranges as one sorted list, with adjacent pages joined into ranges.

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
    """One cited work or part; empty fields do not apply.

    ``kind`` is *page* (of a site), *chapter* (of a book) or *book*. ``container`` is the title of the site or
    book that contains the part, empty for a whole site. ``edition`` is a number such as "8th" for a book, and
    words for a page. ``date`` is an ISO date, a year, or empty if undated; then ``accessed`` is the ISO date of
    reading.

    For our own pages, ``number`` is the id of the subject, ``label`` the kind of id and ``detail`` a
    qualification. ``path`` is the page's path on its site, given only without a ``url``. ``catalogue`` is the
    number in a catalogue of old books, and ``language`` the language of the title. ``unseen`` marks a work that
    we have not read, ``partly`` a work read in part, and ``through`` is the reference to the text that quotes
    the work.
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
        """The year of the date; "" without a date."""
        return self.date[:4]

    @property
    def numbered(self) -> str:
        """The id with its label before it and its qualification after it."""
        labelled = f"{self.label} {self.number}".strip() if self.number else ""
        return ", ".join(filter(None, (labelled, self.detail)))

    @property
    def pages(self) -> str:
        """The printed pages of all parts as one list."""
        return merge_pages(page for part in self.parts for page in part.pages.split(", ") if page)

    @property
    def pen_names(self) -> str:
        """A note with the real names that `Name.recorded` leaves out."""
        pens = [name for name in self.authors if name.real and name.given]
        return join_items(f"{one.bare} is {one.real.natural}" for one in pens if one.real)


def join_items(items: Iterable[str], last: str = " and ") -> str:
    """Return items as a list in a sentence.

    >>> join_items(["2", "3", "5"])
    '2, 3 and 5'
    """
    *first, final = list(items) or [""]
    return f"{', '.join(first)}{last}{final}" if first else final


def part_words(part: CitedPart) -> str:
    """Return a cited part in words: the section, any paragraphs, and the pages."""
    said = [f"“{part.title}”"] if part.title else []
    if part.numbers:
        unit = part.unit if len(part.numbers) == 1 else f"{part.unit}s"
        said.append(f"{unit} {join_items(map(str, part.numbers))}")
    if part.pages:
        said.append(f"{'pages' if re.search('[–,]', part.pages) else 'page'} {part.pages}")
    return ", ".join(said)
