"""Games against a computer player or a friend: sessions to deal, play, undo, save and resume."""

from piquet_core.sessions.hint_search import Hint, HintSearch, hint
from piquet_core.sessions.saved_session import SavedGameError, read_session, write_session
from piquet_core.sessions.session import (
    FRIEND,
    OPPONENT,
    PERSON,
    Session,
    cover,
    move,
    new_game,
    next_deal,
    play_again_from,
    record_of,
    start_game,
    title_of,
    uncover,
    undo,
)
from piquet_core.sessions.statistics import FEATS, finished_of, outcome_of
from piquet_core.sessions.table_state import Table

__all__ = [
    "FEATS",
    "FRIEND",
    "OPPONENT",
    "PERSON",
    "Hint",
    "HintSearch",
    "SavedGameError",
    "Session",
    "Table",
    "cover",
    "finished_of",
    "hint",
    "move",
    "new_game",
    "next_deal",
    "outcome_of",
    "play_again_from",
    "read_session",
    "record_of",
    "start_game",
    "title_of",
    "uncover",
    "undo",
    "write_session",
]
