"""Waiting times with a slow network, and on a slow machine.

The server limits the network to 10 Mbit/s with 40 ms of latency (`tests/browser/slow_host.py`). To slow the
machine to a quarter, all of the browser's processes are stopped for three quarters of the time, because the
browser's own throttling affects the page alone. Baseline and rounds are those of `page_load.py`.
"""

from __future__ import annotations

import os
import re
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, sync_playwright

sys.path.append(str(Path(__file__).parents[1] / "browser"))

from harness import DEAL_PAGE, ENGINE_TIMEOUT, launch, serving
from page_load import ROUNDS, lay_out, visits
from page_load import compared as told
from slow_host import at_the_end_of_the_line
from start_frames import EACH_FRAME, HAND, untold

# Goals: the ratio to the baseline on the first visit and on the second, and seconds to a dealt hand.
LINE_AIMS, MACHINE_AIMS, HAND_AIM = (0.67, 0.45), (0.30, 0.40), 3
# Names of the browser's processes, of which the kernel keeps 15 letters: chromium, chrome, headless_shell.
BROWSER = re.compile(r"chrom|headless[-_]shel|Google Chrome")
ON, OFF = 0.004, 0.012  # seconds in which the browser may run, and may not


def descendants(of: int) -> list[int]:
    """Return the browser's processes among the descendants of a process."""
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
        if above == of and BROWSER.match(names[pid]):
            found.append(pid)
    return found


@contextmanager
def slowed() -> Iterator[None]:
    """Let the browser's processes run a quarter of the time."""
    over = threading.Event()

    def tell(pids: list[int], what: signal.Signals) -> None:
        for pid in pids:
            try:
                os.kill(pid, what)
            except ProcessLookupError:
                continue

    def brake() -> None:
        turn, pids = 0, found
        while not over.is_set():
            tell(pids, signal.SIGSTOP)
            time.sleep(OFF)
            tell(pids, signal.SIGCONT)
            time.sleep(ON)
            turn += 1
            if turn % 8 == 0:  # a page starts processes of its own
                pids = descendants(os.getpid())

    found = descendants(os.getpid())
    if not found:
        raise RuntimeError("no process of the browser was found, so none would be slowed")
    thread = threading.Thread(target=brake)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def play_now(browser: Browser, base: str) -> tuple[float, list[str]]:
    """Return the seconds from *Play now* to the first card of a hand on a second visit, and the frames with
    untrue content.

    The game of the first visit is deleted, because the page would offer to resume it.
    """
    context = browser.new_context()
    context.add_init_script(EACH_FRAME)
    took, untrue = 0.0, list[str]()
    for _ in range(2):
        page = context.new_page()
        page.set_default_timeout(ENGINE_TIMEOUT)
        page.goto(base, wait_until="networkidle")
        start = time.monotonic()
        page.get_by_role("link", name="Play now").first.click()
        page.locator(HAND).first.wait_for()
        took = time.monotonic() - start
        untrue += untold(page)
        page.wait_for_timeout(4000)  # the browser stores the engine meanwhile
        page.evaluate("localStorage.clear()")
        page.close()
    context.close()
    return took, untrue


def compared(
    browser: Browser, base: str, where: str, aims: tuple[float, float]
) -> list[tuple[str, str]]:
    """Return rows of milliseconds and their ratio to the baseline, for both visits."""
    ours, bare = [], []
    for _ in range(ROUNDS):
        bare.append(visits(browser, base + "bare.html"))
        ours.append(visits(browser, f"{base}site/{DEAL_PAGE}"))
    rows = []
    for visit, what in enumerate(("first visit", "second visit")):
        mine, theirs = (median(one[visit] for one in found) for found in (ours, bare))
        rows.append((f"{where}, {what}", told(mine, theirs, aims[visit])))
    return rows


def run() -> list[tuple[str, str]]:
    """Return rows of a name and a formatted figure."""
    with TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        lay_out(folder)
        browser = launch(playwright, optimised=True)
        with at_the_end_of_the_line(folder) as base:
            rows = compared(browser, base, "10 Mbit/s and 40 ms", LINE_AIMS)
        with serving(folder, policy="") as base, slowed():
            rows += compared(browser, base, "a quarter of the processor", MACHINE_AIMS)
            played = [play_now(browser, f"{base}site/index.html") for _ in range(3)]
            took = median(seconds for seconds, _ in played)
            untrue = [one for _, found in played for one in found]
            rows.append(
                ("the same, Play now to a hand, second visit", f"{took:.1f} s (aim {HAND_AIM} s)")
            )
            rows.append(
                ("frames before it in which nothing true stood there", f"{len(untrue)} (aim 0)")
            )
        browser.close()
    return rows
