"""Deals per second of the laboratory: by player, and on one process, all cores and two Dask workers.

The projection is for ten million deals. PIQUET_BENCH_DEALS changes the number of deals, of which adapted
plays a fiftieth.
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
from piquet_core.laboratory.games import play_game
from piquet_core.laboratory.lab_players import ADAPTED
from piquet_core.laboratory.running import run_batches
from piquet_core.players import YARDSTICK

DEALS = int(os.environ.get("PIQUET_BENCH_DEALS", "10000"))
RULES = "hoyle1909"
MANY = 10_000_000
SHARES = {YARDSTICK: 1, ADAPTED: 50}
"""Players, and the part of the deals that each plays."""
EXPERIMENT = """
question = "How fast?"
players = ["{player}"]
seed = "bench"
games = {games}
batch = {batch}
[[variants]]
rules = "{rules}"
"""


def run() -> list[tuple[str, str]]:
    """Return rows of a name and a formatted figure."""
    rows = []
    with LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50
    ) as cluster:
        on_workers = partial(run_batches, scheduler=cluster.scheduler_address)
        ways = (
            ("one process", partial(run_batches, jobs=1)),
            (f"all {os.cpu_count()} cores", run_batches),
            ("two Dask workers", on_workers),
        )
        for player, share in SHARES.items():
            games = max(2, DEALS // share)
            rate = deals_a_second(player, games)
            rows += [
                (f"{player}, one core", f"{rate:,.1f} a second"),
                ("  ten million deals", f"{MANY / rate / 3600:,.1f} core-hours"),
            ]
            batches = batches_for(player, games)
            seconds(batches[:2], on_workers)  # imports on both workers
            for name, play in ways:
                took = seconds(batches, play)
                rows.append((f"{player} with files, {name}", f"{games / took:,.1f} a second"))
    return rows


def batches_for(player: str, games: int) -> list[Batch]:
    """Return the batches of an experiment with one rule set."""
    text = EXPERIMENT.format(player=player, games=games, batch=max(1, games // 20), rules=RULES)
    return all_batches(parse_experiment(text, "bench"))


def deals_a_second(player: str, games: int) -> float:
    """Return the deals per second of CPU time."""
    terms = batches_for(player, games)[0].terms
    play_game(terms, 0, swapped=False)
    begun = time.process_time()
    for number in range(games):
        play_game(terms, number, swapped=False)
    return games / (time.process_time() - begun)


def seconds(batches: list[Batch], play: Callable[[list[Batch], Path], object]) -> float:
    """Return the seconds in which batches are played and written to an empty folder."""
    with TemporaryDirectory() as folder:
        begun = time.perf_counter()
        play(batches, Path(folder))
        return time.perf_counter() - begun
