"""Shared parts of the subcommands: exit codes, reading of files, and printing of errors and answers."""

from __future__ import annotations

import argparse
import os
import sys
from contextlib import AbstractContextManager, nullcontext, suppress
from pathlib import Path
from typing import Any, BinaryIO, TextIO

from piquet_core.errors import NotationError, PiquetError
from piquet_core.export import schema
from piquet_core.limits import RECORD, bytes_in_words, is_longer
from piquet_core.notation import Record, decode, loads, select_record
from piquet_core.replay.replay import replay_record
from piquet_core.replay.steps import Replay
from piquet_core.rules import Answer, Status

GOOD, DIFFERS, UNUSABLE = 0, 1, 2
"""Exit codes: success; a difference from the rules or between rule sets; unusable input."""
BROKEN_PIPE, INTERRUPTED = 141, 130  # the shell's code for a program that a signal has ended
WIDTH = 96
STANDARD_INPUT = Path("-")
FILE_HELP = "a record, FILE#ID for one of several in a file, or - for standard input"
type Commands = argparse._SubParsersAction[argparse.ArgumentParser]  # noqa: SLF001 - it has no other name
"""Return type of `add_subparsers`, to which a module adds its commands."""
_SAID = 400  # letters kept at either end of a message that is too long


class InputError(PiquetError):
    """The error for an unusable file, folder or combination of arguments."""


class RecordError(PiquetError):
    """The error for a record that can be read but not replayed. Its message comes from `Finding.show`."""


def refuse(error: PiquetError) -> int:
    """Print an error on stderr, and return the exit code for unusable input.

    The message of an invalid record begins with the position of the fault.
    """
    placed = isinstance(error, NotationError | RecordError)
    say(str(error) if placed else _one_line(f"piquet: {error}"))
    return UNUSABLE


def _one_line(message: str) -> str:
    """Return a message on one line of limited length. The middle of a very long message is left out."""
    line = " ".join(message.splitlines())
    if len(line) <= 2 * _SAID:
        return line
    return f"{line[:_SAID]} … {line[-_SAID:]}"  # the reason is at the end


def say(message: str) -> None:
    """Write a line to stderr. A failure to write it is ignored."""
    if sys.stderr is None:
        return
    try:
        print(message, file=sys.stderr, flush=True)
    except (OSError, ValueError):  # full or closed
        drop(sys.stderr)


def drop(stream: TextIO) -> None:
    """Redirect a stream to the null device, so that Python does not write its buffer again at exit."""
    with suppress(OSError, ValueError):  # the stream has no file
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def read(path: Path) -> str:
    """Return the text of a file, or of standard input for ``-``.

    After ``FILE#ID`` the lines of all records but the one with that Id are empty. Raises `InputError`
    for a file that cannot be read or is above the size limit of a record, and `NotationError` for bytes
    that are no text or an unknown Id.
    """
    path, id = _file_and_id(path)
    try:
        with _opened(path) as file:
            found = file.read(2 * RECORD + 1)  # UTF-16 has two bytes for a letter
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from None
    except ValueError:  # a NUL, or a name that is invalid in the file system
        raise InputError(f"{str(path)!r}: not a valid file name") from None
    too_large = f"{path}: too large: a record may have {bytes_in_words(RECORD)} at most"
    if len(found) > 2 * RECORD:
        raise InputError(too_large)
    text = decode(found, str(path))
    if is_longer(text, RECORD):
        raise InputError(too_large)
    return select_record(text, id, str(path)) if id else text


def _file_and_id(path: Path) -> tuple[Path, str]:
    """Return the path and the Id in ``FILE#ID``, with the Id "" if there is none or the file has that name."""
    name, mark, id = str(path).rpartition("#")
    if not mark or not name or _exists(path):
        return path, ""
    return Path(name), id


def _exists(path: Path) -> bool:
    with suppress(OSError, ValueError):
        return path.exists()
    return False


def _opened(path: Path) -> AbstractContextManager[BinaryIO]:
    if path != STANDARD_INPUT:
        return path.open("rb")
    if sys.stdin is None:
        raise InputError("standard input is closed")
    return nullcontext(sys.stdin.buffer)


def of_record(parser: argparse.ArgumentParser, json_help: str) -> None:
    """Add the arguments of a subcommand that reads a record: the file, --json and --schema."""
    parser.add_argument("path", type=Path, nargs="?", metavar="FILE", help=FILE_HELP)
    parser.add_argument("--json", action="store_true", help=json_help)
    parser.add_argument("--schema", action="store_true", help="the JSON Schema of that JSON")


def schema_shown(args: argparse.Namespace, command: str) -> bool:
    """Print the JSON Schema of a subcommand if --schema is given, and tell whether it is.

    Raises `InputError` unless exactly one of a record and --schema is given.
    """
    if args.schema and args.path is not None:
        raise InputError(f"{command} takes a record or --schema, not both")
    if not args.schema and args.path is None:
        raise InputError(f"{command} needs a record; see piquet {command} --help")
    if args.schema:
        print(schema(command), end="")
    return bool(args.schema)


def replayed(path: Path) -> tuple[Replay, str]:
    """Return a pair: the replay of a file under its own rule set, and the text of the file.

    Raises `InputError` or `NotationError` for a file that cannot be read, and `RecordError` for a record that
    cannot be replayed.
    """
    text, name = read(path), str(path)
    return replayed_record(loads(text, name), text, name), text


def replayed_record(record: Record, text: str, name: str) -> Replay:
    """Return the replay of a record of a file.

    Raises `RecordError` if it cannot be replayed.
    """
    replay = replay_record(record)
    if not replay.steps:
        raise unusable(replay, text, name)
    return replay


def unusable(replay: Replay, text: str, name: str) -> RecordError:
    """Return the error that explains why a record cannot be replayed."""
    shown = [finding.show(text, name) for finding in replay.findings]
    return RecordError("\n".join([*shown, f"{name}: cannot be replayed"]))


def is_folder(path: Path) -> bool:
    """Tell whether a path is an existing folder. The result is False for an invalid path."""
    with suppress(OSError, ValueError):
        return path.is_dir()
    return False


def read_folder(path: Path) -> list[Path]:
    """Return the paths of all records below a folder.

    Raises `InputError` if there are none.
    """
    found = sorted(path.rglob("*.piquet"))
    if not found:
        raise InputError(f"{path}: no *.piquet file in this folder")
    return found


def answer_lines(answer: Answer[Any]) -> list[str]:
    """Return the lines that follow a printed answer: its status, its citations and its notes.

    The status is left out for a stated answer and for a slip of the source.
    """
    lines = [f"{citation.source.short}, {citation.place}" for citation in answer.citations]
    if answer.note:
        lines.append(answer.note)
    if answer.slip:
        lines.append(f"a slip of the source: {answer.slip}")
    if answer.status not in (Status.STATED, Status.SLIP):
        lines.insert(0, answer.status.mark.lower())
    return lines
