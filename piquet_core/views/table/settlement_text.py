"""How a game ended, in a sentence with its clause: at the table, and on a score kept on paper."""

from __future__ import annotations

from piquet_core.engine.game import Settlement
from piquet_core.rules import RuleSet
from piquet_core.views.markup import Markup, element
from piquet_core.views.reference_links import Links


def settlement_text(settled: Settlement, winner: str) -> str:
    """Return who has won and what it is worth; ``winner`` is what they are called. How it was won is told elsewhere."""
    high, low = settled.totals[settled.winner], settled.totals[1 - settled.winner]
    return " ".join(filter(None, [f"{winner} won, {high} to {low}.", payoff_text(settled)]))


def payoff_text(settled: Settlement) -> str:
    """Return what a game that is won is worth; "" where it is worth no more than it says."""
    if settled.rule == "rubicon.settlement":
        return f"The partie is worth {settled.points}."
    return "It counts double." if settled.double else ""


def render_settlement_rule(rules: RuleSet, settled: Settlement, links: Links) -> Markup:
    """Return, folded, the rule by which a game is settled, its answer and its place."""
    answer = rules.answers[settled.rule]
    rule = links.to_rule(answer.id, answer.rule.title, class_="pq-rule")
    clause = element("small", rule, ": ", answer.words, ". ", links.to_answer(answer, once=True))
    return element(
        "details",
        element("summary", "How it is settled"),
        element("p", clause),
    )
