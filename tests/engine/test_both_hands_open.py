"""Two persons at one device who play with both hands face up, so that one can teach the other."""

from claimed_games import decided
from test_dispatch import ask

from piquet_core.cards.seat import Seat
from piquet_core.rules import load_ruleset
from piquet_core.sessions import (
    FRIEND,
    new_game,
    read_session,
    start_game,
    undo,
    write_session,
)
from piquet_core.views.card_symbols import card_svg

TERMS = {"rules": "hoyle1909", "form": "deal", "seat": "elder", "seed": "taught"}
TWO = {"opponent": "friend", "name": "Ann", "friend": "Ben"}


def test_both_hands_are_drawn_and_the_talon_is_not() -> None:
    drawn = ask("start-game", **TERMS, **TWO, open=True)["ok"]
    assert not drawn["covered"]
    state = read_session(drawn["game"]).table.state
    for card in (*state.hands[Seat.ELDER], *state.hands[Seat.YOUNGER]):
        assert card_svg(card).split('href="')[1].split('"')[0] in drawn["board"]
    for card in state.talon:
        assert card_svg(card).split('href="')[1].split('"')[0] not in drawn["board"]
    assert ask("start-game", **TERMS, **TWO)["ok"]["covered"]


def test_nothing_is_handed_over_and_every_decision_can_be_taken_back() -> None:
    session = start_game(
        load_ruleset("hoyle1909"),
        "deal",
        seed="taught",
        opponent=FRIEND,
        name="Ann",
        friend="Ben",
        both_open=True,
    )
    while not session.deal_is_over:
        assert not session.is_covered
        assert session.cast().you is None
        assert read_session(write_session(session)) == session
        after = decided(session)
        assert undo(after) == session
        session = after
    assert new_game(session, seed="next", opponent=FRIEND).shows_both


def test_a_game_against_the_computer_never_shows_its_hand() -> None:
    drawn = ask("start-game", **TERMS, opponent="thumb", open=True)["ok"]
    assert not read_session(drawn["game"]).shows_both
