"""Deals per second of the laboratory: by player, and on one process, all cores and two Dask workers.

The projection is for ten million deals. PIQUET_BENCH_DEALS changes the number of deals, of which Reckoner
plays a hundredth.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from distributed import LocalCluster

from piquet_core.laboratory.batches import Batch, all_batches
from piquet_core.laboratory.experiment import parse_experiment
from piquet_core.laboratory.games import GameTerms, play_game
from piquet_core.laboratory.running import run_batches
from piquet_core.rules import load_ruleset

DEALS = int(os.environ.get("PIQUET_BENCH_DEALS", "10000"))
RULES = "hoyle1909"
MANY = 10_000_000
EXPERIMENT = f"""
question = "How fast?"
players = ["thumb"]
seed = "bench"
games = {DEALS}
batch = {max(1, DEALS // 20)}
[[variants]]
rules = "{RULES}"
"""


def run() -> list[tuple[str, str]]:
    """Return rows of a name and a formatted figure."""
    rows = []
    for players, deals in ((("thumb", "thumb"), DEALS), (("reckoner", "thumb"), DEALS // 100)):
        rate = deals_a_second(players, deals)
        rows += [
            (f"{' against '.join(players)}, one core", f"{rate:,.0f} a second"),
            ("  ten million deals", f"{MANY / rate / 3600:,.1f} core-hours"),
        ]
    batches = all_batches(parse_experiment(EXPERIMENT, "bench"))
    alone = seconds(batches, partial(run_batches, jobs=1))
    cores = seconds(batches, run_batches)
    with LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50
    ) as cluster:
        scheduler = cluster.scheduler_address
        seconds(batches[:2], partial(run_batches, scheduler=scheduler))  # imports on both workers
        workers = seconds(batches, partial(run_batches, scheduler=scheduler))
    for name, took in (
        ("one process", alone),
        (f"all {os.cpu_count()} cores", cores),
        ("two Dask workers", workers),
    ):
        rows.append((f"thumb with files, {name}", f"{DEALS / took:,.0f} a second"))
    return rows


def deals_a_second(players: tuple[str, str], deals: int) -> float:
    """Return the deals per second of CPU time."""
    terms = GameTerms(rules=load_ruleset(RULES), players=players, objective="points", seed="bench")
    play_game(terms, 0, swapped=False)
    begun = time.process_time()
    for number in range(deals):
        play_game(terms, number, swapped=False)
    return deals / (time.process_time() - begun)


def seconds(batches: list[Batch], play: Callable[[list[Batch], Path], object]) -> float:
    """Return the seconds in which batches are played and written to an empty folder."""
    with TemporaryDirectory() as folder:
        begun = time.perf_counter()
        play(batches, Path(folder))
        return time.perf_counter() - begun
