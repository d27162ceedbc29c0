"""Files of records that directives name: ``FILE``, or ``FILE#ID`` for one of several records in a file."""

from __future__ import annotations

from pathlib import Path

from sphinx.environment import BuildEnvironment

from piquet_core.notation import decode, normalize, select_record


def read_record(env: BuildEnvironment, name: str) -> tuple[Path, str]:
    """Return the path of a file, relative to the current page, and the text of its record.

    The page is built again when the file changes. In the text all lines keep their numbers, but
    those of other records are empty. Raises `OSError` if the file cannot be read, and
    `NotationError` if it is no text or has no record with the Id.
    """
    name, _, id = name.partition("#")
    _, filename = env.relfn2path(name)
    env.note_dependency(filename)
    text = decode(Path(filename).read_bytes(), filename)
    return Path(filename), select_record(text, id, filename) if id else text


def only_record(text: str) -> str:
    """Return the text of a record without Markdown and empty lines around it."""
    return normalize(text).strip("\n") + "\n"
