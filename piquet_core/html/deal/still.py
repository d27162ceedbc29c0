"""A step of a deal as a picture: the table with both hands, and nothing to press."""

from __future__ import annotations

from piquet_core.html.deal.table import render_table
from piquet_core.html.markup import Markup, element
from piquet_core.records.steps import Replay
from piquet_core.seen.view import observe


def render_still(replay: Replay, step: str) -> Markup:
    """Return the table at a step as the replay draws it; it has no script, and asks for none."""
    table = render_table(observe(replay.step(step), None), replay.record.players)
    board = element("div", table, class_="pq-board")
    return element("div", element("div", board, class_="pq-stage"), class_="pq-replay pq-still")
