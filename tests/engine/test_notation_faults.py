"""Errors of notation: each is reported with its position, and hostile text costs little."""

import tracemalloc
from contextlib import suppress

import pytest
from test_notation import FIRST, HEAD, faults

from piquet_core.cards.cards import Hand, parse_card, parse_hand
from piquet_core.cards.combinations import parse_holding
from piquet_core.errors import CardError, Fault, NotationError, Span
from piquet_core.limits import LINK, RECORD
from piquet_core.notation import dumps, loads, parse_line
from piquet_core.notation.parser import DEEPEST
from piquet_core.notation.tokens import MOST_FAULTS, tokenize

# -- faults --------------------------------------------------------------------------------------

# (lines after HEAD, line counted from there, column, length, words of the message)
FAULTY = [
    ("t1e  DX", 0, 6, 2, "'DX' is not a card"),
    ("t1e  DA DK", 0, 9, 2, "t1e takes one word, not 2"),
    ("t1e  DA ZZ", 0, 9, 2, "t1e takes one word, not 2"),
    ("t1e", 0, 1, 3, "t1e takes one word, not 0"),
    ("t13e DA", 0, 1, 4, "no step is called 't13e'"),
    ("T1E  DA", 0, 1, 3, "no step is called 'T1E'"),
    ("xe   ~SA *S7 !H9", 0, 14, 3, "'!H9' is not a card"),
    ("xe", 0, 1, 2, "xe says nothing"),
    ("vy", 0, 1, 2, "vy says nothing"),
    ("ve   SA", 0, 6, 2, "'SA': write how many cards elder leaves, or none"),
    ("ve   1 2", 0, 8, 1, "ve takes one word, not 2"),
    ("pe   6D 5D", 0, 1, 2, "pe calls one holding, or none"),
    ("pe   5JD", 0, 6, 3, "5JD is not a point"),
    ("se   3A", 0, 6, 2, "3A is not a sequence"),
    ("qe   5JD", 0, 6, 3, "5JD is not a set"),
    ("qe   4Z", 0, 6, 2, "'4Z' is not a holding"),
    ("py   yes", 0, 6, 3, "'yes' is not an answer"),
    ("le   peek", 0, 6, 4, "write look or pass"),
    ("ne   X", 0, 6, 1, "'X' is not a suit"),
    ("ce   6D 5JD =x", 0, 13, 2, "a total is a whole number, not 'x'"),
    ("ce   6D =-3", 0, 9, 3, "a total is a whole number, not '-3'"),
    ("ce   6D z=3", 0, 9, 3, "expected the seat e (elder) or y (younger)"),
    ("ce   6D =" + "9" * 5000, 0, 9, 5001, "a total is a whole number"),
    ("last =33", 0, 6, 3, "say whose total it is: e=33 or y=33"),
    ("cards DA", 0, 7, 2, "only totals"),
    ("t1e  DA\nt1e  D7", 1, 1, 3, "a second line t1e"),
    ("t1e  DA\n(\n  t1e D7\n", 1, 1, 1, "this variation is never closed"),
    ("t1e  DA\n(\n)", 1, 1, 1, "this variation is empty"),
    ("t1e  DA\n)", 1, 1, 1, "a ) without its ("),
    ("t1e  DA\n{never\nclosed", 1, 1, 6, "this comment is never closed"),
    ("t1e  DA\n}", 1, 1, 1, "a } without its {"),
    ('t1e  DA\n[Title "late"]', 1, 1, 14, "tags stand before the deal"),
    ("t1e  DA ]", 0, 9, 1, "a ] without its ["),
    ("t1e  DA\n\u00a0\u00a0D7", 1, 1, 4, "unreadable text"),
]


@pytest.mark.parametrize(("body", "number", "column", "length", "said"), FAULTY)
def test_one_fault_is_reported_at_its_place(
    body: str, number: int, column: int, length: int, said: str
) -> None:
    text = HEAD + body
    (fault,) = faults(text)
    assert (fault.span.line - FIRST, fault.span.column, fault.span.length) == (
        number,
        column,
        length,
    )
    assert said in fault.message
    head, source, caret = fault.show(text, "x.piquet").split("\n")
    assert head.startswith(f"x.piquet:{fault.span.line}:{column}: ")
    line = text.split("\n")[fault.span.line - 1]
    assert source == "    " + line[: column + 99]  # a hundred characters after the caret are enough
    assert caret == "    " + " " * (column - 1) + "^" * min(length, 100)


HEADS = [
    ('[Id "x"]', '[Id "X y"]', 2, 1, "an Id has lower-case letters"),
    ('[Piquet "1"]', '[Piquet "2"]', 1, 1, "this reads version 1"),
    ('[Piquet "1"]\n', "", 2, 1, "the tag Piquet is missing"),
    ('[Id "x"]', '[Id "x"]\n[Id "y"]', 3, 1, "a second tag Id"),
    ('[Id "x"]', '[Id "x"]\n[Name "y"]', 3, 1, "unknown tag Name"),
    ('[Id "x"]', '[Id "x"]\n[Certainty "deal=sure"]', 3, 1, "'deal=sure': write part=grade"),
    ('[Id "x"]', '[Id "x"]\n[Year "99"]', 3, 1, "a Year is one year in four digits"),
    ('[Id "x"]', '[Id "x"]\n[Theme "pique glory"]', 3, 1, "no theme 'glory'; themes are capot"),
    ('[Id "x"]', '[Id "x"]\n[Title y]', 3, 1, "a tag is written"),
    ("97.A98.JT98.JT7", "97.A98.JT98", 5, 10, "a hand has four suits"),
    ("97.A98.JT98.JT7", "97.A98.JX98.JT7", 5, 18, "'DX' is not a card"),
    ("talon ", "stock ", 7, 1, "the line 'talon' with its cards is expected here"),
    ("DA C9 D7", "DA C9 DD7", 7, 16, "'DD7' is not a card"),
]


@pytest.mark.parametrize(("old", "new", "number", "column", "said"), HEADS)
def test_a_fault_of_the_head_is_reported_at_its_place(
    old: str, new: str, number: int, column: int, said: str
) -> None:
    assert old in HEAD
    first = faults(HEAD.replace(old, new, 1))[0]
    assert (first.span.line, first.span.column) == (number, column)
    assert said in first.message


def test_all_faults_are_found_at_once_in_order_of_place() -> None:
    bodies = ["t1e  DX", "py   yes", "ce   6D =x", "t3y  CA CK", "nonsense", "last =3"]
    text = HEAD.replace("JT98.JT7", "JT98.JTX") + "\n".join(bodies) + "\n"
    found = faults(text)
    assert [fault.span.line for fault in found] == [5, *range(FIRST, FIRST + len(bodies))]
    with pytest.raises(NotationError) as error:
        loads(text, "deal.piquet")
    assert str(error.value).count("deal.piquet:") == len(found)
    assert str(error.value) == "\n".join(fault.show(text, "deal.piquet") for fault in found)


def test_an_empty_text_says_what_is_missing() -> None:
    messages = [fault.message for fault in faults("")]
    assert [m for m in messages if "the tag" in m] == [
        f"the tag {name} is missing" for name in ("Piquet", "Id", "Rules")
    ]
    assert [m for m in messages if "the line" in m]


def test_the_caret_stands_under_its_word_after_tabs_and_odd_line_ends() -> None:
    text = HEAD + "{odd \u2028 and \x0c and \x85 characters}\n\tt1e\tDX\n"
    fault = faults(text)[-1]
    shown = fault.show(text, "x").split("\n")
    assert shown[1] == "    \tt1e\tDX"
    assert shown[2] == "    \t   \t^^"


def test_a_place_outside_the_text_has_no_line_to_show() -> None:
    fault = Fault(span=Span(line=9, column=1), message="gone")
    assert fault.show("one line", "x") == "x:9:1: gone"


def test_variations_may_nest_but_not_without_end() -> None:
    def nested(depth: int) -> str:
        return HEAD + "t1e DA\n(\n" * depth + "t1e DA\n" + ")\n" * depth

    record = loads(nested(8))
    assert loads(dumps(record)) == record
    assert any("nest" in fault.message for fault in faults(nested(2000)))


def test_what_nests_too_deeply_is_read_no_further() -> None:
    (fault,) = faults(HEAD + "t1e DA\n(\n" * 20 + "nonsense")
    assert fault.message == "variations can be nested at most 16 deep"
    assert fault.span.line == FIRST + 2 * DEEPEST + 1


def test_a_deal_line_with_dots_reads_the_ten_as_a_hand_does() -> None:
    hand = "97.A98.J1098.J107"
    text = HEAD.replace("97.A98.JT98.JT7", hand)
    assert loads(text) == loads(HEAD)
    assert Hand.of(one.card for one in loads(text).elder if one.card is not None) == parse_hand(
        hand
    )
    (fault,) = faults(HEAD.replace("97.A98.JT98.JT7", "97.A98.J10X8.J107"))
    assert (fault.span.column, fault.span.length) == (20, 1)
    assert "'DX' is not a card" in fault.message


CARDS_THAT_ARE_NONE = ("ſQ", "ﬆ", "Sſ", "ſ10", "ßA", "S\u212a", "SA\u0131", "S\u0660", "ＳＡ", "ЅА")
HOLDINGS_THAT_ARE_NONE = ("6ſ", "5Jſ", "5ſJ", "3\u212a", "\u0666D", "５JD")


@pytest.mark.parametrize("word", CARDS_THAT_ARE_NONE)
def test_a_lookalike_letter_is_refused(word: str) -> None:
    """`str.upper` makes S of the long s and ST of its ligature; here only a to z have capitals."""
    with pytest.raises(CardError):
        parse_card(word)
    with pytest.raises(CardError):
        parse_hand(f"{word}...")
    for line in (f"t1e {word}", f"t1e *{word}", f"xe {word}", "ne ſ"):
        assert faults(f"{HEAD}{line}\n"), line
    assert faults(HEAD.replace("97.A98", f"{word}.A98"))
    assert faults(HEAD.replace("talon    DA", f"talon    {word}"))


@pytest.mark.parametrize("word", HOLDINGS_THAT_ARE_NONE)
def test_a_holding_refuses_lookalike_letters_too(word: str) -> None:
    with pytest.raises(CardError):
        parse_holding(word)
    for line in (f"pe {word}", f"se {word}", f"qe {word}", f"ce {word}"):
        assert faults(f"{HEAD}{line}\n"), line


# -- how much is read ----------------------------------------------------------------------------


def test_a_record_has_one_mebibyte_at_most() -> None:
    record = loads(HEAD + "\n" * (RECORD - len(HEAD)))
    assert record == loads(HEAD)
    for text in (HEAD + "\n" * (RECORD - len(HEAD) + 1), "♠" * (RECORD // 2), "(" * 10 * RECORD):
        (fault,) = faults(text)
        assert fault.message == "a record is too long: at most 1 MiB"
        with pytest.raises(NotationError) as error:
            loads(text)
        assert len(str(error.value)) < 500
    with pytest.raises(NotationError, match="a line is too long: at most 64 KiB"):
        parse_line("t1e DA" + " " * LINK)


HOSTILE = {
    "parentheses": HEAD + "(" * 10**6,
    "nested": HEAD + "t1e DA\n(\n" * 10**5,
    "brackets": HEAD + "]\n" * (5 * 10**5),
    "braces": HEAD + "{\n" * (5 * 10**5),
    "empty variations": HEAD + "t1e DA" + "()" * (5 * 10**5),
    "lines": HEAD + "t1e\n" * (25 * 10**4),
    "words": HEAD + "t1e " + "x " * (5 * 10**5),
    "cards": HEAD + "xe " + "S9 " * (3 * 10**5),
    "totals": HEAD + "cards " + "e=1 " * (25 * 10**4),
    "blank lines": HEAD + "\n" * 10**6,
    "a comment": HEAD + "{" + "x" * 10**6 + "}",
    "an open comment": HEAD + "{" + "x" * 10**6,
    "an open comment of escaped braces": HEAD + "{" + "\\{" * (5 * 10**5),
    # Tens of thousands of tags are allowed, so the parser reads this to its end.
    "tags": "".join(f'[_t{i} ""]\n' for i in range(7 * 10**4)) + HEAD,
}


@pytest.mark.parametrize(
    "name",
    [*list(HOSTILE)[:-1], pytest.param(list(HOSTILE)[-1], marks=pytest.mark.thorough)],
)
def test_a_hostile_text_costs_little(name: str) -> None:
    """Memory, unlike time, is reproducible: at most some 60 bytes for each byte of text.

    One mebibyte of parentheses took 250 MiB when all tokens were created before use.
    """
    text = HOSTILE[name]
    assert 5 * 10**5 < len(text) <= RECORD
    tracemalloc.start()
    try:
        with suppress(NotationError):
            loads(text)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 64 * RECORD


def test_tokens_are_made_when_they_are_asked_for() -> None:
    found: list[Fault] = []
    first = next(tokenize("word " + "]" * 10**6, found))
    assert (first.text, found) == ("word", [])


def test_a_text_with_a_thousand_faults_is_read_no_further() -> None:
    found = faults(HEAD + "]\n" * 5000)
    assert MOST_FAULTS <= len(found) < MOST_FAULTS + 10
    assert found[0].span.line == FIRST
    with pytest.raises(NotationError, match=r"a line has at most 100 words"):
        loads(HEAD + "xe" + " S9" * 200)


def test_a_line_end_in_a_tag_is_a_fault() -> None:
    """An escaped line end would be read, but then written in a form that cannot be read."""
    text = HEAD.replace('[Id "x"]', '[Id "x"]\n[Title "a\\\nb"]')
    assert any("a tag is written" in fault.message for fault in faults(text))
