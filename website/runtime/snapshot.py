"""The memory snapshot of a started engine, which browsers load instead of starting one.

Starting Python and importing the engine takes most of the time between a click and the first
answer. So the build starts an engine under Node, lets it answer requests of every kind, and saves
its memory. `snapshot.mjs` does this, restores the snapshot, and compares the memory and every
answer. A snapshot that fails this check is not shipped. A page that cannot use a snapshot starts
the engine normally.
"""

from __future__ import annotations

import base64
import hashlib
import json
import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from piquet_core.errors import PiquetError
from piquet_core.exercises import kinds, new_exercise
from piquet_core.players import PLAYERS
from piquet_core.rules import load_ruleset, ruleset_ids
from sphinx_piquet.static_files import STATIC
from website.runtime.gzip_by_zopfli import gzipped
from website.runtime.run_tool import run_tool

MAKER: Final = Path(__file__).with_name("snapshot.mjs")
# The scripts with which a page restores the snapshot.
SCRIPTS: Final = STATIC / "engine"
READERS: Final = (SCRIPTS / "snapshot.js", SCRIPTS / "archive.js")
IMAGE: Final = "engine.image"
EMPTY_ZIP: Final = b"PK\5\6" + bytes(18)

# A request, and one deal in which the person is younger, so that the opponent moves first.
Asked = tuple[str, dict[str, Any]]
CHALLENGE: Final = (
    "1-BTAuMy4wCWhveWxlMTkwOQg4MGY1ODE4NQRkZWFsBXRodW1iCDAxMjNhYmNkAQIBBEFubmEVAmgn"
    "S__znJwniWvtTAAri8-6yCuZGv3gIg"
)
"""A challenge of two deals that one player has played."""
SOLVED: Final = ("goal:", "mark:", "play:best:", "closed:")
DEAL: Final = {"form": "deal", "seat": "younger", "seed": "image"}

WARM: Final = """
import gc, importlib, importlib.resources, linecache, sys, zipimport
for name in {names!r}:
    importlib.import_module(name)
for folder, file in {data!r}:
    importlib.resources.files(folder).joinpath(file).read_text(encoding="utf-8")
from piquet_core.api.dispatch import forget, handle
from piquet_core.rules import load_ruleset, ruleset_ids
from piquet_core.beliefs.rank_odds import missing_odds
from piquet_core.cards.seat import Seat
from piquet_core.exercises.closed_problems import problems_by_position
from piquet_core.exercises.sinking_problems import sinking_problems_by_position
from piquet_core.odds.odds_pages import odds_pages
from piquet_core.players.search_tables import search_tables
from piquet_core.review.lessons import lessons
from piquet_core.review.loss_estimates import measured_losses
from piquet_core.solver.chances import NoChances, hundred_chance, partie_chance
# A restored engine has no files, so it must know the data that no first request reads.
for read in (
    problems_by_position, sinking_problems_by_position, odds_pages, lessons, measured_losses
):
    read()
for rules in map(load_ruleset, ruleset_ids()):
    missing_odds(rules, Seat.ELDER)
    search_tables(rules)
    for form, left in ((partie_chance, [0]), (hundred_chance, [])):
        try:
            form(rules, (0, 0), *left)
        except NoChances:
            pass
for request in {requests!r}:
    handle(request)
# Answers kept in case the same question comes again, and what Python notes of its files, need not travel.
forget()
linecache.clearcache()
zipimport._zip_directory_cache.clear()
sys.path_importer_cache.clear()
gc.collect()
gc.collect()
"""


def first_requests(record: str) -> list[str]:
    """Return JSON requests that pages send first.

    Answering them before the snapshot creates the objects that Python creates lazily. ``record`` is
    the text of a deal.
    """
    found: list[Asked] = [("hello", {}), ("players", {})]
    found += [("replay", {"record": record, "view": view}) for view in ("both", "e", "y")]
    found += [("start-game", {**DEAL, "rules": rules}) for rules in ruleset_ids()[:1]]
    # Solver results would stay in the snapshot, although no other page needs them.
    found += [("exercise", {"item": item}) for item in _items() if not item.startswith(SOLVED)]
    return _written(found)


def comparison_requests(record: str) -> list[str]:
    """Return JSON requests of other kinds, to compare the answers of two engines.

    The answers are deterministic. ``record`` is the text of a deal.
    """
    found: list[Asked] = [
        ("replay", {}),
        ("transcript", {"record": record}),
        ("record-text", {"record": record}),
    ]
    found += [("knowledge", {"record": record, "view": "e", "step": "t3e", "odds": "{}.html"})]
    found += [("draw-ratings", {"ratings": '[{"seat": "elder", "losses": {"lead": 1.5}}]'})]
    found += [
        ("play-out", {"record": record}),
        ("review-deal", {"record": record}),
        ("load-record", {"record": record, "base": "", "runtime": ""}),
    ]
    every = ruleset_ids()
    found += [("compare", {"record": record, "rules": rules}) for rules in every]
    found += [("start-game", {**DEAL, "rules": rules}) for rules in every]
    found += [
        ("start-game", {**DEAL, "rules": every[0], "opponent": opponent}) for opponent in PLAYERS
    ]
    # With a rule set of each form, Master considers the rest of the partie.
    for form, question in (("rubicon", "rubicon.deals"), ("hundred-up", "hundred.target")):
        rules = next(rules for rules in every if load_ruleset(rules).has(question))
        found += [("start-game", {**DEAL, "form": form, "rules": rules, "opponent": "master"})]
    found += [
        ("new-challenge", {**DEAL, "rules": every[0]}),
        ("open-challenge", {"challenge": CHALLENGE}),
        ("compare-challenge", {"challenge": CHALLENGE, "you": "Anna"}),
    ]
    for item in _items():
        found += [
            (op, {"item": item, "answer": "0"})
            for op in ("judge-answer", "exercise-hint", "solution")
        ]
    return ["?", *_written(found)]


def _written(asked: Iterable[Asked]) -> list[str]:
    return [json.dumps({"id": 1, "op": op, "args": args}) for op, args in asked]


@cache
def _items() -> tuple[str, ...]:
    """Return the id of an exercise for each question, under the first rule set that supports it."""
    found = []
    for kind, asks in kinds().items():
        for ask in asks:
            for rules in ruleset_ids():
                try:
                    chance = random.Random(0)  # noqa: S311 - the same every time
                    made = new_exercise(f"{kind}.{ask}", load_ruleset(rules), chance)
                except PiquetError:
                    continue
                found.append(made.id)
                break
    return tuple(found)


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineParts:
    """The paths of Node, Pyodide, library and engine pack, and the compatibility metadata."""

    node: str
    pyodide: Path
    library: Path
    engine: Path
    info: Mapping[str, Any]


def write_snapshot(
    path: Path, parts: EngineParts, everything: tuple[list[str], list[tuple[str, str]]], record: str
) -> None:
    """Start an engine, warm it up, and write and verify a snapshot of its memory.

    ``everything`` is the result of `all_modules`. Raises `RuntimeUnavailable` if the restored
    engine does not work or gives different answers.
    """
    names, data = everything
    first = first_requests(record)
    bare, nothing = path.with_suffix(".bare"), path.with_suffix(".zip")
    nothing.write_bytes(EMPTY_ZIP)
    order = {
        "pyodide": str(parts.pyodide),
        "library": str(parts.library),
        "engine": str(parts.engine),
        "info": dict(parts.info),
        "nothing": str(nothing),
        "readers": [str(path) for path in READERS],
        "out": str(bare),
        "warm": WARM.format(names=names, data=data, requests=first),
        "requests": [*first, *comparison_requests(record)],
    }
    try:
        run_tool([parts.node, str(MAKER)], json.dumps(order))
        path.write_bytes(gzipped(bare.read_bytes()))
    finally:
        bare.unlink(missing_ok=True)
        nothing.unlink()


def integrity(path: Path) -> str:
    """Return the digest of a file in the form of HTML's ``integrity`` attribute."""
    return "sha256-" + base64.b64encode(hashlib.sha256(path.read_bytes()).digest()).decode()
