"""Rules as questions, rule sets as cited answers."""

from piquet_core.rules.catalogue import Rule, catalogue, find_rule
from piquet_core.rules.ruleset import Answer, RuleSet, load_ruleset, parse_ruleset, ruleset_ids
from piquet_core.rules.sources import Citation, Section, Source, parse_citation, sources
from piquet_core.rules.variants import CHANGED, find_ruleset

__all__ = [
    "CHANGED",
    "Answer",
    "Citation",
    "Rule",
    "RuleSet",
    "Section",
    "Source",
    "catalogue",
    "find_rule",
    "find_ruleset",
    "load_ruleset",
    "parse_citation",
    "parse_ruleset",
    "ruleset_ids",
    "sources",
]
