"""Citations of works in the bibliography, from their BibTeX fields.

Our remarks and the reading status are not part of a citation, unless the citation would mislead
without them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from urllib.parse import urlsplit

from pybtex.database import Entry

from piquet_core.citations import CitedPart, Name, Reference, source_reference
from piquet_core.rules import parse_citation, sources

UNSEEN = (
    "We have not seen this work, and the citation says so. "
    "If you have a copy before you, leave that out."
)


PARTLY = (
    "We have read only a part of this work, and the citation says so. "
    "Once you have read what you cite, leave that out."
)


def work_reference(key: str, works: Mapping[str, Entry]) -> Reference:
    """Return the reference to a work. An undated ``misc`` entry with an address is a web page."""
    entry = works[key]
    fields = entry.fields
    book, pages = _plain(fields.get("booktitle", "")), fields.get("pages", "").replace("--", "–")
    site = entry.type == "misc" and "url" in fields and "year" not in fields
    return Reference(
        key=key,
        kind="page" if site else "chapter" if book else "book",
        authors=tuple(
            replace(_name(one), supplied="supplied" in fields)
            for one in entry.persons.get("author", [])
        ),
        title=_plain(fields["title"]),
        container=_site(fields) if site else book,
        edition=fields.get("edition", "").removesuffix(" ed."),
        credit=fields.get("credit", ""),
        volume=fields.get("volume", ""),
        place=fields.get("address", ""),
        publisher=_plain(fields.get("publisher", "")),
        date=fields.get("year", ""),
        circa="circa" in fields,
        language="fr" if fields.get("langid") == "french" else "en",
        note=fields.get("citenote", ""),
        parts=(CitedPart(title="", unit="", numbers=(), pages=pages),) if pages else (),
        url=fields.get("url", ""),
        unseen=_unseen(entry),
        partly=_partly(entry),
        through=_quoting(fields["through"], works) if "through" in fields else None,
    )


def printed_year(entry: Entry) -> str:
    """Return the year of a work as printed in lists and notes, or "" for an undated work.

    >>> printed_year(Entry("book", [("year", "1890"), ("circa", "yes")]))
    'c. 1890'
    """
    year = str(entry.fields.get("year", ""))
    return f"c. {year}" if "circa" in entry.fields else year


def citation_caution(entry: Entry) -> str:
    """Return the note shown with the citation of a work, or "".

    By default it warns that we have not seen the work, or have read only a part of it. The field
    ``caution`` replaces this text.
    """
    known = UNSEEN if _unseen(entry) else PARTLY if _partly(entry) else ""
    return str(entry.fields.get("caution", known))


def _unseen(entry: Entry) -> bool:
    return entry.fields.get("known") in {"quoted", "named"}


def _partly(entry: Entry) -> bool:
    """Return whether a work was read in part and has no ``caution`` of its own."""
    return entry.fields.get("known") == "part" and "caution" not in entry.fields


def _quoting(place: str, works: Mapping[str, Entry]) -> Reference:
    """Return the reference to the text through which a work is known.

    ``place`` is a citation of one of our sources, or the key of another work.
    """
    name, colon, _ = place.partition(":")
    if name not in sources():
        return replace(work_reference(name, works), partly=False)  # the quotation itself was read
    return source_reference(
        sources()[name], (parse_citation(place, "references.bib"),) if colon else ()
    )


def _site(fields: Mapping[str, str]) -> str:
    """Return the name of the site that a web page belongs to, or the host of its address."""
    host = urlsplit(fields["url"]).hostname or ""
    return _plain(fields.get("howpublished", "")) or host.removeprefix("www.")


def _plain(text: str) -> str:
    """Return the text of a field without BibTeX's braces."""
    return str(text).replace("{", "").replace("}", "")


def _name(person: object) -> Name:
    """Return the name of a pybtex person. A single word, or a name in braces, is not split."""
    parts = ("first_names", "middle_names", "prelast_names")
    given = " ".join(name for part in parts for name in getattr(person, part))
    return Name(
        family=_plain(" ".join(person.last_names)),  # type: ignore[attr-defined] # pybtex has no types
        given=_plain(given),
    )
