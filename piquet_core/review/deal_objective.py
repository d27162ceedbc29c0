"""Objective of a recorded deal: the points of the deal, or winning the game to which it belongs."""

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
    """Return the objective of a record with the tags ``Before`` and ``Left``, or None to judge it by points.

    A hundred up is decided by single points. If cards below the ten do not count, the value of large
    hands is too rough for that, so None is returned.
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
