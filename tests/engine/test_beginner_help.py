"""Help for beginners: visible looks, pips, and both figures of a choice."""

import re

from test_table_requests import TERMS, ok

from piquet_core.cards.cards import parse_hand
from piquet_core.cards.seat import Seat
from piquet_core.players import ThumbPlayer, turn_of
from piquet_core.replay.what_if import move_of
from piquet_core.rules import load_ruleset
from piquet_core.sessions import Session, move, read_session, start_game
from piquet_core.wording.advice import card_comparison_words
from piquet_core.wording.discard_reasons import better_discard_words
from piquet_core.wording.move_choices import Choices, choices

OPEN = re.compile(r'href="#pq-([SHDC][AKQJT6-9])"')


def asked(session: Session) -> Choices:
    found = choices(session.table.state, yours=True)
    assert found
    return found


def after_exchange(seed: str, cards: int) -> Session:
    """A session in which the person, elder, has discarded the first cards of the hand."""
    session = start_game(load_ruleset("hoyle1909"), "deal", seed=seed, seat=Seat.ELDER)
    out = [one.move for one in asked(session).choices[:cards]]
    return move(session, "+".join(out))


def test_a_card_left_alone_is_it_and_several_are_they() -> None:
    """Elder may take five: after four, "it" is left; after three, "they"."""
    for taken, word in ((4, "leave it"), (3, "leave them")):
        assert [one.words for one in asked(after_exchange("look", taken)).choices] == [word, "look"]


def test_a_look_is_shown_before_what_comes_next_with_its_card_in_its_place() -> None:
    """It waits for the person. Then the felt shows the next question, and other answers have no look."""
    game = ok("start-game", **{**TERMS, "form": "deal", "seed": "look", "seat": "elder"})
    out = asked(read_session(game["game"])).choices[:4]
    game = ok("move", game=game["game"], move="+".join(one.move for one in out))
    before = read_session(game["game"]).table.state.talon
    leave, look = asked(read_session(game["game"])).choices
    looked = ok("move", game=game["game"], move=look.move)
    (felt,) = looked["tricks"]
    talon = felt[felt.index('data-part="talon-cards"') : felt.index('data-part="elder-side"')]
    assert OPEN.findall(talon) == [str(before[0])]  # the top card is the one that elder left
    assert "data-waits" in felt
    assert "Go on" in felt
    assert looked["beside"][0]["head"].startswith("You look at one card of the talon: ")
    assert "data-waits" not in looked["board"]
    assert ok("move", game=game["game"], move=leave.move)["tricks"] == []


def test_points_of_one_length_are_told_apart_by_their_pips() -> None:
    """Both points of five have an ace, three tens and a nine: 50. A single longest point needs no pips."""
    session = start_game(load_ruleset("hoyle1909"), "deal", seed="p63", seat=Seat.ELDER)
    state = session.table.state
    session = move(session, move_of(state, ThumbPlayer().choose(turn_of(state))))
    assert [one.words for one in asked(session).choices if not one.aside] == [
        "point of five in spades, 50 pips",
        "point of five in clubs, 50 pips",
    ]
    single = asked(after_exchange("tm1", 5)).choices[0].words
    assert single == "point of five in clubs"


def test_how_often_is_told_of_both_cards() -> None:
    said = card_comparison_words("lost", 0.02, 0.8, "Thumb")
    assert said == "Thumb wins the cards eight times in ten deals, rather than hardly ever"


def test_what_speaks_for_your_discard_is_called_yours_and_says_what_guards_it() -> None:
    """Without ace and king a queen needs two cards below it; without the ace alone a king needs one."""
    rules, hand = load_ruleset("hoyle1909"), parse_hand("SA SK SQ HA HK D9 D8 D7 CQ C8 C7 HJ")
    why = better_discard_words(rules, hand, parse_hand("C8 C7 D9 D8 D7"), parse_hand("D9 D8 D7"))
    assert why.endswith(", though yours keeps the queen of clubs guarded by two lower cards")
