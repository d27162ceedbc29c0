"""Players: whoever decides for a seat, from what that seat can know and nothing else."""

from piquet_core.players.chance import Chance
from piquet_core.players.player import Player, Turn, play_out, turn_of
from piquet_core.players.registry import DEFAULT, PLAYERS, Profile, find_player
from piquet_core.players.thumb import Thumb

__all__ = [
    "DEFAULT",
    "PLAYERS",
    "Chance",
    "Player",
    "Profile",
    "Thumb",
    "Turn",
    "find_player",
    "play_out",
    "turn_of",
]
