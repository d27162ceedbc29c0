"""How a game ended, in a sentence with its clause: at the table, and on a score kept on paper."""

from __future__ import annotations

from piquet_core.engine.game import Settlement
from piquet_core.html.links import Links
from piquet_core.html.markup import Child, element
from piquet_core.rules import RuleSet


def settlement_words(
    rules: RuleSet, settled: Settlement, names: tuple[str, str], links: Links
) -> list[Child]:
    """Return who has won and what it is worth; ``names`` are those of the winner and of the loser."""
    won, lost = names
    high, low = settled.totals[settled.winner], settled.totals[1 - settled.winner]
    answer = rules.answers[settled.rule]
    said: list[Child] = [f"{won} won, {high} to {low}"]
    if settled.rule == "rubicon.settlement":
        short = f" {lost} did not reach the Rubicon." if settled.rubiconed else ""
        said += [f", and the partie is worth {settled.points}.{short} "]
    else:
        said += [". It counts double. " if settled.double else ". "]
    rule = links.to_rule(answer.id, answer.rule.title, class_="pq-rule")
    return [*said, element("small", rule, ": ", answer.words, ". ", links.to_answer(answer))]
