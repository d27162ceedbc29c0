"""Notation of deals: records as text, and deal ids."""

from piquet_core.notation.deal_id import (
    count_of_deals,
    deal_of_number,
    format_deal_id,
    parse_deal_id,
)
from piquet_core.notation.parser import loads, loads_all, parse_line
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
from piquet_core.notation.record_text import decode, normalize, select_record
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
    "decode",
    "dumps",
    "format_deal_id",
    "format_item",
    "loads",
    "loads_all",
    "normalize",
    "parse_deal_id",
    "parse_line",
    "select_record",
    "write_items",
]
