"""Proposal of a stronger or weaker opponent, from a person's results."""

from __future__ import annotations

from collections.abc import Sequence

from piquet_core.players import PLAYERS

LATEST = 6
"""Number of the latest deals that count."""
FEWEST = 4
"""Number of deals below which no other level is proposed."""
CLEAR = 3
"""Difference between deals won and lost from which the result is clear."""

RUNG_DEALS = 3
"""Number of successive deals in which a rung of the ladder is decided."""
RUNG_WINS = 2
"""Number of these deals that the person must win to reach the next opponent."""


def proposed_opponent(opponent: str, margins: Sequence[int]) -> str:
    """Return the id of a better suited opponent, or "" to stay with this one.

    ``margins`` are the person's points less the opponent's in the deals against this opponent, the
    latest first.

    >>> proposed_opponent("beginner", [12, 30, 4, 25])
    'pupil'
    >>> proposed_opponent("thumb", [-9, -14, 3, -22, -6])
    'pupil'
    >>> proposed_opponent("thumb", [-9, 14, 3, -22, -6])
    ''
    """
    latest = margins[:LATEST]
    if opponent not in PLAYERS or len(latest) < FEWEST:
        return ""
    lead = deals_won(latest) - deals_won([-margin for margin in latest])
    if abs(lead) < CLEAR:
        return ""
    ranked = [*PLAYERS]
    place = ranked.index(opponent) + (1 if lead > 0 else -1)
    return ranked[place] if 0 <= place < len(ranked) else ""


def deals_won(margins: Sequence[int]) -> int:
    """Return the number of deals that the person has won."""
    return sum(margin > 0 for margin in margins)
