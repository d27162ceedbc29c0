"""The piquet hand of Molière's *Les Fâcheux* (1661), card by card, and under other countings.

Saint-Bouvain is elder and needs sixty; Alcippe deals and needs two. The record marks the cards that the
play names and those that are supplied.
"""

import pytest
from random_play import E, Y, named, read
from rule_set_games import BOOKS, variant

from piquet_core.cards.cards import EMPTY, Hand, pack, parse_hand
from piquet_core.engine.events import DealEnded, RedealAnswered, RedealAsked, Replied, Scored, tally
from piquet_core.engine.game import PlayedDeal, settle_hundred
from piquet_core.engine.state import Phase
from piquet_core.notation import dumps, loads
from piquet_core.replay.replay import replay_record
from piquet_core.replay.steps import Replay
from piquet_core.replay.variations import line_words
from piquet_core.rules import RuleSet
from piquet_core.views.replay.decision_text import unnamed_cards_text

OLD = BOOKS["old36"]
RECORD = read(named("facheux"))
TEXT = named("facheux").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def replay() -> Replay:
    return replay_record(RECORD)


def before(elder: int, younger: int) -> PlayedDeal:
    """Return the score before this hand, as one amount of points of play for each player."""
    lumps = ((E, elder), (Y, younger))
    events = [
        Scored(seat=seat, points=points, rule="play.lead", reckon="play", cards=EMPTY)
        for seat, points in lumps
    ]
    return PlayedDeal(elder=0, events=tuple(events))


def pique_at(played: Replay) -> str:
    """Return the step of the pique, or "" without one."""
    for step in played.steps:
        for event in step.events:
            if isinstance(event, Scored) and event.rule == "pique.bonus":
                return step.id
    return ""


# -- the cards -----------------------------------------------------------------------------------


def test_what_the_play_says_of_the_cards(replay: Replay) -> None:
    deal = replay.steps[0].state.deal
    assert deal.elder | deal.younger | Hand.of(deal.talon) == pack(36)
    younger, elder = (replay.step(id).state.hands[seat] for id, seat in (("xy", Y), ("xy", E)))
    assert deal.younger - replay.step("xy").state.discards[Y] == parse_hand(".AKJT8..A")
    assert younger == parse_hand("976.AKQJT8..AT6")
    assert elder == parse_hand("AKJ8.6.AJT9876.")
    assert parse_hand("QT..KQ.") <= replay.step("xy").state.discards[Y]
    thrown = replay.step("xe").state.discards[E]
    assert len(thrown) == 6
    assert len([one for one in thrown if one.suit.letter == "C"]) == 4
    assert len(replay.step("xe").state.talon) == 6, "two of elder's eight are left to younger"


def test_a_new_deal_is_asked_for_and_refused(replay: Replay) -> None:
    (asked,), (answered,) = replay.step("re").events, replay.step("ry").events
    assert asked == RedealAsked(seat=E, rule="exchange.redeal")
    assert answered == RedealAnswered(seat=Y, agreed=False, rule="exchange.redeal")
    assert replay.step("ry").state.phase is Phase.YOUNGER_EXCHANGE
    assert replay.step("ry").score == (0, 0)


def test_had_alcippe_agreed_the_hand_would_be_off() -> None:
    head = TEXT[: TEXT.index("ry   refuse")]
    agreed = replay_record(loads(f"{head}ry   agree\n"))
    assert agreed.findings == ()
    last = agreed.steps[-1]
    assert last.id == "ry"
    assert last.state.phase is Phase.OVER
    assert tally(agreed.events) == (0, 0)
    assert not any(isinstance(event, DealEnded) for event in agreed.events)


def test_nobody_else_may_ask() -> None:
    """The text on the game has no such request; only the rules of the scene do."""
    asking = [
        name for name, r in BOOKS.items() if r.choice("exchange.redeal").value != "not-provided"
    ]
    assert asking == ["old36"]
    (finding,) = replay_record(RECORD, BOOKS["picquet1651"]).findings
    assert finding.message.startswith("re is out of order")


# -- the count -----------------------------------------------------------------------------------


def test_twenty_two_in_hand(replay: Replay) -> None:
    """Sixty-one pips against fifty-nine make six; a sixième beats even a quint major."""
    counted = [(e.points, e.rule) for e in replay.step("ce").events if isinstance(e, Scored)]
    assert counted == [(6, "point.score"), (16, "sequence.scores")]
    answers = {e.kind: e.response.value for e in replay.events if isinstance(e, Replied)}
    assert answers == {"point": "good", "sequence": "good", "set": "good"}
    assert replay.step("ce").score == (22, 0)


def test_the_count_to_the_last_card(replay: Replay) -> None:
    leads = [replay.step(f"t{trick}e").score[E] for trick in range(1, 13)]
    assert leads == [23, 24, 25, 25, 25, 25, 25, 26, 27, 28, 28, 28]
    assert replay.step("last").score == (29, 0)
    assert replay.step("cards").score == (69, 0)
    assert replay.steps[-1].state.tricks == (12, 0)
    assert pique_at(replay) == "", "one point short"
    assert replay.findings == ()
    assert not replay.checks, "the comedy prints no count"


def test_the_game_goes_to_saint_bouvain_by_109_to_98(replay: Replay) -> None:
    assert tuple(map(sum, zip((40, 98), tally(replay.events), strict=True))) == (109, 98)
    settled = settle_hundred(OLD, [before(40, 98), PlayedDeal(elder=0, events=replay.events)])
    assert settled is not None
    assert settled.winner == 0


def test_the_other_ace_would_have_won(replay: Replay) -> None:
    """Two points, the ace's and the last trick's: 100 to 78."""
    (branch,) = replay.step("t11y").branches
    end = branch.steps[-1]
    assert end.score == (38, 2)
    assert end.state.tricks == (11, 1)
    by_rule = [
        (e.points, e.rule)
        for step in branch.steps
        for e in step.events
        if isinstance(e, Scored) and e.seat is Y
    ]
    assert by_rule == [(1, "play.capture"), (1, "play.last-trick")]
    place = [step.id for step in replay.steps].index("t11y")
    events = [event for step in (*replay.steps[:place], *branch.steps) for event in step.events]
    assert tally(events) == (38, 2)
    settled = settle_hundred(OLD, [before(40, 98), PlayedDeal(elder=0, events=tuple(events))])
    assert settled is not None
    assert (settled.winner, settled.points) == (1, 100)


# -- four ways to count it -----------------------------------------------------------------------

CONVENTIONS = {
    # (scoring of the point, whether low cards count): total, step of the pique, points in hand
    ("tens", False): (69, "", 22),
    ("one-a-card", False): (100, "last", 23),
    ("tens", True): (105, "t8e", 22),
    ("one-a-card", True): (106, "t7e", 23),
}


@pytest.mark.parametrize(("score", "low"), CONVENTIONS)
def test_the_four_conventions(score: str, *, low: bool) -> None:
    total, pique, in_hand = CONVENTIONS[score, low]
    rules = variant(
        "old36", {"point.score": score, "play.low-cards": low}, f"facheux-{score}-{low}"
    )
    played = replay_record(RECORD, rules)
    assert played.step("ce").score == (in_hand, 0)
    assert played.steps[-1].score == (total, 0)
    assert pique_at(played) == pique
    assert played.findings == ()


def test_under_the_treatise_of_1651_twenty_two_can_make_no_pique_at_all() -> None:
    """There, the first card led had to reach the count."""
    rules: RuleSet = variant(
        "old36",
        {"point.score": "one-a-card", "pique.within": "first-card", "pique.unbroken": None},
        "facheux-first-card",
    )
    assert replay_record(RECORD, rules).steps[-1].score == (70, 0)


def test_the_treatise_scores_the_scene_as_the_old_game_does(replay: Replay) -> None:
    played = replay_record(RECORD, BOOKS["picquet1651"], adapt=True)
    assert played.findings == ()
    assert tally(played.events) == tally(replay.events) == (69, 0)
    assert [step.id for step in played.steps if step.id in ("re", "ry")] == []


# -- what the record may not do ------------------------------------------------------------------


def test_it_is_written_canonically() -> None:
    assert dumps(RECORD) == TEXT


def test_no_book_of_thirty_two_cards_can_deal_it() -> None:
    played = replay_record(RECORD, BOOKS["little"])
    assert played.steps == ()
    assert {finding.rule for finding in played.findings} >= {"pack.ranks"}


@pytest.mark.parametrize(
    ("old", "new"), [("t11y HA", "t11y S6"), ("t1y  *C6", "t1y  DK"), ("t2e  *DJ", "t2e  DQ")]
)
def test_a_card_that_is_played_or_laid_out_is_refused(old: str, new: str) -> None:
    assert f"\n{old}" in TEXT
    finding = replay_record(loads(TEXT.replace(f"\n{old}", f"\n{new}", 1))).findings[0]
    assert finding.rule == "play.follow"
    assert TEXT.split("\n")[finding.span.line - 1].startswith(old)


def test_what_is_reconstructed_is_not_called_printed(replay: Replay) -> None:
    """The tag Certainty says that the play is inferred; the verses name four cards of Alcippe's discard."""
    words = line_words(replay.record)
    assert (words.line, words.note) == ("reconstructed line", "as reconstructed")
    steps = {step.id: step for step in replay.steps}
    assert unnamed_cards_text(steps["xy"]) == (
        " Two of the six cards are supplied: the source does not name them."
    )
    assert unnamed_cards_text(steps["t11y"]) == ""
