"""A challenge: the terms of one to six deals, and what each player made of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from piquet_core import __version__
from piquet_core.cards.seat import Seat
from piquet_core.challenges.packed_moves import pack_games, unpack_games
from piquet_core.errors import PiquetError
from piquet_core.notation import format_deal_id
from piquet_core.rules import RuleSet
from piquet_core.sessions.session import (
    FRIEND,
    LONGEST_NAME,
    ONE_DEAL,
    PERSON,
    Session,
    lay_game,
    nth_deal,
)

MOST_DEALS = 6
"""Number of single deals that a challenge has at most."""
MOST_PLAYERS = 8
"""Number of players that can join a challenge."""


class ChallengeError(PiquetError):
    """Error for a challenge that is invalid, damaged or from another edition, or that a game does not belong to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """The moves of one player, as `pack_games` writes them. They stay closed until `open_entry` reads them."""

    name: str
    moves: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Challenge:
    """Deals that several people play, each alone, in the same seats against the same opponent.

    With the form `ONE_DEAL`, ``count`` single deals are played, and the seats change after each. With another
    form, ``count`` is 1, and the game has as many deals as it needs. ``seat`` is the person's seat in the first
    deal, and ``seed`` determines the cards. ``edition`` is the version of the engine that the first player used,
    and ``digest`` is the `short_digest` of its rule set.
    """

    rules: RuleSet
    form: str
    opponent: str
    seat: Seat
    seed: str
    count: int
    edition: str
    digest: str
    entries: tuple[Entry, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players, in the order in which they joined."""
        return tuple(entry.name for entry in self.entries)

    @property
    def has_same_rules(self) -> bool:
        """Whether the rule set has the same values here as where the challenge was written."""
        return self.digest == short_digest(self.rules)

    def game(self, number: int, name: str = "Guest") -> Session:
        """Return game ``number`` of the challenge, counted from 0, before its first move."""
        seed, seat = self.seed, self.seat
        if self.form == ONE_DEAL:
            seed = format_deal_id(nth_deal(self.rules, self.seed, number + 1))
            seat = seat.other if number % 2 else seat
        return lay_game(
            self.rules, self.form, seed=seed, seat=seat, opponent=self.opponent, name=name
        )


def challenge_of(games: Sequence[Session], name: str, seed: str = "") -> Challenge:
    """Return the challenge that finished games make, with their player's moves as the first entry.

    ``seed`` is the seed of several single deals. Raises `ChallengeError` for games that make no challenge.
    """
    if not 1 <= len(games) <= MOST_DEALS:
        raise ChallengeError(f"a challenge has 1 to {MOST_DEALS} games, not {len(games)}")
    first = games[0]
    if first.opponent == FRIEND:
        raise ChallengeError("two people at one device cannot set a challenge: play the computer")
    made = Challenge(
        rules=first.rules,
        form=first.form,
        opponent=first.opponent,
        seat=Seat.ELDER if first.elder == PERSON else Seat.YOUNGER,
        seed=seed or first.seed,
        count=len(games),
        edition=__version__,
        digest=short_digest(first.rules),
    )
    return add_entry(made, games, name)


def add_entry(challenge: Challenge, games: Sequence[Session], name: str) -> Challenge:
    """Return a challenge with the moves of another player.

    Raises `ChallengeError` unless the games are those of the challenge and are over.
    """
    called = valid_name(name)
    if called.casefold() in (one.casefold() for one in challenge.names):
        raise ChallengeError(f"{called} is in this challenge already: choose another name")
    if len(challenge.entries) == MOST_PLAYERS:
        raise ChallengeError(f"a challenge has room for {MOST_PLAYERS} players")
    if len(games) != challenge.count:
        raise ChallengeError(f"the challenge has {challenge.count} games, not {len(games)}")
    for number, game in enumerate(games):
        if _terms(game) != _terms(challenge.game(number)):
            raise ChallengeError(f"game {number + 1} is not that of the challenge")
        if not game.is_over:
            raise ChallengeError(f"game {number + 1} is not over")
        if game.before is not None:
            raise ChallengeError(f"game {number + 1} was played again from one of its moments")
    entry = Entry(name=called, moves=pack_games(games))
    return replace(challenge, entries=(*challenge.entries, entry))


def short_digest(rules: RuleSet) -> str:
    """Return the first eight digits of the digest of a rule set's values."""
    return rules.digest[:8]


def valid_name(name: str) -> str:
    """Return a player's name with single spaces; raise `ChallengeError` if it is empty, too long or not printable."""
    called = " ".join(name.split())
    if not called.isprintable() or not 0 < len(called) <= LONGEST_NAME:
        raise ChallengeError(f"a name has 1 to {LONGEST_NAME} letters")
    return called


@lru_cache(maxsize=16)
def open_entry(challenge: Challenge, number: int) -> tuple[Session, ...]:
    """Return the finished games of player ``number`` of a challenge, counted from 0.

    Raises `UnreadableMoves` if the engine cannot play them.
    """
    entry = challenge.entries[number]
    laid = (challenge.game(one, entry.name) for one in range(challenge.count))
    return unpack_games(laid, entry.moves)


def _terms(game: Session) -> tuple[object, ...]:
    """Return what two people must share in a game: rules, form, cards, opponent and seat."""
    first = game.tables[0]
    return game.rules, game.form, first.state.deal, game.opponent, game.elder
