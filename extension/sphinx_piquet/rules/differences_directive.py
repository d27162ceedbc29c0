"""Directive ``differences``: a table of the rules that two rule sets answer differently."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from piquet_core.number_words import number_in_words
from piquet_core.rules import Answer, RuleSet, load_ruleset
from piquet_core.rules.differences import AnswerPair, differences
from sphinx_piquet import doctree as dt
from sphinx_piquet.details import details_block
from sphinx_piquet.registration import register
from sphinx_piquet.rules.rule_set_directives import TOLD_BESIDE, DataDirective

_MOST_OPEN = 8
"""The most rows of a table that is not folded."""


class DifferencesDirective(DataDirective):
    """``{differences} little hoyle1909``: the rules that two rule sets answer differently."""

    required_arguments = 2

    def build(self) -> list[nodes.Node]:
        first, second = (load_ruleset(id) for id in self.arguments)
        pairs = differences(first, second)
        self.env.temp_data.setdefault(f"{TOLD_BESIDE}{first.id}", second.id)
        other = dt.link("ruleset", second.id, second.title, self.docname)
        if not pairs:
            return [dt.paragraph("No answer differs from ", other, ".", classes=["pq-count"])]
        # Questions about a form of the game that one of the two lacks are
        # differences of little interest.
        forms = sum(one.absent or two.absent for one, two in pairs)
        count = dt.paragraph(
            other,
            f" answers {number_in_words(len(pairs))} of the {len(first.answers)} questions differently",
            _forms(forms),
            classes=["pq-count"],
        )
        table = dt.table(
            ("Rule", first.short, second.short),
            (self._row(pair, (first, second)) for pair in pairs),
            widths=(24, 38, 38),
            classes=["pq-answers", "pq-differences"],
        )
        if len(pairs) <= _MOST_OPEN:
            return [count, table]
        return [
            count,
            details_block("Side by side, each with its place", inside=[table], roomy=True),
        ]

    def _row(self, pair: AnswerPair, rulesets: tuple[RuleSet, RuleSet]) -> list[list[nodes.Node]]:
        rule = pair[0].rule
        cells: list[list[nodes.Node]] = [
            [dt.paragraph(dt.link("rule", rule.id, rule.title, self.docname))]
        ]
        cells += [self._cell(answer, of) for answer, of in zip(pair, rulesets, strict=True)]
        return cells

    def _cell(self, answer: Answer[Any], ruleset: RuleSet) -> list[nodes.Node]:
        # On a phone the table has no headings, and each cell says whose answer it is.
        whose = nodes.inline("", f"{ruleset.short}: ", classes=["pq-whose"])
        value = nodes.strong("", dt.answer_text(answer))
        if answer.absent:
            return [dt.paragraph(whose, value)]
        places, *_ = dt.places_and_note(answer, self.docname, ruleset.source)
        return [dt.paragraph(whose, value), places]


def _forms(count: int) -> str:
    if not count:
        return "."
    verb = "arises" if count == 1 else "arise"
    return f"; {number_in_words(count)} of them {verb} in only one of the two rule sets."


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive."""
    return register(app, directives={"differences": DifferencesDirective})
