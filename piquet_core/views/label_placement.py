"""Collision tests between labels and lines in a chart."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

type Point = tuple[float, float]
type Span = tuple[float, float]


def crosses_box(across: Span, down: Span, lines: Sequence[Sequence[Point]]) -> bool:
    """Return whether any of the lines crosses a box.

    ``across`` and ``down`` are the horizontal and vertical extents of the box. The points of a line
    are in order from left to right.

    >>> crosses_box((2, 4), (0, 5), [[(0, 0), (10, 10)]])
    True
    >>> crosses_box((6, 8), (0, 5), [[(0, 0), (10, 10)]])
    False
    """
    return any(
        found[1] > down[0] and found[0] < down[1]
        for line in lines
        if (found := height_range(across, line))
    )


def height_range(across: Span, line: Sequence[Point]) -> Span | None:
    """Return the smallest and the largest y of a line within the horizontal span ``across``.

    Returns None if the line has no point within the span.
    """
    left, right = across
    heights = [
        y0 + (y1 - y0) * (x - x0) / (x1 - x0)
        for (x0, y0), (x1, y1) in pairwise(line)
        if x1 >= left and x0 <= right and x1 > x0
        for x in (max(x0, left), min(x1, right))
    ]
    return (min(heights), max(heights)) if heights else None
