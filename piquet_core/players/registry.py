"""Registry of all players by id.

To add a player, add a module to this package and a line to `PLAYERS`. No other module names the class
of a player.
"""

from __future__ import annotations

import tomllib
from collections import ChainMap
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from functools import cache
from importlib import resources
from typing import Any

from piquet_core.errors import PiquetError
from piquet_core.frozen_dict import FrozenDict
from piquet_core.number_words import number_in_words
from piquet_core.players.budgets import BUDGETS, FULL, Budget
from piquet_core.players.fallible import FalliblePlayer
from piquet_core.players.guard import GuardPlayer
from piquet_core.players.master_0_3 import MASTER_0_3, MasterOf03
from piquet_core.players.mistakes import Slip, odds_of
from piquet_core.players.player import Player, Turn
from piquet_core.players.sampler import SamplingPlayer
from piquet_core.players.thumb import ThumbPlayer


@dataclass(frozen=True, slots=True, kw_only=True)
class Strength:
    """Mean lead of a player over another in points per deal, with its 95% interval.

    ``budgets`` describes the budgets of both players, and ``commit`` is the revision of the code
    that was measured.
    """

    points: float
    low: float
    high: float
    deals: int
    budgets: tuple[str, ...] = ()
    commit: str = ""

    @property
    def words(self) -> str:
        """A sentence that compares the player's strength with the player `YARDSTICK`.

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
    """Description of a player for readers: its name, a sentence on its play, and its factory.

    ``budget`` is None for a player by rules of thumb. ``slip`` is a function that returns the mistake
    that the player makes at a turn, or None for a player without named mistakes.
    """

    name: str
    words: str
    make: Callable[[], Player]
    budget: Budget | None = None
    slip: Callable[[Turn], Slip | None] | None = None


def _thinking(
    name: str, words: str, budget: Budget, ready: Callable[[], Player] = ThumbPlayer
) -> Profile:
    """Return the profile of a sampling player. ``ready`` makes the player that decides without sampling."""
    return Profile(
        name=name, words=words, make=lambda: SamplingPlayer(budget, ready()), budget=budget
    )


def _fallible(id: str, name: str, words: str) -> Profile:
    """Return the profile of a player that decides like Thumb except for its mistakes."""
    player = FalliblePlayer(ThumbPlayer(), odds_of(id))
    return Profile(name=name, words=words, make=lambda: player, slip=player.slip)


PLAYERS: dict[str, Profile] = {
    "beginner": _fallible(
        "beginner",
        "Beginner",
        "Makes the mistakes of a first evening, and the table tells you which one gave you a trick.",
    ),
    "pupil": _fallible(
        "pupil",
        "Pupil",
        "Plays as Thumb does, but now and then makes a beginner's mistake.",
    ),
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
"""Players by id, the weakest first, as readers see them. Saved games contain the ids.

A reader's first deal is against the weakest.
"""
EARLIER_PLAYERS: dict[str, Profile] = {
    "master-0.3": Profile(
        name="Master 0.3",
        words="Plays as Master did in version 0.3, which chose its candidates for a discard card by card.",
        make=MasterOf03,
        budget=MASTER_0_3,
    ),
}
"""Players of earlier versions by id, for comparison with the current ones.

Commands and `make strength` accept them. The table does not offer them, because each is nearly as
strong as its successor.
"""
ALL_PLAYERS: Mapping[str, Profile] = ChainMap(EARLIER_PLAYERS, PLAYERS)
"""Every player by id, those of the table first."""
DEFAULT = "thumb"
"""Id of the opponent in addresses and commands that name none."""
JUDGE = "master"
"""Id of the player that judges decisions and plays lines to their end. It uses the same search as `advise`."""
YARDSTICK = "thumb"
"""Id of the player against whom strength is measured. It never changes."""


def find_player(id: str) -> Profile:
    """Return the profile of a player by id; raise `PiquetError` if it is unknown.

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
"""Ids of two players and the strength of the first against the second; ``oracle`` sees both hands."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PartieResults:
    """Share of complete parties that a player wins against another, with its 95% interval."""

    won: float
    low: float
    high: float
    parties: int
    budgets: tuple[str, ...]
    commit: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionLoss:
    """Mean loss of Master's decisions of a kind in points per deal, with its 95% interval.

    ``kind`` is, for example, *elder's discard*. A longer search found better ways, and new samples
    measured what the chosen ways cost against them.
    """

    kind: str
    points: float
    low: float
    high: float
    deals: int
    commit: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CostlyDecision:
    """One of the costliest decisions of the strongest player, with the cost in points and its standard error."""

    kind: str
    deal: str
    step: str
    chosen: str
    best: str
    cost: float
    error: float


@dataclass(frozen=True, slots=True, kw_only=True)
class CallingTrial:
    """Gain from other calls than the best holding of each kind, in points per deal.

    ``way`` describes the calls. ``changed`` of the ``deals`` ended with a different result.
    """

    way: str
    points: float
    low: float
    high: float
    deals: int
    changed: int


@cache
def _rows() -> dict[str, list[dict[str, Any]]]:
    """Return the match results that ``make strength`` has recorded, by kind of match."""
    file = resources.files("piquet_core.players").joinpath("data", "strength.toml")
    return tomllib.loads(file.read_text("utf-8"))


def _as[T](kind: Callable[..., T], row: dict[str, Any], *names: str) -> T:
    """Return an object of class ``kind`` with the named figures of a row, its budgets and its commit."""
    figures = {name: row[name] for name in names}
    return kind(**figures, budgets=tuple(row["budgets"]), commit=row["commit"])


@cache
def measured_matches() -> tuple[Match, ...]:
    """Return all recorded matches."""
    names = ("points", "low", "high", "deals")
    return tuple(
        (row["player"], row["against"], _as(Strength, row, *names)) for row in _rows()["match"]
    )


@cache
def whole_parties() -> tuple[tuple[str, str, PartieResults], ...]:
    """Return (player, opponent, results) for matches over whole parties that both play to win."""
    names = ("won", "low", "high", "parties")
    return tuple(
        (row["player"], row["against"], _as(PartieResults, row, *names))
        for row in _rows()["whole-partie"]
    )


@cache
def strengths() -> Mapping[str, Strength]:
    """Return by id the measured strength of each player against the player `YARDSTICK`."""
    return FrozenDict(
        (one, strength) for one, other, strength in measured_matches() if other == YARDSTICK
    )


def _records[T](kind: Callable[..., T], table: str) -> tuple[T, ...]:
    """Return an object of class ``kind`` for each row of a table of the match results."""
    return tuple(
        kind(**{one.name: row[one.name] for one in fields(kind)})  # type: ignore[arg-type]
        for row in _rows().get(table, [])
    )


@cache
def decision_losses() -> tuple[DecisionLoss, ...]:
    """Return the measured losses of the strongest player's decisions, by kind."""
    return _records(DecisionLoss, "loss")


@cache
def costly_decisions() -> tuple[CostlyDecision, ...]:
    """Return the costliest decisions of the strongest player, discards first."""
    return _records(CostlyDecision, "costly")


@cache
def calling_trials() -> tuple[CallingTrial, ...]:
    """Return the measured gains from other calls, sinking first."""
    return _records(CallingTrial, "calling")
