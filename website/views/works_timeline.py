"""The timeline of works by year, with their reading status.

Positions are fractions of the page width, so that text keeps its size.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from piquet_core.views.markup import SVG, Markup, element
from website.views.reading_status import MARKS, render_reading_status

FIRST: Final = 1510
LAST: Final = 2035
_LANE, _APART = 15, 9
"""The height of a row of marks in pixels, and the distance of two marks of a row in years."""
_FOOT = 78
"""The space below the line for the centuries and two rows of names."""
_APART_NARROW = 5
"""The distance of two marks of a row in years, on a line of one century."""
_LATE: Final = 1800
"""After this year, notes end at their mark instead of starting there."""
_LETTER: Final = 6
"""The width of a letter in years on the narrowest page."""
_CLEAR: Final = 15
"""The least distance in years between a name's stroke and a century label centred on its stroke."""
_CAPTION: Final = "Every dated work of the bibliography, at its year:"


@dataclass(frozen=True, slots=True)
class DatedWork:
    """A work on the timeline: year, reading status, name and link."""

    year: int
    known: str
    name: str = ""
    href: str = ""


def mark_rows(years: Sequence[int], apart: int = _APART) -> list[int]:
    """Return the row of each mark, counted upwards from the line.

    ``years`` are in ascending order. Marks of one row are at least ``apart`` years apart.

    >>> mark_rows([1651, 1654, 1674])
    [0, 1, 0]
    """
    ends: list[int] = []
    found = []
    for year in years:
        free = (row for row, end in enumerate(ends) if year - end >= apart)
        row = next(free, len(ends))
        ends[row : row + 1] = [year]
        found.append(row)
    return found


def year_position(year: int) -> str:
    """Return the position of a year in per cent of the width.

    >>> year_position(FIRST), year_position(LAST)
    ('0.00%', '100.00%')
    """
    return f"{100 * (year - FIRST) / (LAST - FIRST):.2f}%"


def render_time_line(
    works: Sequence[DatedWork], names: Sequence[tuple[int, str]], known: Mapping[str, str]
) -> Markup:
    """Render the timeline as a figure, with a version for wide pages and one for phones.

    ``names`` are labels with their years. ``known`` has the text of each reading status.
    """
    signs = (
        element("li", render_reading_status(one), f" {words.lower()}")
        for one, words in known.items()
    )
    caption = element(
        "figcaption", element("p", _CAPTION), element("ul", *signs, class_="pq-time-line-legend")
    )
    return element(
        "figure",
        _whole(works, names),
        _by_century(works, names),
        caption,
        class_="pq-time-line",
        data_part="works-timeline",
    )


def _whole(works: Sequence[DatedWork], names: Sequence[tuple[int, str]]) -> Markup:
    """Render all years on one line."""
    rows = mark_rows([work.year for work in works])
    line = (max(rows, default=0) + 1) * _LANE + 8
    parts: list[Markup] = []
    for year in range(FIRST // 100 * 100 + 100, LAST, 100):
        x = year_position(year)
        parts.append(_stroke(x, 0, line + 8, "pq-century"))
        kind = f"pq-century {_beside(year, [named for named, _ in names])}".rstrip()
        parts.append(element("text", str(year), class_=kind, x=x, y=line + 26))
    parts.append(_ground(line))
    for work, row in zip(works, rows, strict=True):
        parts.append(_mark(work, year_position(work.year), line - 10 - row * _LANE))
    for place, (year, name) in enumerate(names):
        x, y = year_position(year), line + 48 + place % 2 * 22
        lower = [] if place % 2 else [other for other, _ in names[1::2]]
        parts.append(_stroke(x, line, y - 14, "pq-named"))
        parts.append(element("text", name, x=x, y=y, class_=f"pq-named {_side(year, name, lower)}"))
    return _drawing(parts, line + _FOOT)


def _beside(century: int, named: Sequence[int]) -> str:
    """Return the CSS class that moves the label of a century aside from the stroke of a near name.

    It is "" if no name is near.

    >>> _beside(1900, [1890]), _beside(1700, [1712]), _beside(1600, [1651])
    ('pq-after', 'pq-before', '')
    """
    near = [year for year in named if abs(year - century) <= _CLEAR]
    if not near:
        return ""
    return "pq-after" if max(near) < century else "pq-before"


def _side(year: int, name: str, lower: Sequence[int]) -> str:
    """Return the CSS class that aligns a name with its stroke.

    The name avoids the strokes to names in the row below, whose years are ``lower``.

    >>> _side(1661, "Molière", [1651]), _side(1661, "Molière", [1670]), _side(1661, "Molière", [1800])
    ('pq-start', 'pq-end', 'pq-middle')
    """
    half = len(name) * _LETTER / 2
    near = [other for other in lower if abs(other - year) <= half]
    if not near:
        return "pq-middle"
    return "pq-start" if max(near) < year else "pq-end"


def _by_century(works: Sequence[DatedWork], names: Sequence[tuple[int, str]]) -> Markup:
    """Render the phone version: one line per century with the names below each."""
    rows = (
        _century(
            century,
            [work for work in works if work.year // 100 == century],
            [name for name in names if name[0] // 100 == century],
        )
        for century in range(FIRST // 100, LAST // 100 + 1)
    )
    return element("div", *rows, class_="pq-centuries")


def _century(century: int, works: Sequence[DatedWork], names: Sequence[tuple[int, str]]) -> Markup:
    """Render a century: its first year and a line with a mark for each work."""
    rows = mark_rows([work.year for work in works], _APART_NARROW)
    line = (max(rows, default=0) + 1) * _LANE + 4
    parts = [_ground(line)]
    for work, row in zip(works, rows, strict=True):
        parts.append(_mark(work, f"{work.year % 100}%", line - 10 - row * _LANE))
    for place, (year, name) in enumerate(names):
        x, y = f"{year % 100}%", line + 22 + place * 22
        # Near an end of the line, a name starts or ends at its year to stay on the page.
        side = "start" if year % 100 < 35 else "end" if year % 100 > 65 else "middle"
        parts.append(_stroke(x, line, line + 6, "pq-named"))
        parts.append(element("text", f"{year} {name}", x=x, y=y, class_=f"pq-{side}"))
    drawing = _drawing(parts, line + 8 + len(names) * 22)
    return element("div", element("span", str(century * 100)), drawing)


def _drawing(parts: Sequence[Markup], height: int) -> Markup:
    return element(
        "svg",
        *parts,
        xmlns=SVG,
        class_="pq-years-line",
        width="100%",
        height=height,
    )


def _ground(y: int) -> Markup:
    """Render the horizontal line of the timeline."""
    return element("line", x1="0", x2="100%", y1=y, y2=y)


def _stroke(x: str, top: int, foot: int, kind: str) -> Markup:
    """Render a vertical stroke at ``x``, from ``top`` to ``foot``."""
    return element("line", class_=kind, x1=x, x2=x, y1=top, y2=foot)


def _mark(work: DatedWork, x: str, y: int) -> Markup:
    """Render a mark with a tooltip and a link to its work.

    A work without an address is only a mark.
    """
    shape = Markup(MARKS[work.known])
    if not work.href:
        return element("svg", shape, x=x, y=y, overflow="visible")
    side = "end" if work.year % 100 > 50 or work.year > _LATE else "start"
    tip = element("text", work.name, y=-8, class_=f"pq-work-tip pq-tip-{side}", aria_hidden="true")
    link = element("a", shape, tip, href=work.href, aria_label=work.name)
    return element("svg", element("title", work.name), link, x=x, y=y, overflow="visible")
