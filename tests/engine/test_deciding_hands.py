"""Hands that decide a rule: tops, repique, pique, carte blanche, ties, sinking, looks, capot.

The deals in tests/records are invented and say so. Figures come from Hoyle's Games Modernized (1909) if a
test says so; otherwise the sum is next to them.
"""

from pathlib import Path

import pytest
from random_play import ALL_RECORDS, RECORDS, E, Table, Y, named, plan, read

from piquet_core.engine.actions import Count
from piquet_core.engine.apply import legal_actions
from piquet_core.engine.events import (
    BlankAnnounced,
    BlankShown,
    PipsTold,
    RepiqueBarred,
    Scored,
    tally,
)
from piquet_core.engine.state import Phase
from piquet_core.errors import IllegalAction
from piquet_core.notation import dumps, loads
from piquet_core.replay.replay import replay_record
from piquet_core.replay.steps import Replay
from piquet_core.rules import catalogue

PATHS = sorted(RECORDS.glob("*.piquet"))
# The book's 34 ("Repique"): a point of five, a quint, four aces, against nothing.
THIRTY_FOUR = ("AKQJT.AK.AQ.AJ9", "98.QT87.KJ98.K8")


def replay_of_text(name: str) -> Replay:
    return replay_record(read(named(name)))


def points(replay: Replay, step: str) -> list[int]:
    return [event.points for event in replay.step(step).events if isinstance(event, Scored)]


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_every_record_holds_and_is_written_canonically(path: Path) -> None:
    record = read(path)
    replay = replay_record(record)
    assert replay.findings == ()
    assert replay.checks
    assert replay.steps[-1].id == "result"
    assert dumps(record) == path.read_text(encoding="utf-8")


def test_the_records_meet_every_rule_that_scores_refuses_or_reveals() -> None:
    seen = {
        rule
        for path in ALL_RECORDS
        for event in replay_record(read(path)).events
        if (rule := getattr(event, "rule", None))
    }
    assert seen >= {
        *("blank.announce", "blank.points", "blank.show", "capot.points", "cards.divided"),
        *("cards.points", "deal.hand", "declare.order", "declare.show", "exchange.elder-look"),
        *("exchange.elder-max", "exchange.look-exposes", "exchange.younger-look"),
        *("exchange.younger-max", "pique.bonus", "play.capture", "play.last-trick", "play.lead"),
        *("play.winner", "point.compare", "point.pips", "point.score", "point.tie"),
        *("repique.bar", "repique.bonus", "sequence.compare", "sequence.scores", "sequence.tie"),
        *("set.compare", "set.quatorze", "set.trio"),
    }
    assert seen <= set(catalogue())


# -- the tops ------------------------------------------------------------------------------------


def test_the_tops_make_170_as_printed() -> None:
    """57 + 60 + 12 + 1 + 40: the sum under the heading "Capot"."""
    replay = replay_of_text("hoyle1909-170")
    by_rule: dict[str, int] = {}
    for event in replay.events:
        if isinstance(event, Scored):
            assert event.seat is E
            by_rule[event.rule] = by_rule.get(event.rule, 0) + event.points
    in_hand = {"point.score": 3, "sequence.scores": 12, "set.quatorze": 42}
    in_play = {"play.lead": 12, "play.last-trick": 1, "capot.points": 40}
    assert by_rule == in_hand | {"repique.bonus": 60} | in_play
    assert sum(in_hand.values()) == 57
    assert replay.steps[-1].score == (170, 0)
    # The book gives younger a knave, lest he have a carte blanche.
    assert any(card.rank.letter == "J" for card in replay.steps[0].state.deal.younger)


def test_equal_holdings_may_stand_in_any_order_after_the_one_called() -> None:
    text = (named("hoyle1909-170")).read_text(encoding="utf-8")
    changed = text.replace("3S 3AS 3AH 3AD 3AC 4A 4K 4Q", "3AS 3AC 3AH 3AD 4A 4Q 4K 3S")
    assert changed != text
    assert replay_record(loads(changed)).events == replay_record(loads(text)).events
    (finding,) = replay_record(loads(changed.replace("3AS 3AC", "3AC 3AS"))).findings
    assert finding.message == "3AC is not what was good; that was 3AS"


def test_a_carte_blanche_can_bring_174() -> None:
    """10 + 5 + 18 + 28 in hand, the repique, twelve tricks with the last, and the capot."""
    replay = replay_of_text("most-174")
    assert 10 + 5 + 18 + 28 + 60 + 13 + 40 == 174
    assert replay.steps[-1].score == (174, 0)


# -- repique -------------------------------------------------------------------------------------


def test_thirty_four_in_hand_becomes_94_as_printed() -> None:
    replay = replay_of_text("hoyle1909-94")
    assert points(replay, "ce") == [5, 15, 14, 60]
    assert replay.step("ce").score == (94, 0)
    bonus = next(e for e in replay.events if isinstance(e, Scored) and e.rule == "repique.bonus")
    assert bonus.reckon == "set", "the bonus falls under the head at which thirty was reached"


@pytest.mark.parametrize(
    ("name", "step", "score"),
    [
        # The book's exception to 94: younger has a carte blanche.
        ("blank-bars-repique", "ce", (34, 10)),
        # 15 + 14 + 3, but younger's six cards are the point, and the point comes first.
        ("point-bars-repique", "ce", (32, 0)),
        # Younger's 16 + 14, but elder has counted the point (7) and 1 for the lead.
        ("elder-point-bars", "cy", (8, 30)),
    ],
)
def test_what_comes_earlier_bars_a_repique(name: str, step: str, score: tuple[int, int]) -> None:
    replay = replay_of_text(name)
    assert replay.step(step).score == score
    assert [e.rule for e in replay.events if isinstance(e, RepiqueBarred)] == ["repique.bar"]
    rules = {e.rule for e in replay.events if isinstance(e, Scored)}
    assert not rules & {"repique.bonus", "pique.bonus"}, "a barred repique is no pique either"


@pytest.mark.parametrize(
    ("name", "step", "parts"),
    [
        # 7 + 17 + 15 come before younger's three trios are reckoned.
        ("sets-bar-nothing", "ce", [7, 17, 15, 60]),
        # Younger's 31, though elder has one for the card he led: 91.
        ("younger-repique", "cy", [7, 17, 4, 3, 60]),
        # Nobody has the point: 15 + 14 + 3.
        ("equal-bars-nothing", "ce", [15, 14, 3, 60]),
    ],
)
def test_what_comes_later_or_scores_nothing_bars_no_repique(
    name: str, step: str, parts: list[int]
) -> None:
    replay = replay_of_text(name)
    assert points(replay, step) == parts
    assert not [e for e in replay.events if isinstance(e, RepiqueBarred)]


def test_younger_repique_counts_91() -> None:
    assert replay_of_text("younger-repique").step("cy").score == (1, 31 + 60)


def test_a_kind_that_younger_lets_pass_bars_nothing() -> None:
    # The hands of point-bars-repique; younger sinks six cards.
    table = Table(plan("AKQJT.AJ.AK.AK7", "98.KQT987.98.Q8"))
    table.say("5S good 5AS good 4A good")
    assert tally(table.say("5S 5AS 4A 3K")) == (5 + 15 + 14 + 3 + 60, 0)


def test_a_carte_blanche_of_ones_own_counts_towards_the_repique() -> None:
    replay = replay_of_text("most-174")
    # 10 + 5 + 15 are thirty: the bonus follows the quint, before the second sequence.
    assert points(replay, "ce") == [5, 15, 60, 3, 14, 14]


# -- pique ---------------------------------------------------------------------------------------


def test_twenty_nine_and_the_first_card_are_a_pique() -> None:
    replay = replay_of_text("pique-at-first-lead")
    assert replay.step("ce").score == (5 + 15 + 3 + 3 + 3, 0)
    assert points(replay, "t1e") == [1, 30]
    assert replay.step("t1e").score == (60, 0)


def test_a_pique_may_be_made_up_over_many_tricks() -> None:
    replay = replay_of_text("pique-in-eleven-tricks")
    assert replay.step("ce").score == (6 + 4 + 3 + 3 + 3, 0)
    assert replay.step("t10e").score == (29, 0)
    assert replay.step("t11e").score == (60, 0)


def test_a_good_combination_bars_the_pique_before_it_is_counted() -> None:
    replay = replay_of_text("set-bars-pique")
    assert replay.step("t1e").score == (30, 0)
    assert [step.id for step in replay.steps].index("t1e") < [s.id for s in replay.steps].index(
        "cy"
    )
    assert "pique.bonus" not in {e.rule for e in replay.events if isinstance(e, Scored)}


def test_a_combination_that_is_sunk_bars_no_pique() -> None:
    # The hands of set-bars-pique; younger accepts elder's "none".
    table = Table(plan("AKQJT987.987.8.", ".AKQJ.AKQT.AKQJ"))
    table.say("8S good 8AS good none good")
    table.say("8S 8AS 39H")
    table.lead("SA")
    assert table.state.score == (8 + 18 + 3 + 1 + 30, 0)


def test_younger_trick_before_thirty_bars_the_pique() -> None:
    # With twenty-nine the first lead would be enough, so elder omits a trio: 26.
    table = Table(plan("KQJT9.KQ.KJ.QJ8", "87.AT98.AT98.97"))
    table.say("5S good 5KS good 3K good")
    table.say("5S 5KS 3K 3Q")
    table.lines("HK HA")
    assert table.state.score == (27, 1)
    table.lines("HT HQ SK S7 SQ S8")
    assert table.state.score[0] >= 30
    assert table.scored("pique.bonus") == []


def test_no_pique_after_a_repique() -> None:
    for name in ("hoyle1909-94", "hoyle1909-170", "sets-bar-nothing", "equal-bars-nothing"):
        rules = [e.rule for e in replay_of_text(name).events if isinstance(e, Scored)]
        assert rules.count("repique.bonus") == 1
        assert "pique.bonus" not in rules


def test_the_cards_and_the_capot_do_not_count_towards_a_pique() -> None:
    replay = replay_of_text("capot-is-no-pique")
    assert replay.step("ce").score == (16, 0)
    assert replay.step("last").score == (29, 0)
    assert replay.step("result").score == (69, 0)


# -- carte blanche -------------------------------------------------------------------------------


def test_elder_tells_his_carte_blanche_and_proves_it_after_younger_has_discarded() -> None:
    replay = replay_of_text("most-174")
    ids = [step.id for step in replay.steps]
    assert any(isinstance(event, BlankAnnounced) for event in replay.steps[0].events)
    assert ids[1:7] == ["xy", "ve", "vy", "be", "xe", "dy"], "he exchanges when he has shown it"
    shown, scored = replay.step("be").events
    assert isinstance(shown, BlankShown)
    assert isinstance(scored, Scored)
    assert shown.cards == scored.cards == replay.steps[0].state.deal.elder, "the hand as dealt"
    assert replay.step("be").score == (10, 0)
    first = next(e for e in replay.events if isinstance(e, Scored))
    assert (first.rule, first.reckon) == ("blank.points", "blank"), "before all other scores"


def test_younger_proves_his_after_elder_has_discarded() -> None:
    replay = replay_of_text("blank-bars-repique")
    ids = [step.id for step in replay.steps]
    assert ids[ids.index("xe") + 1] == "by"
    assert replay.step("by").score == (0, 10)


def test_a_hand_that_loses_its_courts_in_the_exchange_is_no_carte_blanche() -> None:
    # Younger in THIRTY_FOUR could discard all courts; only the dealt hand counts.
    table = Table(plan("AKQJT.AK.AQ.AJ9", "987.T98.T98.T87"))
    assert table.scored("blank.points") == []


# -- point, sequence, set ------------------------------------------------------------------------


def test_equal_points_go_to_the_pips() -> None:
    replay = replay_of_text("hoyle1909-170")
    told = [e for e in replay.events if isinstance(e, PipsTold)]
    assert [e.pips for e in told] == [31]
    assert [s.id for s in replay.steps if s.id in ("py", "my")] == ["py", "my"]


def test_points_equal_throughout_score_for_nobody() -> None:
    replay = replay_of_text("equal-bars-nothing")
    assert [e.pips for e in replay.events if isinstance(e, PipsTold)] == [55]
    assert "point.score" not in {e.rule for e in replay.events if isinstance(e, Scored)}
    assert replay.step("my").events[0].rule == "point.tie"  # type: ignore[union-attr]


def test_equal_sequences_silence_each_other_and_every_other_sequence() -> None:
    replay = replay_of_text("equal-sequences")
    assert replay.step("sy").events[0].rule == "sequence.tie"  # type: ignore[union-attr]
    assert "sequence.scores" not in {e.rule for e in replay.events if isinstance(e, Scored)}


def test_four_tens_beat_three_aces() -> None:
    replay = replay_of_text("tens-beat-aces")
    assert points(replay, "cy") == [3, 14]


def test_a_point_is_told_by_size_then_pips_then_settled() -> None:
    table = Table(plan("A98.A98.A87.KQ7", "KT7.KT7.QT9.JT8"))
    table.say("3S")
    with pytest.raises(IllegalAction, match="younger cannot say") as refused:
        table.say("not-good")  # neither has four: it is equal, or younger sinks it
    assert refused.value.rule == "point.compare"
    table.say("equal not-good")
    assert table.state.phase is Phase.DECLARE
    assert table.state.calls[0].winner is Y


def test_younger_who_said_equal_counts_what_is_equal_in_number() -> None:
    # Younger has six hearts, and five diamonds with more pips than elder's five, and sinks the six.
    elder, younger = "QJ987.A.AQ.KQJ7", ".KQJ987.KJT98.A"
    table = Table(plan(elder, younger))
    table.say("5S equal not-good none not-good none good")
    table.lead("HA")
    assert table.state.phase is Phase.YOUNGER_COUNT
    counted = {str(a.holdings[0]) for a in legal_actions(table.state) if isinstance(a, Count)}
    assert counted == {"5D"}


# -- the end of a deal ---------------------------------------------------------------------------


def test_six_tricks_each_score_nothing_for_the_cards() -> None:
    replay = replay_of_text("divided-cards")
    assert replay.steps[-1].state.tricks == (6, 6)
    ids = [step.id for step in replay.steps]
    assert ids[-2:] == ["last", "result"]
    with pytest.raises(KeyError):
        replay.step("cards")


def test_a_capot_is_forty_and_the_last_trick_one() -> None:
    replay = replay_of_text("capot-is-no-pique")
    assert points(replay, "last") == [1]
    assert points(replay, "cards") == [40]
    assert replay.steps[-1].state.tricks == (12, 0)
