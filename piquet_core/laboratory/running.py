"""Running of batches on all cores of a machine, or on the workers of a Dask cluster."""

from __future__ import annotations

import os
import pickle
import signal
import threading
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import CancelledError, ProcessPoolExecutor, as_completed
from contextlib import contextmanager, suppress
from multiprocessing import get_context, parent_process
from pathlib import Path
from typing import Any

from piquet_core.errors import PiquetError
from piquet_core.laboratory.batches import Batch, play_batch, read_batch, write_batch
from piquet_core.laboratory.games import GameRow
from piquet_core.laboratory.progress import Progress, silent

_WAIT = 30
"""Seconds to wait for a scheduler."""


class NoScheduler(PiquetError):
    """Error for a scheduler that does not answer."""


def part_of[T](batches: Sequence[T], part: int, parts: int) -> Sequence[T]:
    """Return the batches of a part: every ``parts``-th one, from number ``part`` on, counted from 1.

    >>> part_of([*"abcde"], 1, 2), part_of([*"abcde"], 2, 2)
    (['a', 'c', 'e'], ['b', 'd'])
    """
    return batches[part - 1 :: parts]


def missing_batches(batches: Iterable[Batch], folder: Path) -> list[Batch]:
    """Return the batches without a usable file in a folder, each of them once."""
    unique = {batch.digest: batch for batch in batches}
    return [batch for batch in unique.values() if read_batch(batch, folder) is None]


def run_batches(
    batches: Sequence[Batch],
    folder: Path,
    *,
    jobs: int | None = None,
    scheduler: str = "",
    progress: Progress = silent,
) -> int:
    """Play the batches without a file and write their files; return the number of those played.

    ``jobs`` is the number of processes, None for one on each core. ``scheduler`` is the address of
    a Dask scheduler, whose workers then play; this process writes the files, so that they need no
    common folder. Each file is written as soon as its batch is finished. An interruption loses
    only unfinished batches.
    """
    missing = missing_batches(batches, folder)
    done = len(batches) - len(missing)
    progress(done, len(batches))
    if not missing:
        return 0
    playing = _on_workers(missing, scheduler) if scheduler else _on_cores(missing, jobs)
    with playing as finished:
        for batch, rows in finished:
            with _interrupt_after():
                write_batch(batch, rows, folder)
            done += 1
            progress(done, len(batches))
    return len(missing)


@contextmanager
def _interrupt_after() -> Iterator[None]:
    """Let Ctrl-C take effect after the block.

    Within it, the finalizer of a Parquet writer could swallow the exception, and the run would go on.
    """
    if threading.current_thread() is not threading.main_thread():  # Only that one has handlers.
        yield
        return
    pressed = threading.Event()
    before = signal.signal(signal.SIGINT, lambda *_: pressed.set())
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before or signal.SIG_DFL)
    if pressed.is_set():
        signal.raise_signal(signal.SIGINT)


@contextmanager
def _on_cores(
    batches: Sequence[Batch], jobs: int | None
) -> Iterator[Iterator[tuple[Batch, list[GameRow]]]]:
    if jobs == 1:
        yield ((batch, play_batch(batch)) for batch in batches)
        return
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), initializer=_begin_worker)
    try:
        tasks = {pool.submit(play_batch, batch): batch for batch in batches}
        yield ((tasks[task], task.result()) for task in as_completed(tasks))
    except BaseException:
        # Batches that are being played are abandoned rather than waited for.
        for process in list((pool._processes or {}).values()):  # noqa: SLF001 - kill_workers is of Python 3.14
            process.kill()
        pool.shutdown(wait=False, cancel_futures=True)
        raise
    pool.shutdown()


def _begin_worker() -> None:
    """Let the parent process handle Ctrl-C, and exit if it dies."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_exit_with_parent, daemon=True).start()


def _exit_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)  # a worker without a parent would wait for work forever


def _play_pickled(batch: bytes) -> list[GameRow]:
    return play_batch(pickle.loads(batch))  # noqa: S301 - from the scheduler, which may run any code


@contextmanager
def _on_workers(
    batches: Sequence[Batch], scheduler: str
) -> Iterator[Iterator[tuple[Batch, list[GameRow]]]]:
    # Dask takes a second to import, and a run on this machine does not need it.
    from distributed import Client  # noqa: PLC0415
    from distributed import as_completed as finished_first  # noqa: PLC0415
    from distributed.client import ClosedClientError  # noqa: PLC0415

    try:
        client = Client(scheduler, timeout=_WAIT, set_as_default=False)
    except (OSError, ValueError) as error:
        raise NoScheduler(f"no scheduler at {scheduler}: {error}") from None
    with client:
        by_key = {f"piquet-{batch.digest}": batch for batch in batches}
        # Dask looks into every object that it is given, which takes longer than to play the games.
        pickled = [pickle.dumps(batch) for batch in batches]
        # A task is repeated on another worker if its own one dies.
        tasks: list[Any] = client.map(_play_pickled, pickled, key=list(by_key), retries=3)

        def finished() -> Iterator[tuple[Batch, list[GameRow]]]:
            try:
                for task in finished_first(tasks, client.loop):
                    yield by_key[task.key], task.result()
            except (CancelledError, OSError):
                raise NoScheduler(
                    f"the scheduler at {scheduler} is lost; the same command continues with "
                    "another one"
                ) from None

        try:
            yield finished()
        finally:
            with suppress(OSError, ClosedClientError):
                client.cancel(tasks)
