"""CSL-JSON: what Zotero, Pandoc and every citation processor read."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from piquet_core.citing.bibtex import key
from piquet_core.citing.reference import Name, Reference, words

_TYPES = {"page": "webpage", "chapter": "chapter", "book": "book"}


def csl_item(reference: Reference) -> dict[str, Any]:
    """Return the reference as an item; what is empty is left out."""
    number = ", ".join(filter(None, (reference.number, reference.detail)))
    page = reference.kind == "page"
    item = {
        "id": key(reference.key),
        "type": _TYPES[reference.kind],
        "author": [_name(name) for name in reference.authors],
        "title": reference.title,
        "container-title": reference.container,
        # A bare number becomes "8th ed." in the language of the style.
        "version" if page else "edition": reference.edition.rstrip("" if page else "sthnrd"),
        "publisher": reference.publisher,
        "publisher-place": reference.place,
        "issued": _date(reference),
        "number": number,
        "section": "; ".join(map(words, reference.parts)),
        "note": "; ".join(filter(None, (reference.credit, reference.note))),
        "archive_location": reference.path,  # the styles print it where an address would stand
        "URL": reference.url,
    }
    return {name: value for name, value in item.items() if value}


def csl(references: Iterable[Reference]) -> str:
    """Return the references as one list."""
    return json.dumps([csl_item(one) for one in references], indent=1, ensure_ascii=False)


def _name(name: Name) -> dict[str, str]:
    if name.given:
        return {"family": name.family, "given": name.given}
    return {"literal": name.family}


def _date(reference: Reference) -> dict[str, Any]:
    if not reference.date:
        return {}
    parts = [int(part) for part in reference.date.split("-")]
    return {"date-parts": [parts], **({"circa": True} if reference.circa else {})}
