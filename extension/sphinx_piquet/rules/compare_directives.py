"""Directives that compare rule sets: ``compare-matrix``, ``compare-distances`` and ``compare-deal``.

HTML pages have tables, and a script that shows two columns of the matrix. Other builders have lists.
"""

from __future__ import annotations

from functools import cache
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.util import logging
from sphinx.util.typing import ExtensionMetadata

from piquet_core.cards.card_names import capitalize
from piquet_core.errors import NotationError
from piquet_core.replay.by_rule_set import DealTotals, play_under_all
from piquet_core.rules.answer_matrix import (
    MatrixRow,
    answer_matrix,
    ruleset_distances,
    rulesets_by_date,
)
from piquet_core.views.markup import Markup, join
from sphinx_piquet import doctree as dt
from sphinx_piquet.domain import piquet_domain
from sphinx_piquet.pages import Page
from sphinx_piquet.record_files import read_record
from sphinx_piquet.registration import Widget, register
from sphinx_piquet.rules.rule_set_directives import DataDirective
from sphinx_piquet.style_sheets import COMPARISON
from sphinx_piquet.views import compare_page as html

logger = logging.getLogger(__name__)


class compare_node(nodes.General, nodes.Element):
    """The HTML of one of the directives. Its children are the content for other builders."""


class CompareDirective(DataDirective):
    """Base class of the directives that compare rule sets."""

    required_arguments = 0
    part = ""

    def build(self) -> list[nodes.Node]:
        return self.made(*self.plain())

    def made(self, *children: nodes.Node, **attributes: Any) -> list[nodes.Node]:
        """Return a `compare_node`. ``children`` are the content for other builders."""
        # The addresses in the table change if an article is added or removed.
        piquet_domain(self.env).note_list(self.docname)
        node = compare_node("", *children, part=self.part, **attributes)
        self.set_source_info(node)
        return [node]

    def plain(self) -> list[nodes.Node]:
        """Return the content for other builders."""
        raise NotImplementedError

    def record(self, name: str) -> DealTotals | None:
        """Return the totals of a record under all rule sets. Warn and return None if it cannot be played."""
        try:
            path, text = read_record(self.env, name)
            return play_under_all(text, path.name)
        except (OSError, NotationError) as error:
            logger.warning(
                "the record cannot be played: %s",
                error,
                location=self.get_location(),
                type="piquet",
                subtype="record",
            )
            return None


class MatrixDirective(CompareDirective):
    """``{compare-matrix}``: a choice of two rule sets, and all answers to all rules by phase.

    ``deal`` names a record. If both chosen rule sets can play it, the page shows the two results.
    """

    part = "matrix"
    option_spec: ClassVar[dict[str, Any]] = {"deal": directives.unchanged_required}

    def build(self) -> list[nodes.Node]:
        name = self.options.get("deal")
        return self.made(*self.plain(), deal=self.record(name) if name else None)

    def plain(self) -> list[nodes.Node]:
        return [
            node
            for group in answer_matrix()
            for node in (
                nodes.rubric("", group.heading, translatable=False),
                dt.definitions(
                    (
                        (
                            "",
                            dt.link("rule", row.rule.id, row.rule.title, self.docname),
                            dt.paragraph(_answers(row)),
                        )
                        for row in group.rows
                    ),
                    classes=[],
                ),
            )
        ]


class DistancesDirective(CompareDirective):
    """``{compare-distances}``: the number of different answers for each pair of rule sets."""

    part = "distances"

    def plain(self) -> list[nodes.Node]:
        apart = ruleset_distances()
        items = []
        for book in rulesets_by_date():
            others = sorted(
                (number, other.short)
                for other in rulesets_by_date()
                for pair, number in apart.items()
                if book is not other and {book.id, other.id} == set(pair)
            )
            text = "; ".join(f"{name} {number}" for number, name in others)
            items.append(
                (
                    "",
                    dt.link("ruleset", book.id, book.short, self.docname),
                    dt.paragraph(f"{text}."),
                )
            )
        return [dt.definitions(items, classes=[])]


class DealDirective(CompareDirective):
    """``{compare-deal} FILE``: the result of a record under every rule set."""

    required_arguments = 1
    part = "deal"

    def build(self) -> list[nodes.Node]:
        deal = self.record(self.arguments[0])
        if deal is None:
            return []
        items = [
            nodes.list_item("", dt.paragraph(f"{book.short}: {_ends(deal, book.id)}."))
            for book in rulesets_by_date()
        ]
        return self.made(nodes.bullet_list("", *items), deal=deal)


def _ends(deal: DealTotals, id: str) -> str:
    if id not in deal.totals:
        return "not with this pack"
    return ", ".join(
        f"{name} {points}" for name, points in zip(deal.players, deal.totals[id], strict=True)
    )


def _answers(row: MatrixRow) -> str:
    """Return a sentence for each different answer in a row, with the rule sets that give it."""
    found: dict[str, list[str]] = {}
    for cell in row.cells:
        found.setdefault(html.plain_answer(cell.answer), []).append(cell.ruleset.short)
    if len(found) == 1:
        return f"All: {next(iter(found))}."
    return " ".join(f"{capitalize(words)}: {'; '.join(names)}." for words, names in found.items())


# -- HTML ----------------------------------------------------------------------------------------


def addresses(builder: Builder, docname: str) -> html.Address:
    """Return a function that finds the address of an object, relative to a page.

    It takes the kind and id of the object, and returns "" if no page describes it.
    """

    @cache
    def address(kind: str, id: str) -> str:
        entry = piquet_domain(builder.env).find(kind, id)
        if entry is None:
            return ""
        uri = builder.get_relative_uri(docname, entry.docname)
        return f"{uri}#{entry.anchor}" if entry.anchor else uri

    return address


def _draw(page: Page, node: compare_node) -> Markup:
    address = addresses(page.builder, page.docname)
    match node["part"]:
        case "matrix":
            controls = html.render_controls(node["deal"], address)
            return join([controls, html.render_matrix(address)])
        case "distances":
            return html.render_distances(address)
        case _:
            return html.render_deal(node["deal"], address)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directives."""
    return register(
        app,
        directives={
            "compare-matrix": MatrixDirective,
            "compare-distances": DistancesDirective,
            "compare-deal": DealDirective,
        },
        widgets=[
            Widget(
                compare_node,
                draw=_draw,
                styles=COMPARISON,
                late=True,  # after the theme's print style, to set the page to landscape
                live="rules/compare/compare.js",
                scripts=("rules/details.js",),  # it opens the key on paper
            )
        ],
    )
