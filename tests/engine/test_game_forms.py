"""Forms of the game in other books: matches, double games, endings, and ties that end a partie."""

import pytest

from piquet_core.cards.cards import EMPTY
from piquet_core.cards.seat import Seat
from piquet_core.engine.events import Event, Scored
from piquet_core.engine.game import (
    PlayedDeal,
    deals_to_play,
    is_drawn,
    match_winner,
    settle_hundred,
    settle_partie,
)
from piquet_core.errors import IllegalAction, PiquetError
from piquet_core.rules import load_ruleset

LITTLE = load_ruleset("little")
CAVENDISH = load_ruleset("cavendish")
AU_CENT = load_ruleset("cavendish-au-cent")


def deal(*scores: tuple[Seat, int, str], by: int = 0) -> PlayedDeal:
    events: tuple[Event, ...] = tuple(
        Scored(seat=seat, points=points, rule="play.lead", reckon=reckon, cards=EMPTY)
        for seat, points, reckon in scores
    )
    return PlayedDeal(elder=by, events=events)


E, Y = Seat.ELDER, Seat.YOUNGER


def test_a_declaration_that_reaches_the_target_stops_the_deal() -> None:
    """Little Piquet, VI: the deal stops as soon as a declaration, from blank to set, reaches the target."""
    first = deal((E, 95, "play"), (Y, 97, "play"))
    last = deal((E, 30, "play"), (E, 3, "sequence"), (Y, 6, "point"), by=0)
    won = settle_hundred(LITTLE, [first, last])
    assert won is not None
    assert (won.winner, won.totals) == (1, (95, 103))


def test_if_none_does_it_is_played_out_and_the_higher_total_wins() -> None:
    """Little Piquet, VI: if both pass the target in the play, the higher score wins."""
    first = deal((E, 95, "play"), (Y, 94, "play"))
    last = deal((E, 6, "play"), (Y, 20, "play"))
    won = settle_hundred(LITTLE, [first, last])
    assert won is not None
    assert (won.winner, won.totals) == (1, (101, 114))
    # In the order of reckoning, player 0 would have been first.
    in_order = settle_hundred(load_ruleset("hoyle1909"), [first, last])
    assert in_order is not None
    assert in_order.winner == 0


def test_equal_totals_beyond_the_target_call_for_another_deal() -> None:
    level = deal((E, 105, "play"), (Y, 105, "play"))
    assert settle_hundred(LITTLE, [level]) is None
    more = deal((E, 1, "play"))
    won = settle_hundred(LITTLE, [level, more])
    assert won is not None
    assert won.winner == 0


@pytest.mark.parametrize("target", [100, 101, 150, 200])
def test_another_target_can_be_agreed_upon(target: int) -> None:
    """Little Piquet, VI: 100, sometimes 150 or 200; the 1909 book: 101 by later custom."""
    short = deal((E, target - 1, "play"))
    assert settle_hundred(LITTLE, [short], target) is None
    assert settle_hundred(LITTLE, [short, deal((E, 1, "play"))], target) is not None


def test_best_of_three_with_the_decider() -> None:
    assert match_winner(LITTLE, []) is None
    assert match_winner(LITTLE, [0]) is None
    assert match_winner(LITTLE, [0, 1]) is None
    assert match_winner(LITTLE, [0, 1, 1]) == 1
    assert match_winner(LITTLE, [0, 0]) == 0
    with pytest.raises(PiquetError, match="ended with game 2"):
        match_winner(LITTLE, [0, 0, 1])


def test_best_of_five_and_the_double_game_au_cent() -> None:
    """Cavendish, au cent: three games of five; the loser under fifty loses double."""
    assert match_winner(AU_CENT, [0, 1, 0, 1]) is None
    assert match_winner(AU_CENT, [0, 1, 0, 1, 1]) == 1
    line = AU_CENT.number("hundred.double").value
    for loser, double in ((line - 1, True), (line, False)):
        won = settle_hundred(AU_CENT, [deal((Y, loser, "point"), (E, 100, "play"))])
        assert won is not None
        assert won.double is double


def test_a_second_tie_repeats_or_draws_as_the_book_has_it() -> None:
    """Cavendish, Law 71: one more deal each, then the partie is drawn; little's Rubicon goes on."""
    level = [deal((E, 10, "play"), (Y, 10, "play"), by=i % 2) for i in range(8)]
    assert deals_to_play(CAVENDISH, level[:6]) == 2
    assert deals_to_play(CAVENDISH, level) == 0
    assert is_drawn(CAVENDISH, level)
    assert settle_partie(CAVENDISH, level) is None
    rubicon = load_ruleset("rubicon")
    assert deals_to_play(rubicon, level) == 2
    assert not is_drawn(rubicon, level)
    with pytest.raises(IllegalAction, match=r"ended with deal 8, .* \[rubicon\.tie-final\]"):
        settle_partie(CAVENDISH, [*level, deal((E, 10, "play"))])


def test_a_refused_deal_or_game_names_the_rule_that_ended_the_last() -> None:
    over = [deal((E, 100, "play")), deal()]
    with pytest.raises(IllegalAction, match=r"\[hundred\.end\]"):
        settle_hundred(LITTLE, over)
    with pytest.raises(IllegalAction, match=r"\[hundred\.match\]"):
        match_winner(LITTLE, [0, 0, 1])
