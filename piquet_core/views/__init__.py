"""HTML views of deals, games and exercises. `markup` escapes all text."""

from piquet_core.views.card_symbols import card_sprite
from piquet_core.views.reference_links import Links
from piquet_core.views.replay.deal_as_text import render_deal_as_text
from piquet_core.views.replay.decision_choices import render_choices
from piquet_core.views.replay.knowledge_map import render_knowledge
from piquet_core.views.replay.replay_figure import render_replay
from piquet_core.views.replay.rule_comparison import render_comparison
from piquet_core.views.replay.step_view import render_step, render_story, render_table

__all__ = [
    "Links",
    "card_sprite",
    "render_choices",
    "render_comparison",
    "render_deal_as_text",
    "render_knowledge",
    "render_replay",
    "render_step",
    "render_story",
    "render_table",
]
