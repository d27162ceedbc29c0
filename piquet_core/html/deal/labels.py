"""What the steps of a deal are called where there is room for a few words."""

from __future__ import annotations

from piquet_core.pack.seat import Seat


def step_label(id: str, names: tuple[str, str]) -> str:
    """Return the name of a step: in the picture of the acts, and of the slider that lies over it."""
    who = names[Seat.YOUNGER if id.endswith("y") else Seat.ELDER]
    if id.startswith("t"):
        return f"Trick {id[1:-1]}: {who}"
    if id[1:-1].isdecimal():  # a second word on what is called: p2e, p2y
        return f"{who} speaks again: the {_KINDS[id[0]]}"
    return {
        "deal": "Hands as dealt",
        "be": f"{who} shows carte blanche",
        "by": f"{who} shows carte blanche",
        "ae": f"{who} and carte blanche",
        "ay": f"{who} and carte blanche",
        "re": f"{who} and a new deal",
        "ry": f"{who} and a new deal",
        "xe": f"{who} exchanges",
        "xy": f"{who} exchanges",
        "ve": f"{who} leaves cards, or says nothing",
        "vy": f"{who} changes the cards laid out",
        "dy": f"{who} takes in",
        "le": f"{who} looks",
        "ly": f"{who} looks",
        "de": f"{names[0]} asks to see",
        "ne": f"{names[0]} names a suit",
        "pe": f"{who} calls the point",
        "py": f"{who} answers",
        "my": f"{who} answers the pips",
        "se": f"{who} calls the sequence",
        "sy": f"{who} answers",
        "qe": f"{who} calls the set",
        "qy": f"{who} answers",
        "ce": f"{who} counts",
        "cy": f"{who} counts",
        "last": "Last trick",
        "cards": "The cards",
        "result": "Result",
    }[id]


def left_at(id: str, names: tuple[str, str]) -> str:
    """Return the name of a step as the place where a reader's variation begins."""
    if id.startswith("t"):
        return f"trick {id[1:-1]}"
    return f"the step “{step_label(id, names)}”"


_KINDS = {"p": "point", "m": "pips", "s": "sequence", "q": "set"}
