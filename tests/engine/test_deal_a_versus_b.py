"""The deal A v. B, to the last total, and the effect of one changed character.

Every figure is from the "Example" of Hoyle's Games Modernized (1909).
"""

from itertools import permutations

import pytest
from random_play import AB, RULES, E, Y, read

from piquet_core.cards.cards import Hand, format_hand, parse_card
from piquet_core.engine.actions import Action, Play
from piquet_core.engine.apply import apply, legal_actions, start
from piquet_core.engine.events import DealEnded, Scored
from piquet_core.engine.state import Phase
from piquet_core.notation import CardMark, dumps, loads
from piquet_core.replay.replay import replay_record
from piquet_core.replay.steps import Finding, Replay

TEXT = AB.read_text(encoding="utf-8")
REPLAY = replay_record(loads(TEXT, AB.name))

# The announcements of the book's dialogue, in order, as (step, seat, total). Totals that the book repeats
# are repeated here.
PRINTED = [
    ("ce", E, 24),  # A adds up point, quint and tierce
    ("t1e", E, 25),  # plays ace of diamonds
    ("cy", Y, 17),  # B: four queens and three kings
    ("t1y", Y, 17),  # plays queen of diamonds and repeats it
    ("t2e", E, 26),  # seven of diamonds
    ("t2y", Y, 18),  # takes it with the king
    ("t3y", Y, 19),  # ace of clubs
    ("t3e", E, 26),  # knave
    ("t4y", Y, 20),  # king of clubs
    ("t4e", E, 26),  # ten
    ("t5y", Y, 21),  # queen of clubs
    ("t5e", E, 26),  # nine
    ("t6y", Y, 22),  # eight of clubs
    ("t6e", E, 26),  # throws the king of hearts
    ("t7y", Y, 23),  # king of spades
    ("t7e", E, 27),  # takes it with the ace
    ("t8e", E, 28),  # knave of diamonds
    ("t8y", Y, 23),  # anything
    ("t9e", E, 29),  # ten of diamonds
    ("t9y", Y, 23),  # anything
    ("t10e", E, 30),  # nine of diamonds
    ("t10y", Y, 23),  # anything
    ("t11e", E, 31),  # eight of diamonds
    ("t11y", Y, 23),  # anything
    ("t12e", E, 32),  # ace of hearts
    ("t12y", Y, 23),  # his last card
    ("last", E, 33),  # one for the last trick
    ("cards", E, 43),  # ten for the cards
    ("result", E, 43),
    ("result", Y, 23),
]


@pytest.mark.parametrize(("step", "seat", "total"), PRINTED, ids=str)
def test_every_total_is_the_one_printed(step: str, seat: int, total: int) -> None:
    assert REPLAY.step(step).score[seat] == total


def test_the_record_asserts_exactly_the_printed_totals() -> None:
    asserted = [(s.id, c.seat, c.printed) for s in REPLAY.steps for c in s.checks]
    assert asserted == PRINTED
    assert all(check.agrees for check in REPLAY.checks)
    assert REPLAY.findings == ()


def test_the_hands_after_the_exchange_are_those_printed() -> None:
    """V47."""
    hands = REPLAY.step("xy").state.hands
    assert [format_hand(one) for one in hands] == ["A.AK.AJT987.JT9", "KQJ.QJT.KQ.AKQ8"]


def test_the_deal_is_the_one_printed() -> None:
    """V40: twelve cards each, and the talon from the top."""
    deal = REPLAY.steps[0].state.deal
    assert format_hand(deal.elder) == "97.A98.JT98.JT7"
    assert format_hand(deal.younger) == "QT8.QJ7.KQ.AKQ8"
    assert " ".join(map(str, deal.talon)) == "DA C9 D7 SA HK SK HT SJ"
    assert len(deal.elder) == len(deal.younger) == 12


def test_the_tricks_are_seven_and_five() -> None:
    """V50: the footnote says that A has won seven of the twelve."""
    (ended,) = (event for event in REPLAY.events if isinstance(event, DealEnded))
    assert (ended.score, ended.tricks) == ((43, 23), (7, 5))


def test_each_part_of_the_calls_counts_what_the_book_says() -> None:
    """V41, V42: 6 + 15 + 3; 14 + 3."""
    scored = {
        step: [event.points for event in REPLAY.step(step).events if isinstance(event, Scored)]
        for step in ("ce", "cy")
    }
    assert scored == {"ce": [6, 15, 3], "cy": [14, 3]}


def test_the_cards_that_may_be_anything_are_marked_and_no_others() -> None:
    marked = [
        step.id for step in REPLAY.steps if any(c.mark is CardMark.ANYTHING for c in step.cards)
    ]
    assert marked == ["t8y", "t9y", "t10y", "t11y", "t12y"]


def test_all_120_orders_of_the_last_five_cards_end_43_to_23() -> None:
    before = REPLAY.step("t8e").state
    ours = [step.action for step in REPLAY.steps if step.id in ("t9e", "t10e", "t11e", "t12e")]
    left = tuple(before.hands[Y])
    assert len(left) == 5
    for order in permutations(left):
        state = before
        for number, card in enumerate(order):
            state, _ = apply(state, Play(seat=Y, card=card))
            if number < 4:
                action = ours[number]
                assert action is not None
                state, _ = apply(state, action)
        assert state.phase is Phase.OVER
        assert (state.score, state.tricks) == ((43, 23), (7, 5))


def test_the_variation_gives_b_the_cards() -> None:
    (branch,) = REPLAY.step("t6e").branches
    # B makes three spades and A two hearts: not printed, but worked out from the cards.
    assert branch.steps[0].state.hands[E] == REPLAY.step("t5e").state.hands[E] - Hand.of(
        [parse_card("SA")]
    )
    assert branch.steps[-1].state.phase is Phase.OVER
    assert branch.steps[-1].state.tricks[Y] >= 7


def test_the_record_is_written_canonically() -> None:
    assert dumps(loads(TEXT)) == TEXT


# -- one thing changed, one finding ---------------------------------------------------------------


def replay_of(old: str, new: str) -> tuple[Replay, str]:
    assert TEXT.count(old) == 1, f"{old!r} stands {TEXT.count(old)} times"
    text = TEXT.replace(old, new)
    return replay_record(loads(text)), text


def place(text: str, line: str, word: str) -> tuple[int, int]:
    """Return the line and column of a word in the only line with this start."""
    (number,) = (n for n, one in enumerate(text.splitlines(), 1) if one.startswith(line))
    return number, text.splitlines()[number - 1].index(word) + 1


def only(replay: Replay) -> Finding:
    assert len(replay.findings) == 1, replay.findings
    return replay.findings[0]


TOTALS = [
    ("ce   6D 5JD 3JC =24", "=24", "=25", "sequence.scores"),
    ("t1e  DA =25", "=25", "=24", "play.lead"),
    ("cy   4Q 3K =17", "=17", "=14", "set.trio"),
    ("t1y  DQ =17", "=17", "=18", "set.trio"),
    ("t2y  DK =18", "=18", "=17", "play.capture"),
    ("t6e  HK =26", "=26", "=27", "play.lead"),
    ("t12y *SQ =23", "=23", "=24", "play.lead"),
    ("last e=33", "e=33", "e=32", "play.last-trick"),
    ("cards e=43", "e=43", "e=41", "cards.points"),
    ("result e=43 y=23", "e=43", "e=44", "cards.points"),
    ("result e=43 y=23", "y=23", "y=22", "play.lead"),
]


@pytest.mark.parametrize(("line", "old", "new", "rule"), TOTALS)
def test_one_wrong_total_is_one_finding(line: str, old: str, new: str, rule: str) -> None:
    replay, text = replay_of(f"\n{line}\n", f"\n{line.replace(old, new)}\n")
    finding = only(replay)
    assert (finding.span.line, finding.span.column) == place(
        text, line.split(maxsplit=1)[0] + " ", new
    )
    assert finding.span.length == len(new)
    given, printed = old.partition("=")[2], new.partition("=")[2]
    assert f"the source has {printed} for " in finding.message
    assert f"the rules give {given}" in finding.message
    assert finding.step == line.split(maxsplit=1)[0]
    assert finding.rule == rule
    # A wrong total is only a finding, so the replay continues to the end.
    assert replay.steps[-1].id == "result"


DEALT = [
    # one of elder's cards becomes one of younger's: it occurs twice, and another is missing
    ("elder    97.A98.JT98.JT7", "Q7.A98.JT98.JT7", "younger", "QT8", "SQ appears twice", "S9"),
    ("younger  QT8.QJ7.KQ.AKQ8", "QT8.QJ7.KQ.AKQT", "younger", "T", "CT appears twice", "C8"),
    (
        "talon    DA C9 D7 SA HK SK HT SJ",
        "DA C9 D7 SA HK SK HT DA",
        "talon",
        "DA",
        "DA appears",
        "SJ",
    ),
    (
        "talon    DA C9 D7 SA HK SK HT SJ",
        "DA C9 D7 SA HK SK HT S6",
        "talon",
        "S6",
        "S6 is not",
        "SJ",
    ),
]


@pytest.mark.parametrize(("old", "cards", "where", "word", "said", "missing"), DEALT)
def test_one_wrong_card_of_the_deal_is_one_finding(
    old: str, cards: str, where: str, word: str, said: str, missing: str
) -> None:
    head = old.split(maxsplit=1)[0]
    replay, text = replay_of(old, f"{head:<8} {cards}")
    finding = only(replay)
    line, _ = place(text, where + " ", word)
    column = text.splitlines()[line - 1].rindex(word) + 1
    assert (finding.span.line, finding.span.column) == (line, column)
    assert finding.message.startswith(said)
    assert f"nobody has {missing}" in finding.message
    assert finding.rule == "pack.ranks"
    assert replay.steps == ()


def test_a_card_too_few_or_too_many_is_said_with_what_is_missing() -> None:
    replay, text = replay_of("elder    97.A98.JT98.JT7", "elder    97.A98.JT98.JT")
    finding = only(replay)
    assert finding.message == "elder has 11 cards, not 12; nobody has C7"
    assert (finding.span.line, finding.span.column) == place(text, "elder", "97.")
    assert finding.rule == "deal.hand"
    replay, text = replay_of("HT SJ\n", "HT SJ ?\n")
    assert "unknown card" in replay.findings[0].message
    assert {f.rule for f in replay.findings} == {"", "deal.talon"}


STOPS = [
    # (line, changed line, the word the finding points at, words of the message, rule), for cards
    ("t1e  DA =25", "t1e  DK =25", "DK", "DK is not in the hand", "play.follow"),
    ("t2y  DK =18", "t2y  CA =18", "CA", "does not follow suit", "play.follow"),
    ("t3e  CJ =26", "t3e  HK =26", "HK", "does not follow suit", "play.follow"),
    ("t9e  DT =29", "t9e  DJ =29", "DJ", "DJ is not in the hand", "play.follow"),
    (
        "xe   S9 S7 H9 H8 C7",
        "xe   S9 S7 H9 H8 SQ",
        "SQ",
        "SQ is not in the hand",
        "exchange.elder-max",
    ),
    ("xe   S9 S7 H9 H8 C7", "xe   S9 S7 H9 H8 S9", "S9", "S9 appears twice", "exchange.elder-max"),
    ("xe   S9 S7 H9 H8 C7", "xe   S9 S7 H9 H8 C7 CT", "xe", "at most 5", "exchange.elder-max"),
    ("xy   ST S8 H7", "xy   ST S8 H7 DQ", "xy", "at most 3", "exchange.younger-max"),
    ("xy   ST S8 H7", "xy   ST S8 S9", "S9", "S9 is not in the hand", "exchange.younger-max"),
    # calls
    ("pe   6D", "pe   5D", "5D", "elder does not hold the point", "point.whole"),
    ("se   5JD", "se   5QD", "5QD", "elder does not hold the sequence", "sequence.compare"),
    ("qe   3A", "qe   4A", "4A", "elder does not hold the set", "set.compare"),
    ("py   good", "py   not-good", "not-good", "cannot say", "point.compare"),
    ("py   good", "py   equal", "equal", "cannot say", "point.compare"),
    ("sy   good", "sy   not-good", "not-good", "cannot say", "sequence.compare"),
    ("qy   not-good", "qy   equal", "equal", "cannot say", "set.compare"),
    # counts
    ("ce   6D 5JD 3JC =24", "ce   6D 5JD 3JC 3A =27", "3A", "the set is not good", "set.compare"),
    (
        "ce   6D 5JD 3JC =24",
        "ce   6D 6JD 3JC =25",
        "6JD",
        "is not in this hand",
        "sequence.compare",
    ),
    ("ce   6D 5JD 3JC =24", "ce   5JD 3JC =18", "ce", "the point is good", "point.compare"),
    ("cy   4Q 3K =17", "cy   4Q 3K 3J =20", "3J", "is not in this hand", "set.compare"),
    ("cy   4Q 3K =17", "cy   4K 4Q =28", "4K", "is not in this hand", "set.compare"),
    # turns
    ("t1e  DA =25", "t1y  DA =25", "t1y", "t1y is out of order", "play.winner"),
    ("t3y  CA =19", "t3e  CJ =26", "t3e", "t3e is out of order", "play.winner"),
    ("cy   4Q 3K =17", "t1y  DQ =17", "t1y", "t1y is out of order", "declare.younger-counts"),
]


@pytest.mark.parametrize(("old", "new", "word", "said", "rule"), STOPS)
def test_one_illegal_decision_is_one_finding_at_its_word(
    old: str, new: str, word: str, said: str, rule: str
) -> None:
    label, changed = old.split(maxsplit=1)[0], new.split(maxsplit=1)[0]
    # A changed label would occur twice, which is an error of notation; so the record is cut after it.
    cut = TEXT.index(f"\n{old}\n") + 1
    text = TEXT[:cut] + new + (TEXT[cut + len(old) :] if label == changed else "\n")
    if label != changed:
        text = "".join(
            one for one in text.splitlines(keepends=True) if one.split()[:1] != [changed]
        )
        text += new + "\n"
    number = next(n for n, one in enumerate(text.splitlines(), 1) if one == new)
    replay = replay_record(loads(text))
    finding = only(replay)
    assert (finding.span.line, finding.rule) == (number, rule)
    assert said in finding.message
    # If a card occurs twice, the finding may point at either place.
    columns = {new.index(word) + 1, new.rindex(word) + 1}
    assert finding.span.column in columns
    assert finding.span.length == len(word)
    shown = finding.show(text, "ab.piquet")
    assert shown.startswith(f"ab.piquet:{number}:{finding.span.column}: ")
    assert shown.splitlines()[0].endswith(f"[{rule}]")
    assert shown.splitlines()[-1].strip() == "^" * len(word)


def test_younger_may_sink_his_queens_and_then_the_totals_differ() -> None:
    """An answer that differs from the source's is legal, so only the totals differ."""
    text = TEXT.replace("qy   not-good", "qy   good").replace(
        "ce   6D 5JD 3JC =24", "ce   6D 5JD 3JC 3A =24"
    )
    finding = replay_record(loads(text)).findings[0]
    assert "the source has 24 for A at ce, the rules give 27" in finding.message
    assert finding.rule == "set.trio"


def test_counting_in_another_order_is_the_same_count() -> None:
    replay, _ = replay_of("ce   6D 5JD 3JC =24", "ce   5JD 3JC 6D =24")
    assert replay.findings == ()


def test_a_record_that_stops_says_where_unless_it_says_so_itself() -> None:
    cut = TEXT[: TEXT.index("last e=33")]
    assert replay_record(loads(cut)).findings == (), "the whole play is there"
    cut = TEXT[: TEXT.index("\nt12y") + 1]
    assert replay_record(loads(cut)).findings == (), "play=partial in Certainty"
    cut = cut.replace("play=partial", "play=stated")
    finding = only(replay_record(loads(cut)))
    assert "the record stops here" in finding.message
    assert finding.span.line == len(cut.splitlines())


def test_a_consequence_that_did_not_happen_is_found() -> None:
    finding = only(replay_of("xy   ST S8 H7\n", "by   =10\nxy   ST S8 H7\n")[0])
    assert finding.message == "there is no step by here"


def test_unknown_rules_are_found_at_their_tag() -> None:
    replay, text = replay_of('[Rules "hoyle1909"]', '[Rules "hoyle"]')
    finding = only(replay)
    assert (finding.span.line, finding.span.column) == place(text, "[Rules", "[")
    assert "unknown rule set" in finding.message


def test_a_prefix_of_the_record_replays_to_a_prefix_of_the_replay() -> None:
    record = read(AB)
    for length in range(len(record.lines) + 1):
        part = type(record)(
            tags=record.tags,
            elder=record.elder,
            younger=record.younger,
            talon=record.talon,
            lines=record.lines[:length],
        )
        steps = replay_record(part).steps
        own = [step for step in steps if step.line is not None or step.action is not None]
        for one, whole in zip(own, [s for s in REPLAY.steps if s.id != "deal"], strict=False):
            assert (one.id, one.events, one.state, one.score) == (
                whole.id,
                whole.events,
                whole.state,
                whole.score,
            )


def test_the_engine_alone_gives_the_same_log_as_the_replay() -> None:
    state, events = start(RULES, REPLAY.steps[0].state.deal)
    log = list(events)
    actions = [step.action for step in REPLAY.steps if step.action is not None]
    while state.phase is not Phase.OVER:
        legal: tuple[Action, ...] = legal_actions(state)
        action = actions[0] if actions and actions[0] in legal else legal[0]  # a look is declined
        if action is actions[0]:
            actions.pop(0)
        state, events = apply(state, action)
        log += events
    assert tuple(log) == REPLAY.events
    assert actions == []


def test_the_order_of_the_talon_is_held_by_the_deal_id() -> None:
    """Both cards go to elder in either order and no total changes; the id names the printed deal."""
    text = AB.read_text("utf-8")
    replay = replay_record(loads(text.replace("talon    DA C9", "talon    C9 DA")))
    (finding,) = replay.findings
    assert "32-XY8BPT54XW5N-D" in finding.message
    assert replay_record(loads(text)).findings == ()
