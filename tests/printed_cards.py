"""Positions of the cards in a PDF that Firefox has printed.

A whole card is an ivory rectangle with a border. Where the sheet or a box cuts a card off, a clip path is
smaller than the card.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from typing import NamedTuple

IVORY = [1.0, 0.99, 0.96]  # --card of tokens.css, rounded
_NUMBER = re.compile(rb"-?[\d.]+")


class Box(NamedTuple):
    """A rectangle in points, measured from the upper left corner of the sheet."""

    left: float
    top: float
    right: float
    bottom: float

    @classmethod
    def around(cls, numbers: list[float]) -> Box:
        """Return the bounding box of points, given as x, y, x, y and so on."""
        across, down = numbers[::2], numbers[1::2]
        return cls(min(across), min(down), max(across), max(down))

    @property
    def is_card(self) -> bool:
        """Return whether the box has the shape and size of a card. Parts of a picture can be ivory too."""
        width, height = self.right - self.left, self.bottom - self.top
        return width > 20 and abs(width * 7 / 5 - height) < 1

    def within(self, other: Box) -> bool:
        """Return whether the box lies inside another one, except for half the width of a line."""
        near = (self.left + 1, self.top + 1, other.right + 1, other.bottom + 1)
        far = (other.left, other.top, self.right, self.bottom)
        return all(one >= two for one, two in zip(near, far, strict=True))

    def cut(self, other: Box) -> Box:
        """Return the intersection with another box."""
        return Box(
            max(self.left, other.left),
            max(self.top, other.top),
            min(self.right, other.right),
            min(self.bottom, other.bottom),
        )


def sheets(pdf: bytes) -> Iterator[bytes]:
    """Yield the drawing commands of each sheet. Each sheet starts with a transformation to its orientation."""
    for found in re.finditer(rb"obj\s*<<[^>]*/FlateDecode\s*>>\s*stream\r?\n", pdf):
        text = zlib.decompressobj().decompress(pdf[found.end() :])
        if b" cm" in text[:40]:
            yield text


def cards(sheet: bytes, paper: Box) -> Iterator[tuple[Box, Box]]:
    """Yield the box of each card on a sheet, and the box that clips it."""
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
