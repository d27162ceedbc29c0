"""The player behind the exercises: it plays a deal up to the moment of the question.

It is named only here. An item's id makes the same item again only as long as this player does not
change, so a new default opponent must not replace it.
"""

from __future__ import annotations

from piquet_core.players import Player, find_player

MODEL_PLAYER = "thumb"
MODEL_NAME = find_player(MODEL_PLAYER).name


def model_player() -> Player:
    """Return the player behind the exercises."""
    return find_player(MODEL_PLAYER).make()
