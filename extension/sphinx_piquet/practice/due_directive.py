"""Directive ``due``: links for a returning reader, to due exercises and to the next lesson."""

from __future__ import annotations

from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from piquet_core.views.markup import Markup
from sphinx_piquet.pages import Page
from sphinx_piquet.practice.lesson_index import follow_lessons, lessons_on, target_of, title_of
from sphinx_piquet.registration import Widget, register
from sphinx_piquet.views.course_tiles import render_due_links


class due_node(nodes.General, nodes.Element):
    """Empty element to which a script adds the links to due exercises and to the next lesson."""


class DueDirective(SphinxDirective):
    """``{due} PAGE``: a link to PAGE, which shows due exercises. The link appears if there are any.

    The option ``lessons`` names the course page, and adds a link to the reader's next lesson.
    """

    required_arguments = 1
    option_spec: ClassVar[dict[str, Any]] = {"lessons": directives.unchanged_required}

    def run(self) -> list[nodes.Node]:
        """Return the empty element."""
        node = due_node("", review=target_of(self.env, self.arguments[0]))
        course = self.options.get("lessons", "")
        node["course"] = target_of(self.env, course) if course else ""
        follow_lessons(self.env)
        self.set_source_info(node)
        return [node]


def _draw(page: Page, node: due_node) -> Markup:
    lessons = [
        (title_of(page.env, name), page.uri(name), lesson)
        for name, lesson in (lessons_on(page.env, node["course"]) if node["course"] else ())
    ]
    return render_due_links(page.uri(node["review"]), lessons)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive."""
    styles, scripts = ("practice/due-today.css",), ("practice/due-today.js",)
    return register(
        app,
        directives={"due": DueDirective},
        widgets=[Widget(due_node, draw=_draw, styles=styles, scripts=scripts)],
    )
