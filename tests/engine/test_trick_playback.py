"""Tricks in a response: each once, in order, as the person saw it."""

import re
from typing import Any

import pytest
from test_table_requests import TERMS, ok

from piquet_core.cards.card_names import card_name
from piquet_core.cards.cards import CARDS, parse_card
from piquet_core.cards.seat import Seat
from piquet_core.engine.actions import Play
from piquet_core.engine.state import Phase
from piquet_core.notation import loads
from piquet_core.players import find_player, turn_of
from piquet_core.replay.replay import replay_record
from piquet_core.replay.what_if import move_of
from piquet_core.sessions import read_session

TRICK = re.compile(r'<div class="pq-trick"[^>]*>(.*?)</div></div>')
CARD = re.compile(r'href="#pq-([SHDC][AKQJT6-9])"')


def thumbs(game: dict[str, Any]) -> dict[str, Any]:
    """Decide for the person like Thumb, which plays the same way in every edition."""
    state = read_session(game["game"]).table.state
    action = find_player("thumb").make().choose(turn_of(state))
    return ok("move", game=game["game"], move=move_of(state, action))


def trick_of(board: str) -> tuple[str, ...]:
    """Return the cards of the trick on a felt, the lead first."""
    found = TRICK.search(board)
    return tuple(CARD.findall(found[1])) if found else ()


def played(record: str) -> list[tuple[str, ...]]:
    """Return the tricks of a record, the leads first."""
    cards = [
        str(step.action.card)
        for step in replay_record(loads(record)).steps
        if isinstance(step.action, Play)
    ]
    return list(zip(cards[::2], cards[1::2], strict=True))


@pytest.mark.parametrize("forced", [False, True])
@pytest.mark.parametrize("seat", list(Seat))
def test_every_trick_of_a_deal_is_shown_once_and_in_turn(seat: Seat, forced: bool) -> None:
    """A trick comes before the next felt, or on it if the person has won it and leads."""
    terms = {**TERMS, "form": "deal", "seat": seat.name.lower(), "seed": "forced-3"}
    game = ok("start-game", **terms, forced=forced)
    shown, most = [], 0
    while game["asks"]:
        game = thumbs(game)
        most = max(most, len(game["tricks"]))
        shown += [trick_of(one) for one in game["tricks"]]
        lies = trick_of(game["board"])
        if len(lies) == 2:
            assert 'data-taken="near"' in game["board"]
            shown.append(lies)
    assert shown == played(ok("export-record", game=game["game"])["text"])
    # With forced cards played automatically, several tricks may follow one decision.
    assert most > 1 if forced else most == 1


def test_a_trick_goes_to_the_side_of_its_winner_with_what_it_brought() -> None:
    """The last trick of a deal includes the points for the cards, which the ledger explains."""
    game = ok("start-game", **{**TERMS, "form": "deal", "seat": "elder", "seed": "forced-3"})
    while game["asks"]:
        game = thumbs(game)
        taken = read_session(game["game"]).table.state.taken
        for board, trick in zip(game["tricks"], taken[-len(game["tricks"]) :], strict=False):
            side = "near" if trick.winner is Seat.ELDER else "far"
            assert f'data-taken="{side}"' in board
            assert 'data-part="ledger"' not in board
    assert "The cards: Thumb +10" in game["tricks"][-1]
    assert 'data-part="ledger"' in game["board"]


def test_rail_and_sheet_are_of_the_moment_of_the_trick_that_lies() -> None:
    """They show the totals of the felt, the trick as the latest news, and its winner."""
    game = ok(
        "start-game", **{**TERMS, "form": "deal", "seat": "elder", "seed": "forced-3"}, forced=True
    )
    seen = 0
    while game["asks"]:
        game = thumbs(game)
        for board, beside in zip(game["tricks"], game["beside"], strict=True):
            theirs, mine = re.findall(r"score </span>(\d+)", board)
            assert f"<b>{mine}–{theirs}</b>" in beside["rail"]
            taker = "You take" if 'data-taken="near"' in board else "Thumb takes"
            assert beside["head"] == f"{taker} the trick."
            assert CARD.findall(board)[0]
            seen += 1
        assert game["beside"] == [] or game["beside"][-1]["news"]
    assert seen > 5
    assert game["beside"][-1]["rail"] == game["rail"]
    assert game["beside"][-1]["news"] == game["news"]


def test_the_last_two_tricks_can_be_looked_at_again() -> None:
    """From the first trick on they are on the felt, hidden; each names the leader and the winner."""
    game = ok("start-game", **{**TERMS, "form": "deal", "seat": "elder", "seed": "forced-3"})
    assert 'data-part="last-trick-view"' not in game["board"]
    while len(read_session(game["game"]).table.state.taken) < 6:
        game = thumbs(game)
    tricks = read_session(game["game"]).table.state.taken
    look: str = game["board"][
        game["board"].index('<div class="pq-look" data-part="last-trick-view" hidden') :
    ]
    cards = [card for trick in tricks[-2:] for card in (trick.led, trick.followed)]
    assert [parse_card(one) for one in CARD.findall(look)] == [CARDS[card] for card in cards]
    assert all(card_name(card) in look for card in cards)
    assert re.findall(r"<b>(Trick \d+):</b> ([^<]+)\.", look) == [
        ("Trick 5", "You lead and take it"),
        ("Trick 6", "You lead, Thumb takes it"),
    ]


@pytest.mark.parametrize(
    ("rules", "seat", "phase"),
    [
        ("old36", Seat.ELDER, Phase.ELDER_LOOK),
        ("cavendish", Seat.YOUNGER, Phase.YOUNGER_LOOK),
        ("cavendish-au-cent", Seat.YOUNGER, Phase.YOUNGER_LOOK),
    ],
)
def test_a_decision_that_leaves_no_step_is_answered(rules: str, seat: Seat, phase: Phase) -> None:
    """The person declines to look, and decides next as well; nothing happens between the two."""
    terms = {**TERMS, "rules": rules, "form": "deal", "seat": seat.name.lower(), "seed": "pass"}
    game = ok("start-game", **terms)
    while (state := read_session(game["game"]).table.state).phase is not phase:
        turn = turn_of(state)
        if turn.legal:
            game = thumbs(game)
        else:  # as few cards as possible, so that some are left
            out = "+".join(map(str, list(turn.cards)[: max(turn.least, 1)]))
            game = ok("move", game=game["game"], move=out)
    game = ok("move", game=game["game"], move="pass")
    assert game["asks"]
    assert game["question"]
    assert game["tricks"] == []
    assert ok("start-game", game=game["game"])["question"] == game["question"]


def test_what_was_taken_back_or_taken_up_again_shows_no_other_tricks() -> None:
    """The tricks since the last decision depend on the position, not on how the page reached it."""
    game: dict[str, Any] = ok("start-game", **{**TERMS, "form": "deal", "seat": "elder"})
    before = game
    while not game["tricks"]:
        before = game
        game = thumbs(game)
    assert ok("start-game", game=game["game"])["tricks"] == game["tricks"]
    assert ok("undo", game=game["game"]) == before
