"""A hand for every option of the calls, the bonuses and the play: C12 to C29 of the rule audit."""

import pytest
from random_play import RECORDS, E, Y, named, read
from rule_set_games import BOOKS, Board, variant
from test_options import DENEXA, HOYLE, LITTLE, OLD, PENGUIN, TREATISE

from piquet_core.cards.cards import parse_hand
from piquet_core.engine.actions import Count, Declare, Reply
from piquet_core.engine.apply import legal_actions
from piquet_core.engine.events import CardsShown, MissingCardTold, RepiqueBarred, Scored, tally
from piquet_core.errors import IllegalAction
from piquet_core.replay.replay import replay_record
from piquet_core.rules import RuleSet

# -- calling, answering, counting (C12, C13, C28, C29) -------------------------------------------


def test_younger_may_score_a_set_though_elder_has_none_unless_the_book_is_read_literally() -> None:
    forfeits = variant("little", {"set.elder-silent": "forfeits"}, "by-the-letter")
    for rules, answers in ((LITTLE, ["good", "not good"]), (forfeits, ["good"])):
        board = Board.calling(rules, "AK987.A9.K9.QJ9", "QJ.KJ7.AQJT.AT8")
        board.say("none good none good none")
        said = [a.response.value for a in legal_actions(board.state) if isinstance(a, Reply)]
        assert said == answers


def test_whoever_called_less_may_count_the_rest_in_the_treatise() -> None:
    """Elder calls a tierce; only one rule set then lets the quint and the other tierce count."""
    hands = ("AKQ.JT987..KQJ9", "JT9.AKQ.AKQ.AT8")
    counts = {}
    for rules in (TREATISE, OLD):
        board = Board.calling(rules, *hands)
        board.say("none good 3AS good none good")
        listed = [a for a in legal_actions(board.state) if isinstance(a, Count)]
        counts[rules.id] = {str(one) for a in listed for one in a.holdings}
    assert "5JH" in counts["picquet1651"]
    assert "5JH" not in counts["old36"]
    assert "3KC" in counts["old36"], "what is worse than the call may be counted everywhere"


def test_where_nothing_is_sunk_the_best_is_called_and_answered_truly() -> None:
    honest = variant("modern", {"declare.sink": False}, "honest")
    board = Board.calling(honest, "AKQJ9.AK9.K9.K9", "T8.QJT87.AQ.AQJ")
    assert [str(a.holding) for a in legal_actions(board.state) if isinstance(a, Declare)] == ["5S"]
    with pytest.raises(IllegalAction) as error:
        board.act(Declare(seat=E, kind="point", holding=None))
    assert error.value.rule == "declare.sink"
    board.say("5S")
    said = [a.response.value for a in legal_actions(board.state) if isinstance(a, Reply)]
    assert said == ["equal"], "both have five"
    board.say("equal good 4AS good 4K good")
    (only,) = legal_actions(board.state)
    assert isinstance(only, Count)
    assert [str(one) for one in only.holdings] == ["5S", "4AS", "4K"]


def test_one_sequence_and_one_set_where_the_others_do_not_count() -> None:
    one = variant("modern", {"sequence.others": False, "set.others": False}, "one-of-each")
    hands = ("AKQ7.AKQ.AKQ.A7", "JT98.JT98.J.KT9")
    totals = {}
    for rules in (one, BOOKS["modern"]):
        board = Board.calling(rules, *hands)
        board.say("none good 3AS good 4A good")
        full = legal_actions(board.state)[0]
        assert isinstance(full, Count)
        totals[rules.id] = tally(board.act(full))[0]
    # Three and fourteen; otherwise three tierces, the aces, and two trios.
    assert totals == {"one-of-each": 17, "modern": 9 + 14 + 3 + 3}


@pytest.mark.parametrize(
    ("rules", "told"), [(LITTLE, ["HK"]), (DENEXA, ["HK"]), (HOYLE, ["HK"]), (PENGUIN, [])]
)
def test_the_missing_card_of_a_trio_is_named(rules: RuleSet, told: list[str]) -> None:
    board = Board.calling(rules, "AK98.A98.K98.KT", "QJT.QJT.QJT.QJ9", out=(".K..", "..."))
    board.say("none not-good none not-good 3K good")
    log = board.say("3K")
    assert [str(event.card) for event in log if isinstance(event, MissingCardTold)] == told


def test_a_card_that_the_other_player_has_is_not_missing() -> None:
    board = Board.calling(LITTLE, "AK98.A98.K98.KT", "QJT.KJT.QJT.QJ9")
    board.say("none good none good 3K good")
    assert not [event for event in board.say("3K") if isinstance(event, MissingCardTold)]


@pytest.mark.parametrize("name", BOOKS)
def test_equal_sequences_are_shown_by_both_where_they_must_be(name: str) -> None:
    board = Board.calling(BOOKS[name], "KQJ9.A98.A87.97", "AT8.KQJ7.KT9.KT")
    board.say("none good 3KS")
    shown = [event for event in board.say("equal") if isinstance(event, CardsShown)]
    if BOOKS[name].choice("declare.show").value == "must":
        assert [(event.seat, event.cards) for event in shown] == [
            (E, parse_hand("KQJ...")),
            (Y, parse_hand(".KQJ..")),
        ]
    else:
        assert shown == []
    assert board.state.calls[1].winner is None


# -- repique (C23, C24) --------------------------------------------------------------------------


def test_any_declaration_bars_a_repique_in_one_book_only() -> None:
    """Point and sequences make thirty; younger's good trios come later in the order."""
    record = read(RECORDS / "sets-bar-nothing.piquet")
    for name, bonus in (("denexa", False), ("hoyle1909", True), ("modern", True)):
        played = replay_record(record, BOOKS[name], adapt=True)
        found = [event.rule for event in played.events if isinstance(event, Scored)]
        assert ("repique.bonus" in found) == bonus
        assert [e.rule for e in played.events if isinstance(e, RepiqueBarred)] == (
            [] if bonus else ["repique.bar"]
        )


@pytest.mark.parametrize("name", ["little", "modern", "denexa", "penguin", "cavendish"])
def test_elders_first_lead_bars_no_repique_of_youngers(name: str) -> None:
    played = replay_record(read(RECORDS / "younger-repique.piquet"), BOOKS[name], adapt=True)
    assert "repique.bonus" in {event.rule for event in played.events if isinstance(event, Scored)}


# -- pique (C19, C21, C22) -----------------------------------------------------------------------


def test_younger_can_make_a_pique_when_a_low_lead_counts_nothing() -> None:
    """Twenty-three in hand and seven counting cards; V72 of the audit."""
    to_elder = variant("little", {"pique.seat": "elder"}, "to-elder-only")
    for rules, bonus in ((LITTLE, [30]), (to_elder, [])):
        board = Board.calling(rules, "987.KQJ8.KQJ.KQ", "AKQJT.A97.A97.7")
        board.say("none not-good none not-good none not-good")
        board.lead("S7")
        board.say("5S 5AS 3A")
        board.lines("ST SA S8 SK S9 SQ CQ SJ CK HA H8 DA DJ")
        assert board.points("pique.bonus", Y) == bonus


def test_a_pique_in_one_run_of_leads() -> None:
    """Younger wins a trick with a nine, which counts nothing, before elder's thirty."""
    unbroken = variant("little", {"pique.unbroken": True}, "in-one-run")
    for rules, bonus in ((LITTLE, [30]), (unbroken, [])):
        board = Board.calling(rules, "AKQJT.AK7.AK.87", "98.QJ9.987.KQJ9")
        board.say("5S good 5AS good 3A good")
        board.say("5S 5AS 3A 3K")
        assert board.state.score == (26, 0)
        board.lines("C7 C9 D7 DA DK D8 SA S8 SK S9")
        assert board.points("pique.bonus") == bonus
        assert board.state.score[Y] == 0


def test_a_pique_by_the_first_card_led() -> None:
    first = variant("modern", {"pique.within": "first-card", "pique.unbroken": None}, "first-card")
    for name, bonus in (("pique-at-first-lead", True), ("pique-in-eleven-tricks", False)):
        played = replay_record(read(named(name)), first, adapt=True)
        found = [event.rule for event in played.events if isinstance(event, Scored)]
        assert ("pique.bonus" in found) == bonus


def test_the_cards_count_towards_a_pique_where_they_come_at_the_seventh_trick() -> None:
    """Sixteen in hand and seven leads are twenty-three; the ten makes thirty-three."""
    record = read(RECORDS / "capot-is-no-pique.piquet")
    helping = variant("denexa", {"play.lead-wins": 0}, "helping")
    changes = {"play.lead-wins": 0, "cards.toward-pique": False, "cards.when": "end"}
    alone = variant("denexa", changes, "alone")
    for rules, total in ((helping, 16 + 12 + 10 + 30 + 30), (alone, 16 + 12 + 10 + 30)):
        played = replay_record(record, rules, adapt=True)
        assert played.steps[-1].score == (total, 0)
    seventh = replay_record(record, helping, adapt=True).step("t7y")
    assert [e.points for e in seventh.events if isinstance(e, Scored)] == [10, 30]


# -- the play (C14, C15, C17, C18, C20) ----------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "total"),
    [
        ({}, 69),
        ({"play.last-trick-low": False}, 68),  # a six wins the last trick
        ({"play.last-trick-capot": False}, 68),
        ({"play.last-trick": 2}, 70 + 30),  # two more would have made the pique
        ({"capot.mode": "on-top"}, 79),
        ({"capot.points": 41}, 70),
        ({"play.lead": 2}, 22 + 12 + 30 + 1 + 40),
    ],
)
def test_the_last_trick_and_the_capot(changes: dict[str, object], total: int) -> None:
    """Molière's hand: twenty-two in hand, six counting leads, the last trick with a six, a capot."""
    rules = variant("old36", changes, "last-" + "-".join(changes)) if changes else OLD
    assert replay_record(read(named("facheux")), rules).steps[-1].score == (total, 0)


@pytest.mark.parametrize(
    ("name", "lead", "own", "capture"),
    [("little", 1, 0, 1), ("penguin", 0, 1, 2), ("denexa", 1, 1, 1), ("old36", 1, 0, 1)],
)
def test_what_a_trick_brings(name: str, lead: int, own: int, capture: int) -> None:
    """One trick to its leader, one captured, both with counting cards."""
    board = Board.calling(BOOKS[name], "AQ98.A98.A97.97", "KT7.KJT.KQT.KQJ")
    board.say("none good none good none good")
    board.lines("SA S7")
    assert board.state.score == (lead + own, 0)
    board.lines("SQ SK")
    assert board.state.score == (2 * lead + own, capture)


def test_a_low_card_counts_nothing_led_or_won_with() -> None:
    for rules, score in ((LITTLE, (0, 0)), (BOOKS["modern"], (1, 1))):
        board = Board.calling(rules, "AQ8.AJ8.AJ97.97", "KT97.KQT.KQT.KQ")
        board.say("none good none good none good")
        board.lines("S8 S9")
        assert board.state.score == score
