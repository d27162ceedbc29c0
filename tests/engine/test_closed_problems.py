"""Problems with closed hands: a sample is proved again, and the mistakes cost what the feedback says."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest
from _pytest.mark.structures import ParameterSet

from piquet_core.cards.cards import Hand, parse_card
from piquet_core.engine.actions import Play
from piquet_core.errors import RuleSetError
from piquet_core.exercises import (
    Exercise,
    ExerciseError,
    Position,
    Verdict,
    exercise_at,
    find_exercise,
    judge,
    parse_position,
)
from piquet_core.exercises.closed_problems import (
    LEVELS,
    THEMES,
    ClosedProblem,
    closed_problems,
    parse_closed_problems,
    shares,
    write_closed_problems,
)
from piquet_core.exercises.closed_proof import (
    CARD_MARGIN,
    DISCARD_MARGIN,
    margin_of,
    prove_card,
    prove_discard,
)
from piquet_core.exercises.data_files import data_text
from piquet_core.players import find_player, turn_of
from piquet_core.players.discard_search import TRIED
from piquet_core.review.advise import advise
from piquet_core.review.deal_review import is_as_good
from piquet_core.rules import find_ruleset
from piquet_core.wording.rich_text import plain_text

ROOT = Path(__file__).parents[2]
PROBLEMS = {
    f"{one.level}-{one.theme}-{number}": one for number, one in enumerate(closed_problems(), 1)
}
DISCARDS = [id for id, one in PROBLEMS.items() if one.theme == "exchange"]
CARDS = [id for id, one in PROBLEMS.items() if one.theme != "exchange"]


def some(count: int, cases: Sequence[str]) -> list[ParameterSet]:
    """Return cases, a seeded sample of which runs every time."""
    kept = set(random.Random("closed").sample(cases, count))
    marks = {one: [] if one in kept else [pytest.mark.thorough] for one in cases}
    return [pytest.param(one, marks=marks[one]) for one in cases]


def at(one: ClosedProblem) -> Position:
    return parse_position(find_ruleset(one.rules), one.position)


def item(one: ClosedProblem) -> Exercise:
    return exercise_at(one.question, at(one))


def answer(one: ClosedProblem) -> str:
    return "+".join(one.best) if one.theme == "exchange" else one.best[0]


# -- the set ---------------------------------------------------------------------------------------


def test_there_are_three_hundred_in_five_levels_and_no_deal_comes_twice_in_a_level() -> None:
    assert len(PROBLEMS) >= 300
    assert {(one.level, one.theme) for one in PROBLEMS.values()} == {
        (level, theme) for level in LEVELS for theme in THEMES
    }
    deals = {(one.level, one.position.split("/")[0]) for one in PROBLEMS.values()}
    assert len(deals) == len({one.position for one in PROBLEMS.values()}) == len(PROBLEMS)


def test_stronger_players_solve_more_and_each_solves_fewer_of_a_higher_level() -> None:
    found = [shares(closed_problems(), level) for level in LEVELS]
    for thumb, _, reckoner, master in found:
        assert thumb < reckoner < master
    for lower, higher in pairwise(found):
        assert all(one > two for one, two in zip(lower, higher, strict=True))


@pytest.mark.parametrize("id", PROBLEMS)
def test_the_natural_mistake_is_another_choice_and_costs_the_margin(id: str) -> None:
    one = PROBLEMS[id]
    assert one.wrong not in one.best
    assert one.wrong != "+".join(one.best)
    assert len(one.solved) == 4
    if one.theme == "exchange":
        assert one.margin >= max(DISCARD_MARGIN, one.error)
    else:
        assert one.margin >= CARD_MARGIN
        assert not one.error
        assert one.hands / 5 <= one.loses <= one.hands


# -- the proof ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("id", some(40, CARDS))
def test_a_card_is_proved_again_over_every_hand_that_fits(id: str) -> None:
    one = PROBLEMS[id]
    turn = turn_of(at(one).state)
    proof = prove_card(turn)
    assert proof is not None
    assert {str(card) for card in proof.best} == set(one.best)
    assert round(proof.margin, 2) == one.margin
    assert proof.is_better_in_most
    losses = proof.losses(parse_card(one.wrong), parse_card(one.best[0]))
    assert (len(losses), sum(loss > 0 for loss in losses)) == (one.hands, one.loses)
    for name, share in zip(("thumb", "guard"), one.solved, strict=False):
        action = find_player(name).make().choose(turn)
        assert isinstance(action, Play)
        assert (action.card in proof.best) is bool(share)


@pytest.mark.parametrize("id", some(8, DISCARDS))
def test_a_discard_is_proved_again_over_many_deals(id: str) -> None:
    one = PROBLEMS[id]
    options, _ = prove_discard(turn_of(at(one).state))
    assert {str(card) for card in options[0].cards} == set(one.best)
    margin, error = margin_of(options)
    assert (round(margin, 2), round(error, 2)) == (one.margin, one.error)


@pytest.mark.parametrize("id", some(2, DISCARDS))
def test_a_lesson_lets_the_right_discard_pass_and_not_the_mistake(id: str) -> None:
    """The question of lesson 6 at the same position, judged by Master's search with other deals."""
    one = PROBLEMS[id]
    asked = exercise_at("discards.exchange", at(one))
    right, wrong = judge(asked, answer(one)), judge(asked, one.wrong)
    assert right.verdict in (Verdict.BEST, Verdict.FINE)
    assert wrong.verdict is not Verdict.BEST


def test_no_lesson_asks_about_a_deal_of_a_problem() -> None:
    """A lesson may show both hands, and its verdict on a card be another one."""
    pages = (ROOT / "tutorials").glob("[0-9]*.md")
    told = " ".join(page.read_text("utf-8") for page in pages)
    deals = {one.position.split("/")[0] for one in PROBLEMS.values()}
    assert not [deal for deal in deals if deal in told]


@pytest.mark.parametrize("id", some(6, list(PROBLEMS)))
def test_no_lesson_or_review_calls_the_right_choice_a_mistake(id: str) -> None:
    """Both judge with Master's search, by other samples of the hidden cards."""
    one = PROBLEMS[id]
    state = at(one).state
    chosen = Hand.of(map(parse_card, one.best))
    options = advise(state, also=chosen if state.phase in TRIED else None).options
    mine = next(each for each in options if each.cards <= chosen)
    assert mine is options[0] or is_as_good(mine.behind, mine.doubt) or mine.behind < 3


# -- the feedback ------------------------------------------------------------------------------------


@pytest.mark.parametrize("id", some(16, CARDS))
def test_the_deal_is_played_on_with_a_hand_that_fits_and_costs(id: str) -> None:
    one = PROBLEMS[id]
    position, asked = at(one), item(one)
    proof = prove_card(turn_of(position.state))
    assert proof is not None
    assert set(asked.right) == set(one.best)
    right = judge(asked, one.best[0])
    assert right.verdict is Verdict.RIGHT
    assert "would have punished" in plain_text(right.onward)
    wrong = judge(asked, one.wrong)
    assert wrong.verdict is Verdict.COSTLY
    assert f"of the {one.hands} hands" in plain_text(wrong.says) or (
        f"all {one.hands} hands" in plain_text(wrong.says)
    )
    cards = [part for part in wrong.onward if not isinstance(part, str)]
    size = len(position.state.hands[position.you.other])
    hand = sum(1 << parse_card(str(card)) for card in cards[:size])
    assert hand in proof.believed.hands
    place = proof.believed.hands.index(hand)
    assert proof.losses(parse_card(one.wrong), parse_card(one.best[0]))[place] > 0


@pytest.mark.parametrize("id", some(16, CARDS))
def test_feedback_has_at_most_three_sentences_before_why(id: str) -> None:
    asked = item(PROBLEMS[id])
    for option in asked.posed.options:
        judged = judge(asked, option.value)
        text = plain_text(judged.says).replace("“", "").strip()
        assert 1 <= text.count(". ") + 1 <= 3
        assert text.endswith(".")


@pytest.mark.parametrize("id", some(16, CARDS))
def test_a_wrong_card_is_not_told_which_card_is_right(id: str) -> None:
    """The reader may still look for it. The solution names it."""
    one = PROBLEMS[id]
    asked = item(one)
    named = judge(asked, one.wrong).says
    assert not {str(part) for part in named if not isinstance(part, str)} & set(one.best)
    told = {str(part) for part in asked.posed.solution if not isinstance(part, str)}
    assert told & set(one.best)


@pytest.mark.parametrize("id", some(3, DISCARDS))
def test_a_discard_passes_only_if_it_is_the_right_one(id: str) -> None:
    one = PROBLEMS[id]
    asked = item(one)
    assert asked.right == (answer(one),)
    right, wrong = judge(asked, answer(one)), judge(asked, one.wrong)
    assert right.verdict is Verdict.BEST
    assert "would have punished" in plain_text(right.onward)
    assert wrong.verdict is Verdict.COSTLY
    assert "of 40 deals" in plain_text(wrong.says)
    assert not [part for part in wrong.says if not isinstance(part, str)]
    assert not wrong.named
    told = plain_text(wrong.onward)
    assert "so that your mistake costs" in told
    # The deal is played on: what you end with, and what the better discard would have brought.
    scores = [tuple(map(int, two)) for two in re.findall(r"(\d+) to (\d+)", told)][-2:]
    (mine, theirs), (better, worse) = scores
    assert better - worse > mine - theirs


@pytest.mark.parametrize("id", some(3, DISCARDS))
def test_the_cards_dealt_after_a_discard_fit(id: str) -> None:
    """Those taken in and those of the other player are different cards, none of them known to you."""
    one = PROBLEMS[id]
    position, asked = at(one), item(one)
    told = judge(asked, one.wrong).onward
    cut = next(at for at, part in enumerate(told) if "other player then holds" in str(part))
    end = next(at for at, part in enumerate(told) if at > cut and str(part).startswith(". "))
    taken = [parse_card(str(part)) for part in told[:cut] if not isinstance(part, str)]
    held = [parse_card(str(part)) for part in told[cut:end] if not isinstance(part, str)]
    assert len(taken) == len(one.wrong.split("+"))
    assert len(held) == 12
    assert len({*taken, *held}) == len(taken) + len(held)
    assert {*taken, *held} <= set(turn_of(position.state).knowledge.unseen)


def test_feedback_does_not_depend_on_the_hidden_cards() -> None:
    """The hand that the other player really holds does not show in a verdict."""
    one = PROBLEMS[next(id for id in CARDS if PROBLEMS[id].ask == "lead")]
    asked, position = item(one), at(one)
    other = position.state.hands[position.you.other]
    judged = judge(asked, one.wrong)
    assert find_exercise(asked.id).posed.shown == asked.posed.shown
    assert not any(
        set(map(str, other)) <= {str(card) for card in shown.cards} for shown in asked.posed.shown
    )
    assert judged.behind


# -- what cannot be asked ----------------------------------------------------------------------------


def test_a_decision_without_a_clear_best_choice_is_refused() -> None:
    one = PROBLEMS[CARDS[0]]
    with pytest.raises(ExerciseError, match="does not exchange"):
        exercise_at("closed.elder", at(one))
    discard = PROBLEMS[DISCARDS[0]]
    with pytest.raises(ExerciseError, match="no such card"):
        exercise_at("closed.lead", at(discard))


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("1\tlead", "line 1: not a problem"),
        ("9\tlead\tlead\thoyle1909\tx\tHA\tHK\t2\t0\t9\t9\t0\t0\t1\t1", "unknown level"),
        ("1\tlead\tlead\thoyle1909\tx\tHA\tHK\t2\t0\t9\t9\t0\t0\t1", "four shares"),
        ("1\tlead\tlead\thoyle1909\tx\tHA\tHK\tmany\t0\t9\t9\t0\t0\t1\t1", "not a problem"),
    ],
)
def test_a_faulty_table_says_where(line: str, says: str) -> None:
    with pytest.raises(RuleSetError, match=says):
        parse_closed_problems(line)


def test_the_table_is_read_as_it_was_written() -> None:
    text = data_text("closed_problems.tsv")
    head = text.partition("\n")[0]
    assert write_closed_problems(closed_problems(), head) == text
