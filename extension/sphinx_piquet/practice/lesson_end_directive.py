"""The directive ``lesson-end``: where a lesson leads on, and what is told to a reader who has done it."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective
from sphinx.writers.html5 import HTML5Translator

from sphinx_piquet.doctree import joined, link_to_page, paragraph
from sphinx_piquet.pages import PAGES, add_files_where, add_told_node, begin_words, take_words
from sphinx_piquet.practice.lesson_index import (
    MORE,
    follow_lessons,
    lesson_of,
    target_of,
    tile_of,
    title_of,
)
from sphinx_piquet.views.lesson_end import render_ending

logger = logging.getLogger(__name__)


class ending_node(nodes.General, nodes.Element):  # noqa: N801 - docutils names nodes so
    """The end of a lesson; its children are all that other builders print."""


class EndingDirective(SphinxDirective):
    """``{lesson-end} PAGE PAGE``: the pages that the lesson leads to, the best first; content is said before them."""

    required_arguments = 1
    optional_arguments = 1
    has_content = True

    def run(self) -> list[nodes.Node]:
        """Return the end."""
        docname = self.env.docname
        node = ending_node("", *self.parse_content_to_nodes(), docname=docname)
        node["targets"] = [target_of(self.env, name) for name in self.arguments]
        links = [link_to_page(name, "", docname) for name in self.arguments]
        node += paragraph("Next: ", *joined(links, lambda one: one, ", or "), ".")
        follow_lessons(self.env)
        self.set_source_info(node)
        return [node]


def _way(builder: Builder, docname: str, target: str) -> tuple[str, str, str]:
    """Return a way on: its address, its words, and how long it takes."""
    title, lesson = title_of(builder.env, target), lesson_of(builder.env, target)
    address = builder.get_relative_uri(docname, target)
    if lesson is None:
        return address, title, ""
    return address, f"Next: {title}", f"about {lesson.minutes} minutes"


def _visit(self: HTML5Translator, node: ending_node) -> None:
    """Leave out the plain links, and remember where the lesson's own words begin."""
    if self.builder.name in PAGES:
        node.pop()
        begin_words(self, node)


def _depart(self: HTML5Translator, node: ending_node) -> None:
    """Draw the end around the words."""
    builder, docname = self.builder, node["docname"]
    if builder.name not in PAGES:
        return
    words = take_words(self, node)
    can = tile_of(builder.env, docname).about
    if not can:
        logger.warning("no tile says what one learns in %s", docname, location=node, type="piquet")
    ways = [_way(builder, docname, target) for target in node["targets"]]
    lesson = lesson_of(builder.env, docname)
    more = f"#{MORE}" if lesson and lesson.extra else ""
    self.body.append(render_ending(title_of(builder.env, docname), can, ways, words, more))


def _add_files(app: Sphinx, context: dict[str, Any]) -> None:
    del context
    app.add_css_file("practice/lesson-end.css")


def setup(app: Sphinx) -> None:
    """Register the directive, its node and the style of its pages."""
    app.add_directive("lesson-end", EndingDirective)
    add_told_node(app, ending_node, _visit, _depart)
    add_files_where(app, ending_node, _add_files)
