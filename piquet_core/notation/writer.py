"""Writer of records in one canonical form that parses to the same record."""

from __future__ import annotations

import textwrap

from piquet_core.cards.cards import Hand, Suit, format_hand
from piquet_core.notation.record import (
    CHOICES,
    STAND,
    AnswerWord,
    CardMark,
    Item,
    Line,
    MarkedCard,
    Record,
)
from piquet_core.notation.tokens import escape

WIDTH = 96


def dumps(record: Record) -> str:
    """Return the canonical text of a record; ``loads(dumps(record)) == record``."""
    lines = [f'[{tag.name} "{escape(tag.value, '"')}"]' for tag in record.tags]
    lines.append("")
    lines.append(f"elder    {_hand(record.elder)}".rstrip())
    lines.append(f"younger  {_hand(record.younger)}".rstrip())
    lines.append(f"talon    {' '.join(map(str, record.talon))}".rstrip())
    lines += _comment(record.comment, "")
    lines.append("")
    lines += _lines(record.lines, "")
    return "\n".join(lines).rstrip("\n") + "\n"


def _hand(cards: tuple[MarkedCard, ...]) -> str:
    plain = [one.card for one in cards if one.card is not None and one.mark is CardMark.STATED]
    if cards and len(plain) == len(cards) == len(set(plain)):
        hand = Hand.of(plain)
        if tuple(hand) == tuple(plain):
            return format_hand(hand)
    return " ".join(map(str, cards))


def write_items(line: Line) -> list[str]:
    """Return the words of a line's decision as a record writes them: cards, holdings, an answer or *none*."""
    if line.label in ("pe", "se", "qe", "xe", "xy", "ve", "vy") and not line.items:
        return ["none"]
    return [format_item(line.label, item) for item in line.items]


def _lines(lines: tuple[Line, ...], indent: str) -> list[str]:
    found: list[str] = []
    for line in lines:
        words = [*write_items(line), *map(str, line.totals)]
        found.append(f"{indent}{line.label:<4} {' '.join(words)}".rstrip())
        found += _comment(line.comment, indent)
        for variation in line.variations:
            found.append(f"{indent}({variation.grade}")
            found += _comment(variation.comment, indent)
            found += _lines(variation.lines, indent + "  ")
            found.append(f"{indent})")
    return found


def _comment(text: str, indent: str) -> list[str]:
    if not text:
        return []
    return textwrap.wrap(
        "{" + escape(text, "{}") + "}",
        WIDTH,
        initial_indent=indent + "  ",
        subsequent_indent=indent + "   ",
        break_long_words=False,
        break_on_hyphens=False,
    )


def format_item(label: str, item: Item) -> str:
    """Return an item as the word that a record writes. The words for a choice depend on ``label``, the line's label."""
    if isinstance(item, bool):
        return CHOICES[label][item] if label in CHOICES else STAND
    if isinstance(item, Suit):
        return item.letter
    if isinstance(item, AnswerWord):
        return item.value
    return str(item)
