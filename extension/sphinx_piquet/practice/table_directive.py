"""The directives ``play``, a table at which a reader plays against an opponent, and ``go-on``, the way back to it."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.writers.html5 import HTML5Translator

from piquet_core.views import card_sprite
from sphinx_piquet.doctree import needs_script, paragraph
from sphinx_piquet.pages import (
    PAGES,
    add_files_where,
    add_live_script,
    add_page_node,
    add_styles,
    engine_data,
    page_links,
)
from sphinx_piquet.practice.lesson_index import target_of
from sphinx_piquet.style_sheets import STAGE
from sphinx_piquet.views.game_setup import render_bare_table, render_go_on, render_start


class play_node(nodes.General, nodes.Element):  # noqa: N801 - docutils names nodes so
    """The table; builders other than HTML have no use for it."""


class PlayDirective(SphinxDirective):
    """``{play}``: choose the terms, start, and play; its text says what can be done without a script."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        """Return the table, and the words for readers without a script."""
        note = paragraph("A game against the computer needs JavaScript. ")
        for said in self.parse_content_to_nodes():
            note += said.children
        book = (
            "On the site a table stands here, with the computer in the other seat, and the next section "
            "says how it is used. To play with a friend and a pack of cards you need only the one after it."
        )
        first = self.config.piquet_first_ruleset
        table = play_node("", docname=self.env.docname, first=first)
        paper = paragraph(
            "At a screen you sit here at a table, with the computer in the other seat. "
            "To play with a friend and a pack of cards, you need only the last section."
        )
        paper["classes"].append("pq-printed-only")
        on_paper = addnodes.only("", paper, expr="not builder_epub")
        return [table, *needs_script(note, book), on_paper]


def _visit_html(self: HTML5Translator, node: play_node) -> None:
    if self.builder.name in PAGES:
        docname = node["docname"]
        self.body.append(card_sprite())
        self.body.append(render_bare_table())
        self.body.append(
            render_start(
                page_links(self.builder, docname),
                node["first"],
                **engine_data(self.builder, docname),
            )
        )
    raise nodes.SkipNode


class go_on_node(nodes.General, nodes.Element):  # noqa: N801 - docutils names nodes so
    """The link to a game that waits at the table, which only a script can show."""


class GoOnDirective(SphinxDirective):
    """``{go-on} PAGE``: a link to the game that waits at the table of a page, shown if there is one."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return the place of the link."""
        node = go_on_node(
            "", docname=self.env.docname, table=target_of(self.env, self.arguments[0])
        )
        self.set_source_info(node)
        return [node]


def _visit_go_on(self: HTML5Translator, node: go_on_node) -> None:
    if self.builder.name in PAGES:
        table = self.builder.get_relative_uri(node["docname"], node["table"])
        self.body.append(render_go_on(table))
    raise nodes.SkipNode


def _add_go_on_files(app: Sphinx, context: dict[str, Any]) -> None:
    del context
    app.add_js_file("storage/resume-button.js", type="module")


# -- registration --------------------------------------------------------------------------------


def _add_files(app: Sphinx, context: dict[str, Any]) -> None:
    """Load script and styles."""
    app.add_css_file("cards.css")
    add_styles(app, STAGE)
    app.add_css_file("replay/replay.css")
    app.add_css_file("table/table.css")
    app.add_css_file("table/deal-result.css")
    app.add_css_file("table/game-chart.css")
    app.add_css_file("table/trick-playback.css")
    app.add_css_file("storage/statistics.css")
    app.add_css_file("storage/saved-game-panel.css")
    add_live_script(app, context, "table/table.js")


def setup(app: Sphinx) -> None:
    """Register the directive and the files its page needs."""
    app.add_directive("play", PlayDirective)
    add_page_node(app, play_node, _visit_html)
    add_files_where(app, play_node, _add_files)
    app.add_directive("go-on", GoOnDirective)
    add_page_node(app, go_on_node, _visit_go_on)
    add_files_where(app, go_on_node, _add_go_on_files)
