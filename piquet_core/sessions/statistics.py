"""What a finished deal adds to a person's statistics, as plain data that may be kept and added up."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from piquet_core.cards.seat import Seat
from piquet_core.engine.events import Scored
from piquet_core.notation import format_deal_id
from piquet_core.sessions.session import ONE_DEAL, OPPONENT, PERSON, Session

FEATS = {"repique": "repique.bonus", "pique": "pique.bonus", "capot": "capot.points"}
"""The rules whose points are counted by deals: a bonus of each kind was made or suffered."""


def outcome_of(session: Session) -> dict[str, Any] | None:
    """Return the outcome of the deal on the table, and of the game if it is over with it.

    None before the end of a deal, for one that was given up, and for two persons at one device. Pairs
    have the person's first. The keys are the same however often the same cards are played on the same terms.
    """
    table = session.table
    if not session.deal_is_over or table.is_void or session.friend:
        return None
    seats = (table.seat, table.seat.other)
    terms = {
        "rules": session.rules.id,
        "form": session.form,
        "opponent": session.opponent,
    }
    made = {
        (event.rule, event.seat)
        for event in table.events
        if isinstance(event, Scored) and event.points
    }
    deal = {
        **terms,
        "seat": table.seat.name.lower(),
        "points": [table.state.score[seat] for seat in seats],
        **{feat: [int((rule, seat) in made) for seat in seats] for feat, rule in FEATS.items()},
    }
    found: dict[str, Any] = {"deal": {"key": _key(session, session.number), **deal}}
    if session.is_over and session.form != ONE_DEAL:
        found["game"] = {"key": _key(session, 1, "game"), **terms, **_game(session)}
    return found


def finished_of(session: Session) -> dict[str, Any] | None:
    """Return the finished deals of a game, as plain data, so that it can be listed and opened again.

    None unless the deal on the table is over. Deals that were given up are left out. Pairs have the
    person's points first; the seat is the person's, "" for two persons at one device. The key is the same
    however often the same game is played on the same terms.
    """
    tables = [(number, one) for number, one in enumerate(session.tables, 1) if not one.is_void]
    if not session.deal_is_over or not tables:
        return None
    return {
        "key": _key(session, 1, "game"),
        "deals": [
            {
                "number": number,
                "seat": "" if session.friend else table.seat.name.lower(),
                "points": [table.state.score[seat] for seat in (table.seat, table.seat.other)],
            }
            for number, table in tables
        ],
        "totals": list(session.totals),
    }


def _game(session: Session) -> dict[str, Any]:
    """Return who has won a game, and who has sent the other home short of the Rubicon."""
    settled = session.settlement
    if settled is None:
        return {"won": [0, 0], "rubicon": [0, 0]}
    won = [int(settled.winner == player) for player in (PERSON, OPPONENT)]
    return {"won": won, "rubicon": [one * settled.rubiconed for one in won]}


def _key(session: Session, number: int, *more: str) -> str:
    """Return what tells a deal of a game from every other."""
    table = session.tables[number - 1]
    elder = table.seat is Seat.ELDER
    terms = (session.rules.id, session.form, session.opponent, session.seed, elder, number, *more)
    said = " ".join(map(str, (*terms, format_deal_id(table.state.deal))))
    return sha256(said.encode()).hexdigest()[:16]
