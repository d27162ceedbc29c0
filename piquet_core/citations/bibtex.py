"""BibTeX entries in UTF-8, with TeX's special characters escaped."""

from __future__ import annotations

import re

from piquet_core.citations.prose import second_hand_note
from piquet_core.citations.reference import Name, Reference, part_words
from piquet_core.citations.title_case import title_case

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")

# Braces must be balanced even after a backslash, so each becomes a command.
_SPECIALS = {
    "\\": r"\textbackslash{}",
    "{": r"\textbraceleft{}",
    "}": r"\textbraceright{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{sign: f"\\{sign}" for sign in "&%$#_"},
}


def bibtex(reference: Reference) -> str:
    """Return the BibTeX entry of a reference.

    Titles are in double braces, so that no style changes their capitals. A chapter is an ``inbook``, as
    BibLaTeX, Pandoc and Zotero expect for a chapter of an author's own book. BibTeX's own styles ignore
    ``booktitle`` there, so the note names the book as well. A book without an author is a ``misc``, because
    those styles reject such a ``book``.
    """
    kind = _kind(reference)
    printed = kind != "misc"
    fields = {
        "author": " and ".join(map(_name, reference.authors)),
        "title": _braced(_headline(reference, reference.title)),
        "booktitle": _braced(_headline(reference, reference.container)) if kind == "inbook" else "",
        "howpublished": "" if printed else _howpublished(reference),
        "volume": escape_tex(reference.volume) if printed else "",
        "edition": escape_tex(reference.edition) if printed else "",
        "publisher": escape_tex(reference.publisher) if printed else "",
        "address": escape_tex(reference.place) if printed else "",
        "pages": reference.pages.replace("–", "--") if printed else "",
        # BibLaTeX reads the sign for "about" in a date. Other programs ignore it and keep the year.
        "date": f"{reference.year}~" if reference.circa else "",
        "year": reference.year,
        "month": _MONTHS[int(reference.date[5:7]) - 1] if len(reference.date) > 4 else "",
        "day": str(int(reference.date[8:])) if len(reference.date) > 4 else "",
        "note": escape_tex("; ".join(_notes(reference))),
        "url": _address(reference.url),
        "urldate": reference.accessed,
    }
    # The name of a month is a macro, which each style expands in its own language.
    lines = [
        f"  {name} = {value}" if name == "month" else f"  {name} = {{{value}}}"
        for name, value in fields.items()
        if value
    ]
    body = ",\n".join(lines)
    return f"@{kind}{{{citation_key(reference.key)},\n{body}\n}}"


def citation_key(text: str) -> str:
    """Return a citation key of letters, digits and ``.:-``, which every program can read.

    >>> citation_key("play.low-cards@little")
    'play.low-cards:little'
    """
    return re.sub(r"[^A-Za-z0-9.:-]", "-", re.sub(r"[@#]", ":", text))


def escape_tex(text: str) -> str:
    r"""Return a text escaped for a field in braces.

    >>> print(escape_tex("50% of {A & B}"))
    50\% of \textbraceleft{}A \& B\textbraceright{}
    """
    return "".join(_SPECIALS.get(sign, sign) for sign in " ".join(text.split()))


def _braced(text: str) -> str:
    return f"{{{escape_tex(text)}}}" if text else ""


def _kind(reference: Reference) -> str:
    if reference.kind == "page" or not reference.authors:
        return "misc"
    return "inbook" if reference.kind == "chapter" else "book"


def _headline(reference: Reference, title: str) -> str:
    return title_case(title) if reference.language == "en" else title


def _name(person: Name) -> str:
    name = person.recorded
    # Brace a single name. BibTeX would otherwise split it, or read an "and" in it as two names.
    return (
        f"{_guarded(name.family)}, {_guarded(name.given)}" if name.given else _braced(name.family)
    )


def _guarded(text: str) -> str:
    apart = re.search(r",|\band\b", text, re.IGNORECASE)
    return _braced(text) if apart else escape_tex(text)


def _howpublished(reference: Reference) -> str:
    if reference.kind == "page":
        said: tuple[str, ...] = (reference.container, reference.edition, reference.path)
    else:
        printed = ": ".join(filter(None, (reference.place, reference.publisher)))
        volume = f"vol. {reference.volume}" if reference.volume else ""
        said = (reference.edition, volume, printed)
    return escape_tex(", ".join(filter(None, said)))


def _notes(reference: Reference) -> list[str]:
    container = reference.container if reference.kind == "chapter" else ""
    book = ", ".join(filter(None, (f"from {container}" if container else "", reference.credit)))
    circa = f"the year is about {reference.year}" if reference.circa else ""
    undated = "" if reference.date else "undated"
    said = [
        *(reference.numbered, reference.pen_names, book, reference.catalogue, circa, undated),
        *(part_words(part) for part in reference.parts if part.title),
        reference.note,
        second_hand_note(reference),
    ]
    return [one for one in said if one]


def _address(url: str) -> str:
    # BibTeX reads a url field verbatim, so escape only what would end or break the field.
    for sign, code in (("\\", "%5C"), ("{", "%7B"), ("}", "%7D"), (" ", "%20")):
        url = url.replace(sign, code)
    return url
