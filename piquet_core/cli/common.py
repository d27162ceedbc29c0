"""What the commands share: exit codes, reading files, and values as JSON knows them."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import fields
from enum import Enum
from pathlib import Path
from typing import Any

from piquet_core.actions import Response
from piquet_core.cards import Card, Hand, Suit
from piquet_core.combinations import PointHolding, SequenceHolding, SetHolding
from piquet_core.errors import NotationError, PiquetError
from piquet_core.events import Event
from piquet_core.narration import narrate, plain
from piquet_core.rules import Answer
from piquet_core.seat import Seat
from piquet_core.steps import Finding, Step
from piquet_core.view import observe

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


def story(step: Step, names: Sequence[str]) -> str:
    """Return what happened at a step as one text."""
    return plain(narrate(observe(step, None), names))


# -- JSON ----------------------------------------------------------------------------------------


def as_json(value: object) -> Any:
    """Return a value of an event as JSON knows it: cards, suits and holdings in their letters."""
    match value:
        case Card() | PointHolding() | SequenceHolding() | SetHolding():
            return str(value)
        case Suit():
            return value.letter
        case Seat():
            return value.name.lower()
        case Response():
            return value.value
        case Enum():
            return value.name
        case Hand() | tuple():
            return [as_json(one) for one in value]
        case _:
            return value


def event_json(event: Event) -> dict[str, Any]:
    """Return an event with its name and its fields."""
    values = {field.name: as_json(getattr(event, field.name)) for field in fields(event)}
    return {"event": type(event).__name__, **values}


def finding_json(finding: Finding) -> dict[str, Any]:
    """Return a finding with its place."""
    return {
        "line": finding.span.line,
        "column": finding.span.column,
        "length": finding.span.length,
        "message": finding.message,
        "rule": finding.rule,
        "step": finding.step,
    }


def answer_json(answer: Answer[Any]) -> dict[str, Any]:
    """Return an answer: value, status, and every place that it is read from."""
    return {
        "value": _value_json(answer.value),
        "words": answer.words,
        "status": answer.status,
        "citations": [
            {
                "source": citation.source.id,
                "section": citation.section.id,
                "paragraph": citation.paragraph,
                "text": f"{citation.source.short}, {citation.place}",
            }
            for citation in answer.citations
        ],
        "note": answer.note,
        "slip": answer.slip,
        "base": answer.base,
    }


def _value_json(value: object) -> Any:
    """Return a value as its data file writes it: ranks in letters."""
    if isinstance(value, dict):
        return {rank.letter: points for rank, points in value.items()}
    if isinstance(value, tuple):
        letters = [getattr(one, "letter", None) for one in value]
        return "".join(map(str, letters)) if letters and all(letters) else list(value)
    return value


def answer_lines(answer: Answer[Any]) -> list[str]:
    """Return the places of an answer, one a line, and its note."""
    lines = [f"{citation.source.short}, {citation.place}" for citation in answer.citations]
    if answer.note:
        lines.append(answer.note if answer.citations else f"{answer.status}: {answer.note}")
    if answer.slip:
        lines.append(f"a slip of the source: {answer.slip}")
    return lines
