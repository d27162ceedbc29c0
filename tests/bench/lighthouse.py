"""Lighthouse scores of six kinds of page on a phone with a slow network: the median of five rounds.

The scores are printed, not asserted, because they depend on the machine. Lighthouse and its hundred
packages are installed into `build/lighthouse`, from their own lock.
"""

from __future__ import annotations

import gzip
import json
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

sys.path.append(str(Path(__file__).parents[1] / "browser"))

from harness import DEAL_PAGE, ROOT, RULE_PAGE, SITE

sys.path.append(str(ROOT / "tools"))

import browser as finder
import serve

ROUNDS = 5
TOOL = Path(__file__).parent / "lighthouse-tool"
FOLDER = ROOT / "build" / "lighthouse"
PAGES = {
    "landing page": "index.html",
    "deal": DEAL_PAGE,
    "rule": RULE_PAGE,
    "search": "search.html?q=talon",
    "lesson": "tutorials/04-good.html",
    "table": "tutorials/table.html",
}
FULL = 95
"""Below this performance score, the row includes the bottlenecks."""
SCORES = ("accessibility", "best-practices", "seo", "performance")
SMALL = {".html", ".js", ".mjs", ".css", ".json", ".svg", ".txt", ".webmanifest"}


class Compressing(serve.Handler):
    """A server that compresses text, like real hosts."""

    def send_head(self) -> Any:
        """Send a text compressed, and anything else as it is."""
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        if path.suffix not in SMALL or not path.is_file():
            return super().send_head()
        body = gzip.compress(path.read_bytes(), 6)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(str(path)))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
        return None


@contextmanager
def hosting() -> Iterator[str]:
    """Serve the site with compression, and return its address."""
    with serve.Server(("127.0.0.1", 0), partial(Compressing, directory=str(SITE))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()


def install() -> None:
    """Install Lighthouse, once for each lock."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    lock = (TOOL / "package-lock.json").read_bytes()
    stamp = FOLDER / "installed"
    if stamp.is_file() and stamp.read_bytes() == lock:
        return
    for name in ("package.json", "package-lock.json"):
        shutil.copy(TOOL / name, FOLDER / name)
    quiet = ["--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"]
    subprocess.run(["npm", "ci", *quiet], cwd=FOLDER, check=True)
    stamp.write_bytes(lock)


def run() -> list[tuple[str, str]]:
    """Return a row for each kind of page: the scores, the layout shift and the largest paint."""
    install()
    chromium = finder.find()
    assert chromium, "no Chromium: `python tools/browser.py --install` says what to do"
    with hosting() as base:
        done = subprocess.run(
            ["node", str(TOOL / "audit.mjs"), str(FOLDER), chromium, str(ROUNDS)]
            + [base + path for path in PAGES.values()],
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise RuntimeError(done.stderr.strip()[-400:])
        rounds = json.loads(done.stdout)
        return [row for name, path in PAGES.items() for row in rows_of(name, rounds[base + path])]


def rows_of(name: str, rounds: list[dict[str, Any]]) -> list[tuple[str, str]]:
    """Return the rows of a page."""

    def middle(what: str) -> float:
        return median(one[what] or 0 for one in rounds)

    scores = " ".join(f"{middle(what):.0f}" for what in SCORES)
    rows = [
        (f"{name}: {', '.join(SCORES)}", scores),
        (f"{name}: layout shift", f"{middle('layout shift'):.3f}"),
        (f"{name}: largest paint", f"{middle('largest paint'):,.0f} ms"),
    ]
    if below := {one["below"] for one in rounds} - {""}:
        rows.append((f"{name}: what is amiss", "; ".join(sorted(below))))
    if middle("performance") < FULL:
        # Taken from the median round, so that scores and causes belong together.
        typical = sorted(rounds, key=lambda one: one["performance"] or 0)[len(rounds) // 2]
        rows += [(f"{name}: what limits it", one) for one in [*typical["slow"], *typical["causes"]]]
    return rows
