"""Directives for the deal of the day: ``deal-of-the-day`` and ``thought-of-the-day``."""

from __future__ import annotations

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from piquet_core.views.table.daily_deal_page import render_daily_deal, thinking_time_text
from sphinx_piquet.registration import Widget, register


class day_node(nodes.General, nodes.Element):
    """A placeholder for the deal of the day, on the page with the game table."""


class DayDirective(SphinxDirective):
    """``{deal-of-the-day}``: the start button, the calendar and the result of the deal of the day."""

    def run(self) -> list[nodes.Node]:
        """Return the placeholder. The table above it has the note for readers without JavaScript."""
        return [day_node()]


class ThoughtDirective(SphinxDirective):
    """``{thought-of-the-day}``: the thinking time of the computer player in the deal of the day.

    The reader's result is compared with that player's.
    """

    def run(self) -> list[nodes.Node]:
        """Return a paragraph with the thinking time."""
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
                engine=True,
            )
        ],
    )
