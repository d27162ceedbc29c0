"""The directive ``workbench``: a form for a reader's own record, or for a deal to play."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.writers.html5 import HTML5Translator

from piquet_core.views import card_sprite
from piquet_core.views.replay.workbench import render_workbench
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
from sphinx_piquet.style_sheets import REPLAY


class workbench_node(nodes.General, nodes.Element):  # noqa: N801 - docutils names nodes so
    """The form; builders other than HTML have no use for it."""


class WorkbenchDirective(SphinxDirective):
    """``{workbench}``: paste, open or deal."""

    def run(self) -> list[nodes.Node]:
        """Return the form, and the words for readers without a script."""
        note = paragraph(
            "This form needs JavaScript. Without it, the command ",
            nodes.literal("", "piquet check"),
            " reads a record and ",
            nodes.literal("", "piquet replay"),
            " tells it. The deals of the library are told in full without it.",
        )
        book = (
            "On the site a form stands here, which opens the record of a deal or deals a new one. Here "
            "it can only be described; every deal of the library is told in full on its own page."
        )
        first = self.env.config.piquet_first_ruleset
        return [
            workbench_node("", docname=self.env.docname, first=first),
            *needs_script(note, book),
        ]


def _visit_html(self: HTML5Translator, node: workbench_node) -> None:
    if self.builder.name in PAGES:
        docname = node["docname"]
        self.body.append(card_sprite())
        self.body.append(
            render_workbench(
                page_links(self.builder, docname),
                first=node["first"],
                **engine_data(self.builder, docname),
            )
        )
    raise nodes.SkipNode


def _add_files(app: Sphinx, context: dict[str, Any]) -> None:
    """Load script and styles."""
    add_styles(app, REPLAY)
    add_live_script(app, context, "replay/workbench/workbench.js")


def setup(app: Sphinx) -> None:
    """Register the directive and the files its page needs."""
    app.add_directive("workbench", WorkbenchDirective)
    add_page_node(app, workbench_node, _visit_html)
    add_files_where(app, workbench_node, _add_files)
