"""Rich text: sentences made of plain strings, cards, and clauses that link to a rule.

The same parts make the sentence on screen, the spoken sentence, and plain text.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from piquet_core.cards.card_names import card_name
from piquet_core.cards.cards import Card


@dataclass(frozen=True, slots=True)
class Clause:
    """Words of a sentence that link to a rule."""

    text: str
    rule: str


Part = str | Card | Clause


def plain_text(parts: Iterable[Part]) -> str:
    """Return rich text as a plain string, with the names of its cards."""
    words = (
        card_name(part)
        if isinstance(part, Card)
        else part.text
        if isinstance(part, Clause)
        else part
        for part in parts
    )
    return "".join(words)


def join_with_and(items: Iterable[Part]) -> list[Part]:
    """Return items with commas between them, and *and* before the last."""
    all_items = list(items)
    parts: list[Part] = []
    for place, item in enumerate(all_items):
        if place:
            parts.append(" and " if place == len(all_items) - 1 else ", ")
        parts.append(item)
    return parts


def join_sentences(sentences: Iterable[Sequence[Part]]) -> tuple[Part, ...]:
    """Return sentences as one rich text, with spaces between them."""
    parts: list[Part] = []
    for one in sentences:
        if parts:
            parts.append(" ")
        parts += one
    return tuple(parts)
