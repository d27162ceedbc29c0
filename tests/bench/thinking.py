"""How long the strongest player thinks, and how long it takes to judge a deal: here, and inside Pyodide."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

INSIDE = Path(__file__).parents[1] / "pyodide"
sys.path[:0] = [str(INSIDE.parent), str(INSIDE)]

from places import PLACES  # noqa: E402 - from the folder above
from think import measured  # noqa: E402 - from the folder of what runs inside Pyodide

from piquet_core.site.runtime.layout import runtime_folder  # noqa: E402 - as above


def run() -> list[tuple[str, str]]:
    """Return what was measured, as rows of a name and a figure in words."""
    rows = []
    layout = str(runtime_folder(PLACES))
    for where, found in (("here", measured()), ("in Pyodide", _in_pyodide(layout))):
        for what, times in found.items():
            times.sort()
            middle, high = times[len(times) // 2], times[int(len(times) * 0.95)]
            told = f"{middle:,.0f} ms, 95 % under {high:,.0f} ms"
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
        timeout=900,
        check=True,
    )
    found: dict[str, list[float]] = json.loads(done.stdout.splitlines()[-1])
    return found
