"""Directive ``rule-index``: a list of all rules."""

from __future__ import annotations

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from piquet_core.cards.card_names import capitalize
from piquet_core.rules import Rule, RuleSet, Status, load_ruleset
from piquet_core.rules.answer_matrix import short_answer
from piquet_core.rules.rule_groups import rules_by_group
from sphinx_piquet import doctree as dt
from sphinx_piquet.domain import piquet_domain
from sphinx_piquet.pages import Page
from sphinx_piquet.registration import Widget, register
from sphinx_piquet.rules.rule_set_directives import DataDirective
from sphinx_piquet.views.answer_strip import render_small_legend, render_small_strip


class small_strip_node(nodes.General, nodes.Inline, nodes.Element):
    """The small answer strip of ``rule``, or the legend of such strips if ``rule`` is empty."""


class RuleIndexDirective(DataDirective):
    """``{rule-index} RULESET``: all rules by group, with the answer of a rule set and a small answer strip.

    Every group is a section, so only sections may follow the directive on its page.
    """

    def build(self) -> list[nodes.Node]:
        ruleset = load_ruleset(self.arguments[0])
        piquet_domain(self.env).note_list(self.docname)
        sections = [
            dt.section(f"rules-{name}", title, self._list(rules, ruleset))
            for name, title, rules in rules_by_group()
        ]
        key = dt.paragraph(small_strip_node(rule=""), classes=["pq-small-key"])
        return [key, nodes.container("", *sections, classes=["pq-rule-groups"])]

    def _list(self, rules: list[Rule], ruleset: RuleSet) -> nodes.Node:
        return dt.definitions(
            (
                (
                    "",
                    nodes.inline(
                        "",
                        "",
                        dt.link("rule", rule.id, rule.title, self.docname),
                        small_strip_node(rule=rule.id),
                    ),
                    self._answered(rule, ruleset),
                )
                for rule in rules
            ),
            classes=["pq-rule-index"],
        )

    def _answered(self, rule: Rule, ruleset: RuleSet) -> nodes.paragraph:
        answer = ruleset.answers[rule.id]
        few = capitalize(short_answer(answer))
        if answer.status in (Status.STATED, Status.ABSENT):
            return dt.paragraph(few)
        return dt.paragraph(few, " ", dt.status_mark(answer))


def _draw(_page: Page, node: small_strip_node) -> str:
    rule = node["rule"]
    return f" {render_small_strip(rule)}" if rule else render_small_legend()


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive."""
    styles = ("rules/article.css", "rules/listing.css")
    return register(
        app,
        directives={"rule-index": RuleIndexDirective},
        widgets=[Widget(small_strip_node, draw=_draw, styles=styles)],
    )
