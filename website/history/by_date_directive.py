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

from piquet_core.cards.card_names import capitalize, lower_article
from piquet_core.errors import RuleSetError
from piquet_core.rules import Rule, Status, find_rule
from piquet_core.rules.agreement import agreement_summary
from piquet_core.views.markup import Markup, element, join
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
    DatedText,
    Lane,
    answer_dates,
    dissenters,
    first_appearance,
    first_witness,
    lanes,
    texts_with_rulesets,
)
from website.history.witnesses import Witness, Witnesses, read_witnesses
from website.views.answer_timeline import render_lanes, render_texts, render_ticks_key

FILE = "witnesses.toml"
"""The file with the answers of texts without a rule set, next to the page."""
TO_SCALE = "On a line of time, to scale"
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
        found = lanes(rule.id, _witnesses(self.env).get(rule.id, ()))
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
            details_block(line, inside=[self._table(rule, found)], on_request=True),
        )
        section["classes"].append("pq-dated-rule")
        section["says"] = answer_dates(found)
        self.set_source_info(section)
        return [section]

    def _table(self, rule: Rule, found: tuple[Lane, ...]) -> nodes.table:
        told = [(lane, mark) for lane in found for mark in lane.marks]
        told.sort(key=lambda one: (one[1].year, one[1].name))
        return dt.table(
            ("Year", "Text", "Answer", "Where it stands"),
            (self._row(rule, *one) for one in told),
            widths=(12, 28, 25, 35),
            classes=["pq-by-date"],
            ids=[f"{date_anchor(rule.id)}-{mark.key}" for _, mark in told],
        )

    def _row(self, rule: Rule, lane: Lane, mark: DatedText) -> list[list[nodes.Node]]:
        return [
            [dt.paragraph(mark.dated)],
            [dt.paragraph(*self._text(mark))],
            [dt.paragraph(capitalize(lane.says))],
            self._place(rule, mark),
        ]

    def _text(self, mark: DatedText) -> list[nodes.Node | str]:
        """Return the name of a text, with a link to the bibliography or to its rule sets."""
        if mark.witness:
            return [f"{mark.name} ", dt.cited(mark.witness.work.key, self.docname)]
        return list(
            dt.joined(
                mark.rulesets, lambda one: dt.link("ruleset", one.id, one.short, self.docname), "; "
            )
        )

    def _place(self, rule: Rule, mark: DatedText) -> list[nodes.Node]:
        """Return the location of an answer, with its status unless stated.

        A witness also has notes.
        """
        if mark.witness:
            where: list[nodes.Node | str] = [mark.witness.place]
            told = " ".join(filter(None, (mark.witness.note, mark.witness.work.why)))
            notes = [dt.paragraph(told, classes=["pq-note"])]
        else:
            answers = [one.answers[rule.id] for one in mark.rulesets]
            answer = next(one for one in answers if one.status is mark.status)
            where = list(dt.places(answer, self.docname, mark.rulesets[0].source))
            notes = []
        if mark.status is Status.STATED:
            where = [_begun(one) if isinstance(one, str) else one for one in where]
        else:
            glue = mark.status.before_places if where else ""
            where = [dt.status_word(mark.status), glue, *where]
        if mark.rulesets:  # witnesses link to the bibliography
            id = f"{rule.id}@{mark.rulesets[0].id}"
            where += [". ", dt.link("rule", id, "Cite", self.docname), "."]
        return [dt.paragraph(*where), *notes]


def _witnesses(env: BuildEnvironment) -> Witnesses:
    """Return the witnesses by rule id.

    They come from the `FILE` next to the page or in the nearest folder above. Without such a file
    the result is empty.
    """
    page = Path(env.relfn2path(FILE)[1])
    folders = [one for one in page.parents if one.is_relative_to(env.srcdir)]
    path = next((one / FILE for one in folders if (one / FILE).exists()), None)
    if path is None:
        return {}
    env.note_dependency(str(path))
    found = read_witnesses(path.read_text("utf-8"), path.name)
    works = env.get_domain("cite").bibdata.data.entries  # type: ignore[attr-defined]
    for work in {witness.work for said in found.values() for witness in said}:
        if work.key not in works:
            raise RuleSetError("the bibliography has no such work", work.key)
        printed = works[work.key].fields.get("year")
        if printed and not work.undated and printed != str(work.year):
            raise RuleSetError(f"the bibliography has the year {printed}", work.key)
    return found


def _begun(place: str) -> str:
    """Return a location with a capital, to start a line. "p." and "pp." stay in small letters."""
    return place if place.startswith(("p. ", "pp. ")) else capitalize(place)


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

    Also insert the age of the answer, and the witnesses that differ from a unanimous answer.
    """
    for strip in list(doctree.findall(strip_node)):
        if strip["part"] == "every":
            rule, witnesses = strip["rule"], _witnesses(app.env).get(strip["rule"], ())
            found = lanes(rule, witnesses)
            for line in doctree.findall(nodes.paragraph):
                if "pq-since" in line["classes"]:
                    line[0:0] = _since(app, rule, witnesses)
                if "pq-agreement" in line["classes"]:
                    line.extend(_dissent(app, dissenters(rule, witnesses)))
            strip.parent.insert(
                strip.parent.index(strip) + 1, by_date_node(lanes=found, fold=TO_SCALE)
            )


def _since(app: Sphinx, rule: str, witnesses: Sequence[Witness]) -> list[nodes.Node]:
    """Return a sentence on the first appearance of the main rule set's answer, if known.

    A work without a rule set links to the bibliography. A work that we have not seen is described
    as such.
    """
    first = app.config.piquet_first_ruleset
    said = first_appearance(rule, first, witnesses)
    work = first_witness(rule, first, witnesses)
    if not said or not work:
        return [nodes.Text(f"{said} ")] if said else []
    name = lower_article(work.name)
    before, _, after = said.partition(name)
    linked = dt.link("work", work.key, name, app.env.docname)
    entry = app.env.get_domain("cite").bibdata.data.entries[work.key]  # type: ignore[attr-defined]
    if entry.fields.get("known") in ("quoted", "named"):
        after = after.replace(")", ", which we have not seen)", 1)
    return [nodes.Text(before), linked, nodes.Text(f"{after} ")]


def _dissent(app: Sphinx, others: Sequence[Witness]) -> list[nodes.Node]:
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
            dt.link("work", one.work.key, lower_article(one.work.name), app.env.docname),
            nodes.Text(f" ({one.work.when}{status}), “{one.says}”{end}"),
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
