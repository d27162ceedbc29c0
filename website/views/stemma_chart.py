"""The stemma as SVG with fixed text sizes: a row for each text, and lines from each to its parent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from piquet_core.views.markup import SVG, Markup, element
from website.history.stemma import StemmaText, stemma_lanes

_ROW: Final = 26
"""The height of a row in pixels."""
_LANE: Final = 16
"""The width of a lane in pixels."""
_LEFT: Final = 9
"""The centre of the first lane in pixels."""
_RADIUS: Final = 6


def render_stemma(texts: Sequence[StemmaText], label: str) -> Markup:
    """Render the stemma. ``label`` is its accessible name."""
    lanes = stemma_lanes(texts)
    points = {
        one.id: (_LEFT + lane * _LANE, _ROW // 2 + row * _ROW)
        for row, (one, lane) in enumerate(zip(texts, lanes, strict=True))
    }
    left = _LEFT + max(lanes) * _LANE + 18
    lines = [
        element(
            "path",
            d=_way(points[one.parent], points[one.id]),
            class_="pq-inferred" if one.inferred else None,
        )
        for one in texts
        if one.parent
    ]
    marks = [
        element(
            "circle",
            cx=points[one.id][0],
            cy=points[one.id][1],
            r=_RADIUS,
            class_="pq-whole" if one.ruleset else None,
        )
        for one in texts
    ]
    names = [
        element("text", element("tspan", one.dated), f" {one.name}", x=left, y=points[one.id][1])
        for one in texts
    ]
    return element(
        "svg",
        *(*lines, *marks, *names),
        xmlns=SVG,
        class_="pq-stemma",
        width="100%",
        height=len(texts) * _ROW,
        role="img",
        aria_label=label,
    )


def _way(parent: tuple[int, int], child: tuple[int, int]) -> str:
    """Return the path from a text down to one taken from it. It changes its lane in the first row."""
    (x, y), (to, end) = parent, child
    if x == to:
        return f"M{x} {y}V{end}"
    return f"M{x} {y}C{x} {y + _ROW} {to} {y} {to} {y + _ROW}V{end}"
