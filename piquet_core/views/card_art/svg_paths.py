"""SVG path data: scaling and moving paths, circles as paths, and path elements."""

from __future__ import annotations

import re

from piquet_core.views.markup import escape_html

_TOKEN = re.compile(r"([A-Za-z])|(-?(?:\d+\.?\d*|\.\d+))")
_ARITY = {"M": "xy", "L": "xy", "H": "x", "V": "y", "C": "xyxyxy", "S": "xyxy", "A": "rr000xy"}


def transform_path(d: str, x: float, y: float, scale: float) -> str:
    """Return path data scaled by ``scale`` about the origin and then moved to (x, y).

    A negative scale rotates by 180 degrees, which leaves the flags of arcs unchanged.
    """
    out: list[str] = []
    kinds, turn, absolute = "", 0, False
    for match in _TOKEN.finditer(d):
        command, number = match.groups()
        if command:
            out.append(command)
            kinds, turn, absolute = _ARITY.get(command.upper(), ""), 0, command.isupper()
            continue
        kind = kinds[turn % len(kinds)]
        turn += 1
        value = float(number)
        if kind == "r":
            value *= abs(scale)
        elif kind != "0":
            value = value * scale + (({"x": x, "y": y}[kind]) if absolute else 0)
        text = format_number(value)
        out.append(text if out[-1].isalpha() or text.startswith("-") else " " + text)
    return "".join(out)


def format_number(value: float) -> str:
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else re.sub(r"^(-?)0\.", r"\1.", text)


def circle_path(x: float, y: float, radius: float) -> str:
    """Return a circle as path data.

    >>> circle_path(10, 10, 4)
    'M6 10a4 4 0 1 0 8 0a4 4 0 1 0-8 0z'
    """
    r, across = format_number(radius), format_number(2 * radius)
    return f"M{format_number(x - radius)} {format_number(y)}a{r} {r} 0 1 0 {across} 0a{r} {r} 0 1 0-{across} 0z"


def path_element(d: str, kind: str = "", *, id: str = "", more: str = "") -> str:
    """Return an SVG path element with path data ``d``.

    ``kind`` is its CSS class, and ``more`` a string of further attributes.
    """
    name = f' id="{id}"' if id else ""
    style = f' class="{escape_html(kind)}"' if kind else ""
    return f'<path{name}{style}{more} d="{d}"/>'
