"""CPU time of building the pages, with the runtime already made.

The figures are printed, not asserted, because other work on the machine makes them larger.
"""

from __future__ import annotations

import resource
import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.append(str(Path(__file__).parents[1]))

from test_reproducible_build import build, copy

ARTICLE = "docs/rules/play.last-trick.md"
STORED = "build/cache/runtime"
AIM = 4  # seconds for one changed article


def cost(tree: Path) -> float:
    """Build a tree, and return the CPU seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    build(tree)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def run() -> list[tuple[str, str]]:
    """Return a row for all pages without a cache, for all pages with the cache, and for one article.

    Each is the baseline of the next.
    """
    with TemporaryDirectory() as folder:
        tree = copy(Path(folder) / "tree")
        for kind in (tree / STORED).iterdir():
            if (
                kind.is_dir() and "-" not in kind.name
            ):  # text files; a runtime file has its digest after a hyphen
                shutil.rmtree(kind)
        first = cost(tree)
        (tree / "build" / "stamp.json").unlink()
        again = cost(tree)
        with (tree / ARTICLE).open("a", encoding="utf-8") as article:
            article.write("\nA word more.\n")
        one = cost(tree)
        pages = len(list((tree / "build" / "html").rglob("*.html")))
    return [
        ("pages alone, made for the first time", told(first, pages)),
        (
            "pages alone, with what is kept",
            f"{told(again, pages)}, {again / first:.2f} of the first time",
        ),
        (
            "one changed article",
            f"{one:.1f} s of CPU (aim under {AIM} s), {one / again:.2f} of all pages",
        ),
    ]


def told(seconds: float, pages: int) -> str:
    """Format the cost of all pages, and of one page, since a larger site may cost more."""
    return f"{seconds:.1f} s of CPU, {1000 * seconds / pages:.0f} ms for each of {pages} pages"
