"""The reference as data: `piquet data`."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from pathlib import Path

from piquet_core.cli.common import DIFFERS, GOOD, InputError, is_folder, read_folder, replayed
from piquet_core.datasets import document, dumps, schema


def data(args: argparse.Namespace) -> int:
    """Print one of the documents, or its schema."""
    if args.schema:
        if args.paths:
            raise InputError("data takes records or --schema, not both")
        print(schema(args.name), end="")
        return GOOD
    if (args.name == "deals") != bool(args.paths):
        raise InputError("data takes the records of deals, and none for anything else")
    found = document(args.name, records=_texts(args.paths))
    print(dumps(found), end="")
    return DIFFERS if any(one["findings"] for one in found.get("deals", ())) else GOOD


def _texts(paths: Iterable[Path]) -> Iterator[str]:
    for path in paths:
        for file in read_folder(path) if is_folder(path) else [path]:
            yield replayed(file)[1]  # a record that cannot be used is told with its name
