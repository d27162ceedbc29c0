"""Validation of the arguments of requests."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from piquet_core.cards.card_names import spell_out_cards
from piquet_core.cards.seat import Seat
from piquet_core.errors import PiquetError
from piquet_core.limits import LINK, bytes_in_words, is_longer
from piquet_core.replay.steps import Replay
from piquet_core.views import Links
from piquet_core.views.markup import typeset
from piquet_core.wording.styles import STYLES

Args = Mapping[str, object]
"""The arguments of a request, as decoded from JSON: any value may have the wrong type."""
Operation = Callable[[Any], Mapping[str, object]]
"""A request handler. It raises `PiquetError` if it refuses the request."""

_VIEWS = {"both": None, "e": Seat.ELDER, "y": Seat.YOUNGER}
_SEATS = {"elder": Seat.ELDER, "younger": Seat.YOUNGER}


class RequestError(PiquetError):
    """Error for an invalid request, which is a fault of the page and not of the reader."""


def text_of(args: Args, name: str, default: str | None = None) -> str:
    """Return the string argument ``name``, which is required unless there is a default.

    >>> text_of({"rules": "little"}, "rules"), text_of({}, "seed", "")
    ('little', '')
    >>> text_of({"rules": 7}, "rules")
    Traceback (most recent call last):
    piquet_core.api.arguments.RequestError: rules must be a string
    """
    if name not in args and default is None:
        raise RequestError(f"{name} is missing")
    value = args.get(name, default)
    if not isinstance(value, str):
        raise RequestError(f"{name} must be a string")
    return value


def texts_of(args: Args, name: str) -> list[str]:
    """Return the argument ``name`` as a list of strings, or [] if it is missing."""
    value = args.get(name, [])
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise RequestError(f"{name} must be a list of strings")
    return value


def numbers_of(args: Args, name: str) -> list[int]:
    """Return the argument ``name`` as a list of integers, or [] if it is missing."""
    value = args.get(name, [])
    if not isinstance(value, list) or not all(type(one) is int for one in value):
        raise RequestError(f"{name} must be a list of numbers")
    return value


def number_of(args: Args, name: str, default: int) -> int:
    """Return the integer argument ``name``, or ``default`` if it is missing."""
    value = args.get(name, default)
    if type(value) is not int:  # true and false are not numbers
        raise RequestError(f"{name} must be a number")
    return value


def you_of(args: Args) -> Seat | None:
    """Return the seat that the reader had in the deal, or None if the reader did not play it."""
    name = text_of(args, "you", "")
    if name and name not in _SEATS:
        raise RequestError(f"unknown seat {name[:20]!r}; choose one of {', '.join(_SEATS)}")
    return _SEATS.get(name)


def is_pasted(args: Args) -> bool:
    """Return whether the reader supplied the record, so that it is not printed on any page."""
    return args.get("pasted") is True


def links_of(args: Args) -> Links:
    """Return the base addresses for links to rules, sources, terms and lessons."""
    return Links(
        **{name: text_of(args, name, "") for name in ("rule", "source", "term", "lesson", "odds")}
    )


def view_of(args: Args) -> Seat | None:
    """Return the seat whose view is requested, or None for a view of both hands."""
    name = args.get("view", "both")
    if not isinstance(name, str) or name not in _VIEWS:
        raise RequestError(f"unknown view {name!r}; choose one of {', '.join(_VIEWS)}")
    return _VIEWS[name]


def seat_of(args: Args) -> Seat:
    """Return the seat that the reader chose for a new game."""
    name = text_of(args, "seat")
    if name not in _SEATS:
        raise RequestError(f"unknown seat {name[:20]!r}; choose one of {', '.join(_SEATS)}")
    return _SEATS[name]


def style_of(args: Args) -> str:
    """Return the name of the requested style of narration."""
    name = text_of(args, "words", "plain")
    if name not in STYLES:
        raise RequestError(f"unknown words {name[:20]!r}; choose one of {', '.join(STYLES)}")
    return name


def require_deal(replay: Replay) -> Replay:
    """Return a replay unchanged, or raise `RequestError` with the reason why its cards could not be dealt."""
    if replay.steps:
        return replay
    rules, cards = replay.rules, [marked for _, marked in replay.record.dealt()]
    reason = spell_out_cards(replay.findings[0].message)
    if rules is None:
        raise RequestError(reason)
    size = rules.number("pack.size").value
    if len(cards) != size:
        reason = f"it is played with {size} cards, and this deal has {len(cards)}"
    raise RequestError(typeset(f"{rules.title} cannot deal this: {reason}"))


def check_lengths(args: Args) -> None:
    """Raise `RequestError` for an argument that is longer than a link may be.

    Records are exempt unless they came in a link, because they have a limit of their own.
    """
    for name, value in args.items():
        if name == "record" and args.get("link") is not True:
            continue
        parts = value if isinstance(value, list) else [value]
        if is_longer("".join(part for part in parts if isinstance(part, str)), LINK):
            what = "a record in a link" if name == "record" else name[:40]
            raise RequestError(f"{what} is too long: at most {bytes_in_words(LINK)}")
