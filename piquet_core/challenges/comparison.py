"""Comparison of the players of a challenge: the results deal by deal, and where two of them parted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from math import sqrt

from piquet_core.challenges.challenge import Challenge, ChallengeEntry, open_entry
from piquet_core.challenges.packed_moves import UnreadableMoves
from piquet_core.review.loss_estimates import t_quantile
from piquet_core.sessions.session import OPPONENT, PERSON, Session
from piquet_core.sessions.table_state import Table


@dataclass(frozen=True, slots=True, kw_only=True)
class DealScore:
    """The points of a player and of the opponent in a deal."""

    points: tuple[int, int]

    @property
    def lead(self) -> int:
        """The player's points less the opponent's."""
        return self.points[PERSON] - self.points[OPPONENT]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerResult:
    """The results of one player, deal by deal, and the total lead over the opponent.

    ``games`` is empty, and ``fault`` says why, if this engine cannot play the moves of the entry.
    """

    entry: ChallengeEntry
    games: tuple[Session, ...]
    deals: tuple[DealScore, ...]
    fault: str = ""

    @property
    def total(self) -> int:
        """The sum of the leads of all deals."""
        return sum(deal.lead for deal in self.deals)


@dataclass(frozen=True, slots=True, kw_only=True)
class Parting:
    """The first decision of a deal that two players took differently.

    ``deal`` counts the deals that count for the result from 0, and ``moves`` from the beginning of the deal.
    ``game`` is the index of the game, and ``number`` the number of the deal in it, from 1. If ``by_opponent``, it is
    the opponent who moved differently although everything before was the same, so the two deals cannot be compared
    from there on. ``steps`` has the id of the step of each player's move.
    """

    deal: int
    game: int
    number: int
    moves: int
    by_opponent: bool
    chosen: tuple[str, str]
    steps: tuple[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Duel:
    """The results of two players, the second player's leads subtracted from the first's deal by deal.

    A deal that only one of them played counts as level for the other. ``margin`` is half the width of the 95%
    interval of the total by Student's t, or None for fewer than two deals. It says how far the total would move if as
    many other deals were played.
    """

    differences: tuple[int, ...]
    partings: tuple[Parting, ...]
    margin: float | None

    @property
    def total(self) -> int:
        """The sum of the differences."""
        return sum(self.differences)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChallengeComparison:
    """The results of all players of a challenge, in the order in which they joined."""

    challenge: Challenge
    players: tuple[PlayerResult, ...]

    @property
    def readable(self) -> tuple[PlayerResult, ...]:
        """The players whose moves this engine can play."""
        return tuple(one for one in self.players if not one.fault)

    @property
    def ranking(self) -> tuple[PlayerResult, ...]:
        """The readable players, the highest total first."""
        return tuple(sorted(self.readable, key=lambda one: -one.total))

    def duel(self, first: int, second: int) -> Duel:
        """Return the comparison of two readable players, by their indices among all players."""
        one, two = self.players[first], self.players[second]
        leads = ([deal.lead for deal in player.deals] for player in (one, two))
        differences = tuple(mine - theirs for mine, theirs in zip_longest(*leads, fillvalue=0))
        return Duel(
            differences=differences,
            partings=tuple(_partings(one.games, two.games)),
            margin=_margin(differences),
        )


def compare_entries(challenge: Challenge) -> ChallengeComparison:
    """Return the results of all players of a challenge."""
    return ChallengeComparison(
        challenge=challenge,
        players=tuple(_result(challenge, number) for number in range(len(challenge.entries))),
    )


def _result(challenge: Challenge, number: int) -> PlayerResult:
    entry = challenge.entries[number]
    try:
        games = open_entry(challenge, number)
    except UnreadableMoves as error:
        return PlayerResult(entry=entry, games=(), deals=(), fault=str(error))
    deals = tuple(DealScore(points=_points(table)) for table in _tables(games))
    return PlayerResult(entry=entry, games=games, deals=deals)


def _tables(games: Sequence[Session]) -> list[Table]:
    """Return the deals of some games that count."""
    return [table for game in games for table in game.tables if not table.is_void]


def _points(table: Table) -> tuple[int, int]:
    score = table.state.score
    return score[table.seat], score[table.seat.other]


def _partings(mine: Sequence[Session], theirs: Sequence[Session]) -> Iterator[Parting]:
    """Yield the first difference in each deal that both players played in the same seat.

    After a deal that only one of them gave up, the seats differ for the rest of the game.
    """
    counted = 0
    for game, sessions in enumerate(zip(mine, theirs, strict=True)):
        pairs = zip(*(session.tables for session in sessions), strict=False)
        for number, (one, two) in enumerate(pairs, 1):
            place = _first_difference(one.moves, two.moves) if one.seat is two.seat else None
            if place is not None:
                yield Parting(
                    deal=counted,
                    game=game,
                    number=number,
                    moves=place,
                    by_opponent=one.states[place].seat is not one.seat,
                    chosen=(one.moves[place], two.moves[place]),
                    steps=(_step(one, place), _step(two, place)),
                )
            counted += not one.is_void


def _first_difference(mine: Sequence[str], theirs: Sequence[str]) -> int | None:
    pairs = enumerate(zip(mine, theirs, strict=False))
    return next((place for place, (one, two) in pairs if one != two), None)


def _step(table: Table, place: int) -> str:
    """Return the id of the first step that a move made, or of the last step before it."""
    return table.steps[min(table.made[place], len(table.steps) - 1)].id


def _margin(differences: Sequence[int]) -> float | None:
    count = len(differences)
    if count < 2:
        return None
    mean = sum(differences) / count
    variance = sum((one - mean) ** 2 for one in differences) / (count - 1)
    return t_quantile(count - 1) * sqrt(variance * count)
