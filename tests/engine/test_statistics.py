"""Entries of a finished deal in a person's statistics: once, as the engine says."""

import random
from dataclasses import replace
from typing import Any

import pytest
from test_table_requests import TERMS, ok

from piquet_core.cards.seat import Seat
from piquet_core.engine.events import Scored
from piquet_core.engine.state import Phase
from piquet_core.players import PLAYERS, find_player, turn_of
from piquet_core.players.random_player import RandomPlayer
from piquet_core.replay.what_if import move_of
from piquet_core.rules import load_ruleset, ruleset_ids
from piquet_core.sessions import (
    FEATS,
    FRIEND,
    Session,
    move,
    next_deal,
    outcome_of,
    read_session,
    start_game,
    uncover,
    undo,
    write_session,
)

RULES = load_ruleset("hoyle1909")


def to_the_end(session: Session) -> Session:
    """Return a deal played to its end by Thumb in both seats."""
    while not session.deal_is_over:
        session = move(session, thumbs(session))
    return session


def thumbs(session: Session) -> str:
    """Return Thumb's move for the person."""
    state = session.table.state
    return move_of(state, find_player("thumb").make().choose(turn_of(state)))


def at_random(session: Session, seed: int) -> Session:
    """Return a deal played to its end by a person who plays at random."""
    rng = random.Random(seed)
    while not session.deal_is_over:
        legal = turn_of(session.table.state).legal
        chosen = move_of(session.table.state, rng.choice(legal)) if legal else thumbs(session)
        session = move(session, chosen)
    return session


def deal(session: Session) -> dict[str, Any]:
    found = outcome_of(session)
    assert found is not None
    return dict(found["deal"])


def test_a_deal_has_an_outcome_only_when_it_is_over() -> None:
    game = ok("start-game", **TERMS)
    assert game["outcome"] is None
    game = ok("start-game", game=write_session(to_the_end(read_session(game["game"]))))
    session = read_session(game["game"])
    assert game["outcome"] == outcome_of(session)
    found = deal(session)
    score = session.table.state.score
    assert found["points"] == [score[Seat.YOUNGER], score[Seat.ELDER]]
    assert (found["seat"], found["opponent"]) == ("younger", "thumb")
    assert (found["rules"], found["form"]) == ("hoyle1909", "rubicon")
    assert "game" not in game["outcome"]  # it continues


def test_a_deal_taken_back_and_finished_again_has_the_same_key() -> None:
    """The result may differ; any other deal or opponent has another key."""
    over = to_the_end(start_game(RULES, "rubicon", seed="one"))
    before = over
    for _ in range(8):
        before = undo(before)
    again = at_random(before, 1)
    assert again.table.moves != over.table.moves
    assert deal(again)["key"] == deal(over)["key"]
    others = [
        to_the_end(start_game(RULES, "rubicon", seed="two")),
        to_the_end(start_game(RULES, "rubicon", seed="one", seat=Seat.YOUNGER)),
        to_the_end(start_game(RULES, "deal", seed="one")),
        to_the_end(start_game(RULES, "rubicon", seed="one", opponent="guard")),
        to_the_end(next_deal(over)),
    ]
    keys = {deal(one)["key"] for one in (over, *others)}
    assert len(keys) == 1 + len(others)


def test_what_was_made_and_suffered_is_what_the_log_says() -> None:
    """From both seats, in enough deals to include each of the three."""
    seen = set()
    for seed in range(120):
        seat = Seat(seed % 2)
        session = at_random(start_game(RULES, "deal", seed=f"feat-{seed}", seat=seat), seed)
        found = deal(session)
        for feat, rule in FEATS.items():
            made = {
                event.seat
                for event in session.table.events
                if isinstance(event, Scored) and event.rule == rule
            }
            assert found[feat] == [int(seat in made), int(seat.other in made)]
            seen |= {feat} if made else set()
        if seen == set(FEATS):
            break
    assert seen == set(FEATS)


def test_a_deal_that_was_given_up_counts_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """In this rule set elder may ask for a new deal after the exchange, and younger may agree."""
    rules = next(
        book
        for book in map(load_ruleset, ruleset_ids())
        if book.choice("exchange.redeal").value == "elder-may-ask"
    )
    # No registered player agrees to a new deal; a random one sometimes does.
    lots = RandomPlayer(random.Random(1))
    monkeypatch.setitem(PLAYERS, "thumb", replace(PLAYERS["thumb"], make=lambda: lots))
    session = start_game(rules, "deal", seed="void")
    for seed in range(200):
        session = start_game(rules, "deal", seed=f"void-{seed}")
        while not session.deal_is_over and session.table.state.phase is not Phase.ELDER_REDEAL:
            session = move(session, thumbs(session))
        session = move(session, "ask") if not session.deal_is_over else session
        if session.table.is_void:
            break
    assert session.table.is_void
    assert session.deal_is_over
    assert outcome_of(session) is None


def test_two_at_one_device_count_for_neither() -> None:
    session = start_game(RULES, "deal", seed="two", opponent=FRIEND, name="Ann", friend="Bob")
    while not session.deal_is_over:
        session = uncover(session) if session.is_covered else move(session, thumbs(session))
    assert outcome_of(session) is None


def test_a_partie_says_once_who_has_won_and_who_fell_short_of_the_rubicon() -> None:
    session = start_game(RULES, "rubicon", seed="partie", seat=Seat.YOUNGER)
    for _ in range(8):
        session = at_random(session, session.number)
        if session.is_over:
            break
        assert "game" not in (outcome_of(session) or {})
        session = next_deal(session)
    settled = session.settlement
    assert settled is not None
    found = outcome_of(session)
    assert found is not None
    won = [int(settled.winner == player) for player in (0, 1)]
    assert found["game"]["won"] == won
    assert found["game"]["rubicon"] == (won if settled.rubiconed else [0, 0])
    assert settled.rubiconed  # random cards against Thumb, so that the line above can fail
    assert found["game"]["key"] != found["deal"]["key"]
