"""Histogram of elder's or younger's scores: a bar for the book, a dot with bounds for the engine's deals.

All positions are shares of the width, so the drawing fits any page.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from piquet_core.views.markup import SVG, Markup, element

_ROW: Final = 24
_TOP: Final = 26
_LEFT, _RIGHT = 21.0, 97.0
"""The positions of zero and of the last line of the scale, in per cent of the width."""
_STEP: Final = 10


@dataclass(frozen=True, slots=True)
class Class:
    """A class of scores, with its frequency in per cent.

    ``printed`` is the frequency in the book, ``played`` that in the engine's deals. ``low`` and ``high``
    are the bounds of ``played``.
    """

    name: str
    printed: float
    played: float
    low: float
    high: float


def render_histogram(classes: Sequence[Class], label: str, printed: str, played: str) -> Markup:
    """Return the histogram with its legend. A table beside it must have the same numbers.

    ``printed`` and ``played`` are the texts of the legend for bars and dots.
    """
    return element(
        "figure", _key(printed, played), _drawing(classes, label), class_="pq-hands-drawn"
    )


def _drawing(classes: Sequence[Class], label: str) -> Markup:
    last = _last(classes)
    height = _TOP + len(classes) * _ROW
    parts = [part for value in range(0, last + 1, _STEP) for part in _line(value, last, height)]
    for place, one in enumerate(classes):
        parts += _row(one, last, _TOP + place * _ROW + _ROW // 2)
    return element(
        "svg",
        *parts,
        xmlns=SVG,
        class_="pq-hands",
        width="100%",
        height=height + 4,
        role="img",
        aria_label=label,
    )


def _key(printed: str, played: str) -> Markup:
    """Return the legend that explains bars and dots."""
    bar = _sample(element("rect", x=0, y=3, width=26, height=10))
    dot = _sample(*_dot("0", "26", "13", 8))
    return element(
        "p",
        element("span", bar, f" {printed}"),
        " ",
        element("span", dot, f" {played}"),
        class_="pq-hands-key",
    )


def _sample(*shapes: Markup) -> Markup:
    return element(
        "svg", *shapes, xmlns=SVG, class_="pq-hands", width=26, height=16, aria_hidden="true"
    )


def _last(classes: Sequence[Class]) -> int:
    """Return the end of the scale, which is above all bars and bounds."""
    most = max(max(one.printed, one.high) for one in classes)
    return _STEP * (int(most // _STEP) + 1)


def _across(value: float, last: int) -> str:
    return f"{_LEFT + (_RIGHT - _LEFT) * value / last:.2f}%"


def _line(value: int, last: int, height: int) -> list[Markup]:
    x = _across(value, last)
    words = f"{value}%" if value == last else str(value)
    return [
        element("line", x1=x, x2=x, y1=_TOP - 4, y2=height),
        element("text", words, x=x, y=_TOP - 10, class_="pq-hands-scale"),
    ]


def _row(one: Class, last: int, middle: int) -> list[Markup]:
    title = element(
        "title",
        f"{one.name}: printed {one.printed:.2f}%, played {one.played:.2f}% ({one.low:.2f} to {one.high:.2f})",
    )
    bar = element(
        "rect",
        x=f"{_LEFT:.2f}%",
        y=middle - 7,
        width=f"{(_RIGHT - _LEFT) * one.printed / last:.2f}%",
        height=14,
    )
    name = element("text", one.name, x=f"{_LEFT - 2:.2f}%", y=middle + 5, class_="pq-hands-class")
    low, high, played = (_across(value, last) for value in (one.low, one.high, one.played))
    return [name, element("g", title, bar, *_dot(low, high, played, middle))]


def _dot(low: str, high: str, played: str, middle: int) -> list[Markup]:
    return [
        element("line", x1=low, x2=high, y1=middle, y2=middle, class_="pq-hands-bounds"),
        element("circle", cx=played, cy=middle, r=4),
    ]
