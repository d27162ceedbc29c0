"""Losses of a person's decisions in finished deals, as plain data that a page stores."""

from __future__ import annotations

import json
from typing import TypedDict

from piquet_core.cards.seat import Seat
from piquet_core.errors import PiquetError
from piquet_core.replay.replay import replay_record
from piquet_core.review.deal_review import Review
from piquet_core.review.decision_losses import (
    KINDS,
    LEAST_MISTAKE,
    decision_losses,
    sum_by_kind,
)
from piquet_core.rules import base_id
from piquet_core.sessions.session import Session, record_of
from piquet_core.sessions.statistics import game_key

MOST_LOST = 1000
"""Maximum loss in one deal that is accepted from storage."""


class StoredMistake(TypedDict):
    """A decision that lost two points or more: its step in the deal, its kind, and the points."""

    step: str
    kind: str
    lost: float


class DealRating(TypedDict):
    """The points that the person's decisions lost in one deal, by what could be known.

    ``losses`` has the points by kind of decision; a kind that did not occur is missing. It is empty for a deal
    of a game that was decided before. ``mistakes`` has the decisions that lost two points or more. ``engine`` is
    the version whose review this is.
    """

    seat: str
    rules: str
    form: str
    opponent: str
    engine: str
    losses: dict[str, float]
    mistakes: list[StoredMistake]


class StoredRating(TypedDict):
    """The part of a stored rating that a page sends back: the person's seat, and the losses by kind."""

    seat: str
    losses: dict[str, float]


def rating_key(session: Session, number: int) -> str:
    """Return the key under which deal ``number`` of a game is rated: that of the game, and the number."""
    return f"{game_key(session)}-{number}"


def rating_of(session: Session, number: int, review: Review, engine: str) -> DealRating | None:
    """Return the rating of deal ``number`` of a game, given its review.

    Returns None for a deal that was given up or is played again, and for two persons at one device.
    """
    table = session.tables[number - 1]
    if table.is_void or session.friend or session.before is not None:
        return None
    losses = decision_losses(replay_record(record_of(session, number)), review, table.seat)
    return {
        "seat": "elder" if table.seat is Seat.ELDER else "younger",
        "rules": base_id(session.rules),
        "form": session.form,
        "opponent": session.opponent,
        "engine": engine,
        "losses": {kind: round(lost, 2) for kind, lost in sum_by_kind(losses).items()},
        "mistakes": [
            {"step": one.step, "kind": one.kind, "lost": round(one.lost, 2)}
            for one in losses
            if one.lost >= LEAST_MISTAKE
        ],
    }


def read_ratings(text: str) -> list[StoredRating]:
    """Return stored ratings from JSON text, in the stored order.

    Raises `PiquetError` for text that no page has stored.

    >>> read_ratings('[{"seat": "elder", "losses": {"lead": 1.5}}]')
    [{'seat': 'elder', 'losses': {'lead': 1.5}}]
    """
    try:
        rows = json.loads(text)
    except (ValueError, RecursionError):
        raise PiquetError("the stored ratings cannot be read") from None
    if not isinstance(rows, list):
        raise PiquetError("the stored ratings are not a list")
    return [_read_rating(row, number) for number, row in enumerate(rows, 1)]


def _read_rating(row: object, number: int) -> StoredRating:
    match row:
        case {"seat": ("elder" | "younger") as seat, "losses": dict(losses)}:
            if all(name in KINDS and _is_loss(lost) for name, lost in losses.items()):
                return {"seat": seat, "losses": {one: float(losses[one]) for one in losses}}
    raise PiquetError(f"the rating of deal {number} cannot be read")


def _is_loss(value: object) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return 0 <= value <= MOST_LOST  # false for NaN
