"""Notation of deals: records as text, and deal ids."""

from piquet_core.notation.deal_id import (
    count_of_deals,
    deal_of_number,
    format_deal_id,
    parse_deal_id,
)
from piquet_core.notation.parser import loads, parse_line
from piquet_core.notation.record import (
    AnswerWord,
    CardMark,
    Line,
    MarkedCard,
    PrintedTotal,
    Record,
    Tag,
    Variation,
)
from piquet_core.notation.tags import THEMES
from piquet_core.notation.writer import dumps, format_item, write_items

__all__ = [
    "THEMES",
    "AnswerWord",
    "CardMark",
    "Line",
    "MarkedCard",
    "PrintedTotal",
    "Record",
    "Tag",
    "Variation",
    "count_of_deals",
    "deal_of_number",
    "dumps",
    "format_deal_id",
    "format_item",
    "loads",
    "parse_deal_id",
    "parse_line",
    "write_items",
]
