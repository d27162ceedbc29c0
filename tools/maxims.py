"""Measure the maxims of docs/laboratory/maxims, and keep a summary of each (``make lab``).

    .venv/bin/python tools/maxims.py [--jobs N] [NAME ...]
    .venv/bin/python tools/maxims.py --pilot [NAME ...]
    .venv/bin/python tools/maxims.py --stale

The rows are in build/laboratory/maxims, so an interrupted run continues. A summary in
docs/laboratory/results/maxims has the digest of all rows, the commit that played them, and the digest
of the first rows, by which a change of the engine or the players is noticed.

A pilot of `PILOT` deals with cards of its own fixes the numbers of deals: so many that the interval of
the cost reaches half a point, or fifteen per cent of the cost in the pilot, on either side. `MOST` limits
the work.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from math import ceil, sqrt
from pathlib import Path

from atomic_files import write_whole
from kept_results import kept_results
from laboratory import QUESTIONS, ROOT, TABLES, as_text, commit

from piquet_core.laboratory.code_digest import code_digest
from piquet_core.laboratory.maxim_summary import (
    result_difference,
    summarise_trials,
    trials_digest,
)
from piquet_core.laboratory.maxim_trials import NAMES, TrialRow, play_trials
from piquet_core.laboratory.maxims import Maxim, read_maxim
from piquet_core.players.matches import SURE

MAXIMS = QUESTIONS / "maxims"
KEPT = QUESTIONS / "results" / "maxims"
ROWS = TABLES / "maxims"
CODE = ("laboratory/maxims.py", "laboratory/maxim_conditions.py", "laboratory/maxim_trials.py")
"""Modules on which the rows depend besides the code of games."""
PILOT = {"exchange": 2_000, "lead": 60, "follow": 60}
"""Number of deals of a pilot, by kind of decision."""
AIM, SHARE = 0.5, 0.15
"""Points a deal, or part of the cost, on either side of the cost of breaking a maxim."""
ABOUT_OPEN = 6.5
"""Standard deviation of a cost with cards by search about its regression on the cost with open hands."""
FEWEST = {"exchange": (100, 1_000), "lead": (100, 100), "follow": (100, 100)}
MOST = {"exchange": (300, 6_000), "lead": (600, 600), "follow": (600, 600)}
"""Least and greatest numbers of trials with cards by search, and of all, by kind of decision."""
SLICE = 40
"""Number of first deals by which a change is noticed. Cards by search are played in the first `SEARCHED` of them."""
SEARCHED = 1


def main() -> int:
    """Measure maxims or run their pilots, or name the stale summaries; return 1 if there are any."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="maxims; all if left out")
    parser.add_argument("--jobs", type=int, help="processes at once; one on each core if left out")
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument("--pilot", action="store_true", help="fix the numbers of deals")
    kind.add_argument("--stale", action="store_true", help="name the summaries to be made anew")
    args = parser.parse_args()
    found = list(maxims(args.names))
    if args.stale:
        stale = [one.name for one in found if is_stale(one)]
        for name in stale:
            print(f"{name}: measure it again with tools/maxims.py {name}")
        return int(bool(stale))
    for one in found:
        if args.pilot:
            fix_deals(one)
        else:
            keep(one, args.jobs)
    return 0


def maxims(names: Iterable[str] = ()) -> Iterator[Maxim]:
    """Yield the maxims with these names, or all of them, by name."""
    paths = [MAXIMS / f"{name}.toml" for name in names] or sorted(MAXIMS.glob("*.toml"))
    yield from map(read_maxim, paths)


def keep(maxim: Maxim, jobs: int | None) -> None:
    """Play the trials of a maxim and write its summary."""
    batches = ceil(maxim.quick_deals / maxim.batch)
    work = partial(play_batch, maxim)
    found = kept_results(rows_file(maxim), batches, work, jobs)
    rows = [tuple(row) for batch in found for row in batch]
    made = summarise_trials(maxim, rows)
    made |= {"slice": slice_digest(maxim), "code": code_digest(), "commit": commit(*CODE)}
    KEPT.mkdir(parents=True, exist_ok=True)
    write_whole(kept_file(maxim), as_text(made))
    cost = made["groups"]["all"]["breaking"]
    print(f"  breaking it costs {cost['mean']:+.2f} ± {cost['error']:.2f}", flush=True)


def play_batch(maxim: Maxim, number: int) -> list[TrialRow]:
    """Return the rows of one batch of deals."""
    first = number * maxim.batch
    last = min(first + maxim.batch, maxim.quick_deals)
    return [row for deal in range(first, last) for row in play_trials(maxim, deal)]


def rows_file(maxim: Maxim) -> Path:
    """Return the path of the rows of a maxim, named after everything that they depend on."""
    inputs = [*map(str, (maxim.rules.digest, maxim.seat, maxim.decision, maxim.condition, NAMES))]
    inputs += map(str, (maxim.seed, maxim.deals, maxim.quick_deals, maxim.batch, code_digest()))
    inputs += [(ROOT / "piquet_core" / name).read_text("utf-8") for name in CODE]
    digest = hashlib.sha256(json.dumps(inputs).encode()).hexdigest()[:16]
    return ROWS / f"{maxim.name}-{digest}.jsonl"


def fix_deals(maxim: Maxim) -> None:
    """Run the pilot of a maxim, and write the numbers of deals to its file."""
    deals = PILOT[maxim.decision]
    pilot = replace(maxim, seed="pilot", deals=0, quick_deals=deals, batch=deals)
    rows = play_batch(pilot, 0)
    exchange = maxim.decision == "exchange"
    prefix = "open_" if exchange else "quick_"
    costs = list(map(result_difference(f"{prefix}obeyed", f"{prefix}broken"), rows))
    mean = sum(costs) / len(costs)
    spread = sqrt(sum((one - mean) ** 2 for one in costs) / (len(costs) - 1))
    aim = max(AIM, SHARE * abs(mean)) / (sqrt(2) if exchange else 1)
    needed = [(SURE * one / aim) ** 2 for one in (ABOUT_OPEN if exchange else spread, spread)]
    limits = zip(FEWEST[maxim.decision], needed, MOST[maxim.decision], strict=True)
    trials = [sorted(three)[1] for three in limits]
    searched, quick = (maxim.batch * ceil(one * deals / len(rows) / maxim.batch) for one in trials)
    print(f"{maxim.name}: {searched} deals with cards by search, {max(searched, quick)} in all")
    path = MAXIMS / f"{maxim.name}.toml"
    text = re.sub(r"(?m)^deals = \d+$", f"deals = {searched}", path.read_text("utf-8"))
    text = re.sub(r"(?m)^quick-deals = \d+$", f"quick-deals = {max(searched, quick)}", text)
    write_whole(path, text)


def is_stale(maxim: Maxim) -> bool:
    """Return whether the first rows of a maxim differ from those in its summary, or it has none."""
    path = kept_file(maxim)
    if not path.is_file():
        return True
    found = json.loads(path.read_text("utf-8"))
    numbers = found["deals"], found["quick-deals"]
    return (*numbers, found["slice"]) != (maxim.deals, maxim.quick_deals, slice_digest(maxim))


def slice_digest(maxim: Maxim) -> str:
    """Return the digest of the first rows, played now."""
    deals = SLICE if maxim.decision == "exchange" else SEARCHED
    return trials_digest(
        play_batch(replace(maxim, deals=SEARCHED, quick_deals=deals, batch=deals), 0)
    )


def kept_file(maxim: Maxim) -> Path:
    """Return the path of the summary of a maxim."""
    return KEPT / f"{maxim.name}.json"


if __name__ == "__main__":
    sys.exit(main())
