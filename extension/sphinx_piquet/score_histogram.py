"""Directive ``hands``: frequencies of scores in a book, compared with deals that the engine played."""

from __future__ import annotations

import csv
import re
from pathlib import Path
from typing import Final

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from piquet_core.cards.card_names import capitalize
from piquet_core.views.markup import Markup
from sphinx_piquet import doctree as dt
from sphinx_piquet.details import details_block
from sphinx_piquet.pages import Page
from sphinx_piquet.registration import Widget, register
from sphinx_piquet.views.score_bars import Class, render_histogram

SEATS: Final = ("elder", "younger")
_SCORES = re.compile(
    r"(?P<seat>Elder|Younger) scores "
    r"(?:under (?P<under>\d+)|(?P<low>\d+) to (?P<high>\d+)|(?P<more>150) or more)"
)
_BOUNDS = re.compile(r"([\d.]+)–([\d.]+)")


class histogram_node(nodes.General, nodes.Element):
    """A histogram of elder's or younger's scores. ``classes_`` are its classes of scores."""


class HandsDirective(SphinxDirective):
    """``{hands} SEAT FILE``: a histogram and a table of the scores of a seat, from a CSV file.

    SEAT is ``elder`` or ``younger``. With ``others`` instead, show the remaining figures as a table.
    """

    required_arguments = 2

    def run(self) -> list[nodes.Node]:
        """Return the histogram and the folded table, or only a table for ``others``."""
        which, file = self.arguments
        if which not in (*SEATS, "others"):
            raise self.error(f"unknown hands {which!r}; choose one of elder, younger, others")
        _, filename = self.env.relfn2path(file)
        self.env.note_dependency(filename)
        headings, *rows = csv.reader(Path(filename).read_text("utf-8").splitlines())
        scores = [(row, _SCORES.fullmatch(row[0])) for row in rows]
        if which == "others":
            return [_table(headings, [row for row, fits in scores if not fits])]
        own = [(row, fits) for row, fits in scores if fits and fits["seat"] == capitalize(which)]
        name = f"How often {which} scores what"
        node = histogram_node(classes_=[_class(row, fits) for row, fits in own], label=name)
        words = [[row[0].partition(" scores ")[2], *row[1:]] for row, _ in own]
        headings[0] = f"{capitalize(which)} scores"
        return [node, details_block(f"{name}, in figures", inside=[_table(headings, words)])]


def _class(row: list[str], fits: re.Match[str]) -> Class:
    _, printed, played, bounds, *_ = row
    found = _BOUNDS.fullmatch(bounds)
    assert found, bounds
    low, high = map(float, found.groups())
    name = f"0–{int(fits['under']) - 1}" if fits["under"] else f"{fits['low']}–{fits['high']}"
    if fits["more"]:
        name = f"{fits['more']}+"
    return Class(name, float(printed), float(played), low, high)


def _table(headings: list[str], rows: list[list[str]]) -> nodes.table:
    cells = ([[dt.paragraph(cell)] for cell in row] for row in rows)
    return dt.table(headings, cells, widths=(40, 15, 15, 20, 10), classes=["pq-hands-table"])


def _draw(_page: Page, node: histogram_node) -> Markup:
    label = f"{node['label']}; the figures follow"
    return render_histogram(node["classes_"], label, "in the book", "here, with its bounds")


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive."""
    styles = ("rules/score-histogram.css",)
    return register(
        app,
        directives={"hands": HandsDirective},
        widgets=[Widget(histogram_node, draw=_draw, in_books=True, styles=styles)],
    )
