"""Worked examples: one case under many rule sets, grouped by result."""

from piquet_core.examples.deal_examples import HandsExample, RecordExample
from piquet_core.examples.exchange_examples import ExchangeExample
from piquet_core.examples.game_examples import HundredExample, MatchExample, PartieExample
from piquet_core.examples.result_table import (
    Cell,
    Example,
    ExampleError,
    SharedResult,
    WorkedExample,
    work_out,
)
from piquet_core.examples.rule_causes import differing_rules, is_same_answer
from piquet_core.examples.rule_facts import RuleFactsExample

__all__ = [
    "Cell",
    "Example",
    "ExampleError",
    "ExchangeExample",
    "HandsExample",
    "HundredExample",
    "MatchExample",
    "PartieExample",
    "RecordExample",
    "RuleFactsExample",
    "SharedResult",
    "WorkedExample",
    "differing_rules",
    "is_same_answer",
    "work_out",
]
