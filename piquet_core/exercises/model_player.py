"""The player that plays the deals of exercises up to the question.

It is separate from the default opponent, because an exercise id leads to the same exercise only as long as this
player does not change.
"""

from __future__ import annotations

from piquet_core.players import Player, find_player

MODEL_PLAYER = "thumb"
MODEL_NAME = find_player(MODEL_PLAYER).name


def model_player() -> Player:
    """Return a new instance of the player that plays the deals of exercises."""
    return find_player(MODEL_PLAYER).make()
