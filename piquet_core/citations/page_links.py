"""Links from a cited place to its page on another site, from the data file ``page_links.toml``."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from functools import cache
from importlib import resources
from typing import Any

from piquet_core.errors import RuleSetError
from piquet_core.frozen_dict import FrozenDict
from piquet_core.rules import Citation, Source, sources
from piquet_core.rules.decode import of_type, optional, parse_toml, refuse_unknown_keys, required


class Reach(StrEnum):
    """The part of a text at which a link arrives: the cited place, its section, or the whole text."""

    PLACE = "place"
    SECTION = "section"
    TEXT = "text"


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """The address of a page on another site.

    ``reported`` names the source of the address, and ``accessed`` the day (ISO 8601) on which that
    source was read. The address itself was not opened.
    """

    url: str
    reported: str
    accessed: str
    reach: Reach = Reach.PLACE


def read_link(url: str, table: Mapping[str, Any], context: str) -> Link:
    """Return the link to ``url``, with the keys ``reported`` and ``accessed`` of a data file.

    Raises `RuleSetError` for an invalid address or date.
    """
    if not url.startswith(("https://", "http://")) or re.search(r"\s", url):
        raise RuleSetError(f"{url!r} is not an address", context)
    reported, accessed = (required(table, key, str, context) for key in ("reported", "accessed"))
    try:
        date.fromisoformat(accessed)
    except ValueError:
        raise RuleSetError(f"{accessed!r} is not a date (YYYY-MM-DD)", context) from None
    return Link(url=url, reported=reported, accessed=accessed)


@dataclass(frozen=True, slots=True, kw_only=True)
class PageLinks:
    """The links of one source.

    ``start`` is the beginning of every address. ``pages`` has the ends of the addresses by printed
    page, ``sections`` by section and by the first paragraph from which they hold. ``single``: one
    page has the whole text.
    """

    start: Link
    pages: Mapping[int, str]
    sections: Mapping[str, tuple[tuple[int, str], ...]]
    single: bool

    def link(self, citation: Citation) -> Link | None:
        """Return the link to the page of a place, or None if it is unknown."""
        found = self._end(citation)
        if found is None:
            return None
        end, reach = found
        return replace(self.start, url=f"{self.start.url}{end}", reach=reach)

    def _end(self, citation: Citation) -> tuple[str, Reach] | None:
        """Return the end of the address of a place, and the part of the text at which it arrives."""
        number, section = citation.paragraph, citation.section
        parts = self.sections.get(section.id, ())
        starts = [first for first, _ in parts]
        held = bisect_right(starts, number or 1)
        if held:
            after = starts[held] if held < len(starts) else section.paragraphs + 1
            exact = not number or after - starts[held - 1] == 1
            return parts[held - 1][1], Reach.PLACE if exact else Reach.SECTION
        if self.pages and citation.pages:
            end = self.pages.get(_first_page(citation.pages[0]))
            return None if end is None else (end, Reach.PLACE)
        if self.single:
            return "", Reach.TEXT
        if not section.part:
            return None
        exact = not number or section.paragraphs == 1
        return section.part, Reach.PLACE if exact else Reach.SECTION


def page_link(citation: Citation) -> Link | None:
    """Return the link to the page of a cited place on another site, or None if it is unknown.

    >>> from piquet_core.rules import parse_citation
    >>> page_link(parse_citation("cavendish:laws.4", "example")).url
    'https://mmai.github.io/piquetBook/lawsOfPiquet/#cutting'
    """
    found = _page_links().get(citation.source.id)
    return found.link(citation) if found else None


@cache
def _page_links() -> Mapping[str, PageLinks]:
    name = "page_links.toml"
    text = resources.files(__package__).joinpath("data", name).read_text("utf-8")
    return parse_page_links(text, name)


def parse_page_links(text: str, name: str) -> Mapping[str, PageLinks]:
    """Return the links by source id in the text of a data file.

    Raises `RuleSetError` with the position of an error.
    """
    found = {}
    for id, raw in parse_toml(text, name).items():
        if id not in sources():
            raise RuleSetError("unknown source", id)
        table = of_type(raw, dict, id)
        known = {"url", "reported", "accessed", "pages", "sections", "single"}
        refuse_unknown_keys(table, known, id)
        pages = optional(table, "pages", dict, {}, id)
        sections = optional(table, "sections", dict, {}, id)
        found[id] = PageLinks(
            start=read_link(required(table, "url", str, id), table, id),
            pages=FrozenDict((_page(key, id), of_type(end, str, id)) for key, end in pages.items()),
            sections=FrozenDict(
                (key, _parts(sources()[id], key, value)) for key, value in sections.items()
            ),
            single=optional(table, "single", bool, False, id),
        )
        _check_pages(sources()[id], found[id])
    return FrozenDict(found)


def _parts(source: Source, section: str, raw: object) -> tuple[tuple[int, str], ...]:
    """Return pairs of first paragraph and end of an address, ordered by paragraph."""
    context = f"{source.id}.sections.{section}"
    if section not in source.sections:
        raise RuleSetError("the source has no such section", context)
    if isinstance(raw, str):
        return ((1, raw),)
    table = of_type(raw, dict, context)
    parts = sorted((_page(key, context), of_type(end, str, context)) for key, end in table.items())
    most = source.sections[section].paragraphs
    if not parts or parts[0][0] != 1 or parts[-1][0] > most:
        raise RuleSetError(f"the paragraphs go from 1 to {most}", context)
    return tuple(parts)


def _check_pages(source: Source, links: PageLinks) -> None:
    """Raise `RuleSetError` unless the links have exactly the pages on which places begin."""
    if not links.pages:
        return
    printed = {_first_page(page) for section in source.sections.values() for page in section.pages}
    if wrong := printed ^ set(links.pages):
        raise RuleSetError(
            f"the places begin on other pages: {', '.join(map(str, sorted(wrong)))}",
            f"{source.id}.pages",
        )


def _first_page(pages: str) -> int:
    return int(pages.partition("-")[0])


def _page(key: str, context: str) -> int:
    if not key.isascii() or not key.isdecimal():
        raise RuleSetError(f"{key!r} is not a number", context)
    return int(key)
