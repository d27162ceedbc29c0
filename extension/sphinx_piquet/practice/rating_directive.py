"""Directive ``how-you-play``: the losses of the reader's decisions over time."""

from __future__ import annotations

from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from piquet_core.review.decision_losses import KINDS
from piquet_core.views.markup import Markup
from piquet_core.views.rating_view import PracticePage
from sphinx_piquet.doctree import needs_script, paragraph
from sphinx_piquet.messages import _
from sphinx_piquet.pages import Page
from sphinx_piquet.practice.lesson_index import follow_lessons, target_of, title_of
from sphinx_piquet.registration import Widget, register
from sphinx_piquet.views.rating_page import render_rating_page


class rating_node(nodes.General, nodes.Element):
    """A placeholder for the losses of the reader's decisions, which a script fills."""


class HowYouPlayDirective(SphinxDirective):
    """``{how-you-play} TABLE``: what the reader's decisions lost. TABLE is the page with the game table.

    Each kind of decision is an option, whose value names the pages on which to practise it.
    """

    required_arguments = 1
    option_spec: ClassVar[dict[str, Any]] = dict.fromkeys(KINDS, directives.unchanged_required)

    def run(self) -> list[nodes.Node]:
        """Return the placeholder, and a note for readers without JavaScript."""
        note = paragraph(
            _(
                "A chart here shows what your decisions lose, deal by deal, compared with the players of the table. "
                "It needs JavaScript: the engine judges your deals in your browser, where they are kept."
            )
        )
        book = _(
            "On the site, a chart here shows what your decisions lose, deal by deal, compared with the players of the "
            "table. A book does not know how you play."
        )
        pages = [
            (kind, target_of(self.env, name))
            for kind in KINDS
            for name in self.options.get(kind, "").split()
        ]
        node = rating_node("", table=target_of(self.env, self.arguments[0]), pages=pages)
        self.set_source_info(node)
        follow_lessons(self.env)
        return [node, *needs_script(note, book)]


def _draw(page: Page, node: rating_node) -> Markup:
    pages = [
        PracticePage(kind, title_of(page.env, name), page.uri(name)) for kind, name in node["pages"]
    ]
    return render_rating_page(page.uri(node["table"]), pages, **page.engine)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive."""
    return register(
        app,
        directives={"how-you-play": HowYouPlayDirective},
        widgets=[
            Widget(
                rating_node,
                draw=_draw,
                styles=("practice/rating-page.css",),
                live="practice/rating-page.js",
                engine=True,
            )
        ],
    )
