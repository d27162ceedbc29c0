"""The command ``piquet`` and its subcommands, such as ``check``, ``replay``, ``score`` and ``cite``.

`CODES` has the exit codes, which --help prints and docs/api.md explains.
"""

from __future__ import annotations

import argparse
import io
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, NoReturn

from piquet_core import __version__
from piquet_core.cli import (
    advise,
    cite,
    compare,
    data,
    deals,
    lab,
    match,
    play,
    records,
    review,
    rules,
    score,
    solve,
)
from piquet_core.cli.shared_options import (
    BROKEN_PIPE,
    INTERRUPTED,
    UNUSABLE,
    InputError,
    drop,
    refuse,
)
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
    """Run the command ``piquet`` and return its exit code. Only a bug raises an exception."""
    if sys.stdout is None or sys.stdout.closed:
        return refuse(InputError("the output is closed: there is nowhere to write to"))
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # replace suit signs that the terminal cannot show
    try:
        code = _run(argv)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader, for example head, has closed the pipe
        drop(sys.stdout)
        return BROKEN_PIPE
    except OSError as error:  # an error of the output: faulty input is refused where it is read
        drop(sys.stdout)
        return refuse(InputError(f"the output cannot be written: {error.strerror or error}"))
    except KeyboardInterrupt:
        return INTERRUPTED
    return code


def _run(argv: Sequence[str] | None) -> int:
    try:
        args = _parser().parse_args(argv)
        code: int = args.run(args)
    except SystemExit as done:  # from argparse, after --help or --version
        return done.code if isinstance(done.code, int) else UNUSABLE
    except PiquetError as error:
        return refuse(error)
    return code


class _ArgumentParser(argparse.ArgumentParser):
    """An argument parser with one-line errors. Its subparsers use the same class."""

    def error(self, message: str) -> NoReturn:
        said = " ".join(message.split())
        raise InputError(f"{said}; see {self.prog} --help")

    def _print_message(self, message: str, file: SupportsWrite[str] | None = None) -> None:
        """Print a help or version text. Unlike argparse, raise an error if the output cannot be written."""
        print(message, end="", file=file)


def _parser() -> argparse.ArgumentParser:
    parser = _ArgumentParser(
        prog="piquet",
        description="Replay, score and compare deals of Piquet.",
        epilog=CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"piquet {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for module in (
        records,
        score,
        compare,
        solve,
        advise,
        review,
        rules,
        data,
        cite,
        deals,
        play,
        match,
        lab,
    ):
        module.add_to(commands)
    return parser
