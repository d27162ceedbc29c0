"""Moves as a number: the decisions of both players in a game, each as its place among the legal actions.

A deal of 32 cards has about 70 bits. The numbers depend on the order of `legal_actions`, which is therefore part
of the format of a challenge.
"""

from __future__ import annotations

from binascii import crc32
from collections.abc import Iterable
from dataclasses import replace

from piquet_core.engine.apply import legal_actions
from piquet_core.errors import PiquetError
from piquet_core.replay.what_if import read_move
from piquet_core.sessions.session import Session, deal_given, nth_deal
from piquet_core.sessions.table_state import Table, take_action

_CHECKS = 1 << 12
"""Number of different checks of a deal."""
MOST_DEALS = 12
"""Number of deals after which a game is refused. A partie has six, a hundred up seldom more than five."""


class UnreadableMoves(PiquetError):
    """Error for a number that no game has, under the rules and with the deals at hand."""


def pack_games(games: Iterable[Session]) -> int:
    """Return the moves of finished games as a number."""
    digits = [digit for game in games for table in game.tables for digit in _digits(table)]
    number = 0
    for digit, base in reversed(digits):
        number = number * base + digit
    return number


def unpack_games(laid: Iterable[Session], number: int) -> tuple[Session, ...]:
    """Return the finished games that a number means. ``laid`` are the same games before their first moves.

    Raises `UnreadableMoves` with the number of the deal in which something is impossible.
    """
    games = []
    for game in laid:
        played, number = _unpacked(game, number)
        games.append(played)
    if number:
        raise UnreadableMoves("the moves go on after the end of the last deal")
    return tuple(games)


def _digits(table: Table) -> list[tuple[int, int]]:
    """Return the place of each action and the number of legal ones, and at the end the check of the deal."""
    found = []
    for state, move in zip(table.states, table.moves, strict=False):
        legal = legal_actions(state)
        found.append((legal.index(read_move(state, move)), len(legal)))
    return [*found, (_check(table), _CHECKS)]


def _unpacked(game: Session, number: int) -> tuple[Session, int]:
    """Return a game played to its end, and what is left of the number."""
    while True:
        table = game.table
        while not replace(game, table=table).deal_is_over:
            legal = legal_actions(table.state)
            number, place = divmod(number, len(legal))
            table = take_action(table, legal[place])
        number, check = divmod(number, _CHECKS)
        if check != _check(table):
            raise UnreadableMoves(f"the moves of deal {game.number} do not lead to its score")
        game = replace(game, table=table)
        if game.is_over:
            return game, number
        if game.number == MOST_DEALS:
            raise UnreadableMoves(f"the game has more than {MOST_DEALS} deals")
        game = deal_given(game, nth_deal(game.rules, game.seed, game.number + 1))


def _check(table: Table) -> int:
    """Return a check of the moves and the score of a deal."""
    return crc32(f"{' '.join(table.moves)} {table.state.score}".encode()) % _CHECKS
