"""Directive ``lesson-end``: links to the next pages, and praise for a reader who has finished."""

from __future__ import annotations

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from piquet_core.views.markup import Markup
from sphinx_piquet.doctree import joined, link_to_page, paragraph
from sphinx_piquet.pages import Page
from sphinx_piquet.practice.lesson_index import (
    MORE,
    follow_lessons,
    lesson_of,
    target_of,
    tile_of,
    title_of,
)
from sphinx_piquet.registration import Widget, plain_only, register
from sphinx_piquet.views.lesson_end import render_lesson_end

logger = logging.getLogger(__name__)


class ending_node(nodes.General, nodes.Element):
    """The end of a lesson. Its children are its text and, for other builders, the links."""


class EndingDirective(SphinxDirective):
    """``{lesson-end} PAGE PAGE``: the content, then links to one or two next pages, the main one first."""

    required_arguments = 1
    optional_arguments = 1
    has_content = True

    def run(self) -> list[nodes.Node]:
        """Return the end of the lesson."""
        docname = self.env.docname
        node = ending_node("", *self.parse_content_to_nodes())
        node["targets"] = [target_of(self.env, name) for name in self.arguments]
        links = [link_to_page(name, "", docname) for name in self.arguments]
        node += plain_only(paragraph("Next: ", *joined(links, lambda link: link, ", or "), "."))
        follow_lessons(self.env)
        self.set_source_info(node)
        return [node]


def _way(page: Page, target: str) -> tuple[str, str, str]:
    """Return a triple for a next page: address, link text and duration, which is "" if it has no exercises."""
    title, lesson = title_of(page.env, target), lesson_of(page.env, target)
    if lesson is None:
        return page.uri(target), title, ""
    return page.uri(target), f"Next: {title}", f"about {lesson.minutes} minutes"


def _draw(page: Page, node: ending_node, words: Markup) -> Markup:
    """Return the end of a lesson. ``words`` is the content of the directive."""
    docname = page.docname
    can = tile_of(page.env, docname).about
    if not can:
        logger.warning("no tile says what one learns in %s", docname, location=node, type="piquet")
    ways = [_way(page, target) for target in node["targets"]]
    lesson = lesson_of(page.env, docname)
    more = f"#{MORE}" if lesson and lesson.extra else ""
    return render_lesson_end(title_of(page.env, docname), can, ways, words, more)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive."""
    return register(
        app,
        directives={"lesson-end": EndingDirective},
        widgets=[Widget(ending_node, wrap=_draw, styles=("practice/lesson-end.css",))],
    )
