"""The sample deal of *The Penguin Book of Card Games*, trick by trick.

The book's pictures of the hands are lost, and the deal is reconstructed from the prose. The book prints the
totals, 18 for elder and 41 for younger, and says that one trick takes younger from 22 to 24.
"""

from rule_set_games import BOOKS, variant

from piquet_core.cards.cards import parse_card, parse_hand
from piquet_core.replay.steps import Step
from piquet_core.rules import RuleSet
from piquet_core.wording.score_report import score_hands

ELDER = parse_hand("QJ.AQJ987.AQ7.Q")
YOUNGER = parse_hand("AK.KT.J.AKJT987")
PLAY = "HA HT DA DJ DQ C7 D7 C8 HQ HK SA SJ SK SQ CA CQ CK HJ CJ H9 CT H8 C9 H7"


def scored(rules: RuleSet) -> tuple[Step, ...]:
    return score_hands(rules, ELDER, YOUNGER, map(parse_card, PLAY.split()))


def after(steps: tuple[Step, ...], id: str) -> tuple[int, int]:
    (found,) = (step.score for step in steps if step.id == id)
    return found


def test_it_comes_out_as_printed() -> None:
    steps = scored(BOOKS["penguin"])
    assert steps[-1].score == (18, 41)
    assert steps[-1].state.tricks == (4, 8)


def test_what_is_counted_in_hand() -> None:
    """Four queens for elder; seven clubs and the five from the knave down for younger."""
    steps = scored(BOOKS["penguin"])
    assert after(steps, "ce") == (14, 0)
    assert after(steps, "cy") == (14, 7 + 15)


def test_one_captured_trick_takes_younger_from_22_to_24() -> None:
    steps = scored(BOOKS["penguin"])
    assert after(steps, "t4y") == after(steps, "t5e") == (18, 22)
    assert after(steps, "t5y") == (18, 24)


def test_a_point_for_every_lead_would_give_elder_19() -> None:
    changes = {"play.lead": 1, "play.lead-wins": 0, "play.capture": 1}
    steps = scored(variant("penguin", changes, "penguin-every-lead"))
    assert after(steps, "t5e") == (19, 22), "his lead to the trick that he loses"
    assert steps[-1].score == (19, 40)


def test_the_price_of_the_reading_is_a_pique() -> None:
    """With 29 in hand and a losing first lead, there is no pique as we read the book, and one of sixty if
    leads count.

    5 for the point, 15 for the quint, 3 each for aces, kings and knaves; a seven is led to an ace.
    """
    elder, younger = parse_hand("AKQJT.AKJ.AKJ.7"), parse_hand("98.QT8.QT8.AK98")
    play = [parse_card("C7"), parse_card("CA")]
    shipped = score_hands(BOOKS["penguin"], elder, younger, play)
    assert after(shipped, "ce") == (29, 0)
    assert after(shipped, "t1y") == (29, 2)
    by_the_words = variant("penguin", {"play.lead": 1, "play.lead-wins": 0}, "penguin-every-lead")
    assert after(score_hands(by_the_words, elder, younger, play), "t1e") == (60, 0)


def test_a_point_for_the_last_trick_comes_out_as_printed_but_not_on_the_way() -> None:
    """Another reading: one point for a captured trick, one more for the last."""
    last = {"play.last-trick": 1, "play.last-trick-low": True, "play.last-trick-capot": False}
    changes = {"play.capture": 1, **last}
    steps = scored(variant("penguin", changes, "penguin-last-trick"))
    assert steps[-1].score == (18, 41)
    assert after(steps, "t5y") == (18, 23), "the book has 24"
