"""What the commands share: exit codes, reading files, and where an answer stands."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from piquet_core.errors import NotationError, PiquetError
from piquet_core.rules import Answer

GOOD, DIFFERS, UNUSABLE = 0, 1, 2
BROKEN_PIPE, INTERRUPTED = 141, 130  # what a shell reports for a program that a signal ended
WIDTH = 96


class InputError(PiquetError):
    """A file, folder or set of arguments that cannot be used."""


def refuse(error: PiquetError) -> int:
    """Say on stderr what cannot be used; a fault of notation begins with its place as it is."""
    print(error if isinstance(error, NotationError) else f"piquet: {error}", file=sys.stderr)
    return UNUSABLE


def read(path: Path) -> str:
    """Return the text of a file; raises `InputError`."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: not UTF-8 text (byte {error.start})") from None


def read_folder(path: Path) -> list[Path]:
    """Return the records in a folder; raises `InputError` if there are none."""
    found = sorted(path.rglob("*.piquet"))
    if not found:
        raise InputError(f"{path}: no *.piquet file in this folder")
    return found


def answer_lines(answer: Answer[Any]) -> list[str]:
    """Return the places of an answer, one a line, and its note."""
    lines = [f"{citation.source.short}, {citation.place}" for citation in answer.citations]
    if answer.note:
        lines.append(answer.note if answer.citations else f"{answer.status}: {answer.note}")
    if answer.slip:
        lines.append(f"a slip of the source: {answer.slip}")
    return lines
