"""Chart of measured effects: a mark with its interval for each result, on a common axis.

All positions are shares of the width, so a drawing fits any page.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final

from piquet_core.views.markup import SVG, Markup, element

_STEPS: Final = (1, 2, 5, 10, 20, 50)
_MOST_LINES: Final = 4
"""Greatest number of lines on one side of the zero."""
_LEFT, _RIGHT = 3.0, 97.0
"""The positions of both ends of the axis, in per cent of the width."""
_TOP: Final = 22
_ROW: Final = 44
_FOOT: Final = 26
_CELL_ROW: Final = 22


@dataclass(frozen=True, slots=True)
class EffectMark:
    """An effect with the error on either side.

    ``name`` is that of the player, ``text`` the effect in words, and ``kind`` a part of the CSS
    class, by which the marks of players differ in shape and colour.
    """

    name: str
    text: str
    mean: float
    error: float
    kind: str


@dataclass(frozen=True, slots=True)
class EffectAxis:
    """An axis from ``low`` to ``high``, with the texts at its ends and the unit of its last number."""

    low: int
    high: int
    ends: tuple[str, str] = ("", "")
    unit: str = ""

    @property
    def lines(self) -> list[int]:
        """The values of the lines, which include 0."""
        most = max(self.high, -self.low)
        step = next((one for one in _STEPS if most / one <= _MOST_LINES), _STEPS[-1])
        return [one for one in range(-most // step * step, most + 1, step) if self.covers(one)]

    def covers(self, value: float) -> bool:
        """Return whether a value is on the axis."""
        return self.low <= value <= self.high

    def across(self, value: float) -> str:
        """Return the position of a value in per cent of the width. Values beyond the axis are at its ends."""
        share = (min(max(value, self.low), self.high) - self.low) / (self.high - self.low)
        return f"{_LEFT + (_RIGHT - _LEFT) * share:.2f}%"


def axis_of(marks: Sequence[tuple[float, float]], *, both: bool = True) -> tuple[int, int]:
    """Return the whole numbers that enclose the intervals of (mean, error) pairs.

    With ``both`` the axis reaches as far below 0 as above. Otherwise it begins with 0.

    >>> axis_of([(-5.36, 0.16), (1.2, 0.2)]), axis_of([(0.4, 0.2)], both=False)
    ((-6, 6), (0, 1))
    """
    most = max((ceil(abs(mean) + error) for mean, error in marks), default=0) or 1
    return (-most if both else 0), most


def render_effects(marks: Sequence[EffectMark], axis: EffectAxis, label: str) -> Markup:
    """Return a figure with a row for each mark: name and text, then the mark with its interval."""
    height = _TOP + len(marks) * _ROW
    parts = [part for value in axis.lines for part in _line(axis, value, _TOP, height)]
    parts += [
        element("text", words, x=f"{x}%", y=14, class_=f"pq-effect-end pq-effect-{side}")
        for words, x, side in zip(axis.ends, (_LEFT, _RIGHT), ("low", "high"), strict=True)
        if words
    ]
    for place, mark in enumerate(marks):
        top = _TOP + place * _ROW
        text = element("tspan", f" {mark.text}", class_="pq-effect-value")
        parts.append(element("text", mark.name, text, x=f"{_LEFT}%", y=top + 18))
        parts.append(_mark(mark, axis, top + 31))
    drawn = _svg(parts, height + _FOOT, role="img", aria_label=label)
    return element("figure", drawn, class_="pq-effects-drawn")


def render_effect_cell(marks: Sequence[EffectMark], axis: EffectAxis) -> Markup:
    """Return the marks alone, for a table whose other cells have the figures."""
    height = len(marks) * _CELL_ROW
    parts = [_ground(axis, value, 0, height) for value in axis.lines]
    parts += [
        _mark(mark, axis, place * _CELL_ROW + _CELL_ROW // 2) for place, mark in enumerate(marks)
    ]
    return _svg(parts, height, aria_hidden="true")


def render_effect_scale(axis: EffectAxis) -> Markup:
    """Return the numbers of an axis, for the head of a table."""
    parts = [_number(axis, value, 14) for value in axis.lines]
    low, *_, high = (_text(axis, value) for value in axis.lines)
    return _svg(parts, 20, role="img", aria_label=f"Scale from {low} to {high}")


def render_effect_key(marks: Sequence[EffectMark]) -> Markup:
    """Return the legend of the marks: the shape and the name of each player."""
    axis = EffectAxis(-1, 1)
    samples = (
        element(
            "span",
            _svg([_sample(mark.kind, axis)], 16, width="2.5rem", aria_hidden="true"),
            f" {mark.name}",
        )
        for mark in marks
    )
    return element("p", *samples, class_="pq-effect-key")


def _line(axis: EffectAxis, value: int, top: int, height: int) -> list[Markup]:
    return [_ground(axis, value, top, height), _number(axis, value, height + 18)]


def _ground(axis: EffectAxis, value: int, top: int, height: int) -> Markup:
    x = axis.across(value)
    zero = None if value else "pq-effect-zero"
    return element("line", x1=x, x2=x, y1=top, y2=height, class_=zero)


def _number(axis: EffectAxis, value: int, y: int) -> Markup:
    text = _text(axis, value)
    return element("text", text, x=axis.across(value), y=y, class_="pq-effect-scale")


def _text(axis: EffectAxis, value: int) -> str:
    """Return a number of the axis with its sign. The last number has the unit."""
    sign = "+" if value > 0 and axis.low < 0 else "\N{MINUS SIGN}" if value < 0 else ""
    return f"{sign}{abs(value)}{axis.unit if value == axis.lines[-1] else ''}"


def _mark(mark: EffectMark, axis: EffectAxis, middle: int) -> Markup:
    low, high = (axis.across(mark.mean + side * mark.error) for side in (-1, 1))
    x = axis.across(mark.mean)
    return element(
        "g",
        element("title", f"{mark.name}: {mark.text}") if mark.name else None,
        element("line", x1=low, x2=high, y1=middle, y2=middle, class_="pq-effect-interval"),
        element("circle", cx=x, cy=middle, r=4),
        class_=f"pq-effect-{mark.kind}",
    )


def _sample(kind: str, axis: EffectAxis) -> Markup:
    """Return a mark without a value."""
    return _mark(EffectMark(name="", text="", mean=0, error=0.5, kind=kind), axis, 8)


def _svg(parts: Sequence[Markup], height: int, *, width: str = "100%", **attributes: str) -> Markup:
    return element(
        "svg", *parts, xmlns=SVG, class_="pq-effects", width=width, height=height, **attributes
    )
