"""`piquet data`: the rules, rule sets, deals, sources, witnesses or irregularities as a JSON document."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from pathlib import Path

from piquet_core.cli.shared_options import (
    DIFFERS,
    GOOD,
    Commands,
    InputError,
    is_folder,
    read_folder,
    replayed,
)
from piquet_core.export import DATASETS, document, dumps, schema


def add_to(commands: Commands) -> None:
    """Add the subcommand `data`."""
    parser = commands.add_parser(
        "data",
        help="rules, rule sets, deals, sources, witnesses or irregularities as one JSON document",
        description="Print the document that the site publishes under this name. Only the site "
        "knows addresses and edition: here they are empty and null.",
    )
    parser.add_argument("name", choices=DATASETS, metavar="|".join(DATASETS))
    parser.add_argument(
        "paths", nargs="*", type=Path, metavar="FILE|DIR", help="records, for deals"
    )
    parser.add_argument("--schema", action="store_true", help="its JSON Schema instead")
    parser.set_defaults(run=data)


def data(args: argparse.Namespace) -> int:
    """Print one of the JSON documents, or its schema."""
    if args.schema:
        if args.paths:
            raise InputError("data takes records or --schema, not both")
        print(schema(args.name), end="")
        return GOOD
    if (args.name == "deals") != bool(args.paths):
        raise InputError("only 'data deals' takes records")
    found = document(args.name, records=_texts(args.paths))
    print(dumps(found), end="")
    return DIFFERS if any(one["findings"] for one in found.get("deals", ())) else GOOD


def _texts(paths: Iterable[Path]) -> Iterator[str]:
    for path in paths:
        for file in read_folder(path) if is_folder(path) else [path]:
            yield replayed(file)[1]  # name the file of an unusable record in the error
