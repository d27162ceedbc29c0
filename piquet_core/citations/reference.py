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
        """The form by which a bibliography sorts."""
        return (
            self._marked(f"{self.family}, {self.given}{self._own}") if self.given else self.natural
        )

    @property
    def natural(self) -> str:
        """The form in natural order, with the real name after a pen name in brackets."""
        return self._marked(f"{self.bare}{self._own}")

    @property
    def bare(self) -> str:
        """The form in natural order, without brackets."""
        return f"{self.given} {self.family}" if self.given else self.family

    @property
    def recorded(self) -> Name:
        """The form for programs, which split and shorten it.

        A pen name stays whole, and is sorted as in print. A pen name of one word has the real name after it. A
        longer one leaves it to a note, because a program would shorten both to "Hoffmann, P. [A. J. L.".
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

    The real name may follow a pen name, in brackets and in the same form.

    >>> parse_name("Hoffmann, Professor [Lewis, Angelo John]").natural
    'Professor Hoffmann [Angelo John Lewis]'
    """
    written, bracket, own = text.partition("[")
    family, _comma, given = written.partition(",")
    real = parse_name(own.rstrip().removesuffix("]")) if bracket else None
    return Name(family=family.strip(), given=given.strip(), real=real)


@dataclass(frozen=True, slots=True, kw_only=True)
class CitedPart:
    """A section of a source, with the cited numbers; without numbers, the whole section.

    A part without a ``title`` has only pages. ``pages`` are those of the printed book, such as "8–11, 30", or
    empty if unknown.
    """

    title: str
    unit: str
    numbers: tuple[int, ...]
    pages: str = ""


def parts_of(citations: Iterable[Citation]) -> tuple[CitedPart, ...]:
    """Return places in one source as parts. Neighbours in one section are joined.

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
    """One cited work or part; empty fields do not apply.

    ``kind`` is *page* (of a site), *chapter* (of a book) or *book*; ``container`` is the site or the book
    around it, empty for a site as a whole. ``edition`` is "8th" for a book, and words for a page. ``date`` is
    an ISO date, a year, or empty if undated; then ``accessed`` is the ISO date of reading. ``number`` is our id
    of a page, ``label`` the kind of that id, ``detail`` its qualification; ``path`` is the page's path in its
    site, given without a ``url``. ``catalogue`` is the number in a catalogue of old books, ``language`` the
    language of the title. ``unseen`` marks a work that we have not read, ``partly`` one read in part, and
    ``through`` is the text that quotes it.
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
        """The year, "" without a date."""
        return self.date[:4]

    @property
    def numbered(self) -> str:
        """The id with its label and its qualification."""
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
    """Return items as a list in a sentence.

    >>> join_items(["2", "3", "5"])
    '2, 3 and 5'
    """
    *first, final = list(items) or [""]
    return f"{', '.join(first)}{last}{final}" if first else final


def part_words(part: CitedPart) -> str:
    """Return a part in words: the section, and any cited paragraphs."""
    said = [f"“{part.title}”"] if part.title else []
    if part.numbers:
        unit = part.unit if len(part.numbers) == 1 else f"{part.unit}s"
        said.append(f"{unit} {join_items(map(str, part.numbers))}")
    if part.pages:
        said.append(f"{'pages' if re.search('[–,]', part.pages) else 'page'} {part.pages}")
    return ", ".join(said)
