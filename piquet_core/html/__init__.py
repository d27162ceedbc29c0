"""Views as HTML. Pure functions; everything is escaped in `markup`."""

from piquet_core.html.account import render_account
from piquet_core.html.cards import sprite
from piquet_core.html.century import render_century
from piquet_core.html.choices import render_choices
from piquet_core.html.knowledge import render_knowledge
from piquet_core.html.links import Links
from piquet_core.html.table import render, render_story, render_table
from piquet_core.html.widget import render_widget

__all__ = [
    "Links",
    "render",
    "render_account",
    "render_century",
    "render_choices",
    "render_knowledge",
    "render_story",
    "render_table",
    "render_widget",
    "sprite",
]
