"""RIS, the import format of older reference managers, one tag to a line."""

from __future__ import annotations

from piquet_core.citations.bibtex import citation_key
from piquet_core.citations.prose import second_hand_note
from piquet_core.citations.reference import Reference, part_words

_TYPES = {"page": "ELEC", "chapter": "CHAP", "book": "BOOK"}


def ris(reference: Reference) -> str:
    """Return the RIS record of a reference: lines ``XX - value``, from TY to ER.

    Lines end in LF; a program that writes a file may prefer CR LF.
    """
    day = reference.date.replace("-", "/") if len(reference.date) > 4 else ""
    circa = f"The year is about {reference.year}" if reference.circa else ""
    notes = (
        *(reference.pen_names, reference.credit, circa, reference.path, reference.note),
        second_hand_note(reference),
    )
    lines = [
        ("TY", _TYPES[reference.kind]),
        ("ID", citation_key(reference.key)),
        *(("AU", name.recorded.sorted.replace("*", " ")) for name in reference.authors),
        ("TI", reference.title),
        ("T2", reference.container.replace("*", " ")),
        ("ET", reference.edition),
        ("VL", reference.volume),
        ("PB", reference.publisher),
        ("CY", reference.place),
        ("PY", reference.year),
        ("DA", day),
        ("Y2", reference.accessed.replace("-", "/")),
        ("M1", reference.numbered),
        ("SE", "; ".join(part_words(part) for part in reference.parts if part.title)),
        ("SP", reference.pages.replace("–", "-")),
        ("CN", reference.catalogue),
        *(("N1", note) for note in notes),
        ("UR", reference.url),
    ]
    told = [(tag, " ".join(value.split())) for tag, value in lines]
    return "\n".join([*(f"{tag}  - {value}" for tag, value in told if value), "ER  - "])
