"""Games against an opponent: sessions to deal, play, take back, save and read again."""

from piquet_core.playing.advice import Hint, hint
from piquet_core.playing.saved import SavedGameError, read_session, write_session
from piquet_core.playing.session import (
    OPPONENT,
    PERSON,
    Session,
    again,
    move,
    next_deal,
    record_of,
    start,
    undo,
)
from piquet_core.playing.table import Table

__all__ = [
    "OPPONENT",
    "PERSON",
    "Hint",
    "SavedGameError",
    "Session",
    "Table",
    "again",
    "hint",
    "move",
    "next_deal",
    "read_session",
    "record_of",
    "start",
    "undo",
    "write_session",
]
