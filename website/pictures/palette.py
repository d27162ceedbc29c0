"""The colours of the look, as its style sheets name them; a picture has no others."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Final

from sphinx_piquet.static_files import STATIC
from sphinx_piquet.style_sheets import TOKENS

CARDS: Final = "cards.css"
_COLOUR: Final = re.compile(r"--([a-z0-9-]+):\s*(#[0-9a-f]{6})\b")


@cache
def colours() -> Mapping[str, str]:
    """Return the colours by day, by the names of their tokens.

    >>> colours()["on-felt"]
    '#f6eedd'
    """
    colours: dict[str, str] = {}
    for name, colour in _COLOUR.findall((STATIC / TOKENS).read_text("utf-8")):
        colours.setdefault(
            name, colour
        )  # the colours by day come before those of the other schemes
    return colours


@cache
def court_colours(kind: str) -> Mapping[str, str]:
    """Return the colours of a suit's courts, by the names of their dyes.

    >>> court_colours("h")["a"]
    '#a8201a'
    """
    sheet = (STATIC / CARDS).read_text("utf-8")
    dyes = _COLOUR.findall(sheet.partition(f".pq-dress-{kind} {{")[2].partition("}")[0])
    return {name.removeprefix("dye-"): colour for name, colour in dyes}
