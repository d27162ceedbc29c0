"""A tiny documentation project for tests that build one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stderr
from functools import partial, wraps
from html import unescape
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from jinja2.bccache import Bucket, BytecodeCache
from jinja2.sandbox import SandboxedEnvironment
from sphinx import jinja2glue
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.cmd.build import build_main
from sphinx.util.inventory import InventoryFile

from piquet_core.players.budgets import find_budget
from piquet_core.replay.steps import Replay
from piquet_core.review.deal_review import Review
from sphinx_piquet.replays import replay_directive as replays

CONF = """
project = author = "Tiny"
copyright = version = "1"
extensions = ["myst_parser", "sphinx_piquet"]
html_theme = "basic"
piquet_short_names = True
piquet_host_theme = False
piquet_citation_panels = True
nitpicky = True
piquet_check_complete = {complete}
piquet_lessons_folder = "tutorials/"
"""

QUOTES = str.maketrans("‘’“”", "''\"\"")
"""Sphinx makes quotation marks curly; the data have straight ones."""


def words_of(markup: str) -> str:
    """Return the text of a page or of a part, with straight quotation marks."""
    words = unescape(re.sub(r"<[^>]*>", " ", markup)).translate(QUOTES)
    return " ".join(words.split())


def about(file: str, warnings: str) -> str:
    """Return the warnings of a build about one file, so that many errors can share a build.

    ``file`` ends the path of the file, as in ``case1.md``. A warning may have several lines.
    """
    found: list[str] = []
    ours = False
    for line in warnings.splitlines():
        begun = re.match(r"(.*?)(:\d+)*: (?:WARNING|ERROR|CRITICAL): ", line)
        if begun:
            ours = begun[1].endswith(f"/{file}")
        if ours:
            found.append(line)
    return "\n".join(found)


class _Compiled(BytecodeCache):
    """Cache of compiled theme templates, which Sphinx otherwise compiles in each build."""

    def __init__(self) -> None:
        self.kept: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if bucket.key in self.kept:
            bucket.bytecode_from_string(self.kept[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        self.kept[bucket.key] = bucket.bytecode_to_string()


_environment = partial(SandboxedEnvironment, bytecode_cache=_Compiled())


def _briefly(review: Callable[..., Review]) -> Callable[..., Review]:
    """Return a review with a fifth of the search, which is enough to show its page.

    tests/test_judging_commands.py tests the results of full searches.
    """

    @wraps(review)  # the cache finds the sources of a page by its module
    def brief(replay: Replay, **terms: Any) -> Review:
        return review(replay, budget=find_budget("brief"), **terms)

    return brief


class Project:
    """A tiny documentation project: write pages, build them, read the result."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def write(self, pages: dict[str, str], *, complete: bool = False) -> None:
        (self.path / "conf.py").write_text(CONF.format(complete=complete), "utf-8")
        for name, text in pages.items():
            path = self.path / f"{name}.md"
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, "utf-8")

    def build(
        self, builder: str = "html", *options: str, out: str = "", only: Sequence[str] = ()
    ) -> tuple[int, str]:
        """Return the exit code and the warnings of a build in which warnings are errors.

        The builder ``dummy`` reads and checks everything, and writes nothing. ``only`` names the pages to
        write; all pages are read.
        """
        target = self.path / "out" / (out or builder)
        where = ["-d", f"{target}.doctrees", str(self.path), str(target)]
        where += [str(self.path / f"{name}.md") for name in only]
        said = StringIO()
        with redirect_stderr(said), pytest.MonkeyPatch.context() as patch:
            patch.setattr(jinja2glue, "SandboxedEnvironment", _environment)
            patch.setattr(replays, "review", _briefly(vars(replays)["review"]))
            if only:  # Sphinx warns about a search index of some pages only
                patch.setattr(StandaloneHTMLBuilder, "search", False)
            code = build_main(
                ["-q", "-W", "--keep-going", "--no-color", "-b", builder, *options, *where]
            )
        return code, said.getvalue()

    def read(self, name: str, builder: str = "html") -> str:
        return (self.path / "out" / builder / name).read_text("utf-8")

    def objects(self) -> dict[str, dict[str, tuple[str, str]]]:
        """Return objects.inv as type -> name -> (address, title)."""
        with (self.path / "out/html/objects.inv").open("rb") as file:
            inventory = InventoryFile.load(file, "", lambda _base, uri: uri)
        return {
            kind: {name: (item.uri, item.display_name) for name, item in items.items()}
            for kind, items in inventory.items()
        }


@contextmanager
def quiet_project(path: Path) -> Iterator[Project]:
    """Create an empty project whose pages always have the same date."""
    monkey = pytest.MonkeyPatch()
    monkey.setenv("SOURCE_DATE_EPOCH", "1700000000")
    path.mkdir()
    yield Project(path)
    monkey.undo()
