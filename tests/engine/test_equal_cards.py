"""For equal cards, reviews and exercises name the highest and say that they are equal."""

import random

from test_answer_verdicts import drawn
from test_problems import PROBLEMS

from piquet_core.cards.card_names import card_name
from piquet_core.cards.seat import Seat
from piquet_core.engine.state import shuffled_deal
from piquet_core.players import RandomPlayer, ThumbPlayer, turn_of
from piquet_core.players.budgets import Budget
from piquet_core.replay.replay import replay_record
from piquet_core.review.deal_review import review
from piquet_core.rules import load_ruleset
from piquet_core.sessions.table_state import lay_table, play_out_table, write_moves
from piquet_core.solver.goal_search import is_one_choice
from piquet_core.views.replay.decision_text import decision_sentence
from piquet_core.wording.player_names import PlayerNames
from piquet_core.wording.rich_text import plain_text

RULES = load_ruleset("hoyle1909")
LITTLE = Budget(hands=8, guessed=((4, 2),), searched=((2, 2),))


def test_a_review_names_the_highest_of_the_equal_cards_that_were_better() -> None:
    """Elder plays at random. If a better card that leads or takes had equals, the review names the highest
    and all others.
    """
    seen = 0
    for number in range(3):
        rng = random.Random(f"equal/{number}")
        deal = shuffled_deal(RULES, rng)
        table = play_out_table(
            lay_table(RULES, deal, Seat.ELDER), (RandomPlayer(rng), ThumbPlayer())
        )
        replay = replay_record(write_moves(table, ("A", "B")))
        states = {
            after.id: before.state
            for before, after in zip(replay.steps, replay.steps[1:], strict=False)
        }
        for one in review(replay, LITTLE).judgements:
            if not one.equals:
                continue
            state, cards = states[one.step], list(one.equals)
            assert one.best & one.equals == one.best
            possible = turn_of(state).knowledge.possible.suit(cards[0].suit)
            assert not any(cards[-1] < card < cards[0] for card in possible)
            if state.led is None:
                assert list(one.best) == cards[:1]
                seen += 1
            said = str(decision_sentence(one, PlayerNames(("A", "B"))))
            assert all(card_name(card) in said for card in cards)
            assert "which are equal" in said
    assert seen


def test_a_problem_says_of_equal_cards_that_each_of_them_does_it() -> None:
    """Checks every problem with several right cards that are one choice."""
    several = 0
    for problem in PROBLEMS.values():
        one = problem.item()
        said = plain_text(one.posed.solution)
        cards = [option.card for option in one.posed.options if option.value in one.right]
        keeps = frozenset(card for card in cards if card is not None)
        state, loses = (
            problem.position.state,
            len(keeps) < len(turn_of(problem.position.state).legal),
        )
        equal = len(keeps) > 1 and loses and is_one_choice(state, keeps)
        words = " are equal: the other player holds no card between them. Any of them will do: "
        assert (words in said) is equal
        if equal:
            assert all(card_name(card) in said.partition(words)[0] for card in keeps)
            several += 1
    assert several


def test_the_solution_of_an_exercise_says_that_the_shown_card_has_equals() -> None:
    """Over random positions with open hands, a shown card and its equals win the same tricks."""
    told = 0
    for seed in range(12):
        one = drawn("play.best", seed, "six-cards")
        said = plain_text(one.posed.solution)
        told += " are equal: the other player holds no card between them." in said
    assert told
