"""Directive ``workbench``: a form that opens a reader's record or a new deal."""

from __future__ import annotations

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from piquet_core.views import card_sprite
from piquet_core.views.markup import Markup, join
from piquet_core.views.replay.workbench import render_workbench
from sphinx_piquet.doctree import needs_script, paragraph
from sphinx_piquet.messages import _
from sphinx_piquet.pages import Page
from sphinx_piquet.registration import Widget, register
from sphinx_piquet.style_sheets import REPLAY


class workbench_node(nodes.General, nodes.Element):
    """The form of the workbench."""


class WorkbenchDirective(SphinxDirective):
    """``{workbench}``: a form to paste or open a record, or to deal new cards."""

    def run(self) -> list[nodes.Node]:
        """Return the form, and a note for readers without JavaScript."""
        note = paragraph(
            "This form needs JavaScript. Without it, the command ",
            nodes.literal("", "piquet check"),
            " reads a record and ",
            nodes.literal("", "piquet replay"),
            " prints its steps. The deals of the library need no JavaScript.",
        )
        book = _(
            "On the site, this is a form that opens the record of a deal or deals a new one. Here it can only be "
            "described; every deal of the library is complete on its own page."
        )
        first = self.env.config.piquet_first_ruleset
        return [
            workbench_node("", first=first),
            *needs_script(note, book),
        ]


def _draw(page: Page, node: workbench_node) -> Markup:
    return join(
        [Markup(card_sprite()), render_workbench(page.links, first=node["first"], **page.engine)]
    )


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive."""
    return register(
        app,
        directives={"workbench": WorkbenchDirective},
        widgets=[
            Widget(
                workbench_node,
                draw=_draw,
                styles=REPLAY,
                live="replay/workbench/workbench.js",
                engine=True,
            )
        ],
    )
