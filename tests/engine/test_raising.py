"""Raising and recalling a call: *The Royall and Delightfull Game of Picquet* (1651), chapter XII.

Paragraph 14: once a call is good, elder may still count something better that was overlooked, until a card
is played. Paragraph 15: younger may take back the answer until younger's first card, even if elder has led,
and elder then strikes off the score. A point may be named for less than it is, and its full number told
after the answer. Other books say otherwise.
"""

import re

import pytest
from random_play import E, Y
from rule_set_games import BOOKS, Board

from piquet_core.cards.cards import parse_card, parse_hand
from piquet_core.cards.combinations import parse_holding
from piquet_core.engine.actions import Count, Declare, LetStand, Play, Reply, Response
from piquet_core.engine.apply import apply, legal_actions
from piquet_core.engine.declaration import full_count, true_reply
from piquet_core.engine.events import CardsShown, Scored
from piquet_core.engine.game import scores_in_order
from piquet_core.engine.state import Phase
from piquet_core.errors import IllegalAction
from piquet_core.notation import dumps, loads
from piquet_core.replay.decisions import label_of, line_of
from piquet_core.replay.replay import replay_record
from piquet_core.replay.steps import Replay
from piquet_core.replay.visibility import knowledge_of, observe
from piquet_core.views.replay.step_view import render_table_centre
from piquet_core.wording.move_choices import choices
from piquet_core.wording.rich_text import plain_text
from piquet_core.wording.styles import STYLES, narrate_in_style

TREATISE = BOOKS["picquet1651"]

# The hands of A and B with the sixes at the bottom of the talon. Elder then holds six diamonds of
# 55 pips (six by tens), a quint to the knave (15) and a tierce to the knave of clubs (3): 24 points;
# and three aces, against younger's four queens (14) and three kings (3).
HEAD = """[Piquet "1"]
[Id "words"]
[Rules "{rules}"]
[Certainty "play=partial"]

elder    97.A98.JT98.JT7
younger  QT8.QJ7.KQ.AKQ8
talon    DA C9 D7 SA HK SK HT SJ{sixes}

xe S9 S7 H9 H8 C7
xy ST S8 H7
"""


def words(lines: str, rules: str = "picquet1651") -> Replay:
    """Return the replay of the two hands with these lines after the exchange."""
    sixes = " S6 H6 D6 C6" if BOOKS[rules].number("pack.size").value == 36 else ""
    return replay_record(loads(HEAD.format(rules=rules, sixes=sixes) + lines))


SHORT = "pe 6D\npy good\nse 4JD\nsy good\nqe 3A\nqy not-good\n"


@pytest.mark.parametrize(
    ("lines", "total"),
    [
        (SHORT + "ce 6D 5JD 3JC\n", 24),
        (SHORT.replace("pe 6D", "pe 3C") + "ce 6D 5JD 3JC\n", 24),
        (SHORT.replace("pe 6D", "pe 5D") + "ce 6D 5JD 3JC\n", 24),
        (SHORT + "ce 6D 4JD 3JC\n", 6 + 4 + 3),
        # The five highest diamonds make 48 pips, so five.
        (SHORT.replace("pe 6D", "pe 5D") + "ce 5D 4JD 3JC\n", 5 + 4 + 3),
    ],
    ids=["the sequence", "another suit", "the same suit", "nothing more", "the point named short"],
)
def test_what_was_named_short_may_be_counted_whole(lines: str, total: int) -> None:
    played = words(lines)
    assert played.findings == ()
    assert played.step("ce").score == (total, 0)


BINDING = [
    name
    for name, rules in BOOKS.items()
    if rules.choice("call.raise-until").value != "own-first-card"
]


@pytest.mark.parametrize("rules", BINDING)
def test_elsewhere_what_was_named_short_binds(rules: str) -> None:
    (finding,) = words(SHORT + "ce 6D 5JD 3JC\n", rules).findings
    assert finding.rule == "declare.above-called"
    (finding,) = words(SHORT.replace("pe 6D", "pe 3C") + "ce 6D 4JD\n", rules).findings
    assert finding.rule == "declare.above-called"
    (finding,) = words("pe 5D\n", rules).findings
    assert finding.rule == "point.whole"


def test_a_call_that_is_not_good_may_be_raised() -> None:
    """Younger's best point is 39 pips, more than elder's 29 in clubs and less than the 55 in diamonds."""
    called = "pe 3C\npy not-good\n{}se 5JD\nsy good\nqe 3A\nqy not-good\nce {}5JD 3JC\n"
    raised = words(called.format("p2e 6D\np2y good\n", "6D "))
    assert raised.findings == ()
    assert raised.step("ce").score == (24, 0)
    left = words(called.format("", ""))
    assert left.findings == ()
    assert left.step("ce").score == (18, 0)
    assert [step.id for step in left.steps if step.id == "p2e"] == [], (
        "a word that stands is silent"
    )


def test_a_raise_must_be_a_raise() -> None:
    for word, why in (
        ("3C", "not a better point"),
        ("none", "not a better point"),
        ("6H", "not a better"),
    ):
        (finding,) = words(f"pe 3C\npy not-good\np2e {word}\n").findings
        assert finding.rule == "call.raise-until"
        assert why in finding.message


@pytest.mark.parametrize("rules", BINDING)
def test_a_second_word_is_refused_where_the_first_binds(rules: str) -> None:
    (finding,) = words("pe 3C\npy not-good\np2e 6D\n", rules).findings
    assert finding.rule == "call.raise-until"
    played = words(
        SHORT.replace("qy not-good", "qy good") + "ce 6D 4JD 3A\nt1e DA\nq2y not-good\n", rules
    )
    assert [one.rule for one in played.findings] == ["reply.recall-until"]


# -- younger takes the answer back -----------------------------------------------------------------

RECALLED = (
    SHORT.replace("4JD", "5JD").replace("qy not-good", "qy good")
    + "ce 6D 5JD 3JC 3A\nt1e DA\n{}cy 4Q 3K\nt1y DQ\n"
)


def test_younger_takes_back_good_and_elder_takes_down_three_aces() -> None:
    """Elder has 27, and 28 with the lead; three are struck off, and younger counts 14 and 3."""
    played = words(RECALLED.format("q2y not-good\n"))
    assert played.findings == ()
    assert played.step("t1e").score == (28, 0)
    assert played.step("q2y").score == (25, 0)
    assert played.step("cy").score == (25, 17)
    (down,) = [e for e in played.step("q2y").events if isinstance(e, Scored)]
    assert (down.points, down.rule, down.reckon) == (-3, "reply.recall-until", "set")


def test_an_answer_that_is_not_taken_back_stands() -> None:
    (finding,) = words(RECALLED.format("")).findings
    assert finding.rule == "play.winner", "nothing is younger's to count"
    stood = words(RECALLED.format("").replace("cy 4Q 3K\n", ""))
    assert stood.findings == ()
    assert stood.step("t1y").score == (28, 0)


def test_an_answer_that_is_taken_back_is_not_mended_before() -> None:
    """Under rules without recalling, the true answer comes first."""
    record = loads(
        HEAD.format(rules="picquet1651", sixes=" S6 H6 D6 C6") + RECALLED.format("q2y not-good\n")
    )
    again = replay_record(record, TREATISE, adapt=True)
    assert (again.step("t1e").score, again.step("cy").score) == ((28, 0), (25, 17))
    binding = replay_record(record, BOOKS["old36"], adapt=True)
    assert "q2y" not in {step.id for step in binding.steps}
    assert binding.findings == again.findings
    assert binding.step("cy").score == (25, 17), (
        "by tens six, fifteen, three and one; and seventeen"
    )


def test_every_register_tells_what_is_taken_down() -> None:
    step = words(RECALLED.format("q2y not-good\n")).step("q2y")
    told = {
        name: plain_text(narrate_in_style(observe(step, None), ("A", "B"), name)) for name in STYLES
    }
    assert told["plain"] == "B takes it back: “Not good.” A strikes off 3 points: 25."
    assert "-3 struck off again = 25" in told["terse"]
    assert "I strike off three: twenty-five" in told["talk"]


def test_the_record_is_written_as_it_was_read() -> None:
    for lines in (RECALLED.format("q2y not-good\n"), "pe 3C\npy not-good\np2e stand\n"):
        record = loads(HEAD.format(rules="picquet1651", sixes=" S6 H6 D6 C6") + lines)
        assert loads(dumps(record)) == record
        assert replay_record(record).findings == ()


def taken_back(elder: str, younger: str, called: str, counted: str, answer: Response) -> Board:
    """Return the deal after elder's first lead, when younger has taken back the answer to the point."""
    board = Board.calling(TREATISE, elder, younger)
    board.say(called)
    board.act(Count(seat=E, holdings=tuple(map(parse_holding, counted.split()))))
    board.act(Play(seat=E, card=parse_card("SA")))
    assert board.state.phase is Phase.YOUNGER_RECALL
    board.act(Reply(seat=Y, kind="point", response=answer))
    return board


def test_a_repique_that_no_longer_comes_first_is_taken_down() -> None:
    """Five, nineteen and fourteen are 38, or ninety-eight with the repique; younger's 54 pips beat 51."""
    board = taken_back(
        "AKQJT.AKQJ.A.A7",
        "98.T.KQJ987.KQJ",
        "5S good 5AS good 4A good",
        "5S 5AS 4AH 4A",
        Response.NOT_GOOD,
    )
    assert [e.points for e in board.log if isinstance(e, Scored)] == [5, 15, 4, 14, 60, 1, -5, -60]
    assert board.state.score == (15 + 4 + 14 + 1, 0)
    assert board.state.bonus is None
    assert board.state.phase is Phase.YOUNGER_COUNT


def test_an_equal_point_leaves_elder_a_pique_for_the_repique() -> None:
    """Without the point 29 remain, and the first card led makes thirty, hence sixty (chapter XI.2)."""
    board = taken_back(
        "AKQJT.A98.A87.A",
        "98.KQ.KQ.KQJ876",
        "5S good 5AS good 4A good",
        "5S 5AS 4A",
        Response.EQUAL,
    )
    assert [e.points for e in board.log if isinstance(e, Scored)] == [5, 15, 14, 60, 1, -5, -60, 30]
    assert board.state.score == (60, 0)
    assert board.state.bonus is E
    assert sum(isinstance(e, CardsShown) for e in board.log) >= 2, (
        "what is equal must be shown (XII.3)"
    )
    assert board.state.phase is Phase.FOLLOW, "an equality is nobody's to count"


def test_the_repique_stands_where_enough_is_left() -> None:
    """Quint, quart and quatorze are 33 without the point, and an equality bars nothing."""
    board = taken_back(
        "AKQJT.AKQJ.A.A7",
        "98.T9.KQJ876.KQ",
        "5S good 5AS good 4A good",
        "5S 5AS 4AH 4A",
        Response.EQUAL,
    )
    assert [e.points for e in board.log if isinstance(e, Scored)] == [5, 15, 4, 14, 60, 1, -5]
    assert board.state.bonus is E


def test_a_repique_is_struck_off_though_no_point_was_counted() -> None:
    """Elder calls no point, so none is counted, but younger's is now good and comes first."""
    board = Board.calling(TREATISE, "AKQJ.A.AKQJ.AKQ", "T98.KQJT98.T.JT")
    board.say("none good 4AS good 4A good")
    board.act(full_count(board.state))
    before = board.state.score[E]
    board.act(Play(seat=E, card=parse_card("SA")))
    board.act(Reply(seat=Y, kind="point", response=Response.NOT_GOOD))
    assert board.state.bonus is None
    assert board.state.score[E] == before - 60 + 1
    (down,) = [e for e in board.log if isinstance(e, Scored) and e.points < 0]
    (bonus,) = [e for e in board.log if isinstance(e, Scored) and e.rule == "repique.bonus"]
    assert down.reckon == bonus.reckon


def test_what_is_struck_off_wins_no_game_in_passing() -> None:
    """At 90, fifteen for a sequence would pass a hundred, but it was never good."""
    events = tuple(
        Scored(seat=E, points=points, rule=rule, reckon="sequence", cards=parse_hand("..."))
        for points, rule in ((15, "sequence.scores"), (-15, "reply.recall-until"))
    )
    assert [e.points for e in scores_in_order(TREATISE, events)] == [-15, 15]


def test_the_best_of_a_kind_is_counted_first() -> None:
    """A better holding counted after the called one comes first; a record may not order them so."""
    for counted in ("6D 3JC 5JD", "6D 5JD 3JC"):
        played = words(SHORT.replace("se 4JD", "se 3JC") + f"ce {counted}\n")
        assert played.findings == ()
        assert [str(one) for one in played.step("ce").state.counted] == ["6D", "5JD", "3JC"]


def test_words_end_before_their_numbers_do() -> None:
    """A record numbers them with one digit."""
    board = Board.calling(TREATISE, "AKQJT987...KQJT", ".AKQJT9876.AKQ.")
    board.act(Declare(seat=E, kind="point", holding=parse_holding("1C")))
    while board.state.phase in (Phase.REPLY, Phase.ELDER_RAISE):
        if board.state.phase is Phase.REPLY:
            board.act(true_reply(board.state))
            continue
        ways = [one for one in legal_actions(board.state) if isinstance(one, Declare)]
        assert label_of(board.state) == f"p{board.state.calls[-1].word + 1}e"
        board.act(ways[0])
        assert line_of(board.state, legal_actions(board.state)[-1]).label[1] in "23456789"
    assert board.state.calls[0].winner is Y


def test_nothing_stands_that_was_not_said() -> None:
    (finding,) = words("pe 3C\npy not-good\np2e 6D\np2y stand\n").findings
    assert finding.rule == "reply.recall-until"


def test_nobody_is_told_that_a_word_could_be_taken_back() -> None:
    """A player does not know what the opponent could still say."""
    board = Board.calling(TREATISE, "A.AK.AJT987.JT9", "KQJ.QJT.KQ.AKQ8")
    board.act(Declare(seat=E, kind="point", holding=parse_holding("3C")))
    board.act(Reply(seat=Y, kind="point", response=Response.NOT_GOOD))
    assert board.state.phase is Phase.ELDER_RAISE
    stood, _ = apply(board.state, LetStand(seat=E))
    assert knowledge_of(board.state, Y) == knowledge_of(stood, Y)
    assert knowledge_of(board.state, E) != knowledge_of(stood, E)


def test_what_may_be_raised_or_taken_back_is_what_the_cards_bear_out() -> None:
    board = Board.calling(TREATISE, "A.AK.AJT987.JT9", "KQJ.QJT.KQ.AKQ8")
    board.act(Declare(seat=E, kind="point", holding=parse_holding("3C")))
    board.act(Reply(seat=Y, kind="point", response=Response.NOT_GOOD))
    first, *more = legal_actions(board.state)
    assert first == LetStand(seat=E)
    named = {str(one.holding) for one in more if isinstance(one, Declare)}
    assert "6D" in named
    assert "3C" not in named
    with pytest.raises(IllegalAction) as refused:
        apply(board.state, Declare(seat=E, kind="sequence", holding=parse_holding("5JD")))
    assert refused.value.rule == "call.raise-until"


# -- the words of an answer ------------------------------------------------------------------------

# Nobody has a sequence; elder's point and younger's are four cards each.
BARE = """[Piquet "1"]
[Id "nothing"]
[Rules "{rules}"]
[Certainty "play=partial"]

elder    AQT8.AQT8.AQT8.
younger  KJ97.KJ97.KJ97.
talon    C8 C7 CA CK CQ CJ CT C9

xe S8
xy S7
pe none
py good
se none
sy {word}
"""
# Article III.7 of the Salon page: “equal” to no sequence, “better” to what is beaten. The second
# example of a repique in the Penguin book can only have “equal” said where neither has a sequence.
EQUAL_TO_NOTHING = ("little", "modern", "rubicon", "penguin")
SMALL = [name for name, rules in BOOKS.items() if rules.number("pack.size").value == 32]


@pytest.mark.parametrize("rules", SMALL)
def test_equal_may_answer_a_call_of_nothing_where_the_book_prints_it(rules: str) -> None:
    played = replay_record(loads(BARE.format(rules=rules, word="equal")))
    if rules in EQUAL_TO_NOTHING:
        assert played.findings == ()
        said = plain_text(narrate_in_style(observe(played.step("sy"), None), ("A", "B")))
        assert said == "B: “Equal.”"
        assert played.step("sy").state.calls[1].winner is None
    else:
        (finding,) = played.findings
        assert finding.rule
    assert replay_record(loads(BARE.format(rules=rules, word="good"))).findings == ()


def test_where_a_book_has_no_word_to_nothing_the_replay_says_what_younger_has() -> None:
    """Cavendish has words for a call, and none if nothing is called; the Penguin prints “Not good”."""
    none = replay_record(loads(BARE.format(rules="cavendish", word="good"))).step("sy")
    one = words("pe 6D\npy good\nse none\nsy not-good\n", "cavendish").step("sy")
    told = [
        [
            plain_text(narrate_in_style(observe(step, None), ("A", "B"), name))
            for step in (none, one)
        ]
        for name in ("plain", "terse", "talk")
    ]
    assert told == [
        ["B calls no sequence either.", "B has a sequence."],
        ["B: no sequence either.", "B: a sequence."],
        ["B: “Nor have I.”", "B: “I have one.”"],
    ]
    printed = words("pe 6D\npy good\nse none\nsy not-good\n", "penguin").step("sy")
    assert plain_text(narrate_in_style(observe(printed, None), ("A", "B"))) == "B: “Not good.”"
    for step, said in ((none, "no sequence either"), (one, "a sequence"), (printed, "“not good”")):
        table = render_table_centre(observe(step, None), ("A", "B"))
        assert re.findall("no sequence</td>\n?<td>(.*?)</td>", table) == [said]


@pytest.mark.parametrize("rules", SMALL)
def test_a_call_of_nothing_has_two_answers_and_no_third(rules: str) -> None:
    found = choices(
        replay_record(loads(BARE.format(rules=rules, word="good"))).step("se").state, yours=True
    )
    assert found is not None
    answers = {one.words: bool(one.refused) for one in found.choices}
    own = {"little": "better", "modern": "better", "rubicon": "better", "penguin": "not good"}
    one, none = own.get(rules, "I have one"), "equal" if rules in own else "I have none"
    assert answers == {one: True, none: False}


@pytest.mark.parametrize("rules", SMALL)
def test_better_is_a_word_of_the_french_page(rules: str) -> None:
    """B's tierces beat no sequence at all."""
    lines = "pe 6D\npy good\nse none\nsy better\n"
    findings = words(lines, rules).findings
    if rules in ("little", "modern", "rubicon"):
        assert findings == ()
    else:
        assert [one.rule for one in findings] == ["reply.words"]
