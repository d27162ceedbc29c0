"""Directive ``overview``: a table of all rule sets by a few characteristic answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from piquet_core.cards.card_names import capitalize
from piquet_core.rules import Answer, Rule, RuleSet, find_rule, load_ruleset, ruleset_ids
from sphinx_piquet import doctree as dt
from sphinx_piquet.domain import piquet_domain
from sphinx_piquet.registration import register
from sphinx_piquet.rules.rule_set_directives import DataDirective
from sphinx_piquet.rules.rule_summary import phrase

YEAR = "Year of the source"


class RuleSetOverviewDirective(DataDirective):
    """``{overview} pack.size pique.seat=Pique``: a row for each rule set, a column for each rule.

    Phones show no column headings. Instead, each answer follows the title of the rule, or the word
    after ``=``.

    The rows are ordered by the first answer, then by the second, and so on, and finally by the year
    of the source. Answers are ordered by the year of their oldest source.
    """

    final_argument_whitespace = True

    def build(self) -> list[nodes.Node]:
        names = dict(_named(word) for word in self.arguments[0].split())
        rules = [find_rule(id) for id in names]
        piquet_domain(self.env).note_list(self.docname)
        rulesets = _grouped(rules, sorted(map(load_ruleset, ruleset_ids()), key=_age))
        table = dt.table(
            ("Rule set", *(rule.question for rule in rules), YEAR),
            (self._row(ruleset, names) for ruleset in rulesets),
            widths=(30, *([60 // len(rules)] * len(rules)), 10),
            classes=["pq-overview"],
        )
        return [table]

    def _row(self, ruleset: RuleSet, names: dict[str, str]) -> list[list[nodes.Node]]:
        year = dt.link("source", ruleset.source.id, ruleset.source.dated, self.docname)
        cells = [dt.paragraph(dt.link("ruleset", ruleset.id, ruleset.title, self.docname))]
        for id, name in names.items():
            link = dt.link("rule", id, _brief(ruleset.answers[id]), self.docname)
            cells.append(_labelled(name, link))
        cells.append(_labelled(YEAR, year))
        return [[cell] for cell in cells]


def _named(word: str) -> tuple[str, str]:
    """Return a pair for an argument such as ``pique.seat=Pique``: the rule id and the label for phones."""
    id, _, name = word.partition("=")
    return id, name or find_rule(id).title


def _labelled(label: str, link: nodes.Node) -> nodes.paragraph:
    """Return a cell with a label for phones, which show no column headings."""
    return dt.paragraph(nodes.inline("", f"{label}: ", classes=["pq-whose"]), link)


def _grouped(rules: Sequence[Rule], rulesets: Sequence[RuleSet]) -> list[RuleSet]:
    """Return the rule sets sorted by their answers to ``rules``, so that equal ones are adjacent.

    The answers to a rule are in the order of their first rule set.
    """
    ranks = [
        list(dict.fromkeys(ruleset.answers[rule.id].written for ruleset in rulesets))
        for rule in rules
    ]
    return sorted(
        rulesets,
        key=lambda ruleset: [
            given.index(ruleset.answers[rule.id].written)
            for rule, given in zip(rules, ranks, strict=True)
        ],
    )


def _brief(answer: Answer[Any]) -> str:
    """Return an answer in a few words, for a narrow column."""
    if answer.absent:
        return "None"
    return capitalize(answer.words if answer.rule.kind == "bool" else phrase(answer))


def _age(ruleset: RuleSet) -> tuple[int, str, bool]:
    source = ruleset.source
    return source.year, source.id, bool(ruleset.base)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive."""
    return register(app, directives={"overview": RuleSetOverviewDirective})
