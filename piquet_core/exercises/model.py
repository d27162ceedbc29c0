"""The player that exercises go by: it plays a deal on to the moment that is asked about.

It is named here and nowhere else. The id of an item makes the same item again only as long as this
player plays as it does, so another default opponent must not change it.
"""

from __future__ import annotations

from piquet_core.players import Player, find_player

MODEL_PLAYER = "thumb"


def model_player() -> Player:
    """Return the player that exercises go by."""
    return find_player(MODEL_PLAYER).make()
