"""Deals per second of Thumb, against itself and against chance, for each rule set.

PIQUET_BENCH_DEALS changes the number of deals.
"""

from __future__ import annotations

import os
import random
import time

from piquet_core.engine.apply import start
from piquet_core.engine.state import shuffled_deal
from piquet_core.players import Player, RandomPlayer, ThumbPlayer, play_out
from piquet_core.rules import load_ruleset, ruleset_ids

DEALS = int(os.environ.get("PIQUET_BENCH_DEALS", "10000"))


def run() -> list[tuple[str, str]]:
    """Return rows of a name and a formatted figure."""
    return [(f"{id}: deals by rules of thumb", f"{rate(id):,.0f} a second") for id in ruleset_ids()]


def rate(id: str) -> float:
    """Return the deals per second of CPU time."""
    rules, rng = load_ruleset(id), random.Random(id)
    begun = time.process_time()
    for number in range(DEALS):
        # Thumb plays itself, then a random elder, then a random younger.
        elder: Player = RandomPlayer(rng) if number % 3 == 1 else ThumbPlayer()
        younger: Player = RandomPlayer(rng) if number % 3 == 2 else ThumbPlayer()
        state, _ = start(rules, shuffled_deal(rules, rng))
        for _ in play_out(state, elder, younger):
            pass
    return DEALS / (time.process_time() - begun)
