"""Views of a game at the table for the player in front of the screen.

Until the deal is over, every view is based on `observe` for that player's seat, so that hidden
cards stay hidden.
"""

from piquet_core.views.table.board import render_board, render_tricks
from piquet_core.views.table.claims import render_failed_claim
from piquet_core.views.table.coach_tip import render_coach
from piquet_core.views.table.deal_result import render_result
from piquet_core.views.table.hint_panel import hinted_moves, render_hint, render_quick_hint
from piquet_core.views.table.mistakes import render_mistakes, render_worst_mistake
from piquet_core.views.table.opponent_level import render_level_proposal
from piquet_core.views.table.question import (
    render_deal_log,
    render_news,
    render_question,
    spoken_update,
)
from piquet_core.views.table.score_rail import render_rail, render_score_sheet
from piquet_core.views.table.trick_playback import render_moments

__all__ = [
    "hinted_moves",
    "render_board",
    "render_coach",
    "render_deal_log",
    "render_failed_claim",
    "render_hint",
    "render_level_proposal",
    "render_mistakes",
    "render_moments",
    "render_news",
    "render_question",
    "render_quick_hint",
    "render_rail",
    "render_result",
    "render_score_sheet",
    "render_tricks",
    "render_worst_mistake",
    "spoken_update",
]
