"""The command ``piquet``: check, replay, score and compare records, look up and cite rules, name deals.

The exit codes are those of `CODES`, which --help prints and docs/api.md explains.
"""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from piquet_core import __version__
from piquet_core.cli import cite, compare, data, deals, records, rules, score
from piquet_core.cli.common import BROKEN_PIPE, INTERRUPTED, UNUSABLE, InputError, drop, refuse
from piquet_core.datasets import DATASETS
from piquet_core.errors import PiquetError

if TYPE_CHECKING:
    from _typeshed import SupportsWrite


CODES = """\
exit codes:
  0  all agrees
  1  a record differs from the rules, or two rule sets from each other
  2  something cannot be used: an argument, a file, its notation, its rule set or its cards
Of several files the worst counts.
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code; nothing but a bug in it raises."""
    if sys.stdout is None or sys.stdout.closed:
        return refuse(InputError("the output is closed: there is nowhere to write to"))
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(
                errors="replace"
            )  # a terminal without suit signs is no reason to die
    try:
        code = _run(argv)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader, such as head, has seen enough
        drop(sys.stdout)
        return BROKEN_PIPE
    except OSError as error:  # of the output: what is read is refused where it is read
        drop(sys.stdout)
        return refuse(InputError(f"the output cannot be written: {error.strerror or error}"))
    except KeyboardInterrupt:
        return INTERRUPTED
    return code


def _run(argv: Sequence[str] | None) -> int:
    try:
        args = _parser().parse_args(argv)
        code: int = args.run(args)
    except SystemExit as done:  # argparse, after --help or --version
        return done.code if isinstance(done.code, int) else UNUSABLE
    except PiquetError as error:
        return refuse(error)
    return code


class _Parser(argparse.ArgumentParser):
    """A parser, and by argparse's default every parser of a command, that refuses in one line."""

    def error(self, message: str) -> NoReturn:
        said = " ".join(message.split())
        raise InputError(f"{said}; see {self.prog} --help")

    def _print_message(self, message: str, file: SupportsWrite[str] | None = None) -> None:
        """Print help or version; argparse itself says nothing of an output that is full."""
        print(message, end="", file=file)


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="piquet",
        description="Replay, score and compare deals of Piquet.",
        epilog=CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"piquet {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    check = commands.add_parser("check", help="replay records and compare the totals they print")
    check.add_argument("paths", nargs="+", type=Path, metavar="FILE|DIR")
    check.set_defaults(run=records.check)
    replay = commands.add_parser("replay", help="tell a deal step by step")
    replay.add_argument("path", type=Path, metavar="FILE")
    replay.add_argument("--json", action="store_true", help="steps and events as JSON")
    replay.set_defaults(run=records.replay)
    scoring = commands.add_parser(
        "score",
        help="every point of a deal, or of two final hands, with its clause",
        description="Score a record, or two hands as they are after the exchange. All is called "
        "truly and counted in full.",
    )
    scoring.add_argument("path", nargs="?", type=Path, metavar="FILE")
    scoring.add_argument(
        "--rules", metavar="ID", help="a rule set; for a file, its own if left out"
    )
    scoring.add_argument("--elder", metavar="HAND", help="such as A.AK.AJT987.JT9, or cards")
    scoring.add_argument("--younger", metavar="HAND")
    scoring.add_argument("--play", metavar="CARDS", help='as they fall: "DA DQ D7 DK"')
    scoring.add_argument("--json", action="store_true", help="points and clauses as JSON")
    scoring.set_defaults(run=score.score)
    comparing = commands.add_parser(
        "compare", help="one deal under two rule sets: where they part, and why"
    )
    comparing.add_argument("path", type=Path, metavar="FILE")
    comparing.add_argument("first", metavar="A")
    comparing.add_argument("second", metavar="B")
    comparing.add_argument("--json", action="store_true", help="the difference as JSON")
    comparing.set_defaults(run=compare.compare)
    listing = commands.add_parser("rules", help="list the rules, or show one with its answers")
    listing.add_argument("id", nargs="?", metavar="ID")
    listing.add_argument("--json", action="store_true", help="questions and answers as JSON")
    listing.add_argument("--schema", action="store_true", help="the JSON Schema of that JSON")
    listing.set_defaults(run=rules.rules)
    giving = commands.add_parser(
        "data",
        help="rules, rule sets, deals or sources as one JSON document",
        description="Print the document that the site publishes under this name. Only the site "
        "knows addresses and edition: here they are empty and null.",
    )
    giving.add_argument("name", choices=DATASETS, metavar="|".join(DATASETS))
    giving.add_argument(
        "paths", nargs="*", type=Path, metavar="FILE|DIR", help="records, for deals"
    )
    giving.add_argument("--schema", action="store_true", help="its JSON Schema instead")
    giving.set_defaults(run=data.data)
    citing = commands.add_parser(
        "cite",
        help="cite a rule, an answer, a rule set, a source, a deal, a step or a page",
        description="Print citations: of a rule (RULE, such as play.low-cards), of its answer in one "
        "rule set (RULE@SET), of a rule set (SET), of a source or a place in it (source:SOURCE, "
        "SOURCE:SECTION.PARAGRAPH), of a deal or a step of it (DEAL, DEAL#STEP, or the record's file "
        "in place of its id), of a page (page:docs/claims) or of all of it (site). After ours stands the reference of every source behind it.",
    )
    citing.add_argument("id", metavar="ID|FILE")
    citing.add_argument("--format", choices=cite.CHOICES, help="one format; all if left out")
    citing.add_argument(
        "--deals", type=Path, metavar="DIR", help=f"where the deals are ({cite.DEALS} if left out)"
    )
    citing.add_argument("--home", metavar="URL", help="the address of the site, for its links")
    citing.set_defaults(run=cite.cite)
    naming = commands.add_parser("id", help="print the deal id of a record")
    naming.add_argument("path", type=Path, metavar="FILE")
    naming.set_defaults(run=deals.id)
    dealing = commands.add_parser("deal", help="print the deal of an id")
    dealing.add_argument("id", metavar="ID")
    dealing.set_defaults(run=deals.deal)
    return parser
