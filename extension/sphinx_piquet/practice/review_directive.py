"""Directive ``review``: the page of due exercises."""

from __future__ import annotations

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from piquet_core.views.markup import Markup
from sphinx_piquet.doctree import needs_script, paragraph
from sphinx_piquet.messages import _
from sphinx_piquet.pages import Page
from sphinx_piquet.practice.lesson_index import all_lessons, follow_lessons, title_of
from sphinx_piquet.registration import Widget, register
from sphinx_piquet.style_sheets import EXERCISE
from sphinx_piquet.views.review_page import render_review_page


class review_node(nodes.General, nodes.Element):
    """A placeholder for due exercises, which a script fills."""


class ReviewDirective(SphinxDirective):
    """``{review}``: the exercises that are due today."""

    def run(self) -> list[nodes.Node]:
        """Return the placeholder, and a note for readers without JavaScript."""
        note = paragraph(
            _(
                "Exercises come round again only if JavaScript can keep track of them. Without it, go back to "
                "the lessons: the answers are at the end of each."
            )
        )
        book = _(
            "Only the site brings exercises back. Here, go through a lesson again after a day or two: its "
            "answers are at its end."
        )
        follow_lessons(self.env)
        return [review_node(), *needs_script(note, book)]


def _draw(page: Page, _node: review_node) -> Markup:
    course = page.config.piquet_lessons_page
    if course not in page.env.found_docs:
        return render_review_page(page.links, "", [], **page.engine)
    lessons = [
        (title_of(page.env, name), page.uri(name), lesson)
        for name, lesson in all_lessons(page.env, course)
    ]
    return render_review_page(page.links, page.uri(course), lessons, **page.engine)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive and ``piquet_lessons_page``, for readers with nothing to review."""
    return register(
        app,
        directives={"review": ReviewDirective},
        widgets=[
            Widget(
                review_node,
                draw=_draw,
                styles=(*EXERCISE, "practice/review-page.css"),
                live="practice/review-page.js",
                engine=True,
                cards="deck",
            )
        ],
        config={"piquet_lessons_page": ("", "env")},
    )
