"""The directives ``drawn`` and ``filled-sheet``: pictures of the game from rule sets, and a deal's score sheet."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, ClassVar, Final

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import OptionSpec
from sphinx.writers.html5 import HTML5Translator

from piquet_core.errors import PiquetError
from piquet_core.notation import loads
from piquet_core.replay.replay import replay_record
from piquet_core.rules import find_ruleset, ruleset_ids
from piquet_core.views.markup import Markup
from sphinx_piquet.pages import PAGES, add_files_where, add_pack, add_page_node
from sphinx_piquet.views.deck_pictures import (
    render_courts,
    render_order,
    render_pack,
    render_sequences,
    render_shares,
)
from sphinx_piquet.views.score_sheet import render_filled_sheet, render_filled_table, render_form

PICTURES: Final[Mapping[str, Callable[..., Markup]]] = {
    "pack": render_pack,
    "courts": render_courts,
    "shares": lambda *books: render_shares(books),
    "sequences": render_sequences,
    "order": render_order,
}


class drawn_node(nodes.General, nodes.Element):  # noqa: N801 - docutils names nodes so
    """The picture, whose caption is its child."""


class DrawnDirective(SphinxDirective):
    """``{drawn} PICTURE RULESET …``: a picture of what rule sets answer; the content is its caption."""

    required_arguments = 2
    optional_arguments = 1
    has_content = True

    def run(self) -> list[nodes.Node]:
        """Return the picture; complain about one that does not exist."""
        name, *books = self.arguments
        if name not in PICTURES:
            raise self.error(f"unknown picture {name!r}; choose one of {', '.join(PICTURES)}")
        if unknown := [book for book in books if book not in ruleset_ids()]:
            raise self.error(f"unknown rule set: {', '.join(unknown)}")
        node = drawn_node("", *self.parse_content_to_nodes(), name=name, books=books)
        self.set_source_info(node)
        return [node]


class FilledSheetDirective(SphinxDirective):
    """``{filled-sheet} FILE``: the score of a recorded deal as on a sheet of paper; the content is its caption.

    With ``:form:`` it is the first row of the form that is printed to be filled in.
    """

    required_arguments = 1
    has_content = True
    option_spec: ClassVar[OptionSpec] = {"form": directives.flag}

    def run(self) -> list[nodes.Node]:
        """Return the sheet; complain about a record that cannot be read or does not end."""
        _, filename = self.env.relfn2path(self.arguments[0])
        self.env.note_dependency(filename)
        try:
            record = loads(Path(filename).read_text("utf-8"))
            replay = replay_record(record)
        except (OSError, PiquetError) as error:
            raise self.error(f"no sheet can be filled in from {filename}: {error}") from None
        sums = replay.steps[-1].sums
        if not sums:
            raise self.error(f"the record is not a complete deal: {filename}")
        node = drawn_node("", *self.parse_content_to_nodes())
        if "form" in self.options:
            node["sheet"] = node["table"] = render_form(record.players, sums)
        else:
            node["sheet"] = render_filled_sheet(record.players, sums)
            node["table"] = render_filled_table(record.players, sums)
        self.set_source_info(node)
        return [node]


def visit_html(self: HTML5Translator, node: drawn_node) -> None:
    """Draw, and let the children write the caption; in a book the text says it all, and a sheet is a table."""
    drawn = self.builder.name in PAGES
    if not drawn and "table" not in node:
        raise nodes.SkipNode
    self.body.append(self.starttag(node, "figure", "", CLASS="pq-drawn"))
    self.body.append(_picture(node) if drawn else str(node["table"]))
    self.body.append(self.starttag(nodes.caption(), "figcaption", ""))


def _picture(node: drawn_node) -> str:
    if "sheet" in node:
        return str(node["sheet"])
    return PICTURES[node["name"]](*(find_ruleset(book) for book in node["books"]))


def depart_html(self: HTML5Translator, node: drawn_node) -> None:
    """Close the caption."""
    del node
    self.body.append("</figcaption></figure>")


def _add_files(app: Sphinx, context: dict[str, Any]) -> None:
    """Give the page the pack and the style of its pictures."""
    app.add_css_file("cards.css")
    app.add_css_file("rules/diagrams.css")
    add_pack(app, context)


def setup(app: Sphinx) -> None:
    """Register the directive, its node and the files of its pages."""
    app.add_directive("drawn", DrawnDirective)
    app.add_directive("filled-sheet", FilledSheetDirective)
    add_page_node(app, drawn_node, visit_html, depart_html)
    # Before the hook that puts just the pips on pages with cards in their text.
    add_files_where(app, drawn_node, _add_files, priority=400)
