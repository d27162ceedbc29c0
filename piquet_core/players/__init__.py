"""Players: whoever decides for a seat, from what that seat can know and nothing else."""

from piquet_core.players.chance import Chance
from piquet_core.players.player import Player, Turn, play_out, turn_of
from piquet_core.players.thumb import Thumb

__all__ = ["Chance", "Player", "Thumb", "Turn", "play_out", "turn_of"]
