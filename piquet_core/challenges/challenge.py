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
from piquet_core.rules import RuleSet, base_id
from piquet_core.sessions.session import (
    FRIEND,
    LONGEST_NAME,
    ONE_DEAL,
    PERSON,
    Session,
    check_seed,
    nth_deal,
    start_game,
    valid_name,
)

MOST_DEALS = 6
"""Number of single deals that a challenge has at most."""
MOST_PLAYERS = 8
"""Number of players that can join a challenge."""


class ChallengeError(PiquetError):
    """Error for a challenge that is invalid, damaged or from another edition, or that a game does not belong to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChallengeEntry:
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
    entries: tuple[ChallengeEntry, ...] = ()

    def __post_init__(self) -> None:
        if base_id(self.rules) != self.rules.id:
            raise ChallengeError("a challenge is played by the rules of a book, with none changed")

    @property
    def id(self) -> str:
        """The terms as text. They are the same in all copies of a challenge, with any players."""
        terms = (self.rules.id, self.form, self.opponent, self.seat.name.lower())
        return " ".join([*terms, str(self.count), self.seed])

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
        check_seed(seed)
        if self.form == ONE_DEAL:
            seed = format_deal_id(nth_deal(self.rules, self.seed, number + 1))
            seat = seat.other if number % 2 else seat
        return start_game(
            self.rules,
            self.form,
            seed=seed,
            seat=seat,
            opponent=self.opponent,
            name=name,
            laid=True,
        )


def check_newcomer(challenge: Challenge, name: str) -> str:
    """Return the name of a new player with single spaces.

    Raises `ChallengeError` if the name is impossible or taken, or if there is no room for another player.
    """
    try:
        called = valid_name(name)
    except PiquetError as error:
        raise ChallengeError(str(error)) from None
    if called.casefold() in (one.casefold() for one in challenge.names):
        raise ChallengeError(f"{called} is in this challenge already: choose another name")
    if len(challenge.entries) == MOST_PLAYERS:
        raise ChallengeError(f"a challenge has room for {MOST_PLAYERS} players")
    return called


def lay_challenge(
    rules: RuleSet, form: str, *, seed: str, seat: Seat, opponent: str, count: int
) -> Challenge:
    """Return a challenge that nobody has played yet.

    Raises `ChallengeError` for two persons at one device and for a wrong number of games, and `PiquetError` for
    other invalid terms.
    """
    if opponent == FRIEND:
        raise ChallengeError("two people at one device cannot set a challenge: play the computer")
    most = MOST_DEALS if form == ONE_DEAL else 1
    if not 1 <= count <= most:
        raise ChallengeError(f"a challenge has 1 to {most} games of this form, not {count}")
    laid = Challenge(
        rules=rules,
        form=form,
        opponent=opponent,
        seat=seat,
        seed=seed,
        count=count,
        edition=__version__,
        digest=short_digest(rules),
    )
    laid.game(0)  # wrong terms are refused here
    return laid


def challenge_of(games: Sequence[Session], name: str, seed: str = "") -> Challenge:
    """Return the challenge that finished games make, with their player's moves as the first entry.

    ``seed`` is the seed of several single deals. Raises `ChallengeError` for games that make no challenge.
    """
    if not games:
        raise ChallengeError("a challenge needs a finished game")
    first = games[0]
    made = lay_challenge(
        first.rules,
        first.form,
        seed=seed or first.seed,
        seat=Seat.ELDER if first.elder == PERSON else Seat.YOUNGER,
        opponent=first.opponent,
        count=len(games),
    )
    return add_entry(made, games, name)


def add_entry(challenge: Challenge, games: Sequence[Session], name: str) -> Challenge:
    """Return a challenge with the moves of another player.

    Raises `ChallengeError` unless the games are those of the challenge and are over.
    """
    called = check_newcomer(challenge, name)
    if len(games) != challenge.count:
        raise ChallengeError(f"the challenge has {challenge.count} games, not {len(games)}")
    for number, game in enumerate(games):
        if _terms(game) != _terms(challenge.game(number)):
            raise ChallengeError(f"game {number + 1} is not that of the challenge")
        if not game.is_over:
            raise ChallengeError(f"game {number + 1} is not over")
        if game.before is not None:
            raise ChallengeError(f"game {number + 1} was played again from one of its moments")
    entry = ChallengeEntry(name=called, moves=pack_games(games))
    return replace(challenge, entries=(*challenge.entries, entry))


def merge_challenges(kept: Challenge, other: Challenge) -> Challenge:
    """Return a challenge with the players of two copies of it, those of ``kept`` first.

    Of two players with one name but other moves, the second gets a number. Raises `ChallengeError` if the two are
    different challenges, or have more than `MOST_PLAYERS` players.
    """
    if kept.id != other.id:
        raise ChallengeError("these are two different challenges")
    entries = list(kept.entries)
    for entry in other.entries:
        if any(one.moves == entry.moves and one.name.startswith(entry.name) for one in entries):
            continue
        names = {one.name.casefold() for one in entries}
        called = (entry.name, *(f"{entry.name[: LONGEST_NAME - 2]} {n}" for n in range(2, 9)))
        free = next(name for name in called if name.casefold() not in names)
        entries.append(replace(entry, name=free))
    if len(entries) > MOST_PLAYERS:
        raise ChallengeError(f"a challenge has room for {MOST_PLAYERS} players")
    return replace(kept, entries=tuple(entries))


def short_digest(rules: RuleSet) -> str:
    """Return the first eight digits of the digest of a rule set's values."""
    return rules.digest[:8]


@lru_cache(maxsize=16)
def open_entry(challenge: Challenge, number: int) -> tuple[Session, ...]:
    """Return the finished games of player ``number`` of a challenge, counted from 0.

    Raises `UnreadableMoves` if the engine cannot play them.
    """
    entry = challenge.entries[number]
    laid = (challenge.game(one, entry.name) for one in range(challenge.count))
    return unpack_games(laid, entry.moves)


def _terms(game: Session) -> tuple[object, ...]:
    """Return the terms that all players of a game share: rules, form, cards, opponent and seat."""
    first = game.tables[0]
    return game.rules, game.form, first.state.deal, game.opponent, game.elder
