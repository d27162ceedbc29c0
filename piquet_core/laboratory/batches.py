"""Batches: the games of an experiment in parts of a fixed size, each of which is one Parquet file.

A file is named after the digest of everything that its rows depend on, and is written whole or not
at all. Experiments that share a rule set, the players and the cards share its files.
"""

from __future__ import annotations

import hashlib
import json
import os
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

try:
    import pyarrow as pa
    import pyarrow.parquet as pq
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(f'{error}: install "piquet-core[lab]"', name=error.name) from error

from piquet_core.errors import PiquetError
from piquet_core.laboratory.code_digest import code_digest
from piquet_core.laboratory.experiment import Experiment, RuleVariant
from piquet_core.laboratory.fitted_weights import fitted_weights
from piquet_core.laboratory.games import COLUMNS, NAMES, GameRow, GameTerms, play_game
from piquet_core.laboratory.lab_players import LAB_PLAYERS

FORMAT = 1
"""Version of the columns. It is part of the name of every file."""
_MASKS = ("elder_cards", "younger_cards", "share_cards")
_SCHEMA = pa.schema(
    [
        pa.field(
            name,
            pa.int64() if name in _MASKS else pa.int32(),
            nullable=False,
            metadata={"description": words},
        )
        for name, words in COLUMNS
    ]
)


class OtherCode(PiquetError):
    """Error for a batch that another version of the engine would play."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """The games from ``first`` to ``first + number - 1`` under one rule set.

    ``code`` is the digest of the code that plays them (`code_digest`).
    """

    terms: GameTerms
    swap_seats: bool
    first: int
    number: int
    code: str

    @property
    def digest(self) -> str:
        """Digest of everything that the rows depend on, as 32 hex digits."""
        inputs = {
            "format": FORMAT,
            "code": self.code,
            "answers": self.terms.rules.digest,
            "players": self.terms.players,
            "weights": self.terms.weights,
            "objective": self.terms.objective,
            "seed": self.terms.seed,
            "swap-seats": self.swap_seats,
            "first": self.first,
            "number": self.number,
        }
        return hashlib.sha256(json.dumps(inputs).encode()).hexdigest()[:32]

    def file(self, folder: Path) -> Path:
        """Return the path of the batch's file in a folder of results."""
        return folder / f"{self.digest}.parquet"


def terms_of(experiment: Experiment, variant: RuleVariant) -> GameTerms:
    """Return the conditions of a variant's games; raise `NoWeights` if its player has no weights."""
    fitted = not LAB_PLAYERS.keys().isdisjoint(experiment.players)
    return GameTerms(
        rules=variant.rules,
        players=experiment.players,
        objective=experiment.objective,
        seed=experiment.seed,
        weights=fitted_weights(variant.rules, experiment.tables) if fitted else None,
    )


def batches_of(experiment: Experiment, variant: RuleVariant) -> Iterator[Batch]:
    """Yield the batches of one variant of an experiment, in the order of their games.

    Raises `NoWeights` if the variant's player has no weights for its rule set.
    """
    terms = terms_of(experiment, variant)
    for first in range(0, experiment.games, experiment.batch):
        yield Batch(
            terms=terms,
            swap_seats=experiment.swap_seats,
            first=first,
            number=min(experiment.batch, experiment.games - first),
            code=code_digest(),
        )


def all_batches(experiment: Experiment) -> list[Batch]:
    """Return the batches of all variants. Those with the same games follow one another."""
    by_variant = [list(batches_of(experiment, one)) for one in experiment.variants]
    return [batch for alike in zip(*by_variant, strict=True) for batch in alike]


def play_batch(batch: Batch) -> list[GameRow]:
    """Play the games of a batch and return their rows, sorted by game and seats.

    Raises `OtherCode` if this process has another version of the engine than the one that made the
    batch.
    """
    if batch.code != code_digest():
        raise OtherCode(
            f"this worker has another version of the engine (digest {code_digest()}, not {batch.code})"
        )
    seats = (False, True) if batch.swap_seats else (False,)
    return [
        play_game(batch.terms, number, swapped=swapped)
        for number in range(batch.first, batch.first + batch.number)
        for swapped in seats
    ]


def write_batch(batch: Batch, rows: list[GameRow], folder: Path) -> Path:
    """Write the rows of a batch atomically, and return the path of its file."""
    folder.mkdir(parents=True, exist_ok=True)
    path = batch.file(folder)
    # Several machines may write to one folder.
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(8)}.new")
    columns = [list(column) for column in zip(*rows, strict=True)]
    table = pa.Table.from_arrays(
        [pa.array(one, field.type) for one, field in zip(columns, _SCHEMA, strict=True)],
        schema=_SCHEMA.with_metadata({"rules": batch.terms.rules.id, "seed": batch.terms.seed}),
    )
    try:
        with temporary.open("wb") as file:
            pq.write_table(table, file)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)
    return path


def read_batch(batch: Batch, folder: Path) -> list[GameRow] | None:
    """Return the rows in the file of a batch, sorted by game and seats, or None without a file.

    A damaged file counts as missing.
    """
    try:
        table = pq.read_table(batch.file(folder), columns=list(NAMES), memory_map=False)
    except (FileNotFoundError, pa.ArrowInvalid, OSError):
        return None
    rows = sorted(zip(*(column.to_pylist() for column in table.columns), strict=True))
    return rows if len(rows) == batch.number * (1 + batch.swap_seats) else None
