"""Players of experiments: those of the registry, and those of the laboratory alone."""

from __future__ import annotations

from piquet_core.errors import PiquetError
from piquet_core.players import ALL_PLAYERS, YARDSTICK

ADAPTED = "adapted"
"""Id of the player whose discards are fitted for each rule set (`AdaptedPlayer`)."""
EXPLOITER = "exploiter"
"""Id of the player that knows the discards of adapted (`ExploitingPlayer`)."""
MEASURED = (ADAPTED, YARDSTICK)
"""Players whose results are kept, the strongest first."""
LAB_PLAYERS = {ADAPTED: "Adapted", EXPLOITER: "Exploiter"}
"""Names by id of the players that only experiments have."""


def match_name(players: tuple[str, str]) -> str:
    """Return the name of the folder with the results of two players.

    >>> match_name(("thumb", "thumb")), match_name(("adapted", "thumb"))
    ('thumb', 'adapted-against-thumb')
    """
    first, second = players
    return first if first == second else f"{first}-against-{second}"


def player_name(id: str) -> str:
    """Return the name of a player of an experiment by id; raise `PiquetError` if it is unknown."""
    if id in LAB_PLAYERS:
        return LAB_PLAYERS[id]
    if id not in ALL_PLAYERS:
        known = ", ".join([*ALL_PLAYERS, *LAB_PLAYERS])
        raise PiquetError(f"unknown player {id[:20]!r}; choose one of {known}")
    return ALL_PLAYERS[id].name
