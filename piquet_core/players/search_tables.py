"""Fitted tables of a rule set: an estimate of the play, and weights that order all discards.

The tables are produced by `tools/search_tables.py` from random deals, and each file starts with its
parameters. Rule sets that answer all relevant rules alike share a file. A rule set without a file,
such as one with changed options, uses the file of the most similar rule set.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources
from importlib.resources.abc import Traversable

from piquet_core.errors import PiquetError
from piquet_core.rules import RuleSet, load_ruleset, ruleset_ids
from piquet_core.rules.differences import differences

UNIT = 16
"""Number of units in a point: the files contain integers."""
BOUNDS = 26
"""Number of values that a bound of the leader's half tricks can have, from 0 to 25."""
RELEVANT = (
    "pack.",
    "deal.talon",
    "exchange.elder-min",
    "exchange.elder-max",
    "exchange.younger-min",
    "exchange.younger-max",
    "declare.order",
    "point.",
    "sequence.",
    "set.",
    "reckon.order",
    "repique.",
    "pique.threshold",
    "pique.bonus",
    "play.",
    "cards.",
    "capot.",
)
"""Rules, or prefixes of rules, on which the tables depend.

The fit does not ask who may look at the talon, how calls are worded, when younger may make a pique,
or how deals add up to a game.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchTables:
    """Fitted tables of a rule set, in points.

    The estimated value of the play for the leader is the entry of ``bounds`` for the lower and upper
    bound of the leader's half tricks, plus the entry of ``suits`` for the code of each suit.
    ``discards`` has the weights of the features of a discard (`DiscardOrder`), elder's first.
    """

    bounds: tuple[float, ...]
    suits: tuple[float, ...]
    discards: tuple[tuple[float, ...], tuple[float, ...]]


def relevant_digest(rules: RuleSet) -> str:
    """Return a digest of the answers on which the tables depend, as sixteen hex digits."""
    lines = "\n".join(
        f"{id}={answer.written}"
        for id, answer in sorted(rules.answers.items())
        if id.startswith(RELEVANT)
    )
    return hashlib.sha256(lines.encode()).hexdigest()[:16]


def tables_file(id: str) -> Traversable:
    """Return the path of the file of tables that is named after a rule set."""
    return resources.files("piquet_core.players").joinpath("data", "tables", f"{id}.json")


@lru_cache(maxsize=64)
def search_tables(rules: RuleSet) -> SearchTables:
    """Return the tables of a rule set, or of the most similar rule set with a pack of the same size.

    Stale tables, which were fitted under other answers than their rule set has now, are not used.
    Raises `PiquetError` if no table fits.
    """
    digest, size = relevant_digest(rules), rules.number("pack.size").value
    sets = [
        one for id in ruleset_ids() if (one := load_ruleset(id)).number("pack.size").value == size
    ]
    for one in sorted(
        sets, key=lambda one: (relevant_digest(one) != digest, len(differences(rules, one)))
    ):
        tables = _tables(one)
        if tables is not None:
            return tables
    raise PiquetError(f"no search tables for {rules.id}; run tools/search_tables.py {rules.id}")


@cache
def _tables(rules: RuleSet) -> SearchTables | None:
    """Return the tables in the file of a rule set, or None if it has no file fitted under its answers.

    An engine restored from a memory snapshot has no files, so the tables must have been read before
    the snapshot was taken.
    """
    path = tables_file(rules.id)
    if not path.is_file():
        return None
    made = json.loads(path.read_text(encoding="utf-8"))
    if made["recipe"]["answers"] != relevant_digest(rules):
        return None
    bounds, suits, elder, younger = (
        tuple(map(_scaled, made[name])) for name in ("bounds", "suits", "elder", "younger")
    )
    return SearchTables(bounds=bounds, suits=suits, discards=(elder, younger))


@cache
def _scaled(number: int) -> float:
    """Return a number of the tables. Equal ones are one object, which keeps the snapshot small."""
    return number / UNIT
