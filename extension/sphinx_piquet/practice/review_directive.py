"""The directive ``review``: the page where exercises come back."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.writers.html5 import HTML5Translator

from sphinx_piquet.doctree import needs_script, paragraph
from sphinx_piquet.pages import (
    PAGES,
    add_files_where,
    add_live_script,
    add_page_node,
    engine_data,
    page_links,
)
from sphinx_piquet.practice.exercise_directive import add_pack_and_styles
from sphinx_piquet.practice.lesson_index import all_lessons, follow_lessons, title_of
from sphinx_piquet.views.review_page import render_review


class review_node(nodes.General, nodes.Element):  # noqa: N801 - docutils names nodes so
    """The place where exercises come back; only a script can fill it."""


class ReviewDirective(SphinxDirective):
    """``{review}``: what is due today."""

    def run(self) -> list[nodes.Node]:
        """Return the place, and the words for readers without a script."""
        note = paragraph(
            "Exercises come again only where JavaScript keeps count of them. Without it, go back to "
            "the lessons: the answers stand at the end of each."
        )
        book = (
            "Only the site brings exercises back. Here, go through a lesson again after a day or two: its "
            "answers stand at its end."
        )
        follow_lessons(self.env)
        return [review_node("", docname=self.env.docname), *needs_script(note, book)]


def _visit_html(self: HTML5Translator, node: review_node) -> None:
    if self.builder.name in PAGES:
        builder, docname = self.builder, node["docname"]
        env, page = builder.env, builder.config.piquet_lessons_page
        found = page in env.found_docs
        course = builder.get_relative_uri(docname, page) if found else ""
        lessons = [
            (title_of(env, name), builder.get_relative_uri(docname, name), lesson)
            for name, lesson in (all_lessons(env, page) if found else ())
        ]
        links, data = page_links(builder, docname), engine_data(builder, docname)
        self.body.append(render_review(links, course, lessons, **data))
    raise nodes.SkipNode


def _add_files(app: Sphinx, context: dict[str, Any]) -> None:
    """Give the page its script, its styles and the pack."""
    add_live_script(app, context, "practice/review-page.js")
    add_pack_and_styles(app, context)
    app.add_css_file("practice/review-page.css")


def setup(app: Sphinx) -> None:
    """Register the directive and its node; ``piquet_lessons_page`` is for whoever has nothing to review yet."""
    app.add_config_value("piquet_lessons_page", "", "env", frozenset({str}))
    app.add_directive("review", ReviewDirective)
    add_page_node(app, review_node, _visit_html)
    add_files_where(app, review_node, _add_files, priority=400)
