"""The layouts of the pictures: cards and text on felt."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from piquet_core.cards.cards import Card, Rank, Suit, card
from piquet_core.views.card_art.suit_signs import PIPS
from piquet_core.views.card_art.svg_paths import path_element, transform_path
from piquet_core.views.card_symbols import XMLNS
from website.pictures.fan_picture import fan_drawing
from website.pictures.felt import BRASS_LINE, felt_picture
from website.pictures.lettering import Lettering
from website.pictures.palette import colours

SHARED: Final = (1200, 630)
COVER: Final = (900, 1350)
NAME: Final = "Piquet"
MOTTO: Final = ("The rules with their sources,", "and deals to replay")
QUINT_MAJOR: Final = tuple(
    card(Suit.SPADES, rank) for rank in (Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING, Rank.ACE)
)

MASKED: Final = 0.68

# A preview has its text on the left and a fan on the right, at equal distances from the border.
MARGIN: Final = 70.0
MEASURE: Final = 420.0
FAN: Final = (828.0, 318.0, 204.0)  # centre of the fan, and card width
SIZES: Final = (64, 60, 56, 52, 48, 44, 40, 36, 32)  # title sizes; the first that fits is used
LEADING: Final = 1.1
TITLE_TOP, TITLE_END = 138.0, 452.0
SOURCE, SOURCE_LINE, SOURCE_GAP = 27, 36, 18
TIGHT: Final = -0.025  # letter-spacing of large text, as on the landing page


def deal_picture(
    letters: Lettering, cards: Sequence[Card], title: str, source: str, score: str
) -> str:
    """Return the link preview of a deal as SVG."""
    ink = colours()
    width, height = SHARED
    said = letters.lines(source, SOURCE, MEASURE)
    after = SOURCE_GAP + SOURCE_LINE * len(said)
    size, lines = _fitted(letters, title, TITLE_END - TITLE_TOP - after)
    block = size * (letters.capital + LEADING * (len(lines) - 1)) + after
    y = (TITLE_TOP + TITLE_END - block) / 2 + letters.capital * size
    drawn = []
    for line in lines:
        drawn.append(letters.line(line, MARGIN - 1, y, size, ink["on-felt"]))
        y += LEADING * size
    y += SOURCE_GAP + SOURCE_LINE - LEADING * size
    for line in said:
        drawn.append(letters.line(line, MARGIN, y, SOURCE, ink["on-felt-2"]))
        y += SOURCE_LINE
    brand, plate = _brand(letters, 94), _plate(letters, score, height - MARGIN)
    return felt_picture(width, height, brand, *drawn, plate, fan_drawing(cards, *FAN))


def _fitted(letters: Lettering, title: str, room: float) -> tuple[int, list[str]]:
    """Return a pair: the largest font size at which a title fits, and the lines of the title.

    If the title fits at no size, the smallest is used.
    """
    tried = [(size, letters.lines(title, size, MEASURE)) for size in SIZES]
    fits = (
        (size, lines)
        for size, lines in tried
        if size * LEADING * len(lines) <= room
        and all(letters.width(line, size) <= MEASURE for line in lines)
    )
    return next(fits, tried[-1])


def _brand(letters: Lettering, y: float) -> str:
    """Return the spade and the name of the game as SVG, as in the page header."""
    brass = colours()["brass"]
    pip = path_element(
        transform_path(PIPS[Suit.SPADES], MARGIN + 12, y - 11, 0.26), more=f' fill="{brass}"'
    )
    return pip + letters.line(NAME, MARGIN + 34, y, 34, brass)


def _plate(letters: Lettering, score: str, bottom: float) -> str:
    """Return a score in brass on a dark patch, as SVG."""
    size, height, inside = 58, 78, 22
    width = letters.width(score, size) + 2 * inside
    patch = (
        f'<rect x="{MARGIN:g}" y="{bottom - height:g}" width="{width:.1f}" height="{height}" rx="5" '
        f'fill="#000" fill-opacity=".18" stroke="{BRASS_LINE}" stroke-opacity=".45" stroke-width="1.5"/>'
    )
    base = bottom - (height - letters.capital * size) / 2
    return patch + letters.line(score, MARGIN + inside, base, size, colours()["brass"])


def default_picture(letters: Lettering) -> str:
    """Return the link preview of all pages without their own, as SVG."""
    ink = colours()
    width, height = SHARED
    drawn = [letters.line(NAME, MARGIN - 5, 292, 152, ink["on-felt"], TIGHT)]
    for line, y in zip(MOTTO, (386, 430), strict=True):
        drawn.append(letters.line(line, MARGIN, y, 33, ink["on-felt-2"]))
    return felt_picture(width, height, *drawn, fan_drawing(QUINT_MAJOR, *FAN))


def cover_picture(letters: Lettering) -> str:
    """Return the EPUB cover as SVG."""
    ink = colours()
    width, height = COVER
    drawn = [_centred(letters, NAME, 340, 236, ink["on-felt"], TIGHT)]
    for line, y in zip(MOTTO, (1104, 1168), strict=True):
        drawn.append(_centred(letters, line, y, 50, ink["on-felt-2"]))
    return felt_picture(width, height, *drawn, fan_drawing(QUINT_MAJOR, width / 2, 724, 250))


def _centred(
    letters: Lettering, text: str, y: float, size: float, ink: str, tracking: float = 0
) -> str:
    x = (COVER[0] - letters.width(text, size, tracking)) / 2
    return letters.line(text, x, y, size, ink, tracking)


def icon_picture(favicon: Path, scale: float = 1) -> str:
    """Return the icon as SVG. Its background fills the square, because phones round the corners.

    A phone may crop the icon to a circle of four fifths of its width. Scaled by `MASKED`, the
    border of the icon is inside that circle.
    """
    side = 64
    drawn = favicon.read_text("utf-8").strip()
    moved = f"translate({side / 2 * (1 - scale):g} {side / 2 * (1 - scale):g})scale({scale:g})"
    return (
        f'<svg {XMLNS} viewBox="0 0 {side} {side}" width="{side}" height="{side}">'
        f'<rect width="{side}" height="{side}" fill="{colours()["felt"]}"/>'
        f'<g transform="{moved}">{drawn}</g></svg>'
    )
