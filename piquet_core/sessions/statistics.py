"""A person's statistics: the outcome of a finished deal or game, as plain data."""

from __future__ import annotations

from hashlib import sha256
from typing import Literal, NotRequired, TypedDict

from piquet_core.cards.seat import Seat
from piquet_core.engine.events import Scored
from piquet_core.notation import format_deal_id
from piquet_core.rules import RuleSet, base_id
from piquet_core.sessions.session import ONE_DEAL, OPPONENT, PERSON, Session

FEATS = {"repique": "repique.bonus", "pique": "pique.bonus", "capot": "capot.points"}
"""Rules whose bonus is counted by deals, for the player who made it and the one who suffered it."""


type Pair = list[int]
"""Two numbers, the person's first."""


class PlayedTerms(TypedDict):
    """The terms of a deal or game in the statistics, with a key that identifies it."""

    key: str
    rules: str
    form: str
    opponent: str


class DealOutcome(PlayedTerms):
    """The outcome of one deal, as pairs with the person's value first.

    ``repique``, ``pique`` and ``capot`` have a 1 for a player who made the bonus.
    """

    seat: Literal["elder", "younger"]
    points: Pair
    repique: Pair
    pique: Pair
    capot: Pair


class MatchOutcome(PlayedTerms):
    """The outcome of a game of several deals, as pairs with the person's value first.

    ``won`` has a 1 for the winner, and ``rubicon`` a 1 for a winner whose opponent missed the Rubicon.
    """

    won: Pair
    rubicon: Pair


class GameOutcome(TypedDict):
    """The outcome of a deal and, if that deal ended a game, the outcome of the game."""

    deal: DealOutcome
    game: NotRequired[MatchOutcome]


class FinishedDeal(TypedDict):
    """One finished deal of a game. ``seat`` is the person's, or "" for two persons at one device."""

    number: int
    seat: Literal["elder", "younger", ""]
    points: Pair


class FinishedGame(TypedDict):
    """The finished deals of a game, and the totals. Pairs have the person's points first."""

    key: str
    deals: list[FinishedDeal]
    totals: Pair


def outcome_of(session: Session) -> GameOutcome | None:
    """Return the outcome of the deal on the table and, if that deal ends a game, the outcome of the game.

    Returns None while the deal is not over, if it was given up, if it is played again, and for two persons at one
    device. The keys in
    the result depend only on the cards and the terms of the game, so that a repeated outcome can be recognised.
    """
    table = session.table
    if not session.deal_is_over or table.is_void or session.friend or session.before is not None:
        return None
    seats = (table.seat, table.seat.other)
    made = {
        (event.rule, event.seat)
        for event in table.events
        if isinstance(event, Scored) and event.points
    }
    feats = {feat: [int((rule, seat) in made) for seat in seats] for feat, rule in FEATS.items()}
    deal: DealOutcome = {
        **_terms(session, _key(session, session.number)),
        "seat": seat_name(table.seat),
        "points": [table.state.score[seat] for seat in seats],
        "repique": feats["repique"],
        "pique": feats["pique"],
        "capot": feats["capot"],
    }
    if not session.is_over or session.form == ONE_DEAL:
        return {"deal": deal}
    return {"deal": deal, "game": _game(session)}


def finished_of(session: Session) -> FinishedGame | None:
    """Return the finished deals of a game as plain data, so that a page can list the game.

    Deals that were given up are left out. Returns None if the deal on the table is not over, if it is played
    again, or if no deal is left. The key in the result identifies the game by its first deal and its terms.
    """
    tables = [(number, one) for number, one in enumerate(session.tables, 1) if not one.is_void]
    if not session.deal_is_over or not tables or session.before is not None:
        return None
    return {
        "key": game_key(session),
        "deals": [
            {
                "number": number,
                "seat": "" if session.friend else seat_name(table.seat),
                "points": [table.state.score[seat] for seat in (table.seat, table.seat.other)],
            }
            for number, table in tables
        ],
        "totals": list(session.totals),
    }


def _terms(session: Session, key: str) -> PlayedTerms:
    return {
        "key": key,
        "rules": _counted_as(session.rules),
        "form": session.form,
        "opponent": session.opponent,
    }


def _counted_as(rules: RuleSet) -> str:
    """Return the id under which games are counted. All variants of a rule set are counted together."""
    base = base_id(rules)
    return base if base == rules.id else f"{base}-changed"


def seat_name(seat: Seat) -> Literal["elder", "younger"]:
    """Return the name of a seat in messages."""
    return "elder" if seat is Seat.ELDER else "younger"


def _game(session: Session) -> MatchOutcome:
    """Return the outcome of a game: who won it, and whether the loser failed to reach the Rubicon."""
    settled, won, rubicon = session.settlement, [0, 0], [0, 0]
    if settled is not None:
        won = [int(settled.winner == player) for player in (PERSON, OPPONENT)]
        rubicon = [one * settled.rubiconed for one in won]
    return {**_terms(session, game_key(session)), "won": won, "rubicon": rubicon}


def game_key(session: Session) -> str:
    """Return the key of a game, which depends on the cards of its first deal and on its terms."""
    return _key(session, 1, "game")


def _key(session: Session, number: int, *more: str) -> str:
    """Return a hash that identifies deal ``number`` by its cards and the terms of the game.

    ``more`` is hashed too, to distinguish keys of other kinds.
    """
    table = session.tables[number - 1]
    elder = table.seat is Seat.ELDER
    terms = (session.rules.id, session.form, session.opponent, session.seed, elder, number, *more)
    said = " ".join(map(str, (*terms, format_deal_id(table.state.deal))))
    return sha256(said.encode()).hexdigest()[:16]
