"""What the commands share: exit codes, reading files, and where an answer stands."""

from __future__ import annotations

import argparse
import io
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any, TextIO

from piquet_core.errors import NotationError, PiquetError
from piquet_core.limits import RECORD, bytes_in_words
from piquet_core.records.notation import loads
from piquet_core.records.replay import run
from piquet_core.records.steps import Replay
from piquet_core.rules import Answer, Status

GOOD, DIFFERS, UNUSABLE = 0, 1, 2
"""All agrees; something differs from the rules, or two rule sets do; something cannot be used."""
BROKEN_PIPE, INTERRUPTED = 141, 130  # what a shell reports for a program that a signal ended
WIDTH = 96
type Commands = argparse._SubParsersAction[argparse.ArgumentParser]  # noqa: SLF001 - it has no other name
"""What `add_subparsers` returns: where a module adds its commands."""
_SAID = 400  # letters of either end of a message that is too long


class InputError(PiquetError):
    """A file, folder or set of arguments that cannot be used."""


class RecordError(PiquetError):
    """A record that can be read and not replayed; its text is what `Finding.show` says of it."""


def refuse(error: PiquetError) -> int:
    """Say on stderr what cannot be used; what has a place in a file begins with it as it is."""
    placed = isinstance(error, NotationError | RecordError)
    say(str(error) if placed else _one_line(f"piquet: {error}"))
    return UNUSABLE


def _one_line(message: str) -> str:
    """Return a message, which may repeat any argument, on one line and no longer than is read."""
    line = " ".join(message.splitlines())
    if len(line) <= 2 * _SAID:
        return line
    return f"{line[:_SAID]} … {line[-_SAID:]}"  # what is wrong stands at the end


def say(message: str) -> None:
    """Write a line to stderr; where even that cannot be written to, the exit code must do."""
    if sys.stderr is None:
        return
    try:
        print(message, file=sys.stderr, flush=True)
    except (OSError, ValueError):  # full, or closed
        drop(sys.stderr)


def drop(stream: TextIO) -> None:
    """Send what a stream still holds nowhere, so that Python does not try again at its end."""
    with suppress(OSError, ValueError):  # where the stream has no file behind it
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def read(path: Path) -> str:
    """Return the text of a file, of which no more is read than a record may have.

    Raises `InputError`.
    """
    try:
        with path.open("rb") as file:
            found = file.read(RECORD + 1)
        if len(found) > RECORD:
            raise InputError(
                f"{path}: larger than {bytes_in_words(RECORD)}, which no record may be"
            )
        # As text is read: every way to end a line becomes one.
        return io.TextIOWrapper(io.BytesIO(found), encoding="utf-8-sig").read()
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: not UTF-8 text (byte {error.start})") from None
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from None
    except ValueError:  # a NUL, or what no file system can spell
        raise InputError(f"{str(path)!r}: no file can have such a name") from None


def replayed(path: Path) -> tuple[Replay, str]:
    """Return the replay of a file under its own rules, and its text.

    Raises `InputError`, `NotationError`, and `RecordError` if not even its deal can be used.
    """
    text, name = read(path), str(path)
    replay = run(loads(text, name))
    if not replay.steps:
        raise unusable(replay, text, name)
    return replay, text


def unusable(replay: Replay, text: str, name: str) -> RecordError:
    """Return the error that says why a record cannot be replayed."""
    shown = [finding.show(text, name) for finding in replay.findings]
    return RecordError("\n".join([*shown, f"{name}: cannot be replayed"]))


def is_folder(path: Path) -> bool:
    """Tell whether a path is a folder; one that no file system can spell is none."""
    with suppress(OSError, ValueError):
        return path.is_dir()
    return False


def read_folder(path: Path) -> list[Path]:
    """Return the records in a folder; raises `InputError` if there are none."""
    found = sorted(path.rglob("*.piquet"))
    if not found:
        raise InputError(f"{path}: no *.piquet file in this folder")
    return found


def answer_lines(answer: Answer[Any]) -> list[str]:
    """Return the status of an answer where it is not stated, its places, one a line, and its note."""
    lines = [f"{citation.source.short}, {citation.place}" for citation in answer.citations]
    if answer.note:
        lines.append(answer.note)
    if answer.slip:
        lines.append(f"a slip of the source: {answer.slip}")
    if answer.status not in (Status.STATED, Status.SLIP):
        lines.insert(0, answer.status.mark.lower())
    return lines
