"""SVG cards that need no style sheet, and fans of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from math import radians, sin
from typing import Final
from xml.etree import ElementTree as ET

from piquet_core.cards.cards import Card
from piquet_core.views.card_art.faces import HEIGHT, WIDTH
from piquet_core.views.card_symbols import card_sprite
from website.pictures.palette import court_colours

CLIP: Final = "pq-upper"
SHADOW: Final = "shadow"
TURN: Final = 6.0  # degrees between neighbours in a fan of five
STEP: Final = 0.42  # distance between neighbours, as a fraction of the card width
RADIUS: Final = STEP / sin(radians(TURN))

_DRESS, _DYE = "pq-dress-", "pq-dye-"


@cache
def _pieces() -> Mapping[str, ET.Element]:
    root = ET.fromstring(card_sprite())  # noqa: S314 - drawn by this package
    for one in root.iter():
        one.tag = one.tag.partition("}")[2]
    return {one.get("id", ""): one for one in root.iter() if one.get("id")}


def card_definitions() -> str:
    """Return the SVG definitions of a clip path and a shadow to which the cards refer."""
    clip = ET.tostring(_pieces()[CLIP], encoding="unicode")
    blur = '<feDropShadow dx="0" dy="2" stdDeviation="4" flood-color="#000" flood-opacity=".34"/>'
    return (
        f'{clip}<filter id="{SHADOW}" x="-20%" y="-20%" width="140%" height="140%">{blur}</filter>'
    )


@cache
def card_drawing(card: Card) -> str:
    """Return the SVG of a card in its default appearance, with literal colours."""
    whole = _coloured(_pieces()[f"pq-{card}"], {})
    assert whole is not None
    return ET.tostring(whole, encoding="unicode")


def _coloured(piece: ET.Element, dyes: Mapping[str, str]) -> ET.Element | None:
    """Return a copy of an SVG element with literal colours, or None for a hidden element.

    The copy contains the referenced elements and has no classes. ``dyes`` are the colours of a
    court card.
    """
    if piece.get("display") == "none":
        return None
    kind = piece.get("class", "")
    if kind.startswith(_DRESS):
        dyes = court_colours(kind.removeprefix(_DRESS))
    told = {
        name: value for name, value in piece.attrib.items() if name not in ("id", "class", "href")
    }
    if kind.startswith(_DYE):
        told["fill"] = dyes[kind.removeprefix(_DYE)]
    copy = ET.Element("g" if piece.tag == "use" else piece.tag, told)
    inside = [_pieces()[piece.get("href", "")[1:]]] if piece.tag == "use" else list(piece)
    copy.extend(part for part in (_coloured(child, dyes) for child in inside) if part is not None)
    return copy


def fan_drawing(cards: Sequence[Card], x: float, y: float, width: float) -> str:
    """Return a fan as SVG, with its middle card at (x, y).

    ``width`` is the width of a card. More than five cards are closer together.
    """
    scale = width / WIDTH
    turn = TURN * min(1.0, 4 / max(len(cards) - 1, 1))
    found = []
    for place, card in enumerate(cards):
        angle = turn * (place - (len(cards) - 1) / 2)
        moved = (
            f"rotate({angle:.3f} {x:g} {y + RADIUS * width:.2f})translate({x:g} {y:g})"
            f"scale({scale:.4f})translate({-WIDTH / 2:g} {-HEIGHT / 2:g})"
        )
        found.append(
            f'<g filter="url(#{SHADOW})"><g transform="{moved}">{card_drawing(card)}</g></g>'
        )
    return "".join(found)
