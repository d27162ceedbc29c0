"""Reading of the laboratory's TOML files, with errors of a class of the caller."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from piquet_core.errors import PiquetError
from piquet_core.rules.decode import parse_toml, required


def read_text(path: Path, fault: type[PiquetError]) -> str:
    """Return the text of a file; raise ``fault`` with its path if it cannot be read."""
    try:
        return path.read_text("utf-8")
    except OSError as error:
        raise fault(f"{path}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise fault(f"{path}: not a text in UTF-8") from None


def parse_file[T](
    read: Callable[[dict[str, Any]], T], text: str, context: str, fault: type[PiquetError]
) -> T:
    """Return the object that ``read`` makes of a TOML text; raise ``fault`` for any error in it.

    ``context`` is the name of the file, with which messages begin.
    """
    try:
        return read(parse_toml(text, context))
    except fault:
        raise
    except PiquetError as error:
        raise fault(str(error)) from None


def number_between(
    table: Mapping[str, Any],
    key: str,
    limits: tuple[int, int],
    context: str,
    fault: type[PiquetError],
) -> int:
    """Return an integer of a table; raise ``fault`` if it is not between the two limits."""
    found = required(table, key, int, context)
    least, most = limits
    if not least <= found <= most:
        raise fault(f"{context}.{key}: {found} is not between {least} and {most}")
    return found
