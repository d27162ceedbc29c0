"""Piquet: rules as cited data, a pure engine, and replays that name the rule behind every point.

What can be imported from here is the public interface; docs/api.md explains it.
"""

from piquet_core.actions import Action
from piquet_core.cards import (
    Card,
    Hand,
    Rank,
    Suit,
    format_hand,
    pack,
    parse_card,
    parse_hand,
)
from piquet_core.compare import Comparison, compare_rules
from piquet_core.engine import apply, legal_actions, start
from piquet_core.errors import (
    CardError,
    IllegalAction,
    NotationError,
    PiquetError,
    RuleSetError,
)
from piquet_core.events import Event, Scored, tally
from piquet_core.notation import Record, dumps, format_deal_id, loads, parse_deal_id
from piquet_core.replay import run
from piquet_core.rules import (
    Answer,
    Citation,
    Rule,
    RuleSet,
    Source,
    catalogue,
    find_rule,
    load_ruleset,
    parse_ruleset,
    ruleset_ids,
    sources,
)
from piquet_core.score import Point, points, score_hands
from piquet_core.seat import Seat
from piquet_core.state import Deal, DealState, Phase, shuffled
from piquet_core.steps import Replay, Step
from piquet_core.view import Knowledge, View, know, observe

__version__ = "0.2.0"

__all__ = [
    "Action",
    "Answer",
    "Card",
    "CardError",
    "Citation",
    "Comparison",
    "Deal",
    "DealState",
    "Event",
    "Hand",
    "IllegalAction",
    "Knowledge",
    "NotationError",
    "Phase",
    "PiquetError",
    "Point",
    "Rank",
    "Record",
    "Replay",
    "Rule",
    "RuleSet",
    "RuleSetError",
    "Scored",
    "Seat",
    "Source",
    "Step",
    "Suit",
    "View",
    "__version__",
    "apply",
    "catalogue",
    "compare_rules",
    "dumps",
    "find_rule",
    "format_deal_id",
    "format_hand",
    "know",
    "legal_actions",
    "load_ruleset",
    "loads",
    "observe",
    "pack",
    "parse_card",
    "parse_deal_id",
    "parse_hand",
    "parse_ruleset",
    "points",
    "ruleset_ids",
    "run",
    "score_hands",
    "shuffled",
    "sources",
    "start",
    "tally",
]
