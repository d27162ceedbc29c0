"""PettingZoo's own benchmark on our environment, beside its Connect Four, which has a mask as well.

Each run takes five seconds of random turns. Runs of both alternate, and the ratio means more than the rates.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from contextlib import redirect_stdout
from importlib import import_module
from statistics import median
from typing import Any

from pettingzoo.test import performance_benchmark
from skat import install

from piquet_core import load_ruleset
from piquet_core.environments import piquet_v0

ROUNDS = 3


def turns(environment: Any) -> float:
    """Return the turns a second that the benchmark prints."""
    said = io.StringIO()
    with redirect_stdout(said):
        performance_benchmark(environment)
    found = re.search(r"([\d.]+) turns per second", said.getvalue())
    assert found
    return float(found[1])


def run() -> list[tuple[str, str]]:
    """Return rows of a name and a formatted figure."""
    install()
    connect_four: Callable[[], Any] = import_module("pettingzoo.classic.connect_four_v3").env
    rules = load_ruleset("hoyle1909")
    ours, theirs = [], []
    for _ in range(ROUNDS):
        theirs.append(turns(connect_four()))
        ours.append(turns(piquet_v0.env(rules)))
    ratios = sorted(a / b for a, b in zip(ours, theirs, strict=True))
    return [
        ("Connect Four, PettingZoo", f"{median(theirs):,.0f} turns a second"),
        ("Piquet, PettingZoo", f"{median(ours):,.0f} turns a second"),
        (
            "  for one of Connect Four's",
            f"{median(ratios):.3f} ({ratios[0]:.3f} to {ratios[-1]:.3f})",
        ),
    ]
