"""How many milliseconds a player thinks about each card and each discard; printed as JSON if run."""

import json
import random
import time

from piquet_core.engine.apply import apply, start
from piquet_core.engine.state import Phase, shuffled
from piquet_core.players import find_player, turn_of
from piquet_core.rules import load_ruleset

DEALS = 6


def thought(player: str) -> dict[str, list[float]]:
    """Return the times of some deals that the player plays against itself."""
    rules, rng, one = load_ruleset("hoyle1909"), random.Random(1646), find_player(player).make()
    found: dict[str, list[float]] = {"card": [], "discard": []}
    for _ in range(DEALS):
        state, _ = start(rules, shuffled(rules, rng))
        while state.seat is not None:
            turn = turn_of(state)
            begun = time.process_time()
            action = one.choose(turn)
            took = 1000 * (time.process_time() - begun)
            if state.phase in (Phase.LEAD, Phase.FOLLOW):
                found["card"].append(took)
            elif state.phase in (Phase.ELDER_EXCHANGE, Phase.YOUNGER_EXCHANGE):
                found["discard"].append(took)
            state, _ = apply(state, action)
    return found


if __name__ == "__main__":
    print(json.dumps(thought("master")))
