"""Results of an experiment: the rows of its batches, and their digest."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path

from piquet_core.errors import PiquetError
from piquet_core.laboratory.batches import batches_of, read_batch
from piquet_core.laboratory.experiment import Experiment, RuleVariant
from piquet_core.laboratory.games import NAMES, GameRow


class Unfinished(PiquetError):
    """Error for an experiment of which some batches have not been played."""


def read_results(experiment: Experiment, folder: Path) -> dict[str, list[GameRow]]:
    """Return the rows of each variant by name, sorted by game and seats.

    Raises `Unfinished` if a batch is missing.
    """
    return {one.name: read_variant(experiment, one, folder) for one in experiment.variants}


def read_variant(experiment: Experiment, variant: RuleVariant, folder: Path) -> list[GameRow]:
    """Return the rows of one variant, sorted by game and seats; raise `Unfinished` if some are missing."""
    rows: list[GameRow] = []
    missing = 0
    for batch in batches_of(experiment, variant):
        found = read_batch(batch, folder)
        missing += found is None
        rows += found or ()
    if missing:
        raise Unfinished(
            f"{experiment.name}: {missing} batches of {variant.name} are missing in {folder}, or "
            "another version of the engine played them; piquet lab run plays them"
        )
    rows.sort()
    return rows


def rows_digest(results: Iterable[tuple[str, Iterable[GameRow]]]) -> str:
    """Return the digest of pairs of a variant's name and its rows, as sixteen hex digits.

    It depends on the rows alone, not on the files that contain them.
    """
    total = hashlib.sha256(",".join(NAMES).encode())
    for name, rows in results:
        total.update(f"\n{name}\n".encode())
        for row in rows:
            total.update(",".join(map(str, row)).encode() + b"\n")
    return total.hexdigest()[:16]
