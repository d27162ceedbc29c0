"""Exercises: the engine finds the right answer, every answer gets a reason, and an id identifies an
exercise.
"""

import random
import re
from pathlib import Path

import pytest
from example_counts import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from random_play import ROOT

from piquet_core.cards.cards import parse_hand
from piquet_core.errors import PiquetError
from piquet_core.exercises import (
    Exercise,
    ExerciseError,
    Verdict,
    answer_words,
    exercise_at,
    features,
    find_exercise,
    find_feature,
    judge,
    kinds,
    new_exercise,
    position_in_replay,
    position_of_hands,
    possible_answers,
    read_answer,
    write_answer,
)
from piquet_core.exercises.features import draw_position
from piquet_core.exercises.generate import POSES
from piquet_core.exercises.measures import measure
from piquet_core.notation import loads
from piquet_core.replay.replay import replay_record
from piquet_core.rules import RuleSet, load_ruleset, ruleset_ids
from piquet_core.wording.rich_text import plain_text

RULES = load_ruleset("hoyle1909")
# The hands of Hoyle's Games Modernized, ed. Bergholt (1909), s.v. Piquet, "Example", as dealt.
ELDER, YOUNGER = parse_hand("97.A98.JT98.JT7"), parse_hand("QT8.QJ7.KQ.AKQ8")
RECORD: Path = ROOT / "docs" / "deals" / "hoyle1909-ab.piquet"
# Most questions are quick; these have tests of their own.
SLOW = {"discards.exchange", "closed.elder", "closed.younger"}


def item(name: str, elder: str = "", younger: str = "", rules: RuleSet = RULES) -> Exercise:
    hands = parse_hand(elder) if elder else ELDER, parse_hand(younger) if younger else None
    return exercise_at(name, position_of_hands(rules, *hands))


def at(name: str, step: str) -> Exercise:
    replay = replay_record(loads(RECORD.read_text("utf-8")), RULES)
    return exercise_at(name, position_in_replay(replay, step))


def said(one: Exercise, answer: str) -> tuple[str, str]:
    judgement = judge(one, answer)
    return judgement.verdict.value, plain_text((*judgement.says, " ", *judgement.onward)).strip()


def drawn(name: str, seed: int = 0, rules: RuleSet = RULES, feature: str = "") -> Exercise:
    return new_exercise(name, rules, random.Random(seed), feature)


# -- every kind ----------------------------------------------------------------------------------


def test_the_ten_kinds_of_the_plan_are_there_and_problems() -> None:
    assert set(kinds()) == {
        "tap",
        "number",
        "reply",
        "order",
        "discards",
        "play",
        "mistake",
        "predict",
        "clause",
        "mark",
        "goal",
        "closed",
    }


@pytest.mark.parametrize("name", sorted(set(POSES) - SLOW))
def test_what_is_right_passes_and_every_other_answer_says_why(name: str) -> None:
    one = drawn(name)
    assert one.right
    for answer in one.right:
        assert judge(one, answer).verdict is Verdict.RIGHT
    right = {read_answer(one, answer) for answer in one.right}
    for chosen in possible_answers(one):
        judgement = one.posed.key.judge(chosen)
        assert (judgement.verdict is Verdict.RIGHT) is (chosen in right)
        assert plain_text(judgement.says).strip()
        assert judgement.clause is not None
        assert judgement.clause.id in RULES.answers


@pytest.mark.parametrize("name", sorted(POSES))
def test_an_id_alone_makes_the_item_again(name: str) -> None:
    one = drawn(name, seed=7)
    again = find_exercise(one.id)
    assert again.id == one.id
    assert again.posed.question == one.posed.question
    assert again.posed.shown == one.posed.shown
    assert again.posed.options == one.posed.options
    assert plain_text(again.posed.solution) == plain_text(one.posed.solution)


@settings(max_examples=examples(30), deadline=None)
@given(
    name=st.sampled_from(["tap.suit", "tap.runs", "tap.sets", "number.hand", "number.pips"]),
    seed=st.integers(0, 2**32),
    id=st.sampled_from(ruleset_ids()),
)
def test_ids_round_trip_under_every_rule_set(name: str, seed: int, id: str) -> None:
    one = drawn(name, seed, load_ruleset(id), "any-hand")
    again = find_exercise(one.id)
    assert (again.id, again.right) == (one.id, one.right)
    assert write_answer(one, read_answer(one, one.right[0])) == one.right[0]


@pytest.mark.parametrize("name", sorted(features()))
def test_every_feature_is_found(name: str) -> None:
    feature = find_feature(name)
    position = draw_position(feature, RULES, random.Random(1909))
    assert {key: measure(position, key) in wanted for key, wanted in feature.needs.items()} == (
        dict.fromkeys(feature.needs, True)
    )


# -- reading a hand ------------------------------------------------------------------------------


def test_the_longest_suit_of_the_book() -> None:
    """A is dealt four diamonds and no longer suit: "his diamond suit" (1909, Example)."""
    one = item("tap.suit")
    assert one.right == ("DJ+DT+D9+D8",)
    assert said(one, "DJ+DT+D9")[0] == "nearly"
    assert said(one, "DJ+DT")[0] == "part"
    verdict, words = said(one, "HA+H9+H8")
    assert verdict == "wrong"
    assert "one of 3 hearts; you hold 4 diamonds" in words
    assert answer_words(one, "S7+S9") == "nine of spades, seven of spades"


def test_either_of_two_suits_will_do_and_the_one_to_call_is_named() -> None:
    """Spades A K 8 7 make 36 pips, hearts Q J 10 9 make 39 (1909, Calling 2: ace 11, courts 10)."""
    one = item("tap.suit", "AK87.QJT9.KQ.AK")
    assert one.right == ("HQ+HJ+HT+H9", "SA+SK+S8+S7")
    for answer in one.right:
        verdict, words = said(one, answer)
        assert verdict == "right"
        assert "you would call the hearts" in words


def test_runs_and_two_in_a_row() -> None:
    one = item("tap.runs")
    assert one.right == ("DJ+DT+D9+D8",)
    verdict, words = said(one, "DJ+DT+D9+D8+CJ+CT")
    assert (verdict, "one neighbour" in words) == ("wrong", True)
    assert said(one, "none")[0] == "wrong"


def test_nothing_here_is_an_answer() -> None:
    one = item("tap.sets")
    assert one.right == ("none",)
    verdict, words = said(one, "none")
    assert verdict == "right"
    assert "call nothing" in words


def test_low_threes_are_refused_with_their_clause() -> None:
    """Nines make no trio (1909, Calling 4)."""
    one = item("tap.sets", "97.A98.J98.J987")
    verdict, words = said(one, "S9+H9+D9+C9")
    assert verdict == "wrong"
    assert "nothing below the ten counts" in words
    clause = judge(one, "S9").clause
    assert clause is not None
    assert clause.id == "set.ranks"


@pytest.mark.parametrize(
    ("name", "hand", "number", "slip", "why"),
    [
        # 1909, Calling 2-4: one a card, quint 15, quatorze 14; the other 11 cards do not matter.
        ("number.point", "97.A98.JT987.JT", 5, 44, "are its pips"),
        ("number.pips", "97.A98.JT987.JT", 44, 5, "number of cards"),
        ("number.run", "97.A98.JT987.JT", 15, 5, "five or more scores ten besides"),
        ("number.runs", "98.A9.JT987.JT9", 18, 15, "the others count too"),
        ("number.sets", "Q9.QA.QJT97.QJT", 14, 4, "quatorze"),
        ("number.hand", "97.A98.JT987.JT", 20, 5, "without the sequences"),
        ("number.hand", "97.A98.JT987.JT", 20, 10, "ten more than its cards"),
    ],
)
def test_numbers_and_the_slips_of_beginners(
    name: str, hand: str, number: int, slip: int, why: str
) -> None:
    one = item(name, hand)
    assert one.right == (str(number),)
    verdict, words = said(one, str(slip))
    assert verdict == "wrong"
    assert why in words
    assert said(one, "0") == ("wrong", one.posed.key.judge(("0",)).says[0])


def test_a_point_is_paid_as_the_rule_set_says() -> None:
    """Little Piquet counts a point by tens: 44 pips make four, and five or more over make another."""
    hand = "97.A98.JT987.JT"
    assert item("number.point", hand, rules=load_ruleset("little")).right == ("4",)


# -- calls ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "step", "answer"),
    [
        ("reply.point", "py", "good"),
        ("reply.sequence", "sy", "good"),
        ("reply.set", "qy", "not good"),
    ],
)
def test_answers_of_the_book(name: str, step: str, answer: str) -> None:
    """1909, Example: B answers "good" twice; his four queens beat three aces."""
    assert at(name, step).right == (answer,)


def test_sinking_is_allowed_and_costs() -> None:
    verdict, words = said(at("reply.set", "qy"), "good")
    assert verdict == "costly"
    assert "sinking" in words
    assert "B" not in words.split()
    clause = judge(at("reply.set", "qy"), "good").clause
    assert clause is not None
    assert clause.id == "declare.sink"


def test_a_claim_that_the_cards_do_not_bear_out() -> None:
    verdict, words = said(at("reply.point", "py"), "not good")
    assert verdict == "wrong"
    assert "you would have to show it" in words


def test_points_of_one_length_go_to_the_pips() -> None:
    one = drawn("reply.pips", feature="point-pips-younger")
    assert one.right == ("not good",)
    assert "pips" in said(one, "not good")[1]


def test_the_order_of_reckoning() -> None:
    """1909, Final Score 3: carte blanche, point, sequence, set, play, cards."""
    one = drawn("order.reckoning")
    order = one.right[0].split(">")
    assert order == sorted(order, key=["blank", "point", "sequence", "set", "play", "cards"].index)
    swapped = ">".join([order[1], order[0], *order[2:]])
    assert said(one, swapped)[0] == "nearly"
    verdict, words = said(one, ">".join(reversed(order)))
    assert (verdict, "comes" in words) == ("wrong", True)


def test_a_deal_goes_in_this_order() -> None:
    """1909, The Play 1: elder leads a card before younger counts."""
    one = drawn("order.course")
    assert one.right == ("xe>xy>pe>t1e>cy",)
    assert said(one, "xe>xy>pe>cy>t1e") == (
        "nearly",
        "Elder leads the first card before younger counts what is good in hand.",
    )


def best_first(one: Exercise) -> list[str]:
    named = {option.value: option.words for option in one.posed.options}
    return [named[value] for value in one.right[0].split(">")]


def test_runs_and_sets_from_the_best_down() -> None:
    """1909, Calling 3 and 4: length before rank in runs; four tens beat three aces."""
    hands = "AKQT.AT.AT9.T98", "987.KQJ9.KQ8.KQ"
    assert best_first(item("order.runs", *hands)) == [
        "Elder’s tierce to the ace of spades",
        "Younger’s tierce to the king of hearts",
        "Elder’s tierce to the ten of clubs",
        "Younger’s tierce to the nine of spades",
    ]
    hands = "AT.AT8.AT9.T987", "KQ.KQJ9.KQJ.KQJ"
    assert best_first(item("order.sets", *hands)) == [
        "Younger’s four kings",
        "Younger’s four queens",
        "Elder’s four tens",
        "Elder’s three aces",
    ]


def test_those_as_good_as_each_other_are_in_no_order() -> None:
    with pytest.raises(ExerciseError, match="are equal"):
        item("order.runs", "AKQ.987.AT7.987", "T8.KQT.KQ98.KQT")


# -- sheets, clauses, knowledge ------------------------------------------------------------------


def test_the_wrong_line_of_a_sheet_is_named_with_its_number() -> None:
    one = drawn("mistake.sheet")
    verdict, words = said(one, one.right[0])
    assert verdict == "right"
    assert "should say" in words
    other = next(o.value for o in one.posed.options if o.value != one.right[0])
    assert said(one, other)[1].startswith("This line is right.")


def test_the_reason_for_points_has_their_clause() -> None:
    one = drawn("clause.why")
    assert judge(one, one.right[0]).clause == RULES.answers[one.right[0]]


def test_what_the_other_hand_may_hold() -> None:
    """1909, Example: B has counted four queens and three kings, and A holds the fourth king.

    B discarded the ten of spades, which A cannot know.
    """
    one = at("mark.other", "t6e")
    assert one.right == ("SK=certain+SQ=certain+ST=possible",)
    wrong = one.right[0].replace("=certain", "=impossible", 1)
    verdict, words = said(one, wrong)
    assert verdict == "nearly"
    assert words.startswith("The king of spades is certain: ")
    assert judge(one, wrong).missed == ("SK",)


def test_three_cards_are_asked_about_and_the_exchange_is_put_aside() -> None:
    """An old id with five cards still names the exercise, so that reviews find it."""
    known = (
        "mark:other:after-calls:hoyle1909:32-7VN0HTA96MTH-7/deal/H9+H7+D9+D7+C8.S7+D8+C7."
        "4S.equal.not-good.3KD.good.3Q.not-good.3KD.SA.4H+4T+3K"
    )
    one = find_exercise(known)
    assert one.id == known
    assert len(one.posed.options) == 3
    heard, before, *hands = one.posed.shown
    assert [plain_text(line).partition(".")[0] for line in heard.lines] == [
        "Elder calls a point of four",
        "Elder calls a tierce to the king",
        "Elder calls three queens",
        "Elder leads the ace of spades and counts 1 for leading: 4",
    ]
    assert before.aside
    assert "Elder exchanges five cards" in plain_text(before.lines[0])
    assert [one.label for one in hands] == ["Your hand", "You laid out"]


def test_at_least_one_card_that_is_asked_about_is_certain_and_the_rest_give_nothing_away() -> None:
    """Two answers do not reveal the third."""
    found = {
        tuple(
            sorted(word.partition("=")[2] for word in drawn("mark.other", seed).right[0].split("+"))
        )
        for seed in range(40)
    }
    assert all("certain" in marks for marks in found)
    thirds = {marks for marks in found if marks[:1] == ("certain",)}
    assert {marks[1:] for marks in thirds} >= {
        ("certain", "possible"),
        ("impossible", "possible"),
        ("possible", "possible"),
        ("impossible", "impossible"),
    }


def test_the_order_of_speaking_is_that_of_the_printed_deal() -> None:
    """1909, Example: A calls and counts, leads; B counts, then plays."""
    one = at("order.speaking", "pe")
    assert one.right == ("pe>ce>t1e>cy>t1y",)
    verdict, words = said(one, "pe>ce>cy>t1e>t1y")
    assert verdict == "nearly"
    assert words == "Elder leads the first card before younger adds up what is good."


def test_discards_are_graded_in_bands_and_described_in_words() -> None:
    one = at("discards.exchange", "xe")
    best = one.right[0]
    assert judge(one, best).verdict is Verdict.BEST
    verdict, words = said(one, "HA+DJ+DT+CJ+CT")
    assert verdict == "costly"
    assert re.search(r"Best of those tried: .+ Your choice costs about \d+ points", words)
    behind = plain_text(judge(one, "HA+DJ+DT+CJ+CT").behind)
    assert re.search(r"It costs \d+(\.\d)? points, give or take", behind)
    assert "gives up a point of four in diamonds" in behind
    assert "lays out an ace" in behind
    assert said(one, "HA+DJ+DT+CJ+CT") == (verdict, words)


# -- hostile answers -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "answer", "why"),
    [
        ("tap.suit", "SA+", "not one of the choices"),
        ("tap.suit", "<script>", "not one of the choices"),
        ("tap.suit", "S9+S9", "twice"),
        ("tap.suit", "S9+" * 300, "too long"),
        ("number.point", "", "whole number"),
        ("number.point", "-5", "whole number"),
        ("number.point", "五", "whole number"),
        ("number.point", "99999", "whole number"),
        ("reply.point", "good+equal", "choose"),
        ("reply.point", "", "choose"),
        ("order.reckoning", "point", "put in order"),
        ("mark.other", "SA=perhaps", "unknown mark"),
        ("discards.exchange", "none", "choose"),
    ],
)
def test_words_that_are_no_answer_are_refused_with_a_reason(
    name: str, answer: str, why: str
) -> None:
    one = item(name) if name in ("tap.suit", "number.point") else drawn(name)
    with pytest.raises(ExerciseError, match=why):
        judge(one, answer)


@pytest.mark.parametrize(
    "id",
    [
        "",
        "tap:suit",
        "tap:dance:any-hand:hoyle1909:32-XY8BPT54XW5N-D/hands",
        "tap:suit:nowhere:hoyle1909:32-XY8BPT54XW5N-D/hands",
        "tap:suit:any-hand:hoyle1666:32-XY8BPT54XW5N-D/hands",
        "tap:suit:any-hand:hoyle1909:32-XY8BPT54XW5N-E/hands",
        "tap:suit:any-hand:hoyle1909:36-XY8BPT54XW5N-D/hands",
        "tap:suit:any-hand:hoyle1909:32-XY8BPT54XW5N-D/elsewhere",
        "tap:suit:any-hand:hoyle1909:32-XY8BPT54XW5N-D/hands/SA",
        "play:take:any-hand:hoyle1909:32-XY8BPT54XW5N-D/play",
        "predict:total:any-hand:hoyle1909:32-XY8BPT54XW5N-D/play",
        "reply:point:any-hand:hoyle1909:32-XY8BPT54XW5N-D/hands",
        "tap:suit:any-hand:hoyle1909:32-XY8BPT54XW5N-D/play/" + ".".join(["SA"] * 200),
        "x" * 2000,
    ],
)
def test_an_id_that_names_nothing_is_refused(id: str) -> None:
    with pytest.raises(PiquetError):
        find_exercise(id)
