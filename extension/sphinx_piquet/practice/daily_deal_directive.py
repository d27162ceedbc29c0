"""The directive ``deal-of-the-day``: one deal for everybody, at the table of the same page; and how it is compared."""

from __future__ import annotations

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from piquet_core.views.table.daily_deal_page import render_daily_deal, thinking_time_text
from sphinx_piquet.registration import Widget, register


class day_node(nodes.General, nodes.Element):
    """The deal of the day, which needs the table, and so is left out of books."""


class DayDirective(SphinxDirective):
    """``{deal-of-the-day}``: the way to the deal, the calendar, and what it came to."""

    def run(self) -> list[nodes.Node]:
        """Return the place for it; without a script the table above says what can be done."""
        return [day_node()]


class ThoughtDirective(SphinxDirective):
    """``{thought-of-the-day}``: how long the strong player thinks of it."""

    def run(self) -> list[nodes.Node]:
        """Return it as a paragraph."""
        return [nodes.paragraph("", thinking_time_text())]


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directives."""
    return register(
        app,
        directives={"deal-of-the-day": DayDirective, "thought-of-the-day": ThoughtDirective},
        widgets=[
            Widget(
                day_node,
                draw=lambda page, _node: render_daily_deal(**page.engine),
                styles=("table/daily-deal.css",),
                live="table/daily-deal.js",
            )
        ],
    )
