"""The title page of a work, typeset in the style of its time."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from piquet_core.cards.cards import SUITS, Suit
from piquet_core.views.markup import SVG, Markup, element

LARGE: Final = re.compile(r"\*\*(.+)\*\*")
OURS: Final = "Our setting of the title, after the entry in the bibliography; not a facsimile."
EXACT: Final = "The words of the title page, after {}; the setting is ours, not a facsimile."


class Plate(NamedTuple):
    """The title in lines, with double asterisks around the largest; the rest of it; the author."""

    lines: Sequence[str]
    subtitle: str
    author: str


def render_plate(plate: Plate, imprint: Sequence[str], after: str = "") -> Markup:
    """Render the title page of a work with a note.

    ``imprint`` is place and printer, or the words of the title page. ``after`` names the
    transcription of the title page.
    """
    *places, printer = imprint
    drawn = element(
        "div",
        *map(_line, plate.lines),
        element("p", plate.subtitle, class_="pq-plate-rest") if plate.subtitle else None,
        element("p", f"by {plate.author}", class_="pq-plate-by") if plate.author else None,
        element("p", *map(_suit, SUITS), class_="pq-plate-suits", aria_hidden="true"),
        *(element("p", place, class_="pq-plate-place") for place in places if place),
        element("p", printer),
        class_="pq-plate",
    )
    return element(
        "figure",
        drawn,
        element("figcaption", EXACT.format(after) if after else OURS),
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
