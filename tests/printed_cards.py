"""Where the cards are on a sheet that Firefox has printed, read from its PDF.

A whole card is filled with the ivory of its face, and framed; what a sheet or a box cuts off is drawn under
a clip that is smaller than the card.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from typing import NamedTuple

IVORY = [1.0, 0.99, 0.96]  # --card of tokens.css, rounded
_NUMBER = re.compile(rb"-?[\d.]+")


class Box(NamedTuple):
    """A rectangle, in points from the upper left corner of a sheet."""

    left: float
    top: float
    right: float
    bottom: float

    @classmethod
    def around(cls, numbers: list[float]) -> Box:
        """Return the box of points, which are given as x, y, x, y and so on."""
        across, down = numbers[::2], numbers[1::2]
        return cls(min(across), min(down), max(across), max(down))

    @property
    def is_card(self) -> bool:
        """Whether it has the shape and the size of a card; pieces of its picture are ivory too."""
        width, height = self.right - self.left, self.bottom - self.top
        return width > 20 and abs(width * 7 / 5 - height) < 1

    def within(self, other: Box) -> bool:
        """Return whether nothing of it is outside another; the half of a line may be."""
        near = (self.left + 1, self.top + 1, other.right + 1, other.bottom + 1)
        far = (other.left, other.top, self.right, self.bottom)
        return all(one >= two for one, two in zip(near, far, strict=True))

    def cut(self, other: Box) -> Box:
        """Return what it has in common with another."""
        return Box(
            max(self.left, other.left),
            max(self.top, other.top),
            min(self.right, other.right),
            min(self.bottom, other.bottom),
        )


def sheets(pdf: bytes) -> Iterator[bytes]:
    """Yield what is drawn on each sheet; a drawing begins by turning the sheet the right way up."""
    for found in re.finditer(rb"obj\s*<<[^>]*/FlateDecode\s*>>\s*stream\r?\n", pdf):
        text = zlib.decompressobj().decompress(pdf[found.end() :])
        if b" cm" in text[:40]:
            yield text


def cards(sheet: bytes, paper: Box) -> Iterator[tuple[Box, Box]]:
    """Yield each card of a sheet, and what of the paper it may be drawn on."""
    numbers: list[float] = []
    points: list[float] = []
    clip, kept, wanted = paper, [paper], False
    fill: list[float] = []
    for word in sheet.split():
        if _NUMBER.fullmatch(word):
            numbers.append(float(word))
            continue
        if word in {b"m", b"l", b"c"}:
            points += numbers
        elif word == b"re":
            left, top, width, height = numbers
            points += [left, top, left + width, top + height]
        elif word == b"rg":
            fill = [round(one, 2) for one in numbers]
        elif word == b"q":
            kept.append(clip)
        elif word == b"Q" and kept:
            clip = kept.pop()
        elif word in {b"W", b"W*"}:
            wanted = True
        elif word in {b"f", b"f*", b"B", b"B*", b"S", b"n"}:
            if word == b"B" and fill == IVORY and Box.around(points).is_card:
                yield Box.around(points), clip
            if wanted:
                clip = clip.cut(Box.around(points))
            points, wanted = [], False
        numbers = []
