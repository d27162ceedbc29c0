"""Plain JSON values for answers, events, findings and steps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields
from enum import Enum
from typing import Any

from piquet_core.cards.cards import Card, Hand, Suit
from piquet_core.cards.combinations import PointHolding, SequenceHolding, SetHolding
from piquet_core.cards.seat import Seat
from piquet_core.engine.actions import Response
from piquet_core.engine.events import Event
from piquet_core.replay.steps import Branch, Finding, Step
from piquet_core.replay.visibility import observe
from piquet_core.rules import Answer, Citation
from piquet_core.rules.agreement import Agreement, agreement_sentence
from piquet_core.wording.narration import narrate
from piquet_core.wording.rich_text import plain_text

Names = Sequence[str]


def as_json(value: object) -> Any:
    """Return the JSON value of an event's field, with cards, suits and holdings in letters."""
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
    """Return an event as JSON, with its name and its fields."""
    values = {field.name: as_json(getattr(event, field.name)) for field in fields(event)}
    return {"event": type(event).__name__, **values}


def finding_json(finding: Finding) -> dict[str, Any]:
    """Return a finding as JSON, with its position in the record."""
    return {
        "line": finding.span.line,
        "column": finding.span.column,
        "length": finding.span.length,
        "message": finding.message,
        "rule": finding.rule,
        "step": finding.step,
    }


def citation_json(citation: Citation) -> dict[str, Any]:
    """Return a cited place in a source as JSON, by its parts and in words."""
    return {
        "id": str(citation),
        "source": citation.source.id,
        "section": citation.section.id,
        "paragraph": citation.paragraph,
        "text": f"{citation.source.short}, {citation.place}",
    }


def answer_json(answer: Answer[Any]) -> dict[str, Any]:
    """Return an answer to a rule as JSON, with its value, status, citations and note."""
    return {
        "value": value_json(answer.value),
        "words": answer.words,
        "status": answer.status.value,
        "citations": [citation_json(citation) for citation in answer.citations],
        "note": answer.note,
        "slip": answer.slip,
        "base": answer.base,
    }


def agreement_json(found: Agreement) -> dict[str, Any]:
    """Return the agreement on a rule as JSON: the most common answer, and the answer of each family of texts."""
    return {
        "words": agreement_sentence(found.rule),
        "common": found.common,
        "families": [
            {
                "family": voice.family.id,
                "texts": [text.id for text in voice.texts],
                "stance": voice.stance.value,
                "written": voice.value,
                "words": voice.words,
            }
            for voice in found.voices
        ],
    }


def value_json(value: object) -> Any:
    """Return the value of an answer as JSON, in the form of the data files, with ranks as letters."""
    if isinstance(value, dict):
        return {rank.letter: points for rank, points in value.items()}
    if isinstance(value, tuple):
        letters = [getattr(one, "letter", None) for one in value]
        return "".join(map(str, letters)) if letters and all(letters) else list(value)
    return value


def step_text(step: Step, names: Names) -> str:
    """Return the narration of a step as plain text, with both hands visible."""
    return plain_text(narrate(observe(step, None), names))


def step_json(step: Step, names: Names, more: Callable[[Step | Branch], dict[str, Any]]) -> Any:
    """Return a step as JSON, with its variations.

    ``more`` returns entries to add to, or replace in, the entry of a step or variation.
    """
    return {
        "id": step.id,
        "text": step_text(step, names),
        "score": list(step.score),
        "checks": [
            {"seat": as_json(check.seat), "printed": check.printed, "given": check.given}
            for check in step.checks
        ],
        "comment": step.comment,
        **more(step),
        "branches": [
            {
                "id": branch.id,
                "comment": branch.comment,
                "certainty": branch.grade or "inferred",
                **more(branch),
                "steps": [step_json(later, names, more) for later in branch.steps],
            }
            for branch in step.branches
        ],
    }
