"""Rich text: sentences made of text, cards, and words that link to a rule.

The same parts make the sentence on screen, the spoken sentence, and the plain text of other builders.
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
    """Return the parts as plain text, with cards in words."""
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
    """Return parts with commas between them, and an *and* before the last."""
    all_items = list(items)
    parts: list[Part] = []
    for place, item in enumerate(all_items):
        if place:
            parts.append(" and " if place == len(all_items) - 1 else ", ")
        parts.append(item)
    return parts


def join_sentences(sentences: Iterable[Sequence[Part]]) -> tuple[Part, ...]:
    """Return sentences joined by spaces."""
    parts: list[Part] = []
    for one in sentences:
        if parts:
            parts.append(" ")
        parts += one
    return tuple(parts)
