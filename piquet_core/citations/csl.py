"""CSL-JSON, which Zotero, Pandoc and every citation processor read.

Styles print no field for a section or a paragraph, so these are added to the title. Words that must keep their
lower case are marked with ``nocase`` tags. An id is in square brackets as well, for processors that do not know
the tags.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

from piquet_core.citations.bibtex import citation_key
from piquet_core.citations.prose import second_hand_note
from piquet_core.citations.reference import CitedPart, Name, Reference, join_items
from piquet_core.citations.title_case import keeps_case


def csl_item(reference: Reference) -> dict[str, Any]:
    """Return a reference as a CSL item, without empty fields."""
    page = reference.kind == "page"
    container = reference.container
    if reference.kind == "book" and any(part.title for part in reference.parts):
        container = reference.title
    item = {
        "id": citation_key(reference.key),
        "type": "webpage" if page else "chapter" if container else "book",
        "language": reference.language,
        "author": [_name(name) for name in reference.authors],
        "title": _title(reference),
        "container-title": container,
        "version": _version(reference) if page else "",
        # For a printed book, styles print any text here; a bare number becomes "8th ed.".
        "edition": "" if page else _number(reference.edition) or reference.credit,
        "volume": reference.volume,
        "publisher": reference.publisher,
        "publisher-place": reference.place,
        "issued": _date(reference.date, circa=reference.circa),
        "accessed": _date(reference.accessed),
        "page": reference.pages.replace("–", "-"),
        "genre": reference.detail,
        "call-number": reference.catalogue,
        "note": "; ".join(_notes(reference)),
        # Styles print it in place of an address, with a capital.
        "archive_location": f"page {reference.path}" if reference.path else "",
        "URL": reference.url,
    }
    return {name: value for name, value in item.items() if value}


def csl(references: Iterable[Reference]) -> str:
    """Return references as one CSL-JSON list."""
    return json.dumps([csl_item(one) for one in references], indent=1, ensure_ascii=False)


def _number(edition: str) -> str:
    """Return the number of an edition without its ending, *8* for *8th*, because styles add the ending.

    Other texts are unchanged.
    """
    return re.sub(r"^(\d+)(?:st|nd|rd|th)$", r"\1", edition)


def _title(reference: Reference) -> str:
    """Return the title with the cited sections or our id, tagged to protect ids from changes of case."""
    places = "; ".join(_words(part) for part in reference.parts if part.title)
    whole = reference.kind == "book" and places
    title = places if whole else ": ".join(filter(None, (reference.title, places)))
    id = f" [{reference.number}]" if reference.number else ""
    words = f"{title}{id}".split(" ")
    return " ".join(f'<span class="nocase">{w}</span>' if keeps_case(w) else w for w in words)


def _words(part: CitedPart) -> str:
    if not part.numbers:
        return part.title
    unit = part.unit if len(part.numbers) == 1 else f"{part.unit}s"
    return f"{part.title}, {unit} {join_items(map(str, part.numbers))}"


def _version(reference: Reference) -> str:
    """Return the version number of a page's edition, because styles print the word "version" before it."""
    draft = " (draft)" if reference.edition.startswith("draft") else ""
    return f"{reference.edition.rpartition(' ')[2]}{draft}" if reference.edition else ""


def _notes(reference: Reference) -> list[str]:
    edited = reference.credit if reference.edition else ""
    said = (reference.pen_names, edited, reference.note, second_hand_note(reference))
    return [one for one in said if one]


def _name(name: Name) -> dict[str, str]:
    told = name.recorded
    return {"family": told.family, "given": told.given} if told.given else {"literal": told.family}


def _date(day: str, *, circa: bool = False) -> dict[str, Any]:
    if not day:
        return {}
    parts = [int(part) for part in day.split("-")]
    return {"date-parts": [parts], **({"circa": True} if circa else {})}
