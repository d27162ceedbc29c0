"""The pages on which a reader touches chances: their texts, their hands, and the calculation of each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources
from typing import Any

from piquet_core.cards.cards import EMPTY, parse_hand
from piquet_core.cards.seat import Seat
from piquet_core.errors import PiquetError, RuleSetError
from piquet_core.frozen_dict import FrozenDict
from piquet_core.odds.draw_odds import draw_odds
from piquet_core.odds.guard_odds import guard_odds
from piquet_core.odds.known_hand import KnownHand, OddsError, hand_at, known_hand
from piquet_core.odds.odds_table import OddsSearch, OddsWork
from piquet_core.odds.reckon_odds import reckon_odds
from piquet_core.odds.trick_odds import rubicon_odds, trick_odds
from piquet_core.odds.unseen_odds import unseen_odds
from piquet_core.rules import find_ruleset
from piquet_core.rules.decode import of_type, parse_toml

_FILE = "odds_pages.toml"
_SEATS = {"elder": Seat.ELDER, "younger": Seat.YOUNGER}
_CALCULATIONS: dict[str, Callable[[KnownHand], OddsWork]] = {
    "draw": draw_odds,
    "guard": guard_odds,
    "other-hand": unseen_odds,
    "reckoning": reckon_odds,
    "tricks": trick_odds,
    "rubicon": rubicon_odds,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class TitledHand:
    """One of the hands of a page."""

    title: str
    known: KnownHand


@dataclass(frozen=True, slots=True, kw_only=True)
class OddsPage:
    """The texts of a page, its hands, and the name of its calculation.

    ``tap`` says what a tapped card means, ``number`` is the label of the number, and ``guess`` asks
    for a chance, with ``{}`` for its name.
    """

    id: str
    title: str
    tap: str
    number: str
    guess: str
    hands: tuple[TitledHand, ...]


@cache
def odds_pages() -> Mapping[str, OddsPage]:
    """Return the pages by id. Raises `RuleSetError` for an invalid data file."""
    text = resources.files("piquet_core.odds").joinpath("data", _FILE).read_text("utf-8")
    tables = parse_toml(text, _FILE)
    if strange := tables.keys() ^ _CALCULATIONS.keys():
        raise RuleSetError(f"data or calculation is missing: {', '.join(strange)}", _FILE)
    return FrozenDict({id: _page(id, of_type(table, dict, _FILE)) for id, table in tables.items()})


def _page(id: str, table: dict[str, Any]) -> OddsPage:
    context = f"{_FILE}: {id}"
    texts = {
        name: of_type(table.get(name), str, context) for name in ("title", "tap", "number", "guess")
    }
    hands = []
    for one in of_type(table.get("hands"), list, context):
        given = {name: of_type(value, str, context) for name, value in one.items()}
        try:
            hands.append(TitledHand(title=given.pop("title"), known=read_hand(**given)))
        except (PiquetError, KeyError, TypeError) as error:
            raise RuleSetError(f"invalid hand: {error}", context) from error
    return OddsPage(id=id, hands=tuple(hands), **texts)


def find_odds_page(id: str) -> OddsPage:
    """Return the page with an id. Raises `OddsError` for an unknown id."""
    if id not in odds_pages():
        raise OddsError(f"unknown page {id[:20]!r}; choose one of {', '.join(odds_pages())}")
    return odds_pages()[id]


def read_hand(
    rules: str, hand: str = "", out: str = "", seat: str = "", position: str = ""
) -> KnownHand:
    """Return the hand that texts describe: by its cards, or by a position of a deal.

    ``rules`` is the id of a rule set, and ``out`` are the cards laid out. ``seat`` is *elder* or
    *younger*; without it, a hand is elder's, and a position is seen by the player on turn. Raises
    `PiquetError` for invalid texts.
    """
    book = find_ruleset(rules)
    if seat and seat not in _SEATS:
        raise OddsError(f"unknown seat {seat[:20]!r}; choose one of {', '.join(_SEATS)}")
    if position:
        return hand_at(book, position, _SEATS.get(seat))
    if not hand:
        raise OddsError("no hand is given")
    discards = parse_hand(out) if out else EMPTY
    return known_hand(book, parse_hand(hand), _SEATS.get(seat, Seat.ELDER), discards)


@lru_cache(maxsize=8)
def odds_search(page: str, known: KnownHand) -> OddsSearch:
    """Return the calculation of a page for a hand, from a cache. It goes on where it was interrupted."""
    find_odds_page(page)
    return OddsSearch(_CALCULATIONS[page], known)


def forget() -> None:
    """Clear the cache of calculations."""
    odds_search.cache_clear()
