"""Every finding has a position and a rule, in the words of the notation; the exceptions are listed."""

import re
from itertools import product

import pytest
from random_play import AB

from piquet_core.errors import NotationError
from piquet_core.notation import loads
from piquet_core.replay.replay import replay_record
from piquet_core.replay.steps import Finding, Replay
from piquet_core.rules import catalogue

TEXT = AB.read_text(encoding="utf-8")
REPLAY = replay_record(loads(TEXT))


def changed(*pairs: tuple[str, str]) -> Replay:
    text = TEXT
    for old, new in pairs:
        assert text.count(f"\n{old}\n") == 1, old
        text = text.replace(f"\n{old}\n", f"\n{new}\n")
    return replay_record(loads(text))


def only(replay: Replay) -> Finding:
    (finding,) = replay.findings
    return finding


# -- a total that differs --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "said", "rule"),
    [
        # A's last points are those for the cards; B's are for the lead to the tenth trick, =23.
        (
            "result e=43 y=23",
            "result e=42 y=23",
            "42 for A at result, the rules give 43",
            "cards.points",
        ),
        (
            "result e=43 y=23",
            "result e=43 y=22",
            "22 for B at result, the rules give 23",
            "play.lead",
        ),
        # B answers without having scored: the comparison that the step is about.
        ("py   good", "py   good =1", "1 for B at py, the rules give 0", "point.compare"),
        ("sy   good", "sy   good =1", "1 for B at sy, the rules give 0", "sequence.compare"),
        ("xe   S9 S7 H9 H8 C7", "xe   S9 S7 H9 H8 C7 =1", "1 for A at xe", "exchange.elder-max"),
        # A's 24 in hand are A's last points; A has no others when B counts.
        ("cy   4Q 3K =17", "cy   4Q 3K =17 e=24", "24 for A at cy, the rules give 25", "play.lead"),
    ],
)
def test_it_names_the_rule_of_the_last_points_wherever_they_were(
    old: str, new: str, said: str, rule: str
) -> None:
    finding = only(changed((old, new)))
    assert said in finding.message
    assert finding.rule == rule


def test_whatever_total_differs_a_rule_is_named() -> None:
    """For each line and player of the deal, one point too many gives a finding with its rule."""
    main, _, end = TEXT.partition("\nt1e")
    lines = re.findall(
        r"^(?:[aprlcsqxnd][ey]|my|t\d+[ey]|last|cards|result)\b.*$",
        main + "\nt1e" + end,
        re.MULTILINE,
    )
    tried = 0
    for line, letter in product(lines, "ey"):
        if TEXT.count(f"\n{line}\n") != 1:
            continue
        bare = re.sub(r" [ey]?=\d+", "", line)
        finding = next(
            one for one in changed((line, f"{bare} {letter}=999")).findings if "999" in one.message
        )
        assert finding.rule in catalogue(), line
        tried += 1
    assert tried > 60


def test_in_a_variation_the_points_before_it_count() -> None:
    """A throws the ace of spades, which scores nothing; both scored their last points earlier."""
    text = TEXT.replace("\n  t6e  SA\n", "\n  t6e  SA e=99 y=99\n")
    assert text != TEXT
    findings = replay_record(loads(text)).findings
    assert [(finding.step, finding.rule) for finding in findings] == [
        ("t6e-1-t6e", "play.lead"),
        ("t6e-1-t6e", "play.lead"),
    ]


def test_a_consequence_that_does_not_come_names_the_rule_that_brings_it() -> None:
    for label, rule in (
        ("be e=10", "blank.show"),
        ("last e=1", "play.last-trick"),
        ("cards e=1", "cards.when"),
        ("result e=1", "cards.majority"),
    ):
        text = TEXT[: TEXT.index("\nt1e")] + f"\n{label}\n"
        finding = replay_record(loads(text)).findings[0]
        assert (finding.message, finding.rule) == (
            f"there is no step {label.split()[0]} here",
            rule,
        )


def test_what_rests_on_no_rule_names_none() -> None:
    """Deal ids, sources, unknown cards, a record that stops too soon, and every error of notation."""
    start = TEXT[: TEXT.index("\nt1e")]
    for text, said in (
        (TEXT.replace("32-XY8BPT54XW5N-D", "32-000000000000-0"), "another deal"),
        (TEXT.replace('"hoyle1909:example"', '"nobody:nowhere"'), "unknown source"),
        (TEXT.replace("t1e  DA =25", "t1e  ? =25"), "an unknown card"),
        (start.replace("play=partial", "play=stated"), "the record stops here"),
    ):
        assert text != TEXT
        finding = replay_record(loads(text)).findings[0]
        assert said in finding.message
        assert finding.rule == ""
    with pytest.raises(NotationError) as caught:
        loads(TEXT.replace("t1e  DA =25", "t1e  DX =25"))
    assert not re.search(r"\[[a-z]+\.[a-z-]+\]", str(caught.value))


# -- the source ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("nobody:nowhere", "unknown source 'nobody'"),
        ("nobody:nowhere.3", "unknown source 'nobody'"),
        ("hoyle1909:nowhere", "no section 'nowhere'"),
        ("hoyle1909:example.900", "section 'example' has"),
        ("hoyle1909:", "no section ''"),
        ("hoyle1909", "no section ''"),
    ],
)
def test_a_place_that_no_known_source_has_is_a_finding(source: str, said: str) -> None:
    text = TEXT.replace('"hoyle1909:example"', f'"{source}"')
    replay = replay_record(loads(text))
    finding = only(replay)
    assert said in finding.message
    assert finding.message.endswith("a source that is not on the list is written in words")
    assert text.splitlines()[finding.span.line - 1].startswith("[Source ")
    assert replay.steps[-1].score == REPLAY.steps[-1].score, "it keeps nothing from being replayed"


@pytest.mark.parametrize(
    "source",
    [
        "hoyle1909:capot",
        "hoyle1909:capot.1",
        "My aunt's notebook, page 12",
        "Molière, Les Fâcheux (1661), act 2, scene 2",
        "https://example.org/deal",
        "Played at home: 3 May 2024",
        "",
    ],
)
def test_a_source_in_words_is_a_readers_own(source: str) -> None:
    assert replay_record(loads(TEXT.replace('"hoyle1909:example"', f'"{source}"'))).findings == ()


# -- messages --------------------------------------------------------------------------------------


def test_a_refused_answer_is_told_in_the_words_of_a_record() -> None:
    """B has four queens to A's three aces: *equal* is false, and every true word can be written."""
    finding = only(changed(("qy   not-good", "qy   equal")))
    wrong, *words = re.findall("“(.*?)”", finding.message)
    assert (wrong, words[-1]) == ("equal", "not-good")
    for word in words:
        assert not any(
            "cannot say" in one.message
            for one in changed(("qy   not-good", f"qy   {word}")).findings
        )


def test_a_suit_is_named_in_vain_and_the_message_says_why() -> None:
    """Under hoyle1909 elder sees younger's looked-at cards by naming a suit; B looked at nothing."""
    line = next(line for line in TEXT.splitlines() if line.startswith("t1e"))
    finding = only(changed((line, f"ne   D\n{line}")))
    assert (
        finding.message == "there is nothing to see by naming a suit: younger has looked at no card"
    )
    assert finding.rule == "exchange.look-exposes"
