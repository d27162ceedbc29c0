"""How many milliseconds a player thinks, and how many it takes to judge a deal; printed as JSON if run."""

import json
import random
import sys
import time
from importlib import import_module

from piquet_core.engine.actions import Play
from piquet_core.engine.apply import apply, start
from piquet_core.engine.state import DealState, Phase, shuffled_deal
from piquet_core.players import ThumbPlayer, find_player, play_out, turn_of
from piquet_core.rules import load_ruleset
from piquet_core.solver.solve import Solver

DEALS = 20
"""Deals that are played: two discards each, so that 95 in a hundred are not all of them."""
JUDGED = {"hoyle1909": 40, "little": 8, "old36": 8, "picquet1651": 8, "pkcards": 8}
"""Deals whose 24 cards are all valued with open hands: where points add up, and where they do not."""
CARD, DISCARD = "Master thinks about a card", "Master thinks about a discard"


def clock() -> float:
    """Return the seconds of processor time; Pyodide knows none, so there Node.js is asked for its own."""
    if "pyodide" not in sys.modules:
        return time.process_time()
    used = import_module("js").process.cpuUsage()
    return float(used.user + used.system) / 1e6


def thought(player: str) -> dict[str, list[float]]:
    """Return the times of some deals that the player plays against itself."""
    rules, rng, one = load_ruleset("hoyle1909"), random.Random(1646), find_player(player).make()
    found: dict[str, list[float]] = {CARD: [], DISCARD: []}
    for _ in range(DEALS):
        state, _ = start(rules, shuffled_deal(rules, rng))
        while state.seat is not None:
            turn = turn_of(state)
            begun = clock()
            action = one.choose(turn)
            took = 1000 * (clock() - begun)
            if state.phase in (Phase.LEAD, Phase.FOLLOW):
                found[CARD].append(took)
            elif state.phase in (Phase.ELDER_EXCHANGE, Phase.YOUNGER_EXCHANGE):
                found[DISCARD].append(took)
            state, _ = apply(state, action)
    return found


def judged(id: str) -> list[float]:
    """Return the times of some deals of which every card played is valued with both hands open."""
    rules, rng, times = load_ruleset(id), random.Random(1), []
    for _ in range(JUDGED[id]):
        state, _ = start(rules, shuffled_deal(rules, rng))
        states: list[DealState] = []
        for action, after, _ in play_out(state, ThumbPlayer(), ThumbPlayer()):
            if isinstance(action, Play):
                states.append(state)
            state = after
        begun, solver = clock(), Solver(states[0])
        for one in states:
            solver.values(one)
        times.append(1000 * (clock() - begun))
    return times


def measured() -> dict[str, list[float]]:
    """Return all times by what took them."""
    return thought("master") | {deal_of(id): judged(id) for id in JUDGED}


def deal_of(id: str) -> str:
    """Return what is measured of a rule set."""
    return f"all 24 cards of a deal valued, {id}"


if __name__ == "__main__":
    print(json.dumps(measured()))
