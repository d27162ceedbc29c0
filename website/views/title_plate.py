"""The title page of a work, typeset in the style of its time."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from piquet_core.cards.cards import SUITS, Suit
from piquet_core.views.markup import SVG, Markup, element

LARGE: Final = re.compile(r"\*\*(.+)\*\*")
NOTE: Final = "Our setting of the title, after the entry in the bibliography; not a facsimile."


def render_plate(lines: Sequence[str], author: str, imprint: Sequence[str]) -> Markup:
    """Render the title page of a work with a note.

    ``lines`` is the title, with double asterisks around the largest line. ``imprint`` is place,
    printer and year.
    """
    place, printer, year = imprint
    plate = element(
        "div",
        *map(_line, lines),
        element("p", f"by {author}", class_="pq-plate-by") if author else None,
        element("p", *map(_suit, SUITS), class_="pq-plate-suits", aria_hidden="true"),
        element("p", place, class_="pq-plate-place") if place else None,
        element("p", ", ".join(filter(None, (printer, year)))),
        class_="pq-plate",
    )
    return element(
        "figure",
        plate,
        element("figcaption", NOTE),
        class_="pq-drawn pq-titled",
        data_part="title-plate",
    )


def _line(line: str) -> Markup:
    if found := LARGE.fullmatch(line):
        return element("p", found[1], class_="pq-plate-large")
    return element("p", line, class_="pq-plate-line")


def _suit(suit: Suit) -> Markup:
    sign = element("use", href=f"#pq-{suit.letter}")
    return element(
        "svg", sign, xmlns=SVG, class_=f"pq-plate-{suit.letter}", viewBox="-50 -52 100 104"
    )
