"""Computer players, which decide for a seat using only the knowledge of that seat."""

from piquet_core.players.mistakes import Mistake, Slip, all_mistakes
from piquet_core.players.player import Player, Turn, play_out, turn_of
from piquet_core.players.random_player import RandomPlayer
from piquet_core.players.registry import (
    ALL_PLAYERS,
    DEFAULT,
    EARLIER_PLAYERS,
    JUDGE,
    PLAYERS,
    YARDSTICK,
    CallingTrial,
    CostlyDecision,
    DecisionLoss,
    PartieResults,
    Profile,
    Strength,
    calling_trials,
    costly_decisions,
    decision_losses,
    find_player,
    measured_matches,
    strengths,
    whole_parties,
)
from piquet_core.players.thumb import ThumbPlayer

__all__ = [
    "ALL_PLAYERS",
    "DEFAULT",
    "EARLIER_PLAYERS",
    "JUDGE",
    "PLAYERS",
    "YARDSTICK",
    "CallingTrial",
    "CostlyDecision",
    "DecisionLoss",
    "Mistake",
    "PartieResults",
    "Player",
    "Profile",
    "RandomPlayer",
    "Slip",
    "Strength",
    "ThumbPlayer",
    "Turn",
    "all_mistakes",
    "calling_trials",
    "costly_decisions",
    "decision_losses",
    "find_player",
    "measured_matches",
    "play_out",
    "strengths",
    "turn_of",
    "whole_parties",
]
