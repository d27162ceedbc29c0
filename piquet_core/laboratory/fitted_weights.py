"""Weights that order the discards under one rule set, from the tables of the players or of the laboratory.

The laboratory's tables are files of a folder, each named after the digest of the answers that matter.
"""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path

from piquet_core.errors import PiquetError
from piquet_core.players.search_tables import RELEVANT, relevant_digest, tables_file
from piquet_core.rules import RuleSet, load_ruleset, ruleset_ids

ALSO_RELEVANT = ("pique.",)
"""Rules, or prefixes of rules, on which the laboratory's tables depend besides `RELEVANT`."""
type DiscardWeights = tuple[tuple[int, ...], tuple[int, ...]]
"""Weights of the features of a discard (`DiscardOrder`), elder's first, in sixteenths of a point."""


class NoWeights(PiquetError):
    """Error for a rule set for which no weights have been fitted."""


def weights_digest(rules: RuleSet) -> str:
    """Return a digest of the answers on which the weights depend, as sixteen hex digits."""
    lines = "\n".join(
        f"{id}={answer.written}"
        for id, answer in sorted(rules.answers.items())
        if id.startswith(RELEVANT + ALSO_RELEVANT)
    )
    return hashlib.sha256(lines.encode()).hexdigest()[:16]


def weights_file(rules: RuleSet, folder: Path) -> Path:
    """Return the path of the file of a rule set's weights in a folder."""
    return folder / f"{weights_digest(rules)}.json"


def fitted_weights(rules: RuleSet, folder: Path | None) -> DiscardWeights:
    """Return the weights fitted for a rule set: those of the players, or else those in a folder.

    Weights of a similar rule set are never used. Raises `NoWeights` if there are none.
    """
    found = base_weights(rules)
    if found is None and folder is not None and (path := weights_file(rules, folder)).is_file():
        found = _weights(json.loads(path.read_text("utf-8")))
    if found is None:
        raise NoWeights(
            f"{rules.id}: no weights have been fitted for its discards; piquet lab fit FILE fits "
            "those of an experiment"
        )
    return found


def base_weights(rules: RuleSet) -> DiscardWeights | None:
    """Return the weights in the players' tables if they were fitted under the same answers, or else None."""
    digest = weights_digest(rules)
    if all(weights_digest(load_ruleset(id)) != digest for id in ruleset_ids()):
        return None
    # Rule sets with the same relevant answers share the table of the first of them.
    relevant = relevant_digest(rules)
    first = next(id for id in ruleset_ids() if relevant_digest(load_ruleset(id)) == relevant)
    return _read_players(first, relevant)


@cache
def _read_players(id: str, digest: str) -> DiscardWeights | None:
    path = tables_file(id)
    if not path.is_file():
        return None
    made = json.loads(path.read_text(encoding="utf-8"))
    return _weights(made) if made["recipe"]["answers"] == digest else None


def _weights(made: dict[str, list[int]]) -> DiscardWeights:
    return tuple(made["elder"]), tuple(made["younger"])
