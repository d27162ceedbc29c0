"""Results of many independent pieces of work, on all cores and stored so that an interrupted run continues."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from atomic_files import read_rows


def kept_results(
    file: Path, number: int, work: Callable[[int], list[Any]], jobs: int | None = None
) -> list[list[Any]]:
    """Return the results of ``work`` for the numbers below ``number``, with progress on a terminal.

    Results in ``file`` are reused, and new ones are added to it. ``jobs`` is the number of processes;
    None means one per core.
    """
    name = file.stem
    file.parent.mkdir(parents=True, exist_ok=True)
    found = {at: row for at, *row in read_rows(file)}
    missing = [at for at in range(number) if at not in found]
    with ProcessPoolExecutor(jobs) as pool, file.open("a", encoding="utf-8") as out:
        for at, row in zip(missing, pool.map(work, missing), strict=True):
            found[at] = row
            print(json.dumps([at, *row], separators=(",", ":")), file=out, flush=True)
            if sys.stdout.isatty():
                print(f"\r{name}: {len(found)} of {number}", end="", flush=True)
    print(f"\r{name}: {number} of {number}", flush=True)
    return [found[at] for at in range(number)]
