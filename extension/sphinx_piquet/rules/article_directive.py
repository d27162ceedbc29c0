"""Directive ``rule``: the head of an article, and all answers at the end of the article.

The head has the question, the answer of the taught rule set, the answer strip and a sentence on how
far the texts agree. The margin has the rule's id, its citation and the legend of the strip. The
section at the end has a details block for each answer, with the passages that the rule sets cite.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from piquet_core.cards.card_names import capitalize
from piquet_core.rules import Answer, Rule, RuleSet, Status, find_rule, load_ruleset
from piquet_core.rules.agreement import agreement_sentence
from piquet_core.rules.ruleset import ruleset_ids_by_date
from sphinx_piquet import doctree as dt
from sphinx_piquet.citation_panel import object_panel, row_panel
from sphinx_piquet.details import details_block
from sphinx_piquet.domain import Entry, anchor_of, piquet_domain
from sphinx_piquet.messages import _
from sphinx_piquet.registration import Widget, register
from sphinx_piquet.rules.answer_marks import few_words
from sphinx_piquet.rules.rule_set_directives import DataDirective, index_entries, index_title
from sphinx_piquet.style_sheets import CITE_WINDOW, WINDOW
from sphinx_piquet.views.answer_strip import render_all_marks, render_strip, render_strip_legend

ANSWERS = "every-answer"
_PARTS = {"marks": render_strip, "key": render_strip_legend, "every": render_all_marks}


class strip_node(nodes.General, nodes.Element):
    """A part of the answer strip. ``rule`` is the id of the rule, ``part`` a key of `_PARTS`."""


class rule_answers_node(nodes.General, nodes.Element):
    """The details blocks with the answers to a rule, which `place_answers` moves to the end of the article."""


class RuleDirective(DataDirective):
    """``{rule} play.last-trick``: the head of an article, and all answers at the end of the page.

    The directive follows the heading of the article, which must be the title of the rule.
    """

    def build(self) -> list[nodes.Node]:
        rule = find_rule(self.arguments[0])
        sets = self._in_order()
        taught = [ruleset for ruleset in sets if ruleset.id == self.config.piquet_first_ruleset]
        box = self.box(
            "rule",
            rule.id,
            rule.title,
            dt.paragraph(rule.question, classes=["pq-question"]),
            *(self._taught(ruleset, ruleset.answers[rule.id]) for ruleset in taught),
            strip_node(rule=rule.id, part="marks"),
            dt.paragraph(agreement_sentence(rule.id), classes=["pq-agreement"]),
            nodes.container("", *self._margin(rule), classes=["pq-margin"]),
        )
        filed = rule.filed or index_title(rule.title)
        every = strip_node(rule=rule.id, part="every")
        note = dt.paragraph(dt.LINKS_NOTE, classes=["pq-note", "pq-links-note"])
        answers = rule_answers_node("", every, *self._folds(rule, sets), note)
        return [index_entries(anchor_of("rule", rule.id), filed), box, answers]

    def _margin(self, rule: Rule) -> Iterator[nodes.Node]:
        """Yield the content of the margin: id, citation panel and legend."""
        id = nodes.literal("", rule.id)
        yield dt.paragraph(_("Rule id:"), " ", id, classes=["pq-id"])
        yield object_panel(self.docname, rule.id, rows=ANSWERS)
        drawn = dt.link_to_label(dated_label(rule.id), _("Drawn by date"), self.docname)
        drawn_by_date = nodes.inline("", "", drawn, classes=["pq-dated-link"])
        yield dt.paragraph(drawn_by_date, classes=["pq-since"])
        yield strip_node(rule=rule.id, part="key")
        marks = dt.link_to_label("answer-statuses", _("What the marks mean"), self.docname)
        yield dt.paragraph(marks, classes=["pq-all-marks"])

    def _in_order(self) -> list[RuleSet]:
        """Return all rule sets: the taught one, then the others with the oldest text first."""
        sets = [load_ruleset(id) for id in ruleset_ids_by_date()]
        first = self.config.piquet_first_ruleset
        return sorted(sets, key=lambda one: one.id != first)

    def _taught(self, ruleset: RuleSet, answer: Answer[Any]) -> nodes.paragraph:
        """Return a sentence with the answer of the taught rule set and the passages that it cites."""
        book = dt.link("ruleset", ruleset.id, ruleset.short, self.docname)
        said = nodes.strong("", few_words(answer))
        parts: list[nodes.Node | str] = ["In ", book, ", the book taught here: ", said]
        if answer.status is Status.STATED:
            places = dt.places(answer, self.docname, ruleset.source)
            parts += [" (", *places[:3], ")"]  # two places and the separator between them
        elif not answer.absent:
            row = nodes.reference("", "the reason", refid=f"at-{ruleset.id}", internal=True)
            parts += [f" ({answer.status.mark.lower()}; see ", row, ")"]
        return dt.paragraph(*parts, ".", classes=["pq-taught"])

    def _folds(self, rule: Rule, sets: list[RuleSet]) -> Iterator[nodes.Node]:
        """Yield a details block for each answer, with a row for each rule set.

        The first block is open if there are several.
        """
        found: dict[str, list[RuleSet]] = {}
        for ruleset in sets:
            found.setdefault(ruleset.answers[rule.id].written, []).append(ruleset)
        for place, members in enumerate(found.values()):
            table = dt.table(
                ("Rule set", "Where it stands"),
                (self._row(rule, ruleset) for ruleset in members),
                widths=(30, 70),
                classes=["pq-answers", "pq-given"],
                ids=[f"at-{ruleset.id}" for ruleset in members],
            )
            answer = nodes.strong("", dt.answer_text(members[0].answers[rule.id]))
            names = "; ".join(ruleset.short for ruleset in members)
            who = nodes.inline("", names, classes=["pq-details-who"])
            yield details_block(
                answer, " ", who, inside=[table], opened=place == 0 and len(found) > 1
            )

    def _row(self, rule: Rule, ruleset: RuleSet) -> list[list[nodes.Node]]:
        answer = ruleset.answers[rule.id]
        id, title = f"{rule.id}@{ruleset.id}", f"{rule.title}: {ruleset.title}"
        piquet_domain(self.env).note_part(
            Entry("answer", id, title, self.docname, f"at-{ruleset.id}", self.lineno)
        )
        cite = row_panel(self.docname, id, f"{rule.id} in {ruleset.id}")
        said = "" if answer.absent else f": {answer.words}"
        dated = f"{capitalize(ruleset.source.dated)}{said}"
        return [
            [
                dt.paragraph(dt.link("ruleset", ruleset.id, ruleset.title, self.docname)),
                dt.paragraph(dated, classes=["pq-note"]),
            ],
            [*dt.places_and_note(answer, self.docname, online=True), cite],
        ]


def place_answers(document: nodes.document) -> None:
    """Move the answers to a rule into a section at the end of the article."""
    for node in list(document.findall(rule_answers_node)):
        folds, section = list(node.children), node.parent
        if not isinstance(section, nodes.section):
            node.replace_self(folds)
            continue
        section.remove(node)
        section += dt.section(ANSWERS, _("Every answer and its place"), *folds)
        document.note_implicit_target(cast(nodes.section, section[-1]))


def dated_label(rule: str) -> str:
    """Return the Sphinx label of the drawing that shows the answers to a rule by date."""
    return f"by-date-{rule}"


def _drop_unmet(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Remove links to drawings by date that do not exist, and paragraphs that become empty."""
    del app, docname
    for node in list(doctree.findall(nodes.inline)):
        if "pq-dated-link" in node["classes"] and not node.next_node(nodes.reference):
            line = node.parent
            line.remove(node)
            if not line.astext().strip():
                line.parent.remove(line)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive."""
    return register(
        app,
        directives={"rule": RuleDirective},
        nodes=[rule_answers_node],
        widgets=[
            Widget(
                strip_node,
                draw=lambda _page, node: _PARTS[node["part"]](node["rule"]),
                styles=("rules/article.css", WINDOW, CITE_WINDOW),
            )
        ],
        events=[("doctree-resolved", _drop_unmet)],
    )
