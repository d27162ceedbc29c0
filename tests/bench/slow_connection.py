"""The same waits on a slow line, and on a slow machine.

A line of 10 Mbit/s with 40 ms to each answer is made by the server (`tests/browser/slow_line.py`).
A machine four times slower is made by stopping all of the browser's processes for three quarters of the
time, since a browser's own brake reaches the page alone.  Baseline and rounds are those of `page.py`.
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

from page_load import ROUNDS, lay_out, visits
from page_load import compared as told
from reading import DEAL_PAGE, ENGINE_TIMEOUT, launch, serving
from slow_line import at_the_end_of_the_line
from waiting import EACH_FRAME, HAND, untold

# What is aimed at: the ratio to the baseline on the first visit and on the second, and seconds to a hand of cards.
LINE_AIMS, MACHINE_AIMS, HAND_AIM = (0.67, 0.45), (0.30, 0.40), 3
# What a process of the browser is called, of which the kernel keeps 15 letters: chromium, chrome, headless_shell.
BROWSER = re.compile(r"chrom|headless[-_]shel|Google Chrome")
ON, OFF = 0.004, 0.012  # seconds in which the browser may work, and may not


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
        if above == of and BROWSER.match(names[pid]):
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
        turn, pids = 0, found
        while not over.is_set():
            tell(pids, signal.SIGSTOP)
            time.sleep(OFF)
            tell(pids, signal.SIGCONT)
            time.sleep(ON)
            turn += 1
            if turn % 8 == 0:  # a page brings processes of its own
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
    """The seconds from *Play now* to the first card of a hand, on a second visit, and frames without a true word.

    The game of the first visit is forgotten, since the page would offer it and deal none.
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
        page.wait_for_timeout(4000)  # in which the browser keeps the engine
        page.evaluate("localStorage.clear()")
        page.close()
    context.close()
    return took, untrue


def compared(
    browser: Browser, base: str, where: str, aims: tuple[float, float]
) -> list[tuple[str, str]]:
    """Rows of milliseconds and their ratio to the baseline, for both visits."""
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
    """Return what was measured, as rows of a name and a figure in words."""
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
