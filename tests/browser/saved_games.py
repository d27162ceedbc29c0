"""Games played in Python and saved for the browser, so that no test has to click through them."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from functools import cache
from urllib.parse import parse_qsl

from harness import quiet
from pages.replay import Open
from pages.table import TABLE, TablePage

from piquet_core.cards.seat import Seat
from piquet_core.engine.state import Phase
from piquet_core.players import Player, RandomPlayer, ThumbPlayer, turn_of
from piquet_core.replay.what_if import move_of
from piquet_core.rules import load_ruleset
from piquet_core.sessions import Session, move, next_deal, start_game, uncover, write_session
from piquet_core.wording.move_choices import Choices, choices

# The seed of a deal whose decisions are reviewed quickly, younger's in particular.
SOON_JUDGED = "32-4PCM5GP0K1S1-S"


def begun(terms: str) -> Session:
    """Return a new game with the terms of an address."""
    found = dict(parse_qsl(terms))
    rules = found.pop("by", "hoyle1909")
    return _begun(found.pop("form"), found.pop("seed"), rules=rules, **found)


def deal_over(form: str = "deal", seed: str = "kept", **terms: str) -> Session:
    """Return a game whose first deal is over, with random moves of the person."""
    (*_, last) = _decisions(_begun(form, seed, **terms), RandomPlayer(random.Random(seed)))
    return last


def nearly_over(form: str = "deal", seed: str = "kept", **terms: str) -> Session:
    """Return a game in whose first deal the person has one decision left."""
    (*_, last, _over) = _decisions(_begun(form, seed, **terms), RandomPlayer(random.Random(seed)))
    return last


def few_cards_left(session: Session) -> Session:
    """Return a game in which Thumb has played for the person until four cards or fewer are left."""
    return next(
        one
        for one in _decisions(session, ThumbPlayer())
        if one.table.state.phase in (Phase.LEAD, Phase.FOLLOW)
        and sum(map(len, one.table.state.hands)) <= 8
    )


def at_the_play(seed: str) -> Session:
    """Return a game in which the person, elder, leads the first card. Thumb has played until then."""
    decisions = _decisions(_begun("deal", seed), ThumbPlayer())
    return next(one for one in decisions if one.table.state.phase is Phase.LEAD)


@cache
def asked_for(terms: str, wanted: str, *, cards: int = 12) -> Session:
    """Return a game in which the person made the first legal move until a question contained a text.

    The hand then has at most ``cards`` cards. Covered hands are uncovered.
    """
    session = uncover(begun(terms))
    while True:
        found = _question(session)
        if wanted in found.question and len(session.table.state.hands[found.seat]) <= cards:
            return session
        session = uncover(move(session, _first(found)))


def _question(session: Session) -> Choices:
    found = choices(session.table.state, yours=True)
    assert found, "the deal is over"
    return found


def _first(found: Choices) -> str:
    allowed = [one.move for one in found.choices if one.refusal is None]
    return "+".join(allowed[: max(1, found.least)] if found.several else allowed[:1])


@cache
def deals_over(form: str, seed: str, deals: int = 99, **terms: str) -> Session:
    """Return a game after a number of deals, or at its end. Thumb plays for the person."""
    session = _begun(form, seed, **terms)
    while True:
        (*_, session) = _decisions(session, ThumbPlayer())
        if session.is_over or session.number == deals:
            return session
        session = next_deal(session)


def _begun(
    form: str,
    seed: str,
    *,
    seat: str = "elder",
    opponent: str = "thumb",
    rules: str = "hoyle1909",
    **names: str,
) -> Session:
    where = Seat[seat.upper()]
    return start_game(load_ruleset(rules), form, seed=seed, seat=where, opponent=opponent, **names)  # type: ignore[arg-type]


def _decisions(session: Session, player: Player) -> Iterator[Session]:
    yield session
    while not session.deal_is_over:
        state = session.table.state
        session = move(session, move_of(state, player.choose(turn_of(state))))
        yield session


def kept(session: Session) -> str:
    """Return the saved form of a game."""
    game = {"version": 2, "id": "kept", "mark": "kept", "title": "", "at": 1}
    return json.dumps({**game, "text": write_session(session)})


def resumed(visit: Open, session: Session, *, phone: bool = False) -> TablePage:
    """Open the table with a saved game and resume it."""
    size = (360, 740) if phone else (1280, 900)
    table = TablePage(visit(TABLE, kept=kept(session), size=size).page)
    quiet(table.page)
    table.button("resume").click()
    table.wait_for_question()
    return table
