"""Verdicts on answers: near misses, reasons, broken rules, and no *he* for people."""

import random
import re

import pytest
from random_play import ROOT

from piquet_core.cards.cards import Hand, parse_hand
from piquet_core.engine.events import RepiqueBarred, Scored
from piquet_core.engine.holdings import holdings
from piquet_core.exercises import (
    Exercise,
    Form,
    Verdict,
    answer_words,
    exercise_at,
    find_exercise,
    judge,
    new_exercise,
    position_in_replay,
    position_of_hands,
)
from piquet_core.exercises.exercise import is_near
from piquet_core.exercises.features import draw_position, find_feature
from piquet_core.exercises.position import played_on_to
from piquet_core.exercises.score_choices import reasons
from piquet_core.notation import loads
from piquet_core.replay.replay import replay_record
from piquet_core.rules import load_ruleset, ruleset_ids
from piquet_core.rules.strategies import holding_score
from piquet_core.wording.rich_text import plain_text

RULES = load_ruleset("hoyle1909")
RECORD = ROOT / "docs" / "deals" / "hoyle1909-ab.piquet"


# Plays out some hundred deals until one matches.
RARE = pytest.mark.thorough


def item(name: str, hand: str) -> Exercise:
    return exercise_at(name, position_of_hands(RULES, parse_hand(hand)))


def drawn(name: str, seed: int, feature: str = "") -> Exercise:
    return new_exercise(name, RULES, random.Random(seed), feature)


def verdict(one: Exercise, answer: str) -> str:
    return judge(one, answer).verdict.value


# -- nearly --------------------------------------------------------------------------------------


def test_one_slip_and_two_things_right_are_nearly_right() -> None:
    """Four right and one wrong, or four right and one missing; one right and one wrong is not a near miss."""
    assert [is_near(4, 1), is_near(2, 1), is_near(1, 1), is_near(4, 2), is_near(0, 1)] == [
        True,
        True,
        False,
        False,
        False,
    ]
    one = item("tap.suit", "97.A9.JT987.JT9")
    assert verdict(one, "DJ+DT+D9+D8+D7") == "right"
    assert verdict(one, "DJ+DT+D9+D8") == "nearly"  # one is missing
    assert verdict(one, "DJ+DT+D9+D8+D7+HA") == "nearly"  # one too many
    assert verdict(one, "DJ+DT+D9+D8+HA") == "nearly"  # one for another
    assert verdict(one, "DJ+DT+D9") == "part"
    assert verdict(one, "DJ+DT+D9+HA+H9") == "wrong"


def test_neighbours_the_wrong_way_round_and_one_wrong_mark_are_near_misses() -> None:
    one = drawn("order.reckoning", 0)
    first, second, *rest = one.right[0].split(">")
    assert verdict(one, ">".join([second, first, *rest])) == "nearly"
    assert verdict(one, ">".join([*rest, second, first])) == "wrong"
    one = drawn("mark.other", 0)
    wrong = one.right[0].replace("=certain", "=impossible", 1)
    assert verdict(one, wrong) == "nearly"
    assert verdict(one, wrong.replace("=possible", "=certain")) == "wrong"


def test_none_of_these_is_an_answer() -> None:
    assert answer_words(item("tap.sets", "97.A98.JT98.JT7"), "none") == "none of these"


# -- after a second miss -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "look"),
    [
        # A point of 5 (clubs), a tierce 3 and three jacks 3 are 11 (1909, Calling 2-4).
        ("22", "Your point and your sequence come to 8; look at the set again."),  # as 14
        ("21", "Your point and your set come to 8; look at the sequence again."),  # as 13
        ("12", "Your sequence and your set come to 6; look at the point again."),  # as 6
        ("40", "Your point and your sequence come to 8; look at the set again."),
    ],
)
def test_after_a_second_miss_the_part_that_is_wrong_is_named(answer: str, look: str) -> None:
    one = item("number.hand", "AQJ9.JT7..AJT97")
    judgement = judge(one, answer)
    assert judgement.verdict is Verdict.WRONG
    assert plain_text(judgement.again) == look


def test_a_sum_of_several_is_taken_apart_after_a_second_miss() -> None:
    """Two tierces make six: 3 and 3 (1909, Calling 3)."""
    judgement = judge(drawn("number.runs", 0, "two-runs"), "99")
    assert re.fullmatch(
        r"Your \w+ to the .+ alone scores \d+; add what the rest scores\.",
        plain_text(judgement.again),
    )


@pytest.mark.parametrize(
    ("answer", "look"),
    [
        # Ace 11, king and jack 10 each, nine 9 and seven 7 are 47 (1909, Calling 2).
        (
            "27",
            "In your hearts the nine and seven come to 16; look at the ace, king and jack again.",
        ),
        (
            "36",
            "In your hearts the nine and seven come to 16; look at the ace, king and jack again.",
        ),
        (
            "40",
            "In your hearts the ace, king and jack come to 31; look at the nine and seven again.",
        ),
        (
            "99",
            "In your hearts the ace, king and jack come to 31; look at the nine and seven again.",
        ),
    ],
)
def test_the_cards_whose_pips_were_added_wrongly_are_named(answer: str, look: str) -> None:
    judgement = judge(item("number.pips", "987.AKJ97.KQ.T9"), answer)
    assert judgement.verdict is Verdict.WRONG
    assert plain_text(judgement.again) == look


def test_a_point_of_high_cards_alone_is_taken_apart_at_its_first() -> None:
    """Ace 11 and four tens are 51 (1909, Calling 2)."""
    again = plain_text(judge(item("number.pips", "97.AKQJT.987.98"), "31").again)
    assert (
        again == "In your hearts the ace comes to 11; look at the king, queen, jack and ten again."
    )


@pytest.mark.parametrize(
    ("answer", "look"),
    [
        # Of eight in the talon five are elder's (1909, The Exchange 2); one is taken, so seven are left.
        ("8", "There are fewer cards than that left in the talon; look at how many there are."),
        ("5", "So many you could exchange; look at how many of them you have exchanged."),
        (
            "3",
            "With the card that you exchanged it would come to 4; look again at the most that you could exchange.",
        ),
    ],
)
def test_what_is_left_out_of_account_in_the_talon_is_named(answer: str, look: str) -> None:
    one = drawn("number.look", 1, "elder-exchange")
    assert "have exchanged 1: 7 cards are left" in plain_text(one.posed.shown[0].lines[1])
    assert plain_text(judge(one, answer).again) == look


@pytest.mark.parametrize(
    ("name", "hand", "look"),
    [
        (
            "tap.runs",
            "97.A9.JT987.JT7",
            "Look at your diamonds. Which of them are next to each other in rank?",
        ),
        ("tap.sets", "A97.A9.AJT8.QJ7", "Look at your aces. How many are there?"),
        ("tap.courts", "T97.A98.JT98.T7", "Look at your diamonds again."),
    ],
)
def test_whoever_finds_nothing_twice_is_told_where_to_look(name: str, hand: str, look: str) -> None:
    one = item(name, hand)
    assert plain_text(judge(one, "none").again) == look
    assert look not in plain_text(judge(one, "none").says)


@pytest.mark.parametrize("name", ["tap.suit", "tap.takers", "order.sets", "mark.other"])
def test_what_is_wrong_with_a_choice_is_named_at_once(name: str) -> None:
    """A second miss then adds nothing."""
    one = drawn(name, 0)
    options = {option.value: option.words for option in one.posed.options}
    right = one.right[0]
    if name.startswith("order"):
        wrong = ">".join(reversed(right.split(">")))
        named = options[right.split(">")[0]]
    elif name.startswith("mark"):
        wrong = right.replace("=certain", "=impossible", 1)
        named = next(options[each[:2]] for each in right.split("+") if each.endswith("=certain"))
    else:
        extra = next(value for value in options if value not in right)
        wrong, named = f"{right}+{extra}", options[extra]
    assert named.lower() in plain_text(judge(one, wrong).says).lower()


# -- the rule that was broken --------------------------------------------------------------------


def test_a_card_that_does_not_follow_suit_is_refused_by_that_rule() -> None:
    for seed in range(6):
        one = drawn("tap.takers", seed, "can-take")
        allowed = {option.card for option in one.posed.options if option.card is not None}
        suit = next(shown for shown in one.posed.shown if shown.label == "Led").cards[0].suit
        other = next(card for card in allowed if card.suit is not suit)
        same = next(card for card in allowed if card.suit is suit)
        clauses = {card: judge(one, str(card)).clause for card in (other, same)}
        assert [clause.id for clause in clauses.values() if clause] == [
            "play.follow",
            "play.winner",
        ]


@pytest.mark.parametrize(
    ("answer", "rule"), [("5", "sequence.scores"), ("15", "point.score"), ("10", "sequence.scores")]
)
def test_what_is_left_out_of_a_sum_is_cited(answer: str, rule: str) -> None:
    """A point of five and a quint are 20; five are without the quint, fifteen without the point."""
    clause = judge(item("number.hand", "97.A98.JT987.JT"), answer).clause
    assert clause is not None
    assert clause.id == rule


# -- the model answer ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "feature"),
    [
        ("play.best", "must-throw"),
        ("play.best", "six-cards"),
        ("play.legal", "must-follow"),
        ("play.take", "full-can-take"),
    ],
)
def test_among_equals_the_lowest_card_is_shown(name: str, feature: str) -> None:
    """Over random positions, no equally good card is lower, and *for instance* means that there are others."""
    several = 0
    for seed in range(12):
        one = drawn(name, seed, feature)
        cards = {option.value: option.card for option in one.posed.options}
        right = [card for value in one.right if (card := cards[value]) is not None]
        assert right[0].rank is min(card.rank for card in right)
        assert plain_text(one.posed.solution).startswith("For instance the ") is (len(right) > 1)
        several += len(right) > 1
        for option in one.posed.options:
            words = plain_text(judge(one, option.value).says)
            if "it would be" in words:
                assert (
                    f"with the {one.posed.options[list(cards).index(one.right[0])].words} it"
                    in words
                )
    assert several


def test_the_model_answer_of_the_sixth_trick_is_no_ace() -> None:
    """1909, Example, trick 6: six cards keep all that can be kept; the eight of diamonds is the lowest."""
    replay = replay_record(loads(RECORD.read_text("utf-8")), RULES)
    one = exercise_at("play.best", position_in_replay(replay, "t6e"))
    assert one.right[0] == "D8"
    assert set(one.right) == {"D8", "D9", "DT", "DJ", "HK", "HA"}
    assert plain_text(one.posed.solution).startswith("For instance the eight of diamonds.")
    # Without that ace the king, queen and jack of spades in B's hand take three tricks more.
    assert "Only the ace of spades is a mistake: it leaves you 3." in plain_text(
        judge(one, "D8").says
    )


def test_why_there_is_no_repique_is_told_with_the_sum_and_with_both_points() -> None:
    """Four jacks, four tens and a quart are 32; five diamonds of 48 pips stand before four hearts (1909, Calling)."""
    one = find_exercise("clause:why:elder-barred:hoyle1909:32-S44QWWRQS9DV-U/hands")
    (told,) = [plain_text(line) for part in one.posed.shown for line in part.lines]
    assert told.endswith(": 32 in hand, and no repique.")
    says = plain_text(judge(one, "repique.bar").says)
    assert "elder’s has four cards and 40 pips, younger’s has five cards and 48 pips." in says


# -- replies, sheets and reasons -----------------------------------------------------------------


def test_a_good_said_to_an_equal_tells_what_is_lost() -> None:
    """Equal sequences score nothing (1909, Calling 3), so *good* gives elder points that *equal* would
    prevent.
    """
    for seed in range(3):
        one = drawn("reply.sequence", seed, "sequence-equal")
        words = plain_text(judge(one, "good").says)
        assert re.search(r"then elder counts \d+, which “equal” would prevent", words)
        assert "yours" not in words
    words = plain_text(judge(drawn("reply.sequence", 1, "sequence-not-good"), "good").says)
    assert re.search(
        r"you lose the \d+ that your (sequence|\w+ sequences) would score, and elder counts \d+",
        words,
    )


@pytest.mark.parametrize("feature", ["point-not-good", "sequence-not-good", "set-not-good"])
def test_a_wrong_good_says_first_whose_cards_are_better(feature: str) -> None:
    """Sinking is allowed, so its reason (the cost of the answer) comes after the plain reason."""
    kind = feature.partition("-")[0]
    for seed in range(3):
        one = drawn(f"reply.{kind}", seed, feature)
        words = plain_text(judge(one, "good").says)
        true = plain_text(judge(one, "not good").says)
        assert "sinking" not in true
        reason, sinking, _ = words.partition(" You may say less than you hold")
        assert reason.startswith("Elder called ")
        assert reason.endswith("So the answer is “not good”.")
        assert true.startswith(reason)
        assert sinking


@pytest.mark.parametrize("kind", ["sequence", "set"])
def test_whatever_a_good_sequence_or_set_carries_is_in_what_you_will_count(kind: str) -> None:
    """1909, Calling 3 and 4: the best holding lets the lesser ones count, so “not good” gains all of them."""
    several = 0
    for seed in range(12):
        one = drawn(f"reply.{kind}", seed, f"{kind}-not-good")
        hand = Hand.of(one.posed.shown[1].cards)
        paid = [holding_score(RULES, hand, held)[0] for held in holdings(RULES, hand, kind)]
        told = plain_text(judge(one, "not good").says)
        assert re.search(rf"You will count {sum(paid)} for", told)
        assert f"you lose the {sum(paid)} that" in plain_text(judge(one, "good").says)
        several += len(paid) > 1
    assert several or kind == "set"


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("feature", ["both-count", pytest.param("capot", marks=RARE)])
def test_every_line_of_a_sheet_that_can_be_chosen_may_be_the_wrong_one(
    feature: str, seed: int
) -> None:
    """The count, card by card, is beside the choices. No text says which lines are never wrong."""
    one = drawn("mistake.sheet", seed, feature)
    assert one.posed.form is Form.ONE
    for option in one.posed.options:
        assert "leads" not in option.words
        assert "never" not in plain_text(judge(one, option.value).says)
    told = " ".join(plain_text(line) for shown in one.posed.shown for line in shown.lines)
    assert "tricks taken from the leader" in told


@pytest.mark.parametrize("id", ruleset_ids())
def test_there_is_a_reason_for_every_rule_that_gives_or_refuses_points(id: str) -> None:
    rules, rng, seen = load_ruleset(id), random.Random(1), set()
    for _ in range(3):
        done = played_on_to(draw_position(find_feature("any-hand"), rules, rng), "over")
        seen |= {
            event.rule
            for step in done.steps
            for event in step.events
            if isinstance(event, Scored | RepiqueBarred)
        }
    assert seen
    assert seen <= reasons().keys()
    titles = {answer.rule.title for answer in rules.answers.values()}
    one = new_exercise("clause.why", rules, rng, "both-count")
    assert not {option.words.rstrip(".") for option in one.posed.options} & titles


@pytest.mark.parametrize("feature", ["elder-repique", "pique", "elder-barred", "both-count"])
def test_a_choice_asks_why_and_offers_reasons(feature: str) -> None:
    for seed in range(2):
        one = drawn("clause.why", seed, feature)
        assert one.posed.question.startswith("Why does ")
        assert one.posed.question.endswith("?")
        assert "{" not in one.posed.question
        for option in one.posed.options:
            assert option.words.endswith(".")
            assert not re.search(r"[{}]", option.words + plain_text(judge(one, option.value).says))
        # The displayed cards do not reveal the answer.
        shown = " ".join(plain_text(line) for part in one.posed.shown for line in part.lines)
        assert "for the repique" not in shown
        assert "for the pique" not in shown


def test_of_two_replies_one_takes_the_trick_and_one_does_not() -> None:
    """Otherwise repeating the printed number would always be right."""
    for feature, brings in (("reply-takes", 1), ("reply-loses", 0)):
        for seed in range(4):
            one = drawn("predict.total", seed, feature)
            lines = [plain_text(line) for shown in one.posed.shown for line in shown.lines]
            before = re.search(r"Elder has (\d+), younger (\d+)", " ".join(lines))
            assert before
            had = int(before[1 if "elder" in one.posed.question else 2])
            assert int(one.right[0]) == had + brings


def test_of_several_features_one_is_taken_by_lot() -> None:
    found = {drawn("predict.total", seed, "reply-takes reply-loses").feature for seed in range(8)}
    assert found == {"reply-takes", "reply-loses"}
