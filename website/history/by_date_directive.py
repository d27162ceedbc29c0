"""The directives ``by-date`` and ``by-date-key``: a rule through the centuries, as chart, text and table.

The article on a rule also contains the chart, collapsed.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util.typing import ExtensionMetadata

import piquet_core.witnesses
from piquet_core.cards.card_names import lower_article
from piquet_core.errors import RuleSetError
from piquet_core.rules import Rule, Status, find_rule
from piquet_core.rules.agreement import agreement_summary
from piquet_core.views.markup import Markup, element, join
from piquet_core.witnesses import WitnessAnswer, witness_answers, witnesses
from sphinx_piquet import doctree as dt
from sphinx_piquet.details import details_block
from sphinx_piquet.domain import piquet_domain
from sphinx_piquet.pages import Page
from sphinx_piquet.registration import Widget, register
from sphinx_piquet.rules.answer_marks import AnswerSide
from sphinx_piquet.rules.article_directive import dated_label, strip_node
from sphinx_piquet.rules.rule_set_directives import DataDirective
from sphinx_piquet.views.answer_strip import legend_items
from website.history.answer_lanes import (
    Lane,
    answer_dates,
    dissenters,
    first_appearance,
    first_witness,
    lanes,
    texts_with_rulesets,
)
from website.history.by_date_table import by_date_table
from website.views.answer_timeline import render_lanes, render_texts, render_ticks_key

DATA = Path(piquet_core.witnesses.__file__).with_name("data")
"""The folder with the answers of texts without a rule set."""
TO_SCALE = "On a time line, to scale"
_SHOWN = (
    *((AnswerSide.YES, Status.STATED), (AnswerSide.NO, Status.STATED)),
    *((AnswerSide.COMMON, Status.STATED), (AnswerSide.OTHER, Status.STATED)),
    *((AnswerSide.COMMON, one) for one in (Status.INFERRED, Status.CONTESTED, Status.SLIP)),
    *((AnswerSide.NONE, one) for one in (Status.SILENT, Status.UNSEEN, Status.ABSENT)),
)

_MOST_USED = 4
"""The number of leading marks in ``_SHOWN`` that the legend shows without unfolding."""


def date_anchor(rule: str) -> str:
    """Return the anchor of a rule's section on the page of rules by date.

    >>> date_anchor("point.score")
    'date-point-score'
    """
    return f"date-{rule.replace('.', '-')}"


class by_date_node(nodes.General, nodes.Element):
    """The chart of a rule. A node without ``lanes`` is the legend, or the list of ``named`` texts.

    ``fold`` is the summary line of the disclosure around the chart.
    """


class ByDateDirective(DataDirective):
    """``{by-date} point.score``: a section on a rule. The content describes the chart."""

    has_content = True

    def build(self) -> list[nodes.Node]:
        rule = find_rule(self.arguments[0])
        piquet_domain(self.env).note_list(self.docname)
        found = lanes(rule.id, dated_witnesses(self.env, rule.id))
        line = f"Every answer and its place; {agreement_summary(rule.id)}"
        anchor = date_anchor(rule.id)
        # The article on the rule links here.
        labels = self.env.domains.standard_domain.anonlabels
        labels[dated_label(rule.id)] = (self.docname, anchor)
        section = dt.section(
            anchor,
            rule.title,
            dt.paragraph(
                dt.link("rule", rule.id, rule.question, self.docname), classes=["pq-question"]
            ),
            *self.parse_content_to_nodes(),
            by_date_node(lanes=found, row=f"{anchor}-"),
            details_block(line, inside=_table(rule, found, self.docname), on_request=True),
        )
        section["classes"].append("pq-dated-rule")
        section["says"] = answer_dates(found)
        self.set_source_info(section)
        return [section]


def _table(rule: Rule, found: Sequence[Lane], docname: str) -> list[nodes.Node]:
    """Return the table of a chart, and a note on its links."""
    told = [(lane, mark) for lane in found for mark in lane.marks]
    table = by_date_table(rule, told, docname, f"{date_anchor(rule.id)}-")
    return [table, dt.paragraph(dt.LINKS_NOTE, classes=["pq-note"])]


def dated_witnesses(env: BuildEnvironment, rule: str) -> tuple[WitnessAnswer, ...]:
    """Return the answers of the witnesses to a rule.

    Raises `RuleSetError` for a witness that the bibliography lacks or dates differently.
    """
    for file in sorted(DATA.glob("*.toml")):
        env.note_dependency(str(file))
    works = env.get_domain("cite").bibdata.data.entries  # type: ignore[attr-defined]
    for witness in witnesses():
        if witness.id not in works:
            raise RuleSetError("the bibliography has no such work", witness.id)
        printed = works[witness.id].fields.get("year")
        if printed and not witness.undated and printed != str(witness.year):
            raise RuleSetError(f"the bibliography has the year {printed}", witness.id)
    return witness_answers(rule)


class KeyDirective(DataDirective):
    """``{by-date-key}``: the legend, and the names of the texts with rule sets.

    On a phone, the texts and the content are collapsed.
    """

    required_arguments = 0
    has_content = True

    def build(self) -> list[nodes.Node]:
        inside = [by_date_node(named=True), *self.parse_content_to_nodes()]
        fold = details_block("The texts and their marks", inside=inside, roomy=True)
        fold["classes"].append("pq-named-marks")
        return [by_date_node(), fold]


def _draw(_page: Page, node: by_date_node) -> Markup:
    """Render the chart, the legend or the list of texts."""
    if "lanes" in node:
        drawn = render_lanes(node["lanes"], node.get("row", ""))
        if "fold" in node:
            line = element("summary", node["fold"])
            drawn = element(
                "details", line, drawn, class_="pq-details pq-to-scale", data_part="details"
            )
        return drawn
    if "named" in node:
        # A phone has marks only beside the names.
        key = _key(_SHOWN, "What the marks beside the names mean")
        return join([key, render_texts(texts_with_rulesets())])
    line = element("summary", "The other marks")
    rest = _key(_SHOWN[_MOST_USED:], "What the other marks mean", sides=False)
    return join(
        [
            _key(_SHOWN[:_MOST_USED], "What the marks mean"),
            element("details", line, rest, class_="pq-details pq-other-marks", data_part="details"),
            render_ticks_key(),  # a phone draws ticks
        ]
    )


def _key(shown: Sequence[tuple[AnswerSide, Status]], label: str, *, sides: bool = True) -> Markup:
    items = legend_items(shown, sides=sides)
    return element("ul", *items, class_="pq-key", role="list", aria_label=label)


def _draw_in_article(app: Sphinx, doctree: nodes.document) -> None:
    """Insert the chart of a rule into its article, collapsed, below the marks of all rule sets.

    Also insert the age of the answer, the witnesses that differ from a unanimous answer, and the
    table of all witnesses.
    """
    for strip in list(doctree.findall(strip_node)):
        if strip["part"] == "every":
            rule = find_rule(strip["rule"])
            answers = dated_witnesses(app.env, rule.id)
            found = lanes(rule.id, answers)
            for line in doctree.findall(nodes.paragraph):
                if "pq-since" in line["classes"]:
                    line[0:0] = _since(app, rule.id, answers)
                if "pq-agreement" in line["classes"]:
                    line.extend(_dissent(app, dissenters(rule.id, answers)))
            place = strip.parent.index(strip)
            strip.parent.insert(place + 1, by_date_node(lanes=found, fold=TO_SCALE))
            for note in list(strip.parent.findall(nodes.paragraph)):
                if "pq-links-note" in note["classes"]:
                    place = strip.parent.index(note)
                    strip.parent[place:place] = _other_texts(app, rule, found)


def _other_texts(app: Sphinx, rule: Rule, found: Sequence[Lane]) -> list[nodes.Node]:
    """Return a details block with the answers of the witnesses, or an empty list without any."""
    told = [(lane, mark) for lane in found for mark in lane.marks if mark.answer]
    if not told:
        return []
    table = by_date_table(rule, told, app.env.docname, "text-")
    who = nodes.inline("", "; ".join(mark.name for _, mark in told), classes=["pq-details-who"])
    line = nodes.strong("", "Other texts, by date")
    return [details_block(line, " ", who, inside=[table], on_request=True)]


def _since(app: Sphinx, rule: str, answers: Sequence[WitnessAnswer]) -> list[nodes.Node]:
    """Return a sentence on the first appearance of the main rule set's answer, if known.

    A work without a rule set links to the bibliography. A work that we have not seen is described
    as such.
    """
    first = app.config.piquet_first_ruleset
    said = first_appearance(rule, first, answers)
    work = first_witness(rule, first, answers)
    if not said or not work:
        return [nodes.Text(f"{said} ")] if said else []
    name = lower_article(work.name)
    before, _, after = said.partition(name)
    linked = dt.link("work", work.id, name, app.env.docname)
    entry = app.env.get_domain("cite").bibdata.data.entries[work.id]  # type: ignore[attr-defined]
    if entry.fields.get("known") in ("quoted", "named"):
        after = after.replace(")", "; we have not seen it)", 1)
    return [nodes.Text(before), linked, nodes.Text(f"{after} ")]


def _dissent(app: Sphinx, others: Sequence[WitnessAnswer]) -> list[nodes.Node]:
    """Return a sentence on the witnesses ``others``, which differ, or an empty list.

    The works link to the bibliography.
    """
    if not others:
        return []
    told: list[nodes.Node] = [
        nodes.Text(
            " Another witness differs: " if len(others) == 1 else " Other witnesses differ: "
        )
    ]
    for place, one in enumerate(others):
        status = "" if one.status is Status.STATED else f", {one.status.mark.lower()}"
        end = "." if place == len(others) - 1 else "; "
        told += (
            dt.link("work", one.witness.id, lower_article(one.witness.name), app.env.docname),
            nodes.Text(f" ({one.witness.when}{status}), “{one.says}”{end}"),
        )
    return told


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directives."""
    styles = ("rules/article.css", "history/by-date.css")
    return register(
        app,
        directives={"by-date": ByDateDirective, "by-date-key": KeyDirective},
        widgets=[Widget(by_date_node, draw=_draw, styles=styles)],
        events=[("doctree-read", _draw_in_article)],
    )
