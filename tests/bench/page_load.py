"""Waiting time and downloads of a page, from the click to the live engine, and before any click.

The baseline is the smallest page that runs Python: a module worker with `loadPyodide` and `runPython("1")`,
on Pyodide's unchanged package, from the same server in the same browser. Rounds of both alternate, so that
a busy machine slows both; the ratio means more than the milliseconds. The baseline's folder is named like
ours, since such folders may be cached for ever.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, BrowserContext, sync_playwright

sys.path.append(str(Path(__file__).parents[1] / "browser"))

from harness import (
    DEAL_PAGE,
    ENGINE_TIMEOUT,
    ROOT,
    SITE,
    WEIGHTS,
    Watch,
    gzipped,
    launch,
    serving,
    weight,
)

ROUNDS = 5
# Goals: the ratio to the baseline, for a mouse that arrives with the click, and for one that was there
# before.
AIMS = {("first visit", False): 0.30, ("first visit", True): 0.20}
AIMS |= {("second visit", False): 0.45, ("second visit", True): 0.25}
EARLY = 300  # milliseconds
LINGER = 4000  # milliseconds in which a browser stores the engine for the next visit
PARTS = "pyodide-000000000000"
PYODIDE = ROOT / "node_modules" / "pyodide"

BARE_PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Bare</title>
<link rel="icon" href="data:,"><figure><button data-act="next">Start</button></figure>
<script type="module">
document.querySelector("button").onclick = () => {
  const worker = new Worker("bare.js", { type: "module" });
  worker.onmessage = () => { document.querySelector("figure").dataset.engine = "live"; };
};
</script>"""

BARE_WORKER = f"""import {{ loadPyodide }} from "./{PARTS}/pyodide.mjs";
const pyodide = await loadPyodide();
self.postMessage(pyodide.runPython("1"));
"""

# Click, and measure the time until the figure reports a live engine.
CLICK = """() => new Promise((resolve, reject) => {
  const figure = document.querySelector("figure:has([data-act=next])");
  const start = performance.now();
  new MutationObserver(() => {
    if (figure.dataset.engine === "live") resolve(performance.now() - start);
    if (figure.dataset.engine === "failed") reject(new Error("the engine did not start"));
  }).observe(figure, { attributes: true });
  figure.querySelector("[data-act=next]").click();
})"""


def lay_out(folder: Path) -> None:
    """Put the site and the baseline on one server."""
    (folder / "site").symlink_to(SITE.resolve(), target_is_directory=True)
    (folder / PARTS).symlink_to(PYODIDE.resolve(), target_is_directory=True)
    (folder / "bare.html").write_text(BARE_PAGE, encoding="utf-8")
    (folder / "bare.js").write_text(BARE_WORKER, encoding="utf-8")


def boot(context: BrowserContext, address: str, *, early: bool = False) -> float:
    """Open a page, click once it is quiet, and return the milliseconds to the live engine.

    ``early`` moves the mouse to the button 300 ms before the click; the engine starts after the mouse has
    rested there for 80 ms. The page stays open until the browser has stored everything.
    """
    page = context.new_page()
    page.set_default_timeout(ENGINE_TIMEOUT)
    page.goto(address, wait_until="networkidle")
    if early:
        page.locator("[data-act=next]").first.hover()
        page.wait_for_timeout(EARLY)
    took: float = page.evaluate(CLICK)
    page.wait_for_timeout(LINGER)
    page.close()
    return took


def visits(browser: Browser, address: str, *, early: bool = False) -> tuple[float, float]:
    """Return the times of a first visit in a fresh profile and of a second visit in the same profile."""
    context = browser.new_context()
    both = boot(context, address, early=early), boot(context, address, early=early)
    context.close()
    return both


def downloads(browser: Browser, base: str, path: str, *, click: bool) -> tuple[set[str], set[str]]:
    """Return the downloads of a page before any click and, if requested, after a click."""
    context = browser.new_context()
    watch = Watch(context, base)
    page = context.new_page()
    page.set_default_timeout(ENGINE_TIMEOUT)
    page.goto(base + path, wait_until="networkidle")
    idle = set(watch.paths)
    if click:
        page.evaluate(CLICK)
    context.close()
    return idle, set(watch.paths) - idle


def run() -> list[tuple[str, str]]:
    """Return rows of a name and a formatted figure."""
    with TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        lay_out(folder)
        with serving(folder, policy="") as base:  # the baseline's page contains its script
            browser = launch(playwright, optimised=True)
            rows = [*times(browser, base), *sizes(browser, base, folder), *ways()]
            browser.close()
    return rows


def times(browser: Browser, base: str) -> list[tuple[str, str]]:
    """Return rows of milliseconds and their ratio to the baseline."""
    ours, hovered, bare = [], [], []
    for _ in range(ROUNDS):
        bare.append(visits(browser, base + "bare.html"))
        ours.append(visits(browser, f"{base}site/{DEAL_PAGE}"))
        hovered.append(visits(browser, f"{base}site/{DEAL_PAGE}", early=True))
    rows = []
    for visit, what in enumerate(("first visit", "second visit")):
        theirs = median(one[visit] for one in bare)
        rows.append((f"bare loadPyodide worker, {what}", f"{theirs:,.0f} ms"))
        for early, found in ((False, ours), (True, hovered)):
            how = f", mouse there {EARLY} ms before" if early else ""
            mine = median(one[visit] for one in found)
            figure = compared(mine, theirs, AIMS[what, early])
            rows.append((f"click to live engine, {what}{how}", figure))
    return rows


def compared(mine: float, theirs: float, aim: float) -> str:
    """Format milliseconds with their ratio to the baseline and the goal."""
    return f"{mine:,.0f} ms = {mine / theirs:.2f} x bare (aim {aim:.2f})"


def ways() -> list[tuple[str, str]]:
    """Return the download size of each way to start the engine; `tests/test_runtime_files.py` bounds each."""
    piquet = SITE / "_static" / "piquet"
    manifest = json.loads((piquet / "manifest.json").read_text())
    pyodide = [path for path in (piquet / manifest["index"]).iterdir() if path.is_file()]
    found = {
        "image": ("image",),
        "packs": ("library", "engine"),
        "whole library": ("fullLibrary", "wheel"),
    }
    rows = []
    for way, names in found.items():
        paths = [*pyodide, *(piquet / manifest[name] for name in names if name in manifest)]
        size = sum(gzipped(path) for path in paths)
        rows.append((f"on the line, by the {way}", f"{size / 1e6:.2f} MB gzip"))
    return rows


def sizes(browser: Browser, base: str, folder: Path) -> list[tuple[str, str]]:
    """Return rows of compressed bytes, before and after the click."""

    def row(what: str, paths: set[str], most: int = 0) -> tuple[str, str]:
        limit = f" of {most}" if most else ""
        return what, f"{weight(paths, folder) / 1024:,.0f}{limit} KiB gzip, {len(paths)} files"

    rows = []
    for path, most in WEIGHTS.items():
        page = f"site/{path or 'index.html'}"
        idle, _ = downloads(browser, base, page, click=False)
        rows.append(row(f"reader who never clicks: {path or 'landing page'}", idle, most))
    _, engine = downloads(browser, base, "site/" + DEAL_PAGE, click=True)
    _, bare = downloads(browser, base, "bare.html", click=True)
    return [*rows, row("what the click adds", engine), row("what a bare loadPyodide takes", bare)]
