"""The catalogue of rules as questions, and the rule sets with their cited answers."""

from piquet_core.rules.agreement import agreement
from piquet_core.rules.answer import Answer
from piquet_core.rules.catalogue import Rule, catalogue, find_rule
from piquet_core.rules.ruleset import RuleSet, load_ruleset, parse_ruleset, ruleset_ids
from piquet_core.rules.sources import (
    Citation,
    Family,
    Section,
    Source,
    families,
    parse_citation,
    sources,
)
from piquet_core.rules.status import Status
from piquet_core.rules.variants import (
    CHANGED,
    base_id,
    brief_title,
    changed_answers,
    find_ruleset,
    variant_changes,
)

__all__ = [
    "CHANGED",
    "Answer",
    "Citation",
    "Family",
    "Rule",
    "RuleSet",
    "Section",
    "Source",
    "Status",
    "agreement",
    "base_id",
    "brief_title",
    "catalogue",
    "changed_answers",
    "families",
    "find_rule",
    "find_ruleset",
    "load_ruleset",
    "parse_citation",
    "parse_ruleset",
    "ruleset_ids",
    "sources",
    "variant_changes",
]
