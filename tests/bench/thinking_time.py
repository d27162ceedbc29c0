"""Time of the strongest player's decisions and of a review, in CPython and in Pyodide."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

INSIDE = Path(__file__).parents[1] / "pyodide"
sys.path[:0] = [str(INSIDE.parent), str(INSIDE)]

from site_folders import PLACES  # noqa: E402 - from the folder above
from think import (  # noqa: E402 - from the folder of what runs inside Pyodide
    CARD,
    DISCARD,
    JUDGED,
    deal_of,
    measured,
)

from piquet_core.rules import load_ruleset  # noqa: E402 - from this tree
from piquet_core.solver.trick_scoring import trick_scoring  # noqa: E402 - as above
from website.runtime.runtime_files import runtime_folder  # noqa: E402 - as above

INSIDE_IT = "in Pyodide"
HIGH_AIMS = {CARD: 50, DISCARD: 1500}
"""Goal in Pyodide for the 95th percentile, in milliseconds."""
ADDS_UP, OTHERWISE = 10, 2000
"""Goals in Pyodide for all 24 cards of a deal, in milliseconds: the median if points add up, and otherwise
all.
"""


def aims() -> dict[str, tuple[str, str]]:
    """Format the goals in Pyodide, for the median and the 95th percentile."""
    found = {what: ("", f" (aim {most:,} ms)") for what, most in HIGH_AIMS.items()}
    for id in JUDGED:
        if trick_scoring(load_ruleset(id)).adds_up:
            found[deal_of(id)] = (f" (aim {ADDS_UP:,} ms)", "")
        else:
            found[deal_of(id)] = ("", f" (aim {OTHERWISE:,} ms)")
    return found


def run() -> list[tuple[str, str]]:
    """Return rows of a name and a formatted figure."""
    rows, aimed = [], aims()
    layout = str(runtime_folder(PLACES))
    for where, found in (("here", measured()), (INSIDE_IT, _in_pyodide(layout))):
        for what, times in found.items():
            times.sort()
            middle, high = times[len(times) // 2], times[int(len(times) * 0.95)]
            of_middle, of_high = aimed[what] if where == INSIDE_IT else ("", "")
            most = f"95% of {len(times)} under" if len(times) >= 20 else f"{len(times)} at most"
            told = f"{middle:,.0f} ms{of_middle}, {most} {high:,.0f} ms{of_high}"
            rows.append((f"{what}, {where}", told))
    return rows


def _in_pyodide(layout: str) -> dict[str, list[float]]:
    node = shutil.which("node")
    if node is None:
        raise RuntimeError("Node.js is missing: install Node 20 or later")
    done = subprocess.run(
        [node, INSIDE / "think.mjs", layout, INSIDE / "think.py"],
        capture_output=True,
        text=True,
        timeout=3600,
        check=True,
    )
    found: dict[str, list[float]] = json.loads(done.stdout.splitlines()[-1])
    return found
