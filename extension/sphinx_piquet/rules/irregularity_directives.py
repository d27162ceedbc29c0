"""Directives for irregularities: a page for each moment of a deal, a list of all, and links to them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

import piquet_core.irregularities
from piquet_core.citations import Link, page_link
from piquet_core.errors import RuleSetError
from piquet_core.irregularities import (
    DealMoment,
    Irregularity,
    IrregularityAnswer,
    Text,
    irregularities,
    irregularity_subject,
    texts,
)
from piquet_core.rules import Citation, Status
from piquet_core.views.markup import Markup
from sphinx_piquet import doctree as dt
from sphinx_piquet.citation_panel import cite_node, row_panel
from sphinx_piquet.domain import Entry, anchor_of, piquet_domain
from sphinx_piquet.pages import Page
from sphinx_piquet.registration import Assets, Widget, register
from sphinx_piquet.rules.rule_set_directives import DataDirective
from sphinx_piquet.style_sheets import IRREGULARITY_LINKS
from sphinx_piquet.views.irregularity_links import render_irregularity_links, render_marked_note

_DATA = Path(piquet_core.irregularities.__file__).parent / "data"
_WITHOUT = {Status.SILENT: "Silent", Status.UNSEEN: "Not seen"}


class marked_note_node(nodes.General, nodes.Element):
    """A note that the answers of the rule set in the address are marked. A script shows it."""


class irregularity_links_node(nodes.General, nodes.Element):
    """A disclosure with a link for each moment of a deal. ``ruleset`` is the rule set to mark there."""


class _IrregularityDirective(DataDirective):
    """Base of the directives for irregularities. Their pages are read again when the data change."""

    def run(self) -> list[nodes.Node]:
        for file in sorted(_DATA.glob("*.toml")):
            self.env.note_dependency(file)
        return super().run()


class IrregularitiesDirective(_IrregularityDirective):
    """``{irregularities} MOMENT``: a section for each irregularity of a moment, such as ``exchange``."""

    def build(self) -> list[nodes.Node]:
        name = self.arguments[0]
        if name not in set(DealMoment):
            raise RuleSetError(f"unknown moment; choose one of {', '.join(DealMoment)}", name)
        found = [one for one in irregularities().values() if one.moment == name]
        piquet_domain(self.env).note_list(self.docname)
        return [marked_note_node(), *(self._section(one) for one in found)]

    def _section(self, one: Irregularity) -> nodes.section:
        anchor = anchor_of("irregularity", one.id)
        piquet_domain(self.env).note(
            Entry("irregularity", one.id, one.title, self.docname, anchor, self.lineno)
        )
        table = dt.table(
            ("Text", "What follows", "Where it stands"),
            (self._row(one, answer) for answer in one.answers.values()),
            widths=(22, 48, 30),
            classes=["pq-answers", "pq-irregularities"],
            ids=[irregularity_subject(f"{one.id}@{text}").fragment for text in one.answers],
        )
        rows = next(iter(table.findall(nodes.tbody))).findall(nodes.row)
        for row, answer in zip(rows, one.answers.values(), strict=True):
            row["classes"] += [f"pq-under-{id}" for id in _rulesets(one, answer)]
        section = dt.section(
            anchor,
            one.title,
            dt.paragraph(one.question, classes=["pq-question"]),
            self._played(one),
            table,
            dt.paragraph(*_texts_without_answer(one), classes=["pq-note"]),
            self._panel(one.id, one.title),
        )
        self.set_source_info(section)
        return section

    def _played(self, one: Irregularity) -> nodes.paragraph:
        """Return the line that says whether the engine plays an irregularity, with links to its rules."""
        said = "Played by the engine" if one.played else "For the table only"
        parts: list[nodes.Node | str] = [nodes.inline("", said, classes=["pq-tag"])]
        if one.rules:
            links = dt.joined(
                one.rules, lambda rule: dt.link("rule", rule.id, rule.title, self.docname), "; "
            )
            parts += [" by the rule " if one.played else " The rule: ", *links]
        return dt.paragraph(*parts)

    def _row(self, one: Irregularity, answer: IrregularityAnswer) -> list[list[nodes.Node]]:
        words = f"As {_in_a_sentence(texts()[answer.same_as])}." if answer.same_as else answer.words
        said = [dt.paragraph(words)]
        if answer.note:
            said.append(dt.paragraph(answer.note, classes=["pq-note"]))
        panel = self._panel(f"{one.id}@{answer.text.id}", f"{one.title}, {answer.text.name}")
        return [self._text(one, answer), list(said), [dt.paragraph(*self._place(answer)), panel]]

    def _panel(self, id: str, more: str) -> cite_node:
        """Return the citation panel of an irregularity or an answer."""
        panel = row_panel(self.docname, f"irregularity:{id}", more)
        panel["given"], panel["silent"] = irregularity_subject(id), True
        return panel

    def _text(self, one: Irregularity, answer: IrregularityAnswer) -> list[nodes.Node]:
        text = answer.text
        lines = [
            dt.paragraph(self._link(text)),
            dt.paragraph(text.dated, classes=["pq-note", "pq-links-note"]),
        ]
        for other in _deferring(one, text):
            more = dt.paragraph("so too ", self._link(other), classes=["pq-note"])
            lines.append(more)
        return list(lines)

    def _link(self, text: Text) -> nodes.Node:
        """Return the name of a text as a link to its rule set, its source or its entry in the bibliography."""
        if len(text.rulesets) == 1:
            return dt.link("ruleset", text.rulesets[0], text.name, self.docname)
        if text.source is not None:
            return dt.link("source", text.source.id, text.name, self.docname)
        return dt.link("work", text.id, text.name, self.docname)

    def _place(self, answer: IrregularityAnswer) -> Iterator[nodes.Node]:
        """Yield the status of an answer and its places, as links if the text is one of our sources."""
        yield dt.status_word(answer.status)
        yield nodes.Text(answer.status.before_places)
        yield from dt.joined(answer.places, lambda one: dt.linked_place(one, one.words), "; ")
        linked: set[Link | None] = set()

        def place(one: Citation) -> nodes.Node:
            """Return a passage with the link to its page, once for each page."""
            page = page_link(one)
            shown = None if page in linked else page
            linked.add(page)
            return dt.cited_place(one, one.place, self.docname, shown)

        yield from dt.joined(answer.citations, place, "; ")


class IrregularityIndexDirective(_IrregularityDirective):
    """``{irregularity-index}``: all irregularities by moment, one line each."""

    required_arguments = 0

    def build(self) -> list[nodes.Node]:
        piquet_domain(self.env).note_list(self.docname)
        sections = [
            dt.section(f"irregularities-{moment}", moment.heading, self._list(moment))
            for moment in DealMoment
        ]
        return [nodes.container("", *sections, classes=["pq-rule-groups"])]

    def _list(self, moment: DealMoment) -> nodes.Node:
        return dt.definitions(
            (
                (
                    "",
                    dt.link("irregularity", one.id, one.title, self.docname),
                    dt.paragraph(one.question),
                )
                for one in irregularities().values()
                if one.moment is moment
            ),
            classes=["pq-rule-index"],
        )


class IrregularityTextsDirective(_IrregularityDirective):
    """``{irregularity-texts}``: the texts, how far each was read, and the number of its answers."""

    required_arguments = 0

    def build(self) -> list[nodes.Node]:
        entries = dt.definitions(map(self._entry, texts().values()), classes=["pq-facts"])
        return [entries, dt.paragraph(dt.LINKS_NOTE, classes=["pq-note", "pq-links-note"])]

    def _entry(self, text: Text) -> tuple[str, nodes.Node, nodes.Node]:
        number = sum(text.id in one.answers for one in irregularities().values())
        read = "read whole" if text.whole else f"not read whole, but {text.read}"
        said = [f"{text.dated}; {read}; {number} answer{'' if number == 1 else 's'}.", text.note]
        return "", nodes.Text(text.name), dt.paragraph(" ".join(filter(None, said)))


class IrregularityLinksDirective(DataDirective):
    """``{irregularity-links} RULESET``: links to the irregularities of each moment."""

    def build(self) -> list[nodes.Node]:
        node = irregularity_links_node("", ruleset=self.arguments[0])
        self.set_source_info(node)
        return [node]


def _rulesets(one: Irregularity, answer: IrregularityAnswer) -> tuple[str, ...]:
    """Return the rule sets under which an answer holds."""
    also = [id for text in _deferring(one, answer.text) for id in text.rulesets]
    return (*answer.text.rulesets, *also)


def _deferring(one: Irregularity, text: Text) -> list[Text]:
    """Return the texts that say nothing of an irregularity and defer to another text."""
    return [
        other
        for other in texts().values()
        if other.defers == text.id and other.id not in one.answers
    ]


def _texts_without_answer(one: Irregularity) -> Iterator[nodes.Node | str]:
    """Yield the names of the texts without an answer, those that are silent before those not seen."""
    for status, without in one.without_answer().items():
        if without:
            yield nodes.strong("", _WITHOUT[status])
            yield f": {'; '.join(text.name for text in without)}. "


def _in_a_sentence(text: Text) -> str:
    return text.name.replace("The treatise", "the treatise")


def irregularity_links(page: Page, ruleset: str) -> Markup | None:
    """Return the links to the irregularities of each moment, or None if the site has no pages for them."""
    folder = page.config.piquet_irregularities_folder
    if not folder or f"{folder}{DealMoment.DEALING}" not in page.env.found_docs:
        return None
    addresses = {moment: page.uri(f"{folder}{moment}") for moment in DealMoment}
    return render_irregularity_links(addresses, ruleset)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directives."""
    listing = ("rules/article.css", "rules/listing.css")

    def draw_links(page: Page, node: Any) -> Markup:
        return irregularity_links(page, node["ruleset"]) or Markup("")

    return register(
        app,
        directives={
            "irregularities": IrregularitiesDirective,
            "irregularity-index": IrregularityIndexDirective,
            "irregularity-texts": IrregularityTextsDirective,
            "irregularity-links": IrregularityLinksDirective,
        },
        widgets=[
            Widget(
                marked_note_node,
                draw=lambda _page, _node: render_marked_note(),
                printed=False,
                styles=("rules/irregularities.css",),
                scripts=("rules/irregularities.js",),
            ),
            Widget(
                irregularity_links_node,
                draw=draw_links,
                printed=False,
                styles=(IRREGULARITY_LINKS,),
                scripts=("rules/irregularity-links.js",),
            ),
        ],
        assets={"pq-rule-index": Assets(styles=listing)},
        config={"piquet_irregularities_folder": ("", "html")},
    )
