"""What it costs to make the pages, in seconds of processor time, with the parts of the engine at hand.

Printed, not asserted: a machine that does other work beside it is slower, and says so nowhere.
"""

from __future__ import annotations

import resource
import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.append(str(Path(__file__).parents[1]))

from test_whole_build import build, copy

ARTICLE = "docs/rules/play.last-trick.md"
STORED = "build/cache/runtime"


def cost(tree: Path) -> float:
    """Build a tree, and return the seconds of processor time that it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    build(tree)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def run() -> list[tuple[str, str]]:
    """Return a row for all pages with nothing of theirs kept, for all from the store, and for one article."""
    with TemporaryDirectory() as folder:
        tree = copy(Path(folder) / "tree")
        for kind in ("judgements", "replays", "stills", "draws", "exercises", "bundles", "notices"):
            shutil.rmtree(tree / STORED / kind, ignore_errors=True)
        first = cost(tree)
        (tree / "build" / "stamp.json").unlink()
        again = cost(tree)
        with (tree / ARTICLE).open("a", encoding="utf-8") as article:
            article.write("\nA word more.\n")
        one = cost(tree)
    return [
        ("pages alone, made for the first time", f"{first:.1f} s of CPU"),
        ("pages alone, with what is kept", f"{again:.1f} s of CPU"),
        ("one changed article", f"{one:.1f} s of CPU"),
    ]
