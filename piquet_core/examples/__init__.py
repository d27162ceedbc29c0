"""Worked examples: one case under many rule sets, and which of them agree on the result."""

from piquet_core.examples.deal_examples import Hands, Recorded
from piquet_core.examples.exchange_examples import Exchanging
from piquet_core.examples.game_examples import Hundred, Match, Partie
from piquet_core.examples.result_table import (
    Cell,
    Example,
    ExampleError,
    SharedResult,
    Worked,
    work,
)
from piquet_core.examples.rule_causes import agreed, causes
from piquet_core.examples.rule_facts import Facts

__all__ = [
    "Cell",
    "Example",
    "ExampleError",
    "Exchanging",
    "Facts",
    "Hands",
    "Hundred",
    "Match",
    "Partie",
    "Recorded",
    "SharedResult",
    "Worked",
    "agreed",
    "causes",
    "work",
]
