"""What a reader waits for and downloads: from the click to the live engine, and before any click.

The baseline is the smallest page that runs Python: a module worker with `loadPyodide` and
`runPython("1")`, on Pyodide's unchanged package, from the same server in the same browser. Rounds
of the two alternate, so that a busy machine slows down both: the ratio says more than the
milliseconds. Its files are in a folder named like ours, since such folders may be cached for ever.
"""

from __future__ import annotations

import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser, BrowserContext, sync_playwright

sys.path.append(str(Path(__file__).parents[1] / "browser"))

from reading import (
    DEAL_PAGE,
    ENGINE_TIMEOUT,
    ROOT,
    RULE_PAGE,
    SITE,
    Watch,
    launch,
    serving,
    weight,
)

ROUNDS = 5
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

# Click, and measure the time until the figure says that the engine is live.
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
    """The site and the baseline on one server."""
    (folder / "site").symlink_to(SITE.resolve(), target_is_directory=True)
    (folder / PARTS).symlink_to(PYODIDE.resolve(), target_is_directory=True)
    (folder / "bare.html").write_text(BARE_PAGE, encoding="utf-8")
    (folder / "bare.js").write_text(BARE_WORKER, encoding="utf-8")


def boot(context: BrowserContext, address: str) -> float:
    """Open a page, click once it is quiet, and return the milliseconds to the live engine."""
    page = context.new_page()
    page.set_default_timeout(ENGINE_TIMEOUT)
    page.goto(address, wait_until="networkidle")
    took: float = page.evaluate(CLICK)
    page.close()
    return took


def visits(browser: Browser, address: str) -> tuple[float, float]:
    """A first visit in a fresh profile, and a second visit in the same profile."""
    context = browser.new_context()
    both = boot(context, address), boot(context, address)
    context.close()
    return both


def downloads(browser: Browser, base: str, path: str, folder: Path, *, click: bool) -> list[int]:
    """Gzipped bytes of a page before any click and, if asked for, those that a click adds."""
    context = browser.new_context()
    watch = Watch(context, base)
    page = context.new_page()
    page.set_default_timeout(ENGINE_TIMEOUT)
    page.goto(base + path, wait_until="networkidle")
    idle = set(watch.paths)
    found = [weight(idle, folder)]
    if click:
        page.evaluate(CLICK)
        found.append(weight(set(watch.paths) - idle, folder))
    context.close()
    return found


def run() -> list[tuple[str, str]]:
    """Return what was measured, as rows of a name and a figure in words."""
    with TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        lay_out(folder)
        with serving(folder) as base:
            browser = launch(playwright)
            rows = [*times(browser, base), *sizes(browser, base, folder)]
            browser.close()
    return rows


def times(browser: Browser, base: str) -> list[tuple[str, str]]:
    """Rows of milliseconds and their ratio to the baseline."""
    ours, bare = [], []
    for _ in range(ROUNDS):
        bare.append(visits(browser, base + "bare.html"))
        ours.append(visits(browser, f"{base}site/{DEAL_PAGE}"))
    rows = []
    for visit, what in enumerate(("first visit", "second visit")):
        theirs = median(one[visit] for one in bare)
        mine = median(one[visit] for one in ours)
        rows += [
            (f"bare loadPyodide worker, {what}", f"{theirs:,.0f} ms"),
            (f"click to live engine, {what}", f"{mine:,.0f} ms = {mine / theirs:.2f} x bare"),
        ]
    return rows


def sizes(browser: Browser, base: str, folder: Path) -> list[tuple[str, str]]:
    """Rows of compressed bytes, before and after the click."""

    def row(what: str, size: int) -> tuple[str, str]:
        return what, f"{size / 1024:,.0f} KiB gzip"

    def ask(path: str, **options: Any) -> list[int]:
        return downloads(browser, base, path, folder, **options)

    deal, engine = ask("site/" + DEAL_PAGE, click=True)
    _, bare = ask("bare.html", click=True)
    return [
        row("reader who never clicks: landing page", ask("site/index.html", click=False)[0]),
        row("reader who never clicks: deal", deal),
        row("reader who never clicks: a rule", ask("site/" + RULE_PAGE, click=False)[0]),
        row("what the click adds", engine),
        row("what a bare loadPyodide takes", bare),
    ]
