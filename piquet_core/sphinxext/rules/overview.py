"""The directive ``overview``: a table of all rule sets, by the few answers that tell them apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx

from piquet_core.pack.names import capital
from piquet_core.rules import Answer, Rule, RuleSet, find_rule, load_ruleset, ruleset_ids
from piquet_core.rules.sheet import phrase
from piquet_core.sphinxext import doctree as dt
from piquet_core.sphinxext.domain import PiquetDomain, piquet_domain
from piquet_core.sphinxext.rules.directives import DataDirective

YEAR = "Year of the source"


class OverviewDirective(DataDirective):
    """``{overview} pack.size play.low-cards``: a row for each rule set, a column for the question of each rule.

    Read from left to right it leads to a rule set: the rows are ordered by their answers to the first question, those
    that agree by the second, and so on; those that agree in all, and the answers, by the years of their sources.
    """

    final_argument_whitespace = True

    def build(self) -> list[nodes.Node]:
        rules = [find_rule(id) for id in self.arguments[0].split()]
        piquet_domain(self.env).note_list(self.docname)
        rulesets = _grouped(rules, sorted(map(load_ruleset, ruleset_ids()), key=_age))
        usual = {rule.id: found for rule in rules if (found := _usual(rule.id, rulesets))}
        table = dt.table(
            ("Rule set", *(rule.question for rule in rules), YEAR),
            (self._row(ruleset, [rule.id for rule in rules], usual) for ruleset in rulesets),
            widths=(30, *([60 // len(rules)] * len(rules)), 10),
            classes=["pq-overview"],
        )
        return [self._told_once(usual), table] if usual else [table]

    def _told_once(self, usual: dict[str, Answer[Any]]) -> nodes.Node:
        """Return what most answer, for a phone, which leaves it out of every block; elsewhere there is the table."""
        parts: list[nodes.Node | str] = ["Unless a block says otherwise: "]
        parts += dt.joined(
            usual.values(),
            lambda one: dt.link(
                "rule", one.rule.id, f"{one.rule.title}: {_told(one)}", self.docname
            ),
            "; ",
        )
        line = dt.paragraph(*parts, ".", classes=["pq-usual"])
        return addnodes.only("", line, expr="builder_html or builder_dirhtml")

    def _row(
        self, ruleset: RuleSet, ids: list[str], usual: dict[str, Answer[Any]]
    ) -> list[list[nodes.Node]]:
        year = dt.link("source", ruleset.source.id, ruleset.source.dated, self.docname)
        cells = [dt.paragraph(dt.link("ruleset", ruleset.id, ruleset.title, self.docname))]
        for id in ids:
            answer = ruleset.answers[id]
            link = dt.link("rule", id, _brief(answer), self.docname)
            cell = _labelled(answer.rule.title, link)
            if id in usual and usual[id].written == answer.written:
                cell["classes"].append("pq-as-usual")
            cells.append(cell)
        cells.append(_labelled(YEAR, year))
        return [[cell] for cell in cells]


def _labelled(label: str, link: nodes.Node) -> nodes.paragraph:
    """Return a cell that names itself on a phone, which has no headings."""
    return dt.paragraph(nodes.inline("", f"{label}: ", classes=["pq-whose"]), link)


def _grouped(rules: Sequence[Rule], rulesets: Sequence[RuleSet]) -> list[RuleSet]:
    """Return rule sets with those together that answer alike; an answer comes where the first rule set gives it."""
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


def _usual(rule: str, rulesets: Sequence[RuleSet]) -> Answer[Any] | None:
    """Return the answer that more than half of the rule sets give, if there is one."""
    answers = [ruleset.answers[rule] for ruleset in rulesets]
    value, number = Counter(answer.written for answer in answers).most_common(1)[0]
    if number * 2 <= len(answers):
        return None
    return next(answer for answer in answers if answer.written == value)


def _brief(answer: Answer[Any]) -> str:
    """Return an answer in as few words as its column allows."""
    if answer.absent:
        return "None"
    return capital(answer.words if answer.rule.kind == "bool" else phrase(answer))


def _told(answer: Answer[Any]) -> str:
    """Return an answer to be understood without its column."""
    words = phrase(answer)
    return f"{words[:1].lower()}{words[1:]}"


def _age(ruleset: RuleSet) -> tuple[int, str, bool]:
    source = ruleset.source
    return source.year, source.id, bool(ruleset.base)


def setup(app: Sphinx) -> None:
    """Register the directive, with and without the prefix ``piquet:``."""
    app.add_directive("overview", OverviewDirective)
    app.add_directive_to_domain(PiquetDomain.name, "overview", OverviewDirective)
