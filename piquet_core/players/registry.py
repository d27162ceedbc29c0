"""The players by id: here is whoever plays against a reader, plays out a deal, or advises.

A new player is a module beside this one and a line in `PLAYERS`; nothing else names its class.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from piquet_core.errors import PiquetError
from piquet_core.players.player import Player
from piquet_core.players.thumb import Thumb


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """A player as readers meet it: its name, a sentence on how it plays, and how to make one."""

    name: str
    words: str
    make: Callable[[], Player]


PLAYERS: Mapping[str, Profile] = {
    "thumb": Profile(name="Thumb", words="Plays by the rules of thumb of the books.", make=Thumb),
}
"""The players by id, in the order in which readers see them. Saved games hold the ids."""
DEFAULT = "thumb"
"""The id of the player who plays if nobody has chosen one."""


def find_player(id: str) -> Profile:
    """Return the player with an id; raises `PiquetError`.

    >>> find_player("thumb").name
    'Thumb'
    >>> find_player("grandmaster")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    piquet_core.errors.PiquetError: no such player: 'grandmaster'; there are thumb...
    """
    if id not in PLAYERS:
        raise PiquetError(f"no such player: {id[:20]!r}; there are {', '.join(PLAYERS)}")
    return PLAYERS[id]
