"""Strict reading of the exercises' data files. Errors give the file and the path of the invalid value."""

from __future__ import annotations

from importlib import resources
from typing import Any

from piquet_core.errors import RuleSetError
from piquet_core.rules import catalogue
from piquet_core.rules.decode import of_type, parse_toml


def read_tables(text: str, file: str) -> dict[str, tuple[dict[str, Any], str]]:
    """Return the tables of a data file by name, each paired with its path for error messages.

    Raises `RuleSetError` if the text is not TOML, or contains anything but tables.
    """
    found = {}
    for name, value in parse_toml(text, file).items():
        context = f"{file}: {name}"
        found[name] = (of_type(value, dict, context), context)
    return found


def data_text(file: str) -> str:
    """Return the text of one of the exercises' data files."""
    return resources.files("piquet_core.exercises").joinpath("data", file).read_text("utf-8")


def known_rule(id: str, context: str) -> str:
    """Return ``id`` if the catalogue has a rule with this id.

    Raises `RuleSetError` otherwise.
    """
    if id not in catalogue():
        raise RuleSetError(f"no such rule: {id!r}", context)
    return id
