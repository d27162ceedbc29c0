"""Views as HTML. Pure functions; everything is escaped in `markup`."""

from piquet_core.html.cards import sprite
from piquet_core.html.deal.account import render_account
from piquet_core.html.deal.choices import render_choices
from piquet_core.html.deal.comparison import render_comparison
from piquet_core.html.deal.knowledge import render_knowledge
from piquet_core.html.deal.replay import render_replay
from piquet_core.html.deal.table import render, render_story, render_table
from piquet_core.html.links import Links

__all__ = [
    "Links",
    "render",
    "render_account",
    "render_choices",
    "render_comparison",
    "render_knowledge",
    "render_replay",
    "render_story",
    "render_table",
    "sprite",
]
