"""Reasons for the cost of a discard come before the number and contain counted figures."""

import random
import re
import sys
from typing import Any

import pytest
from test_dispatch import ask

from piquet_core.cards.cards import Hand
from piquet_core.cards.seat import Seat
from piquet_core.engine.actions import Exchange
from piquet_core.engine.apply import apply
from piquet_core.engine.apply import start as start_deal
from piquet_core.engine.state import DealState, Phase, shuffled_deal
from piquet_core.players import ThumbPlayer, turn_of
from piquet_core.players.budgets import Budget
from piquet_core.players.discard_search import CallOdds
from piquet_core.replay.replay import replay_record
from piquet_core.review.advise import AdviceSearch
from piquet_core.review.deal_review import Judgement, review
from piquet_core.review.discard_outcomes import cost_reason, main_differences
from piquet_core.rules import load_ruleset
from piquet_core.sessions import HintSearch, move, start_game, write_session
from piquet_core.sessions.table_state import lay_table, play_out_table, take_action, write_moves
from piquet_core.solver.solve import solve
from piquet_core.wording.advice import discard_effects_words
from piquet_core.wording.player_names import PlayerNames

pytestmark = pytest.mark.skipif(sys.platform == "emscripten", reason="thinks for some seconds")

RULES = load_ruleset("hoyle1909")
LITTLE = Budget(hands=4, guessed=((20, 8),), searched=((3, 20),))


def of_one_card(seed: str) -> Judgement:
    """Judge a deal in which elder discards only the lowest card, so that younger gets four more."""
    table = lay_table(RULES, shuffled_deal(RULES, random.Random(seed)), Seat.ELDER)
    state = table.state
    lowest = min(state.hands[Seat.ELDER], key=lambda card: (card.rank, card.suit))
    table = take_action(table, Exchange(seat=Seat.ELDER, discards=Hand.of([lowest])))
    replay = replay_record(
        write_moves(play_out_table(table, (ThumbPlayer(), ThumbPlayer())), ("A", "B"))
    )
    found = review(replay, LITTLE).judgements[0]
    assert found.discard is not None
    return found


def before_play(state: DealState, out: Hand) -> DealState:
    """Return the deal at the first lead after a discard, otherwise played by rules of thumb."""
    assert state.seat is not None
    state, _ = apply(state, Exchange(seat=state.seat, discards=out))
    while state.phase is not Phase.LEAD:
        state, _ = apply(state, ThumbPlayer().choose(turn_of(state)))
    return state


def test_the_shares_that_are_told_are_those_of_other_random_deals() -> None:
    """Compares with 500 other layouts of the unseen cards, each played up to younger's count by the engine."""
    state, _ = start_deal(RULES, shuffled_deal(RULES, random.Random("why/1")))
    lowest = min(state.hands[Seat.ELDER], key=lambda card: (card.rank, card.suit))
    out, rng = Hand.of([lowest]), random.Random(5)
    layouts = AdviceSearch(state, LITTLE, out).discard_search
    assert layouts is not None
    (odds,) = layouts.odds([out], 2000)
    made, number = 0, 500
    for _ in range(number):
        unseen = [*state.hands[Seat.YOUNGER], *state.talon]
        rng.shuffle(unseen)
        deal = state.evolve(hands=(state.hands[0], Hand.of(unseen[:12])), talon=tuple(unseen[12:]))
        after = before_play(deal, out)
        # Younger counts, including the repique, at younger's first card.
        after, _ = apply(after, ThumbPlayer().choose(turn_of(after)))
        points = after.score[Seat.YOUNGER]
        made += after.bonus is Seat.YOUNGER and points >= RULES.number("repique.bonus").value
    assert odds.repiqued == pytest.approx(made / number, abs=0.05)


@pytest.mark.parametrize("seed", ["why/1", "why/2", "why/3"])
def test_what_a_discard_cost_as_the_cards_lay_is_what_the_solver_finds(seed: str) -> None:
    """Younger plays by rules of thumb, so the engine continues both discards, and the solver searches them."""
    found = of_one_card(seed)
    state, _ = start_deal(RULES, shuffled_deal(RULES, random.Random(seed)))
    best, chosen = (solve(before_play(state, out)).best for out in (found.best, found.chosen))
    assert found.discard is not None
    assert found.discard.lay == best - chosen


def test_cards_that_are_left_are_told_with_what_they_do_for_the_other() -> None:
    found = of_one_card("why/1")
    assert found.discard is not None
    assert found.discard.more_to_take == len(found.best) - 1
    said = cost_reason(found, PlayerNames(("Guest", "Thumb"), Seat.ELDER))
    assert said.startswith("You left Thumb four cards more to take")


def test_the_figure_that_makes_most_points_is_told() -> None:
    better = CallOdds(repique=0.1, repiqued=0.04, pique=0, piqued=0, calls=9, their_calls=5)
    worse = CallOdds(repique=0.1, repiqued=0.12, pique=0, piqued=0, calls=9, their_calls=8)
    assert main_differences(RULES, better, worse) == [("repiqued", 0.04, 0.12)]
    assert main_differences(RULES, better, better) == []
    # A difference of shares within chance is not mentioned.
    near = CallOdds(repique=0.1, repiqued=0.06, pique=0, piqued=0, calls=9, their_calls=7)
    assert main_differences(RULES, better, near) == [("their_calls", 5, 7)]
    both = CallOdds(repique=0.1, repiqued=0.12, pique=0, piqued=0, calls=2, their_calls=8)
    told = main_differences(RULES, better, both)
    assert told == [("calls", 9, 2), ("repiqued", 0.04, 0.12)]


def test_what_a_discard_led_to_is_told_of_either_player() -> None:
    cast = PlayerNames(("A", "B"))
    told = discard_effects_words([("repique", 0.125, 0.001)], Seat.YOUNGER, cast)
    assert (
        told == "After this discard B hardly ever makes a repique, rather than once in eight deals."
    )
    told = discard_effects_words([("their_calls", 0.3, 5)], Seat.YOUNGER, cast)
    assert told == "After this discard A makes about 5 in the calls, rather than nothing."
    assert discard_effects_words([], Seat.ELDER, cast, 1) == "A left B one card more to take."
    assert discard_effects_words([], Seat.ELDER, cast) == ""


def costs_of_short_exchange(form: str) -> tuple[str, dict[str, Any]]:
    """Return the costs, as plain text, of a deal in which the person discards one card."""
    session = start_game(load_ruleset("rubicon"), form, seed="short", seat=Seat.ELDER)
    lowest = min(session.table.state.hands[Seat.ELDER], key=lambda card: (card.rank, card.suit))
    session = move(session, str(lowest))
    while not session.deal_is_over:
        session = move(session, HintSearch(session).first.move)
    found = ask("mistakes", game=write_session(session))["ok"]
    item = next(one for one in re.findall(r"<li>.*?</li>", found["html"]) if "The exchange" in one)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", item)), found


def test_at_the_table_the_reason_of_an_exchange_stands_before_its_cost() -> None:
    said, _ = costs_of_short_exchange("deal")
    reason, known = said.index("more to take"), said.index("As far as you could know")
    assert reason < said.index("The better discard takes in four cards more") < known
    assert re.search(r"As far as you could know: about \d+ points", said)
    assert known < said.index("As the cards lay:")


def test_in_a_partie_a_cost_is_what_the_chance_to_win_fell_by() -> None:
    said, found = costs_of_short_exchange("rubicon")
    assert re.search(r"your chance to win the partie fell by (about )?\d+(\.\d)?%", said)
    assert "in a hundred" not in found["html"]
