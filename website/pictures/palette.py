"""The colours of the style sheets, for pictures."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Final

from sphinx_piquet.static_files import STATIC
from sphinx_piquet.style_sheets import TOKENS

CARDS: Final = "components/card.css"
_COLOUR: Final = re.compile(r"--([a-z0-9-]+):\s*(#[0-9a-f]{6})\b")
_REFERENCE: Final = re.compile(r"--dye-([a-z0-9-]+):\s*var\(--([a-z0-9-]+)\)")


@cache
def colours() -> Mapping[str, str]:
    """Return the colours of the light scheme by token name.

    >>> colours()["on-felt"]
    '#f6eedd'
    """
    colours: dict[str, str] = {}
    for name, colour in _COLOUR.findall((STATIC / TOKENS).read_text("utf-8")):
        colours.setdefault(name, colour)  # the light scheme comes first in the file
    return colours


@cache
def court_colours(suit: str) -> Mapping[str, str]:
    """Return the colours of a suit's court cards, by the names that the drawings use.

    >>> court_colours("h")["a"]
    '#a8201a'
    """
    sheet = (STATIC / CARDS).read_text("utf-8")
    rule = sheet.partition(f".pq-dress-{suit} {{")[2].partition("}")[0]
    return {name: colours()[token] for name, token in _REFERENCE.findall(rule)}
