"""Small multiples of score histograms: elder's bars above the line, younger's below it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from piquet_core.views.markup import SVG, Markup, element

_LAST: Final = 150
"""Lower end of the last class, which has all higher scores."""
_CLASSES: Final = range(0, _LAST + 10, 10)
_HALF: Final = 56
"""Height of the higher bar of a seat in pixels."""
_FOOT: Final = 20
_NUMBERS: Final = 2 * _HALF + 18
_LEAST_PRINTED: Final = 0.5
"""Least printed share in per cent that is drawn. A stroke for a smaller one would hide the line."""
_LABELS: Final = (0, 50, 100, 150)


@dataclass(frozen=True, slots=True, kw_only=True)
class ShapeBars:
    """Frequencies of scores in per cent under a rule set, by seat and lower end of the class of ten.

    ``means`` are both mean scores in words. ``printed`` has the frequencies that a book prints, by
    seat and class, and is empty without such a book.
    """

    name: str
    means: str
    shares: Mapping[str, Mapping[int, float]]
    printed: Mapping[str, Mapping[int, float]]


def render_shapes(found: Sequence[ShapeBars]) -> Markup:
    """Return a list of histograms with one scale. Their labels have all frequencies."""
    most = max(
        share
        for one in found
        for seat in _in_classes(one.shares).values()
        for share in seat.values()
    )
    return element("ul", *(_item(one, most) for one in found), class_="pq-shape-list")


def _item(one: ShapeBars, most: float) -> Markup:
    caption = element(
        "p", element("strong", one.name), element("span", f" {one.means}"), class_="pq-shape-name"
    )
    return element("li", caption, _drawing(one, most))


def _drawing(one: ShapeBars, most: float) -> Markup:
    shares, printed = _in_classes(one.shares), _in_classes(one.printed)
    parts: list[Markup] = []
    for seat, up in (("elder", True), ("younger", False)):
        parts += [_bar(low, share, most, seat, up=up) for low, share in shares[seat].items()]
        parts += [
            _tick(low, share, most, up=up)
            for low, share in printed[seat].items()
            if share >= _LEAST_PRINTED
        ]
    middle = _HALF + 1
    parts.append(element("line", x1="0%", x2="100%", y1=middle, y2=middle))
    parts += [_number(low) for low in _LABELS]
    return element(
        "svg",
        *parts,
        xmlns=SVG,
        class_="pq-effects pq-shape",
        width="100%",
        height=2 * _HALF + _FOOT + 2,
        role="img",
        aria_label=_label(one.name, shares, printed),
    )


def _in_classes(shares: Mapping[str, Mapping[int, float]]) -> dict[str, dict[int, float]]:
    """Return the frequencies with all scores from `_LAST` on in one class."""
    found: dict[str, dict[int, float]] = {"elder": {}, "younger": {}}
    for seat, by_class in shares.items():
        for low, share in by_class.items():
            place = min(max(low, 0), _LAST)
            found[seat][place] = found[seat].get(place, 0.0) + share
    return found


def _x(score: int) -> str:
    return f"{100 * score / (_LAST + 10):.2f}%"


def _bar(low: int, share: float, most: float, seat: str, *, up: bool) -> Markup:
    height = _HALF * share / most
    y = _HALF - height if up else _HALF + 2
    return element(
        "rect",
        element("title", f"{seat} {_class(low)}: {share:.1f}%"),
        x=_x(low),
        width=f"{100 * 9 / (_LAST + 10):.2f}%",
        y=f"{y:.1f}",
        height=f"{height:.1f}",
        class_=f"pq-shape-{seat}",
    )


def _tick(low: int, share: float, most: float, *, up: bool) -> Markup:
    height = _HALF * share / most
    y = f"{_HALF - height if up else _HALF + 2 + height:.1f}"
    return element("line", x1=_x(low), x2=_x(low + 9), y1=y, y2=y, class_="pq-shape-printed")


def _number(low: int) -> Markup:
    if low == _LAST:
        return element("text", f"{low}+", x="100%", y=_NUMBERS, class_="pq-effect-high")
    return element("text", str(low), x=_x(low + 5), y=_NUMBERS)


def _class(low: int) -> str:
    return f"{low} or more" if low == _LAST else f"{low} to {low + 9}"


def _label(
    name: str, shares: Mapping[str, Mapping[int, float]], printed: Mapping[str, Mapping[int, float]]
) -> str:
    parts = [f"{name}: how often each score is made, in per cent."]
    for words, found in (("", shares), (" in the book", printed)):
        for seat, by_class in found.items():
            told = ", ".join(
                f"{_class(low)} {by_class[low]:.1f}" for low in _CLASSES if by_class.get(low)
            )
            if told:
                parts.append(f"{seat.capitalize()}{words}: {told}.")
    return " ".join(parts)
