"""Short labels of the steps of a deal."""

from __future__ import annotations

from collections.abc import Sequence

from piquet_core.cards.seat import Seat
from piquet_core.wording.player_names import PlayerNames


def step_label(id: str, names: Sequence[str]) -> str:
    """Return a short label for the step ``id``, as in the timeline.

    >>> step_label("xe", ("A", "B")), step_label("xe", PlayerNames(("A", "B"), Seat.ELDER))
    ('A exchanges', 'You exchange')
    """
    cast, seat = PlayerNames.of(names), Seat.YOUNGER if id.endswith("y") else Seat.ELDER
    who = cast.first(seat)
    if id.startswith("t"):
        return f"Trick {id[1:-1]}: {who}"
    if id[1:-1].isdecimal():  # a second exchange of words about one call: p2e, p2y
        return f"{cast.first(seat, 'speaks again')}: the {_KINDS[id[0]]}"
    if id in _DOES:
        return cast.first(seat, _DOES[id])
    return {
        "deal": "Hands as dealt",
        "ae": f"{who} and carte blanche",
        "ay": f"{who} and carte blanche",
        "re": f"{who} and a new deal",
        "ry": f"{who} and a new deal",
        "last": "Last trick",
        "cards": "The cards",
        "result": "Result",
    }[id]


def departure_label(id: str, names: Sequence[str]) -> str:
    """Return a phrase for the step at which a variation departs from the record, such as *trick 3*."""
    if id.startswith("t"):
        return f"trick {id[1:-1]}"
    return f"the step “{step_label(id, names)}”"


_DOES = {
    "be": "shows carte blanche",
    "by": "shows carte blanche",
    "xe": "exchanges",
    "xy": "exchanges",
    "ve": "leaves cards, or says nothing",
    "vy": "changes the cards laid out",
    "dy": "takes in",
    "le": "looks",
    "ly": "looks",
    "de": "asks to see",
    "ne": "names a suit",
    "pe": "calls the point",
    "py": "answers",
    "my": "answers the pips",
    "se": "calls the sequence",
    "sy": "answers",
    "qe": "calls the set",
    "qy": "answers",
    "ce": "counts",
    "cy": "counts",
}
"""The act of the player on turn, by step."""
_KINDS = {"p": "point", "m": "pips", "s": "sequence", "q": "set"}
