"""How the rules of thumb fare against chance; and neither ever does anything illegal.

Each partie is played twice, with the same deals and the seats swapped, so that the difference of
the combined totals is skill. `play_out` applies every action with the engine, which refuses
anything illegal, so a deal that comes to an end was legal. PIQUET_BENCH_DEALS shortens the second
part.
"""

from __future__ import annotations

import os
import random
import time

from piquet_core.engine.apply import start
from piquet_core.engine.state import Deal, shuffled
from piquet_core.players import Chance, Player, Thumb, play_out
from piquet_core.rules import RuleSet, load_ruleset, ruleset_ids

PARTIES = 500
DEALS_IN_A_PARTIE = 6
DEALS = int(os.environ.get("PIQUET_BENCH_DEALS", "10000"))


def scored(rules: RuleSet, deal: Deal, elder: Player, younger: Player) -> tuple[int, int]:
    """Return the points of elder and younger in a deal."""
    state, _ = start(rules, deal)
    for _action, after, _events in play_out(state, elder, younger):
        state = after
    return state.score


def party(rules: RuleSet, rng: random.Random, one: Player, other: Player) -> int:
    """Return by how much ``one`` wins a pair of parties of six deals each, with the seats swapped."""
    margin = 0
    for _ in range(DEALS_IN_A_PARTIE):
        deal = shuffled(rules, rng)
        for elder, younger, sign in ((one, other, 1), (other, one, -1)):
            first, second = scored(rules, deal, elder, younger)
            margin += sign * (first - second)
    return margin


def won(rules: RuleSet, parties: int, seed: int = 1882) -> int:
    """Return how many paired parties the rules of thumb win against chance."""
    rng = random.Random(seed)
    return sum(party(rules, rng, Thumb(), Chance(rng)) > 0 for _ in range(parties))


def run() -> list[tuple[str, str]]:
    """Return what was measured, as rows of a name and a figure in words."""
    wins = won(load_ruleset("hoyle1909"), PARTIES)
    rows = [
        (
            "rules of thumb beat chance, paired parties",
            f"{wins} of {PARTIES} = {wins / PARTIES:.1%}",
        )
    ]
    for id in ruleset_ids():
        rules, rng = load_ruleset(id), random.Random(id)
        begun, margin = time.perf_counter(), 0
        for number in range(DEALS):
            # In turn: Thumb plays itself, chance as elder, and chance as younger.
            players: tuple[Player, Player] = (
                Chance(rng) if number % 3 == 1 else Thumb(),
                Chance(rng) if number % 3 == 2 else Thumb(),
            )
            first, second = scored(rules, shuffled(rules, rng), *players)
            margin += (first - second) * (number % 3 == 0)
        rate = DEALS / (time.perf_counter() - begun)
        rows.append((f"{id}: deals without an illegal move", f"{DEALS:,}, {rate:,.0f} a second"))
        rows.append(
            ("  elder ahead by, Thumb against Thumb", f"{margin / ((DEALS + 2) // 3):+.1f} points")
        )
    return rows
