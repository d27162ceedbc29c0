"""Exercises before the calls and in the play: looks, following suit, certain tricks."""

import random
import re

import pytest
from test_exercises import RULES, at, drawn, item, said

from piquet_core.cards.cards import parse_card, parse_hand
from piquet_core.cards.seat import Seat
from piquet_core.engine.actions import Play
from piquet_core.engine.apply import apply, legal_actions
from piquet_core.engine.state import DealState
from piquet_core.exercises import (
    Exercise,
    ExerciseError,
    Verdict,
    find_exercise,
    find_feature,
    judge,
    next_exercise,
)
from piquet_core.exercises.deal_after_answer import deal_after_answer
from piquet_core.exercises.features import draw_position
from piquet_core.exercises.position import parse_position, played_on_to
from piquet_core.exercises.trick_solver import tricks_by_card
from piquet_core.notation import loads
from piquet_core.replay.replay import replay_record
from piquet_core.wording.rich_text import plain_text

# -- before the calls ----------------------------------------------------------------------------


def test_a_hand_without_a_court_card() -> None:
    """1909, Carte Blanche 1: no king, queen or jack, ten points; the ace is not a court card."""
    one = item("tap.courts", "A987.AT98.T7.A7")
    assert one.right == ("none",)
    verdict, words = said(one, "none")
    assert (verdict, "carte blanche, which scores 10" in words) == ("right", True)
    verdict, words = said(one, "SA")
    assert (verdict, "court cards are king, queen and jack" in words) == ("wrong", True)


def test_one_court_card_is_enough() -> None:
    one = item("tap.courts", "A987.AT98.T7.J7")
    assert one.right == ("CJ",)
    assert said(one, "none")[0] == "wrong"
    assert "one is enough" in said(one, "CJ")[1]


@pytest.mark.parametrize("seed", range(4))
def test_elder_looks_at_what_he_left_of_his_five(seed: int) -> None:
    """1909, The Exchange 2: eight in the talon, five of them elder's, three younger's."""
    one = drawn("number.look", seed)
    shown = "".join(plain_text(line) for line in one.posed.shown[0].lines)
    taken = int(shown.partition("have exchanged ")[2].partition(":")[0])
    assert one.right == (str(5 - taken),)
    verdict, words = said(one, str(8 - taken))
    assert (verdict, "not all of them were yours" in words) == ("wrong", True)


def test_younger_looks_at_what_he_left_of_his_own() -> None:
    """1909, The Exchange 3: after elder's five there are three, all younger's."""
    one = drawn("number.look", feature="younger-exchange")
    shown = "".join(plain_text(line) for line in one.posed.shown[0].lines)
    taken = int(shown.partition("have exchanged ")[2].partition(":")[0])
    assert one.right == (str(3 - taken),)
    clause = judge(one, one.right[0]).clause
    assert clause is not None
    assert clause.id == "exchange.younger-look"


# -- the play ------------------------------------------------------------------------------------


def test_a_card_that_must_follow() -> None:
    """1909, Example, trick 2: A leads the seven of diamonds and B, who has a diamond, must play it."""
    one = at("play.legal", "t2y")
    assert one.right == ("DK",)
    verdict, words = said(one, "SK")
    assert verdict == "wrong"
    assert "diamonds were led, and you hold diamonds" in words


@pytest.mark.parametrize(
    ("mine", "theirs", "led", "tricks"),
    [
        # By hand: the ace takes one trick, and nothing else beats the king.
        ("A7...", "K8...", "", {"SA": 1, "S7": 1}),
        # Played to the queen, the king takes it; kept back, the king falls to the ace.
        ("K7...", "A...", "SQ", {"SK": 1, "S7": 0}),
        # Led up to, ace and queen both win; whoever leads them loses the queen to the king.
        ("AQ.7..", "K7.A..", "", {"SA": 1, "SQ": 1, "H7": 2}),
        ("AQ...", "K7...", "", {"SA": 1, "SQ": 1}),
    ],
)
def test_tricks_that_are_certain(mine: str, theirs: str, led: str, tricks: dict[str, int]) -> None:
    found = tricks_by_card(parse_hand(mine), parse_hand(theirs), parse_card(led) if led else None)
    assert {str(card): count for card, count in found.items()} == tricks


def test_the_search_agrees_with_the_engine_playing_every_line() -> None:
    """With four cards each, the engine tries every legal card of both players and agrees."""
    rng = random.Random(1651)
    for _ in range(3):
        position = played_on_to(draw_position(find_feature("first-lead"), RULES, rng), "lead-9")
        hands, you = position.state.hands, position.you

        def certain(state: DealState, you: Seat = you) -> int:
            if state.seat is None:
                return state.tricks[you]
            following = [certain(apply(state, one)[0]) for one in legal_actions(state)]
            return max(following) if state.seat is you else min(following)

        found = tricks_by_card(hands[you], hands[you.other])
        for card, count in found.items():
            after, _ = apply(position.state, Play(seat=you, card=card))
            assert certain(after) - position.state.tricks[you] == count


def test_the_card_that_throws_the_deal_away() -> None:
    """1909, Example, trick 6: A keeps the ace of spades and wins the remaining six tricks."""
    one = at("play.best", "t6e")
    assert "SA" not in one.right
    verdict, words = said(one, "SA")
    assert verdict == "costly"
    assert "of the 7 tricks left, this one included, 3 are certainly yours" in words
    assert "for instance with the eight of diamonds it would be 6" in words
    assert "From here the best play is: The other player leads" in words


def test_towards_the_end_a_card_that_gives_a_trick_away_is_reported() -> None:
    few = [drawn("play.on", seed, feature="six-cards") for seed in range(8)]
    verdicts = {
        judge(one, str(option.value)).verdict for one in few for option in one.posed.options
    }
    assert verdicts == {Verdict.RIGHT, Verdict.COSTLY}
    whole = drawn("play.on", feature="first-lead")
    assert {judge(whole, option.value).verdict for option in whole.posed.options} == {Verdict.RIGHT}


@pytest.mark.parametrize("seed", range(12))
def test_no_hint_leads_into_a_card_that_gives_a_trick_away(seed: int) -> None:
    """If the hint asks for cards that the opponent cannot beat, each of them is right."""
    one, first = drawn("play.on", seed, feature="a-lead-that-matters"), True
    rng = random.Random(seed)
    going: Exercise | None = one
    while going is not None:
        position = parse_position(RULES, going.id.split(":")[-1])
        theirs, led = position.state.hands[position.you.other], position.state.led
        legal = [
            option.value
            for option in going.posed.options
            if said(going, option.value)[0] != "wrong"
        ]
        cards = [parse_card(value) for value in legal]
        if led is None:
            sure = [card for card in cards if all(card > other for other in theirs.suit(card.suit))]
        else:
            sure = [card for card in cards if card.suit is led.suit and card > led]
        asks_for_them = "can it not beat" in going.posed.hint
        assert asks_for_them or not first  # a first lesson starts with an easy card
        if asks_for_them:
            assert sure
            assert {said(going, str(card))[0] for card in sure} == {"right"}
        going, first = next_exercise(going, rng.choice(going.right))[0], False


@pytest.mark.parametrize("seed", range(4))
def test_the_end_of_a_deal_names_the_points_of_its_last_cards(seed: int) -> None:
    """The named amount is the difference between the two scores on the page."""
    going, told = drawn("play.on", seed, feature="a-lead-that-matters"), ""
    while True:
        stood = plain_text(going.posed.shown[0].lines[0])
        after, story = next_exercise(going, going.right[0])
        if after is None:
            told = plain_text(story)
            break
        going = after
    before = [int(one) for one in re.findall(r"and (\d+)", stood)]
    end, *named = told.split(" With the last cards ")
    scores = [int(one) for one in re.findall(r"and (\d+)", end)]
    made = {one.split(" made ")[0]: sum(map(int, re.findall(r"\d+", one))) for one in named}
    gained = [after - was for was, after in zip(before, scores, strict=True)]
    assert [made.get(who, 0) for who in ("you", "the other player")] == gained


@pytest.mark.parametrize("name", ["play.take", "play.lose"])
@pytest.mark.parametrize("seed", range(3))
def test_a_right_card_completes_the_trick_and_tells_its_points(name: str, seed: int) -> None:
    one = drawn(name, seed, feature="can-take")
    state = parse_position(RULES, one.id.split(":")[-1]).state
    assert state.seat is not None
    for option in one.posed.options:
        found = judge(one, option.value)
        if not found.verdict.passes:
            assert found.trick is None
            continue
        after, _ = apply(state, Play(seat=state.seat, card=parse_card(option.value)))
        assert found.trick is not None
        assert found.trick.is_taken is (name == "play.take")
        gained = {
            who: after.score[seat] - state.score[seat]
            for seat, who in ((state.seat, "you"), (state.seat.other, "the other player"))
        }
        told = dict(re.findall(r"\+(\d+) for ([a-z ]+)", found.trick.points))
        assert {who: int(count) for count, who in told.items()} == {
            who: count for who, count in gained.items() if count
        }


@pytest.mark.parametrize("seed", range(3))
def test_a_deal_can_be_played_on_after_one_card(seed: int) -> None:
    """The cards left grow fewer until the deal is over."""
    going = drawn("play.take", seed, feature="can-take")
    assert going.can_play_on
    left = len(going.posed.options)
    while True:
        after, _ = next_exercise(going, going.right[0])
        if after is None:
            break
        assert (f"{after.kind}.{after.ask}", after.posed.goes_on) == ("play.on", True)
        assert len(after.posed.options) < left
        going, left = after, len(after.posed.options)


def test_other_questions_cannot_be_played_on() -> None:
    one = drawn("tap.playable", 1, feature="must-follow")
    assert not one.can_play_on
    with pytest.raises(ExerciseError, match="no further move"):
        next_exercise(one, one.right[0])


def test_several_cards_may_be_right() -> None:
    many = [drawn("play.legal", seed) for seed in range(6)]
    assert max(len(one.right) for one in many) > 1


@pytest.mark.parametrize(
    ("step", "total"), [("cy", "25"), ("t2y", "26"), ("t3y", "18"), ("t5y", "26")]
)
def test_the_next_total_of_the_book(step: str, total: str) -> None:
    """1909, Example: A says 25 and 26 with the leads; B has 18 after the king of diamonds.

    The question is about the card before the step. Before t5y A follows B's king with the ten of clubs,
    which scores nothing: still 26.
    """
    one = at("predict.total", step)
    assert one.right == (total,)
    assert said(one, str(int(total) + 1))[0] == "wrong"


# -- what one knows of the other hand ------------------------------------------------------------


def test_every_mark_that_does_not_hold_is_named_the_first_with_its_reason() -> None:
    """1909, Example, after trick 6: the ten of spades is possible, and the king and the queen are certain."""
    one = at("mark.other", "t6e")
    assert judge(one, "SK=impossible+SQ=certain+ST=certain").missed == ("SK", "ST")
    assert said(one, "SK=impossible+SQ=certain+ST=certain")[1].endswith(
        "may cost a trick. The ten of spades is only possible."
    )
    assert said(one, "SK=certain+SQ=certain+ST=certain")[1].startswith(
        "The ten of spades is only possible: no call needs it"
    )
    assert not judge(one, one.right[0]).missed


# -- the deal after an answer --------------------------------------------------------------------

DISCARDS = "discards:exchange:elder-exchange:hoyle1909:32-ACH5QZ9XBQKQ-X/deal"


def test_the_deal_after_an_exchange_has_that_exchange_and_goes_to_its_end() -> None:
    found = deal_after_answer(find_exercise(DISCARDS), "S9+S7+D8+CT+C9")
    replay = replay_record(loads(found.record))
    assert found.step == "deal"
    assert replay.findings == ()
    assert [str(card) for card in replay.step("xe").state.discards[Seat.ELDER]] == [
        *("S9", "S7", "D8", "CT", "C9"),
    ]
    assert replay.steps[-1].state.seat is None


def test_an_answer_that_is_no_move_of_a_deal_is_refused() -> None:
    with pytest.raises(ExerciseError):
        deal_after_answer(find_exercise(DISCARDS), "S9+S7+D8+CT+C9+DJ")
    with pytest.raises(ExerciseError, match="not a move in a deal"):
        deal_after_answer(drawn("play.take", 1, feature="can-take"), "SA")
