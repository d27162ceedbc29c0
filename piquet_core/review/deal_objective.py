"""Objective of a recorded deal: its points, or the game that it belongs to."""

from __future__ import annotations

from piquet_core.replay.steps import Replay
from piquet_core.solver.chances import (
    GameChances,
    NoChances,
    PartieChances,
    hundred_chance,
    partie_chance,
)
from piquet_core.solver.trick_scoring import trick_scoring


def objective_of(replay: Replay) -> GameChances | None:
    """Return the objective given by the tags ``Before`` and ``Left``, or None for points.

    A hundred is decided by single points. If low cards do not count, large hands are estimated too
    roughly for that, so such a deal is judged by its points.
    """
    record, rules = replay.record, replay.rules
    before = record.tag("Before")
    if not before or rules is None:
        return None
    elder, younger = map(int, before.split())
    try:
        if left := record.tag("Left"):
            return partie_chance(rules, (elder, younger), int(left))
        return hundred_chance(rules, (elder, younger)) if trick_scoring(rules).adds_up else None
    except NoChances:  # the rule set has no such game, or the game is over
        return None


def game_name(objective: GameChances | None) -> str:
    """Return the name of an objective's game: *partie*, *game*, or "" for the points of a deal."""
    if objective is None:
        return ""
    return "partie" if isinstance(objective, PartieChances) else "game"
