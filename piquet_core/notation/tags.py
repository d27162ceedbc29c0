"""Tags of a record and their valid values."""

from __future__ import annotations

import re
from collections.abc import Iterator

from piquet_core.errors import CardError
from piquet_core.notation.deal_id import parse_deal_id
from piquet_core.notation.record import Tag

TAGS = (
    "Piquet",
    "Id",
    "Title",
    "Rules",
    "Elder",
    "Younger",
    "Source",
    "Year",
    "Theme",
    "Before",
    "Left",
    "Certainty",
    "Transcriber",
    "DealId",
)
REQUIRED = ("Piquet", "Id", "Rules")
PARTS = ("deal", "exchange", "calls", "play", "score")
GRADES = ("stated", "implied", "inferred", "partial")
THEMES = (
    "capot",
    "carte-blanche",
    "divided-cards",
    "example",
    "pique",
    "repique",
    "sinking",
    "to-the-score",
)
"""Themes of a deal, which the index of deals uses as filters."""

VARIATION_GRADES = ("stated", "implied", "partial")
"""Grades of a variation that is at least partly in the source."""


def tag_faults(tag: Tag) -> Iterator[str]:
    """Yield a message for each fault in the value of a tag."""
    match tag.name:
        case "Piquet" if tag.value != "1":
            yield f"this reads version 1 of the notation, not {tag.value!r}"
        case "Id" if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", tag.value):
            yield "an Id has lower-case letters, digits and single hyphens only"
        case "Year" if not re.fullmatch(r"1[0-9]{3}|20[0-9]{2}", tag.value):
            yield f"a Year is one year in four digits, not {tag.value!r}"
        case "Before" if not re.fullmatch(r"[0-9]{1,3} [0-9]{1,3}", tag.value):
            yield f"Before is elder's total and younger's: two numbers, not {tag.value!r}"
        case "Left" if not re.fullmatch(r"[0-9]{1,2}", tag.value):
            yield f"Left is the number of deals that come after this one, not {tag.value!r}"
        case "Theme":
            for word in tag.value.split():
                if word not in THEMES:
                    yield f"no theme {word!r}; themes are {', '.join(THEMES)}"
        case "DealId":
            try:
                parse_deal_id(tag.value)
            except CardError as error:
                yield str(error)
        case "Certainty":
            for word in tag.value.split():
                part, _, grade = word.partition("=")
                if part not in PARTS or grade not in GRADES:
                    yield (
                        f"{word!r}: write part=grade; parts are {', '.join(PARTS)}; "
                        f"grades are {', '.join(GRADES)}"
                    )
