"""The directive ``deal-of-the-day``: one deal for everybody, at the table of the same page; and how it is compared."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.writers.html5 import HTML5Translator

from piquet_core.views.table.daily_deal_page import render_daily_deal, thinking_time_text
from sphinx_piquet.pages import PAGES, add_files_where, add_live_script, add_page_node, engine_data


class day_node(nodes.General, nodes.Element):  # noqa: N801 - docutils names nodes so
    """The deal of the day, which needs the table, and so is left out of books."""


class DayDirective(SphinxDirective):
    """``{deal-of-the-day}``: the way to the deal, the calendar, and what it came to."""

    def run(self) -> list[nodes.Node]:
        """Return the place for it; without a script the table above says what can be done."""
        return [day_node("", docname=self.env.docname)]


class ThoughtDirective(SphinxDirective):
    """``{thought-of-the-day}``: how long the strong player thinks of it."""

    def run(self) -> list[nodes.Node]:
        """Return it as a paragraph."""
        return [nodes.paragraph("", thinking_time_text())]


def _visit_html(self: HTML5Translator, node: day_node) -> None:
    if self.builder.name in PAGES:
        self.body.append(render_daily_deal(**engine_data(self.builder, node["docname"])))
    raise nodes.SkipNode


def _add_files(app: Sphinx, context: dict[str, Any]) -> None:
    """Load script and styles."""
    app.add_css_file("table/daily-deal.css")
    add_live_script(app, context, "table/daily-deal.js")


def setup(app: Sphinx) -> None:
    """Register the directive and the files its page needs."""
    app.add_directive("deal-of-the-day", DayDirective)
    app.add_directive("thought-of-the-day", ThoughtDirective)
    add_page_node(app, day_node, _visit_html)
    add_files_where(app, day_node, _add_files)
