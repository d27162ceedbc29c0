"""Directives ``play``, a table for games against the computer, and ``go-on``, a link to a saved game."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from piquet_core.views import card_sprite
from piquet_core.views.markup import Markup, join
from sphinx_piquet.doctree import needs_script, paragraph
from sphinx_piquet.messages import _
from sphinx_piquet.pages import Page
from sphinx_piquet.practice.lesson_index import target_of
from sphinx_piquet.registration import Widget, register
from sphinx_piquet.style_sheets import TABLE
from sphinx_piquet.views.game_setup import render_bare_table, render_game_setup, render_resume_link


class play_node(nodes.General, nodes.Element):
    """The game table."""


class PlayDirective(SphinxDirective):
    """``{play}``: the game table. The content is added to the note for readers without JavaScript.

    The option ``lessons`` names the course page. The table then links the lessons against mistakes,
    which are in the folder of that page.
    """

    has_content = True
    option_spec: ClassVar[dict[str, Any]] = {"lessons": directives.unchanged_required}

    def run(self) -> list[nodes.Node]:
        """Return the table, and a note for readers without JavaScript."""
        note = paragraph(_("A game against the computer needs JavaScript."), " ")
        for said in self.parse_content_to_nodes():
            note += said.children
        book = _("On the site, this is a table at which you play against the computer.")
        first = self.config.piquet_first_ruleset
        course = self.options.get("lessons", "")
        table = play_node("", first=first, course=target_of(self.env, course) if course else "")
        self.set_source_info(table)
        paper = paragraph(_("On a screen, this is a table at which you play against the computer."))
        paper["classes"].append("pq-printed-only")
        on_paper = addnodes.only("", paper, expr="not builder_epub")
        return [table, *needs_script(note, book), on_paper]


def _draw_table(page: Page, node: play_node) -> Markup:
    links = replace(page.links, lesson=_lesson_pattern(page, node["course"]))
    start = render_game_setup(links, node["first"], **page.engine)
    return join([Markup(card_sprite()), render_bare_table(), start])


def _lesson_pattern(page: Page, course: str) -> str:
    """Return the address pattern of the pages beside the course page, or "" without a course."""
    if not course:
        return ""
    before, _, after = page.uri(course).rpartition(course.rpartition("/")[2])
    return f"{before}{{}}{after}"


class go_on_node(nodes.General, nodes.Element):
    """A link to a saved game, which a script shows."""


class GoOnDirective(SphinxDirective):
    """``{go-on} PAGE``: a link to the game table on PAGE, shown if there is a saved game."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Return the placeholder of the link."""
        node = go_on_node("", table=target_of(self.env, self.arguments[0]))
        self.set_source_info(node)
        return [node]


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directives."""
    return register(
        app,
        directives={"play": PlayDirective, "go-on": GoOnDirective},
        widgets=[
            Widget(play_node, draw=_draw_table, styles=TABLE, live="table/table.js", engine=True),
            Widget(
                go_on_node,
                draw=lambda page, node: render_resume_link(page.uri(node["table"])),
                scripts=("storage/resume-button.js",),
            ),
        ],
    )
