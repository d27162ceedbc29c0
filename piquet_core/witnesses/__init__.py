"""Texts without a rule set, and their answers to the rules: a column each, never a vote."""

from piquet_core.witnesses.witness import (
    Place,
    Witness,
    WitnessAnswer,
    answers_of,
    find_places,
    parse_answers,
    witness_answers,
    witness_families,
    witness_ids,
    witnesses,
)

__all__ = [
    "Place",
    "Witness",
    "WitnessAnswer",
    "answers_of",
    "find_places",
    "parse_answers",
    "witness_answers",
    "witness_families",
    "witness_ids",
    "witnesses",
]
