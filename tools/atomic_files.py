"""Files that are written whole or not at all, and lists of results that survive a cut line."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any


def write_whole(path: Path, text: str) -> None:
    """Write a text so that the file has either all of it or what it had before.

    The text goes to a temporary file in the same folder, which then replaces the old file.
    """
    temporary = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        with temporary.open("w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())  # or a power cut could leave the new name on an empty file
        os.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)


def read_rows(path: Path) -> list[Any]:
    """Return the JSON values that a file has, one on each line; a missing file has none.

    A line that was cut when a program or the machine stopped is removed from the file, so that
    rows can be appended again.
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
