"""The JSON document of the positions, and its schema."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from piquet_core.cards.cards import Hand
from piquet_core.cards.seat import Seat
from piquet_core.export import Site, document_head
from sphinx_piquet.replays.positions import BookPosition

NAME = "positions"
_ROLE = re.compile(r"\{\w+\}`([^`<]*?)(?: <[^>]*>)?`")
SCHEMA = Path(__file__).with_name("positions.schema.json")


def positions_document(positions: Iterable[BookPosition], site: Site) -> dict[str, Any]:
    """Return the document *positions*, in the form of the documents of `piquet_core.export`."""
    return document_head(NAME, site) | {NAME: [_position(one, site) for one in positions]}


def plain_text(text: str) -> str:
    """Return a text without the markup of its roles.

    >>> plain_text("{cards}`SA SK`, then {position}`this <rhodes>`.")
    'SA SK, then this.'
    """
    return _ROLE.sub(r"\1", text)


def _position(one: BookPosition, site: Site) -> dict[str, Any]:
    return {
        "id": one.id,
        "url": site.address("position", one.id),
        "title": one.title,
        "sources": [str(place) for place in one.sources],
        "works": list(one.works),
        "place": one.place,
        "year": one.year,
        "dated": one.dated,
        "ruleset": one.rules,
        "players": {seat.name.lower(): one.names[seat] for seat in Seat},
        "decides": one.decides.name.lower(),
        "score": one.score,
        "cards": {seat.name.lower(): _cards(one.hands[seat]) for seat in Seat},
        "laid_out": {seat.name.lower(): _cards(one.laid_out[seat]) for seat in Seat},
        "led": None if one.led is None else str(one.led),
        "known": [plain_text(line) for line in one.known],
        "follows": [plain_text(line) for line in one.follows],
        "open": [plain_text(line) for line in one.open],
        "question": one.question,
        "answer": plain_text(one.answer),
        "grade": one.grade,
        "certainty": plain_text(one.certainty),
        "themes": list(one.themes),
        "lesson": one.lesson,
        "rules": list(one.about),
        "values": {str(card): value for card, value in one.values.items()},
        "record": one.record,
    }


def _cards(hand: Hand) -> list[str]:
    return [str(card) for card in hand]
