"""Games against an opponent or a friend: sessions to deal, play, take back, save and read again."""

from piquet_core.playing.advice import Hint, Hinting, hint
from piquet_core.playing.outcome import FEATS, finished_of, outcome_of
from piquet_core.playing.saved import SavedGameError, read_session, write_session
from piquet_core.playing.session import (
    FRIEND,
    OPPONENT,
    PERSON,
    Session,
    again,
    cover,
    move,
    next_deal,
    record_of,
    start,
    title_of,
    uncover,
    undo,
)
from piquet_core.playing.table import Table

__all__ = [
    "FEATS",
    "FRIEND",
    "OPPONENT",
    "PERSON",
    "Hint",
    "Hinting",
    "SavedGameError",
    "Session",
    "Table",
    "again",
    "cover",
    "finished_of",
    "hint",
    "move",
    "next_deal",
    "outcome_of",
    "read_session",
    "record_of",
    "start",
    "title_of",
    "uncover",
    "undo",
    "write_session",
]
