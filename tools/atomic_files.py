"""Atomic file writes, and lists of results that survive an interruption."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any


def write_whole(path: Path, text: str) -> None:
    """Write a text file atomically: an interruption leaves either the old content or all of the new.

    The text is written to a temporary file in the same folder, which then replaces the old file.
    """
    temporary = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        with temporary.open("w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(
                file.fileno()
            )  # otherwise a power failure could leave the new name on an empty file
        os.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)


def read_rows(path: Path) -> list[Any]:
    """Return the JSON values of a file with one value per line, or [] if the file is missing.

    Incomplete lines, left by an interruption, are removed from the file, so that rows can be
    appended.
    """
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except FileNotFoundError:
        return []
    rows, whole = [], []
    for line in text.splitlines(keepends=True):
        try:
            rows.append(json.loads(line))
        except ValueError:
            continue
        whole.append(line if line.endswith("\n") else f"{line}\n")
    if "".join(whole) != text:
        write_whole(path, "".join(whole))
    return rows
