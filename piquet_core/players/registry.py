"""The players by id: here is whoever plays against a reader, plays out a deal, or advises.

A new player is a module beside this one and a line in `PLAYERS`; nothing else names its class.
"""

from __future__ import annotations

import tomllib
from collections import ChainMap
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from piquet_core.errors import PiquetError
from piquet_core.frozen_dict import FrozenDict
from piquet_core.number_words import number_in_words
from piquet_core.players.budgets import BUDGETS, FULL, MASTER_0_3, Budget
from piquet_core.players.guard import GuardPlayer
from piquet_core.players.player import Player
from piquet_core.players.sampler import SamplingPlayer
from piquet_core.players.thumb import ThumbPlayer


@dataclass(frozen=True, slots=True, kw_only=True)
class Strength:
    """Points by which a player beats another a deal, with 95 % bounds, over so many deals.

    ``budgets`` says how long each of the two thought, and ``commit`` has them as they were.
    """

    points: float
    low: float
    high: float
    deals: int
    budgets: tuple[str, ...] = ()
    commit: str = ""

    @property
    def words(self) -> str:
        """The strength beside `YARDSTICK`, in a sentence.

        >>> Strength(points=2.2, low=1.6, high=2.9, deals=1000).words
        'About two points a deal better than Thumb.'
        >>> Strength(points=-12.3, low=-13.1, high=-11.4, deals=1000).words
        'About twelve points a deal weaker than Thumb.'
        """
        number = abs(round(self.points))
        if not number:
            return f"About as strong as {PLAYERS[YARDSTICK].name}."
        noun = "point" if number == 1 else "points"
        how = "better" if self.points > 0 else "weaker"
        return (
            f"About {number_in_words(number)} {noun} a deal {how} than {PLAYERS[YARDSTICK].name}."
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """A player as readers meet it: its name, a sentence on how it plays, and how to make one.

    ``budget`` is how long it thinks; None for one that goes by rules alone.
    """

    name: str
    words: str
    make: Callable[[], Player]
    budget: Budget | None = None


def _thinking(
    name: str, words: str, budget: Budget, ready: Callable[[], Player] = ThumbPlayer
) -> Profile:
    """Return a player who imagines hands, and leaves the rest to one who goes by rules of thumb."""
    return Profile(
        name=name, words=words, make=lambda: SamplingPlayer(budget, ready()), budget=budget
    )


PLAYERS: dict[str, Profile] = {
    "thumb": Profile(
        name="Thumb", words="Plays by the rules of thumb of the books.", make=ThumbPlayer
    ),
    "guard": _thinking(
        "Guard",
        "Guards its kings by rules of thumb, and counts what you may hold once seven cards are left.",
        BUDGETS["endings"],
        GuardPlayer,
    ),
    "reckoner": _thinking(
        "Reckoner",
        "Lays out by rules of thumb, then imagines a dozen hands you may hold.",
        BUDGETS["cards"],
    ),
    "master": _thinking(
        "Master",
        "Tries its discards, and every card, against the many hands you may hold.",
        FULL,
    ),
}
"""The players by id, the weakest first, as readers see them. Saved games hold the ids."""
EARLIER_PLAYERS: dict[str, Profile] = {
    "master-0.3": _thinking(
        "Master 0.3",
        "Plays as Master did in version 0.3, which tried fewer candidates for a discard.",
        MASTER_0_3,
    ),
}
"""Players of earlier versions by id, kept so that today's can be compared with them.

Commands and `make strength` know them. The table does not offer them: each is nearly as strong as today's
player of its name, so a reader would have to choose between two that feel the same.
"""
ALL_PLAYERS: Mapping[str, Profile] = ChainMap(EARLIER_PLAYERS, PLAYERS)
"""Every player that can be named, those of the table first."""
DEFAULT = "thumb"
"""The id of the player who plays if nobody has chosen one."""
JUDGE = "master"
"""The id of the player who judges a discard or a card, and who plays a line on: it thinks as `advise` does."""
YARDSTICK = "thumb"
"""The id of the player against whom strength is measured; it never changes."""


def find_player(id: str) -> Profile:
    """Return the player with an id; raises `PiquetError`.

    >>> find_player("thumb").name
    'Thumb'
    >>> find_player("grandmaster")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    piquet_core.errors.PiquetError: unknown player 'grandmaster'; choose one of ...thumb...
    """
    if id not in ALL_PLAYERS:
        raise PiquetError(f"unknown player {id[:20]!r}; choose one of {', '.join(ALL_PLAYERS)}")
    return ALL_PLAYERS[id]


type Match = tuple[str, str, Strength]
"""Who met whom, and by how much the first is the stronger; ids, and ``oracle`` for one who sees both hands."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PartieResults:
    """The share of whole parties that a player wins against another, with 95 % bounds, of so many."""

    won: float
    low: float
    high: float
    parties: int
    budgets: tuple[str, ...]
    commit: str


@cache
def _rows() -> dict[str, list[dict[str, Any]]]:
    """Return what ``make strength`` has written down."""
    file = resources.files("piquet_core.players").joinpath("data", "strength.toml")
    return tomllib.loads(file.read_text("utf-8"))


def _as[T](kind: Callable[..., T], row: dict[str, Any], *names: str) -> T:
    """Return some figures of a row as one thing, with the players behind them."""
    figures = {name: row[name] for name in names}
    return kind(**figures, budgets=tuple(row["budgets"]), commit=row["commit"])


@cache
def measured_matches() -> tuple[Match, ...]:
    """Return every match that was played to measure strength, as ``make strength`` left them."""
    names = ("points", "low", "high", "deals")
    return tuple(
        (row["player"], row["against"], _as(Strength, row, *names)) for row in _rows()["match"]
    )


@cache
def whole_parties() -> tuple[tuple[str, str, PartieResults], ...]:
    """Return who has met whom over whole parties, each of them playing for the partie."""
    names = ("won", "low", "high", "parties")
    return tuple(
        (row["player"], row["against"], _as(PartieResults, row, *names))
        for row in _rows()["whole-partie"]
    )


@cache
def strengths() -> Mapping[str, Strength]:
    """Return the measured strength of each player but `YARDSTICK`, which has none."""
    return FrozenDict(
        (one, strength) for one, other, strength in measured_matches() if other == YARDSTICK
    )
