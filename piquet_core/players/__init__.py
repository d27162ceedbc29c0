"""Players: they decide for a seat, from nothing but what that seat can know."""

from piquet_core.players.player import Player, Turn, play_out, turn_of
from piquet_core.players.random_player import Chance
from piquet_core.players.registry import (
    ALL_PLAYERS,
    DEFAULT,
    EARLIER_PLAYERS,
    JUDGE,
    PLAYERS,
    YARDSTICK,
    Parties,
    Profile,
    Strength,
    find_player,
    measured,
    strengths,
    whole_parties,
)
from piquet_core.players.thumb import Thumb

__all__ = [
    "ALL_PLAYERS",
    "DEFAULT",
    "EARLIER_PLAYERS",
    "JUDGE",
    "PLAYERS",
    "YARDSTICK",
    "Chance",
    "Parties",
    "Player",
    "Profile",
    "Strength",
    "Thumb",
    "Turn",
    "find_player",
    "measured",
    "play_out",
    "strengths",
    "turn_of",
    "whole_parties",
]
