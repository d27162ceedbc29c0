"""How many random complete deals the engine plays in a second, with the whole log kept.

The baseline is a fixed amount of plain Python in the same process: a loop that adds up, indexes
a list and calls a function, much as the engine does, but does nothing. Rounds of both alternate,
so that a busy machine slows both; the ratio says more than either figure.
"""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parents[1] / "engine"))

from playing import random_deal

DEALS = 60
LOOP = 400_000
ROUNDS = 5


def deals() -> int:
    """Play the deals of one round; return how many events they made."""
    return sum(len(random_deal(seed)[2]) for seed in range(DEALS))


def baseline() -> int:
    """Do the fixed work: ``LOOP`` calls of a small function on numbers and a list."""
    table = list(range(256))

    def step(total: int, i: int) -> int:
        return total + table[i & 255] ^ i

    total = 0
    for i in range(LOOP):
        total = step(total, i)
    return total


def run() -> list[tuple[str, str]]:
    """Return rows of what was measured: what, and the figure in words."""
    random.seed(0)
    deals()  # caches are part of neither figure
    baseline()
    played, plain, events = [], [], 0
    for _ in range(ROUNDS):
        start = time.perf_counter()
        events = deals()
        middle = time.perf_counter()
        baseline()
        played.append(middle - start)
        plain.append(time.perf_counter() - middle)
    one_deal, one_loop = median(played) / DEALS, median(plain)
    return [
        ("random complete deals, CPython", f"{1 / one_deal:,.0f} a second"),
        ("  of which events in the log", f"{events / DEALS:.0f} a deal"),
        (f"plain loop of {LOOP:,} calls (baseline)", f"{one_loop * 1000:.1f} ms"),
        ("one deal, as a share of that loop", f"{one_deal / one_loop:.3f}"),
        ("  least and most of the rounds", spread(played, plain)),
    ]


def spread(played: list[float], plain: list[float]) -> str:
    """Return how far the ratio of neighbouring rounds wanders."""
    ratios = sorted(a / DEALS / b for a, b in zip(played, plain, strict=True))
    return f"{ratios[0]:.3f} to {ratios[-1]:.3f}"
