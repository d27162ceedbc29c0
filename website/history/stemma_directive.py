"""The directive ``stemma``: which text was taken from which, as a chart and as a table."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from piquet_core.cards.card_names import capitalize, lower_article
from piquet_core.views.markup import Markup
from sphinx_piquet import doctree as dt
from sphinx_piquet.pages import Page
from sphinx_piquet.registration import Widget, register
from sphinx_piquet.rules.rule_set_directives import DataDirective
from website.history.stemma import StemmaText, read_stemma
from website.views.stemma_chart import render_stemma

_LABEL = "Which text was taken from which, the oldest on top; the table below says the same"


class stemma_node(nodes.General, nodes.Element):
    """The chart. The table after it has the same data."""


class StemmaDirective(DataDirective):
    """``{stemma} stemma.toml``: the chart of a stemma file, then its table."""

    def build(self) -> list[nodes.Node]:
        name = self.arguments[0]
        _, path = self.env.relfn2path(name)
        self.env.note_dependency(path)
        works = self.env.get_domain("cite").bibdata.data.entries  # type: ignore[attr-defined]
        years = {key: int(work.fields.get("year", 0)) for key, work in works.items()}
        texts = read_stemma(Path(path).read_text("utf-8"), name, years)
        named = {one.id: one for one in texts}
        table = dt.table(
            ("Year", "Text", "Taken from", "What became of its rules"),
            (self._row(one, named) for one in texts),
            widths=(12, 26, 30, 32),
            classes=["pq-by-date", "pq-stemma-table"],
        )
        return [stemma_node(texts=texts), table]

    def _row(self, one: StemmaText, named: dict[str, StemmaText]) -> list[list[nodes.Node]]:
        return [
            [dt.paragraph(one.dated)],
            [dt.paragraph(*self._name(one))],
            self._parent(one, named),
            self._changes(one),
        ]

    def _name(self, one: StemmaText) -> Sequence[nodes.Node | str]:
        if one.ruleset:
            return [dt.link("ruleset", one.ruleset, one.name, self.docname)]
        return [f"{one.name} ", dt.cited(one.id, self.docname)]

    def _parent(self, one: StemmaText, named: dict[str, StemmaText]) -> list[nodes.Node]:
        if not one.parent:
            return [dt.paragraph("No older text known to us.")]
        said = f"{named[one.parent].name}: {one.how}{', by our inference' if one.inferred else ''}."
        told = [dt.paragraph(one.note, classes=["pq-note"])] if one.note else []
        return [dt.paragraph(capitalize(lower_article(said))), *told]

    def _changes(self, one: StemmaText) -> list[nodes.Node]:
        parts: list[nodes.Node | str] = []
        for rule, words in one.changes:
            link = dt.link("rule", rule.id, rule.title, self.docname)
            parts += ["; " if parts else "", link, f": {words}"]
        if not parts:
            return [dt.paragraph("None noted." if one.parent else "")]
        return [dt.paragraph(*parts, ".")]


def _draw(_page: Page, node: stemma_node) -> Markup:
    return render_stemma(node["texts"], _LABEL)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive."""
    return register(
        app,
        directives={"stemma": StemmaDirective},
        widgets=[
            Widget(stemma_node, draw=_draw, styles=("history/stemma.css", "history/by-date.css"))
        ],
    )
