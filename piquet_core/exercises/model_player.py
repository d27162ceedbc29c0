"""The player who plays the deals of exercises up to the question.

It is separate from the default opponent, because the id of an exercise makes the same exercise again only if
this player does not change.
"""

from __future__ import annotations

from piquet_core.players import Player, find_player

MODEL_PLAYER = "thumb"
MODEL_NAME = find_player(MODEL_PLAYER).name


def model_player() -> Player:
    """Return the player of the exercises."""
    return find_player(MODEL_PLAYER).make()
