"""Irregularities at the table, and the remedies that each text orders."""

from piquet_core.irregularities.situations import (
    DealMoment,
    Irregularity,
    IrregularityAnswer,
    Kind,
    irregularities,
    read_irregularities,
)
from piquet_core.irregularities.subject import irregularity_subject
from piquet_core.irregularities.texts import Text, read_texts, text_of_ruleset, texts

__all__ = [
    "DealMoment",
    "Irregularity",
    "IrregularityAnswer",
    "Kind",
    "Text",
    "irregularities",
    "irregularity_subject",
    "read_irregularities",
    "read_texts",
    "text_of_ruleset",
    "texts",
]
