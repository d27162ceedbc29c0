"""A game at the table, drawn for the person playing: nothing that their seat may not see.

Every part comes from `observe` for the person's seat, until the deal is over and both hands are
open.
"""

from piquet_core.views.table.board import render_board, render_tricks
from piquet_core.views.table.deal_result import render_result
from piquet_core.views.table.hint_panel import marked, render_first, render_hint
from piquet_core.views.table.mistakes import render_costs
from piquet_core.views.table.moments import render_beside
from piquet_core.views.table.question import render_log, render_news, render_question, spoken
from piquet_core.views.table.score_rail import render_rail, render_score_sheet

__all__ = [
    "marked",
    "render_beside",
    "render_board",
    "render_costs",
    "render_first",
    "render_hint",
    "render_log",
    "render_news",
    "render_question",
    "render_rail",
    "render_result",
    "render_score_sheet",
    "render_tricks",
    "spoken",
]
