"""The notation of deals: `loads` and `dumps`."""

from piquet_core.notation.parser import loads
from piquet_core.notation.record import Line, Mark, MarkedCard, Record, Tag, Total, Variation
from piquet_core.notation.writer import dumps

__all__ = [
    "Line",
    "Mark",
    "MarkedCard",
    "Record",
    "Tag",
    "Total",
    "Variation",
    "dumps",
    "loads",
]
