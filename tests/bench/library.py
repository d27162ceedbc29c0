"""The library in a program: the time to import it, and to send a state to another process.

Each is measured beside plain Python in the same run, by CPU time: the start of an interpreter that
imports nothing, and a state written as text by `repr`. Rounds alternate.
"""

from __future__ import annotations

import pickle
import random
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import islice
from statistics import median

from piquet_core import ThumbPlayer, load_ruleset, play_out, shuffled_deal, start

ROUNDS = 9
TIMES = 2000


def interpreter(code: str) -> float:
    """Return the CPU time of a new interpreter that runs ``code``, in milliseconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", code], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return spent * 1000


def once(act: Callable[[], object]) -> float:
    """Return the CPU time of one call, a mean of many, in microseconds."""
    begun = time.process_time()
    for _ in range(TIMES):
        act()
    return (time.process_time() - begun) / TIMES * 1e6


def run() -> list[tuple[str, str]]:
    """Return rows of a name and a formatted figure."""
    rules = load_ruleset("hoyle1909")
    begun, _ = start(rules, shuffled_deal(rules, random.Random(0)))
    *_, (_, state, _) = islice(play_out(begun, ThumbPlayer(), ThumbPlayer()), 20)
    imports, bare, dumps, reprs = [], [], [], []
    for _ in range(ROUNDS):
        bare.append(interpreter("pass"))
        imports.append(interpreter("import piquet_core"))
        dumps.append(once(lambda: pickle.dumps(state)))
        reprs.append(once(lambda: repr(state)))
    return [
        ("import piquet_core", f"{median(imports) - median(bare):.0f} ms"),
        ("  for a bare start of Python", ratio(imports, bare)),
        ("pickle.dumps(state)", f"{median(dumps):.0f} µs, {len(pickle.dumps(state)):,} bytes"),
        ("  for its repr", ratio(dumps, reprs)),
    ]


def ratio(ours: list[float], theirs: list[float]) -> str:
    """Return the median and the spread of a ratio over the rounds."""
    ratios = sorted(a / b for a, b in zip(ours, theirs, strict=True))
    return f"{median(ratios):.2f} ({ratios[0]:.2f} to {ratios[-1]:.2f})"
