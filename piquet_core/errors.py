"""Exceptions of the package, and the faults of a record."""

from __future__ import annotations

import copyreg
from dataclasses import dataclass
from functools import lru_cache
from typing import Any


class PiquetError(Exception):
    """Base class of all exceptions that this package raises."""

    def __reduce__(self) -> tuple[Any, ...]:
        # By default, pickle calls the class with ``args``, which is the message alone. A class with more
        # parameters would then fail, and an exception that cannot be unpickled blocks a process pool.
        return copyreg.__newobj__, (type(self), *self.args), self.__dict__  # type: ignore[attr-defined]


class CardError(PiquetError, ValueError):
    """An impossible card, hand or deal: an unknown letter, a duplicate card, a wrong number of cards."""


class RuleSetError(PiquetError):
    """An invalid rule set. ``context`` is the path to the offending value."""

    def __init__(self, message: str, context: str) -> None:
        super().__init__(f"{context}: {message}")
        self.context = context


class IllegalAction(PiquetError):
    """An action that the rules forbid. ``rule`` is the id of the rule that forbids it."""

    def __init__(self, message: str, rule: str) -> None:
        super().__init__(message)
        self.rule = rule

    def __str__(self) -> str:
        return f"{self.args[0]} [{self.rule}]"


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Span:
    """A range of a text: line and column, both counted from 1, and length in characters."""

    line: int
    column: int
    length: int = 1


# Context shown on either side of a fault, and the number of faults shown. Both are bounded because a hostile
# text can have any number of faults in a line of any length.
_CONTEXT = 100
_SHOWN = 50


@lru_cache(maxsize=1)
def _lines(text: str) -> list[str]:
    """Return the lines of a text as the tokenizer counts them: a form feed does not end a line.

    The result is cached for all faults of a text.
    """
    return text.split("\n")


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """One fault of a text, with its position."""

    span: Span
    message: str

    def show(self, text: str, name: str = "<record>") -> str:
        """Return the fault as ``name:line:column: message``, followed by the line of ``text`` with a caret below it."""
        message = self.message
        if len(message) > 4 * _CONTEXT:
            message = f"{message[: 4 * _CONTEXT]}…"
        head = f"{name}:{self.span.line}:{self.span.column}: {message}"
        lines = _lines(text)
        if not 1 <= self.span.line <= len(lines):
            return head
        line = lines[self.span.line - 1].removesuffix("\r")
        # Show only the part of a long line around the caret.
        start = max(0, self.span.column - 1 - _CONTEXT)
        part = line[start : self.span.column - 1 + _CONTEXT]
        # Copy tabs so that the caret is below the character that it points to.
        lead = "".join("\t" if c == "\t" else " " for c in line[start : self.span.column - 1])
        width = min(max(1, self.span.length), max(1, len(part) - len(lead)))
        return f"{head}\n    {part}\n    {lead}{'^' * width}"


class NotationError(PiquetError):
    """A record that cannot be read. ``faults`` has all its faults, in the order of the text."""

    def __init__(self, faults: tuple[Fault, ...], text: str, name: str = "<record>") -> None:
        lines = [fault.show(text, name) for fault in faults[:_SHOWN]]
        if len(faults) > _SHOWN:
            lines.append(f"{name}: and {len(faults) - _SHOWN} more faults")
        super().__init__("\n".join(lines))
        self.faults = faults
