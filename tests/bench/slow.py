"""The same waits on a slow line, and on a slow machine.

A line of 10 Mbit/s with 40 ms to each answer is made by the server, since a browser's own limits do not
reach a worker.  A machine four times slower is made by stopping all of the browser's processes for three
quarters of the time, since a browser's own brake reaches the page alone.  Baseline and rounds are those of
`page.py`.
"""

from __future__ import annotations

import gzip
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser, sync_playwright

sys.path.append(str(Path(__file__).parents[1] / "browser"))

from page import ROUNDS, lay_out, visits
from reading import DEAL_PAGE, ENGINE_TIMEOUT, ROOT, launch, serving

sys.path.append(str(ROOT / "tools"))

import serve

RATE, LATENCY = 10_000_000 / 8, 0.040  # bytes a second, and seconds
PIECE = 16 * 1024
ON, OFF = 0.004, 0.012  # seconds in which the browser may work, and may not


class Line:
    """A line that everybody shares: who sends waits until his bytes have gone."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.free = 0.0

    def send(self, size: int) -> None:
        """Wait as long as the line takes for so many bytes."""
        with self.lock:
            self.free = max(self.free, time.monotonic()) + size / RATE
            until = self.free
        time.sleep(max(0.0, until - time.monotonic()))


LINE = Line()


@cache
def packed(path: Path) -> bytes:
    """Return a file as a host sends it."""
    return gzip.compress(path.read_bytes(), 6)


class Slow(serve.Handler):
    """A host at the end of the line, which compresses all that it sends."""

    def send_head(self) -> Any:
        """Send a file piece by piece, and anything else as it is."""
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        if not path.is_file():
            return super().send_head()
        body = packed(path.resolve())
        time.sleep(LATENCY)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(str(path)))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        for at in range(0, len(body), PIECE):
            LINE.send(len(body[at : at + PIECE]))
            self.wfile.write(body[at : at + PIECE])
        return None


@contextmanager
def at_the_end_of_the_line(folder: Path) -> Iterator[str]:
    """Serve a folder slowly, and give its address."""
    handler = partial(Slow, directory=str(folder), policy="")
    with serve.Server(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()


def descendants(of: int) -> list[int]:
    """Return the browser's processes among those that a process has started, directly or not."""
    parents: dict[int, int] = {}
    names: dict[int, str] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            head, _, rest = stat.read_text().rpartition(")")
        except OSError:
            continue  # it has just ended
        number, _, name = head.partition(" (")
        parents[int(number)], names[int(number)] = int(rest.split()[1]), name
    found = []
    for pid in parents:
        above = pid
        while above in parents and above != of:
            above = parents[above]
        if above == of and names[pid].startswith("chrom"):
            found.append(pid)
    return found


@contextmanager
def slowed() -> Iterator[None]:
    """Let the browser's processes work a quarter of the time."""
    over = threading.Event()

    def tell(pids: list[int], what: signal.Signals) -> None:
        for pid in pids:
            try:
                os.kill(pid, what)
            except ProcessLookupError:
                continue

    def brake() -> None:
        turn, pids = 0, descendants(os.getpid())
        while not over.is_set():
            tell(pids, signal.SIGSTOP)
            time.sleep(OFF)
            tell(pids, signal.SIGCONT)
            time.sleep(ON)
            turn += 1
            if turn % 8 == 0:  # a page brings processes of its own
                pids = descendants(os.getpid())

    thread = threading.Thread(target=brake)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def play_now(browser: Browser, base: str) -> float:
    """The seconds from *Play now* on the first page to the first card of a hand, on a second visit."""
    context = browser.new_context()
    took = 0.0
    for _ in range(2):
        page = context.new_page()
        page.set_default_timeout(ENGINE_TIMEOUT)
        page.goto(base, wait_until="networkidle")
        start = time.monotonic()
        page.get_by_role("link", name="Play now").first.click()
        page.locator(".pq-sitting .pq-hand .pq-card").first.wait_for()
        took = time.monotonic() - start
        page.wait_for_timeout(4000)  # in which the browser keeps the engine
        page.close()
    context.close()
    return took


def compared(browser: Browser, base: str, where: str) -> list[tuple[str, str]]:
    """Rows of milliseconds and their ratio to the baseline, for both visits."""
    ours, bare = [], []
    for _ in range(ROUNDS):
        bare.append(visits(browser, base + "bare.html"))
        ours.append(visits(browser, f"{base}site/{DEAL_PAGE}"))
    rows = []
    for visit, what in enumerate(("first visit", "second visit")):
        mine, theirs = (median(one[visit] for one in found) for found in (ours, bare))
        rows.append((f"{where}, {what}", f"{mine:,.0f} ms = {mine / theirs:.2f} x bare"))
    return rows


def run() -> list[tuple[str, str]]:
    """Return what was measured, as rows of a name and a figure in words."""
    with TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        lay_out(folder)
        browser = launch(playwright, optimised=True)
        with at_the_end_of_the_line(folder) as base:
            rows = compared(browser, base, "10 Mbit/s and 40 ms")
        with serving(folder, policy="") as base, slowed():
            rows += compared(browser, base, "a quarter of the processor")
            took = median(play_now(browser, f"{base}site/index.html") for _ in range(3))
            rows.append(("the same, Play now to a hand, second visit", f"{took:.1f} s"))
        browser.close()
    return rows
