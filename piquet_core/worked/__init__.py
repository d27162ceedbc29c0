"""Worked examples: one case under many rule sets, and which of them agree on the result."""

from piquet_core.worked.cases import Hands, Recorded
from piquet_core.worked.causes import agreed, causes
from piquet_core.worked.exchange import Exchanging
from piquet_core.worked.facts import Facts
from piquet_core.worked.games import Hundred, Match, Partie
from piquet_core.worked.table import Cell, Example, ExampleError, SharedResult, Worked, work

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
