"""The directive ``due``: for whoever comes back, what has come back too, and where the lessons go on."""

from __future__ import annotations

from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.writers.html5 import HTML5Translator

from sphinx_piquet.pages import PAGES, add_files_where, add_page_node
from sphinx_piquet.practice.lesson_index import follow_lessons, lessons_on, target_of, title_of
from sphinx_piquet.views.course_tiles import render_welcome


class due_node(nodes.General, nodes.Element):  # noqa: N801 - docutils names nodes so
    """The place for it, which only a script can fill."""


class DueDirective(SphinxDirective):
    """``{due} PAGE``: a link to the page where exercises come back, shown when some have.

    ``lessons`` is the page of the course: with it there is also a link to where the lessons go on.
    """

    required_arguments = 1
    option_spec: ClassVar[dict[str, Any]] = {"lessons": directives.unchanged_required}

    def run(self) -> list[nodes.Node]:
        """Return the place."""
        node = due_node("", docname=self.env.docname, review=target_of(self.env, self.arguments[0]))
        course = self.options.get("lessons", "")
        node["course"] = target_of(self.env, course) if course else ""
        follow_lessons(self.env)
        self.set_source_info(node)
        return [node]


def _visit(self: HTML5Translator, node: due_node) -> None:
    builder, docname = self.builder, node["docname"]
    if builder.name in PAGES:
        env = builder.env
        lessons = [
            (title_of(env, name), builder.get_relative_uri(docname, name), lesson)
            for name, lesson in (lessons_on(env, node["course"]) if node["course"] else ())
        ]
        review = builder.get_relative_uri(docname, node["review"])
        self.body.append(render_welcome(review, lessons))
    raise nodes.SkipNode


def _add_files(app: Sphinx, context: dict[str, Any]) -> None:
    del context
    app.add_js_file("practice/due-today.js", type="module")
    app.add_css_file("practice/due-today.css")


def setup(app: Sphinx) -> None:
    """Register the directive, its node and the files of its pages."""
    app.add_directive("due", DueDirective)
    add_page_node(app, due_node, _visit)
    add_files_where(app, due_node, _add_files)
