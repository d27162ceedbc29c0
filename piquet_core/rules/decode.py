"""Strict reading of TOML tables.

A wrong type or key raises `RuleSetError` with its path. The parameter ``context`` is the path to
the table or value that is read.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from importlib import resources
from typing import Any

from piquet_core.errors import RuleSetError


def read_data(name: str) -> dict[str, Any]:
    """Return a data file of this package as a table.

    Raises `RuleSetError` if it is not TOML.
    """
    text = (
        resources.files("piquet_core.rules").joinpath("data", *name.split("/")).read_text("utf-8")
    )
    return parse_toml(text, name)


def parse_toml(text: str, name: str) -> dict[str, Any]:
    """Return the table in a TOML text.

    Raises `RuleSetError` with ``name``, the file name, if it is invalid.
    """
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RuleSetError(str(error), name) from None


def required[T](table: Mapping[str, Any], key: str, kind: type[T], context: str) -> T:
    """Return ``table[key]``.

    Raises `RuleSetError` if the key is missing or the value not exactly of type ``kind``.
    """
    if key not in table:
        raise RuleSetError(f"{key!r} is missing", context)
    return of_type(table[key], kind, f"{context}.{key}")


def optional[T](table: Mapping[str, Any], key: str, kind: type[T], default: T, context: str) -> T:
    """Return ``table[key]`` as `required` does, or ``default`` if the key is missing."""
    return required(table, key, kind, context) if key in table else default


def of_type[T](value: object, kind: type[T], context: str) -> T:
    """Return ``value``.

    Raises `RuleSetError` unless its type is exactly ``kind``. A bool is not an int.
    """
    if type(value) is not kind:
        raise RuleSetError(f"expected {kind.__name__}, found {type(value).__name__}", context)
    return value


def list_of_type[T](value: object, kind: type[T], context: str) -> tuple[T, ...]:
    """Return a TOML array as a tuple.

    Raises `RuleSetError` unless all items are of type ``kind``.
    """
    items = of_type(value, list, context)
    return tuple(of_type(item, kind, f"{context}[{i}]") for i, item in enumerate(items))


def strings(table: Mapping[str, Any], key: str, context: str) -> tuple[str, ...]:
    """Return the array of strings ``table[key]`` as a tuple, which is empty if the key is missing."""
    return list_of_type(table.get(key, []), str, f"{context}.{key}")


def one_of(word: str, what: str, known: Iterable[str], context: str) -> str:
    """Return ``word``.

    Raises `RuleSetError` unless it is one of the ``known`` words. ``what`` says what it names.
    """
    choices = tuple(known)
    if word not in choices:
        raise RuleSetError(f"unknown {what} {word!r}; choose one of {', '.join(choices)}", context)
    return word


def refuse_unknown_keys(table: Mapping[str, Any], allowed: set[str], context: str) -> None:
    """Raise `RuleSetError` for a key that is not allowed, so that a misspelling is noticed."""
    for key in table:
        if key not in allowed:
            raise RuleSetError(
                f"unknown key {key!r}; choose one of {', '.join(sorted(allowed))}", context
            )
