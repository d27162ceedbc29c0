"""Random complete deals per second of the engine, with the whole log kept.

The baseline is a fixed amount of plain Python in the same process: a loop that adds, indexes a list and
calls a function. Rounds of both alternate, so that a busy machine slows both. The ratio means more than
either figure.
"""

from __future__ import annotations

import random
import sys
import time
from dataclasses import replace
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parents[1] / "engine"))

from random_play import random_deal

DEALS = 60
LOOP = 400_000
ROUNDS = 5


def deals() -> int:
    """Play the deals of one round, and return the number of their events."""
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
    """Return rows of a name and a formatted figure."""
    random.seed(0)
    deals()  # neither figure includes filling the caches
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
        ("  events in the log", f"{events / DEALS:.0f} a deal"),
        ("  making them, at most", f"{log_share(range(DEALS)):.0%} of the time"),
        (f"plain loop of {LOOP:,} calls (baseline)", f"{one_loop * 1000:.1f} ms"),
        ("one deal, as a share of that loop", f"{one_deal / one_loop:.3f}"),
        ("  least and most of the rounds", spread(played, plain)),
    ]


def log_share(seeds: range) -> float:
    """Return the fraction of a deal's time that creating its log takes.

    Every event of a real deal is created again, and the time is compared with that of the deal.
    """
    logs = [random_deal(seed)[2] for seed in seeds]
    start = time.perf_counter()
    for seed in seeds:
        random_deal(seed)
    played = time.perf_counter() - start
    start = time.perf_counter()
    for log in logs:
        for event in log:
            replace(event)
    return (time.perf_counter() - start) / played


def spread(played: list[float], plain: list[float]) -> str:
    """Return the spread of the ratio over neighbouring rounds."""
    ratios = sorted(a / DEALS / b for a, b in zip(played, plain, strict=True))
    return f"{ratios[0]:.3f} to {ratios[-1]:.3f}"
