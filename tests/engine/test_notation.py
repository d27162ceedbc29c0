"""The notation: written records read back equal, every error has a position, and nothing crashes."""

import codecs
import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from example_counts import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from random_play import AB, ALL_RECORDS, RULES, read

from piquet_core.cards.cards import CARDS, RANKS, SUITS, Hand, parse_card
from piquet_core.cards.combinations import PointHolding, SequenceHolding, SetHolding, parse_holding
from piquet_core.cards.seat import Seat, parse_seat
from piquet_core.errors import CardError, Fault, NotationError, Span
from piquet_core.notation import (
    AnswerWord,
    CardMark,
    Line,
    MarkedCard,
    PrintedTotal,
    Record,
    Tag,
    Variation,
    dumps,
    loads,
    loads_all,
    select_record,
)
from piquet_core.notation.record import CHOICES
from piquet_core.notation.tags import GRADES, PARTS
from piquet_core.notation.tokens import escape, tokenize, unescape
from piquet_core.replay.replay import replay_record

TEXT = AB.read_text(encoding="utf-8")
HEAD = """[Piquet "1"]
[Id "x"]
[Rules "hoyle1909"]

elder    97.A98.JT98.JT7
younger  QT8.QJ7.KQ.AKQ8
talon    DA C9 D7 SA HK SK HT SJ
"""
FIRST = HEAD.count("\n") + 1
"""The first line after HEAD."""


def faults(text: str) -> tuple[Fault, ...]:
    with pytest.raises(NotationError) as error:
        loads(text, "x.piquet")
    return error.value.faults


# -- words, both ways ----------------------------------------------------------------------------


def test_every_card_reads_back() -> None:
    for card in CARDS:
        assert parse_card(str(card)) is card
        assert parse_card(str(card).lower()) is card
        assert eval(repr(card)) is card


def test_every_holding_reads_back() -> None:
    every = [PointHolding(suit, size) for suit in SUITS for size in range(1, 10)]
    runs = [
        SequenceHolding(suit, size, top)
        for suit in SUITS
        for top in RANKS
        for size in range(1, top + 2)
    ]
    sets = [SetHolding(rank, size) for rank in RANKS for size in (3, 4)]
    words = [str(one) for one in (*every, *runs, *sets)]
    assert len(set(words)) == len(words)
    for one in (*every, *runs, *sets):
        assert parse_holding(str(one)) == one


def test_every_seat_reads_back() -> None:
    assert [parse_seat(seat.letter) for seat in Seat] == list(Seat)


@pytest.mark.parametrize("word", ["", "S", "SAA", "1S", "XA", "S1", "S 9", "ＳＡ", "10S", "?"])
def test_a_text_that_is_not_a_card(word: str) -> None:
    with pytest.raises(CardError):
        parse_card(word)


@pytest.mark.parametrize("word", ["", "4", "D", "0D", "4X", "9JD", "3J7", "2Q", "5Q", "٣D", "44D"])
def test_a_text_that_is_not_a_holding(word: str) -> None:
    with pytest.raises(CardError, match="write 6D"):
        parse_holding(word)


@given(st.text(), st.sampled_from(["", '"', "{}"]))
def test_escaping_reads_back(text: str, special: str) -> None:
    assert unescape(escape(text, special)) == text


# -- records, both ways --------------------------------------------------------------------------


@pytest.mark.parametrize("path", ALL_RECORDS, ids=lambda path: str(path.stem))
def test_records_on_disk_read_back(path: Path) -> None:
    record = read(path)
    assert loads(dumps(record)) == record


# Comments come back with single spaces and all other characters unchanged.
texts = st.text(
    st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"], exclude_characters="\x85"),
    max_size=40,
)
comments = st.one_of(
    texts, st.sampled_from(["a {b} c", "\\", "}{", "«café» … ♠", '"', "(no) [line]", "x " * 90])
).map(lambda text: " ".join(text.split()))
cards = st.sampled_from(CARDS)
marked = st.one_of(
    cards.map(lambda card: MarkedCard(card=card)),
    cards.map(lambda card: MarkedCard(card=card, mark=CardMark.INFERRED)),
    cards.map(lambda card: MarkedCard(card=card, mark=CardMark.ANYTHING)),
    st.just(MarkedCard(card=None, mark=CardMark.UNKNOWN)),
)
totals = st.lists(
    st.builds(
        PrintedTotal,
        seat=st.sampled_from([None, *Seat]),
        points=st.integers(min_value=0, max_value=999),
    ),
    max_size=2,
).map(tuple)
holdings = {
    "p": st.builds(PointHolding, suit=st.sampled_from(SUITS), size=st.integers(1, 9)),
    "s": st.builds(
        SequenceHolding, suit=st.sampled_from(SUITS), size=st.integers(1, 6), top=st.just(RANKS[7])
    ),
    "q": st.builds(SetHolding, rank=st.sampled_from(RANKS), size=st.sampled_from([3, 4])),
}


@st.composite
def line(draw: st.DrawFn, label: str, depth: int) -> Line:
    """Draw a line that the grammar allows for its label, sensible or not."""
    items: tuple[object, ...]
    said = totals
    match label[0], label:
        case "t", _:
            items = (draw(marked),)
        case _, "xe" | "xy" | "vy":
            items = tuple(draw(st.lists(marked, max_size=8)))
        case "c", "ce" | "cy":
            items = tuple(draw(st.lists(st.one_of(*holdings.values()), min_size=1, max_size=5)))
        case "a", _:
            items = (draw(st.one_of(st.booleans(), st.integers(0, 99))),)
        case _ if label in CHOICES:
            items = (draw(st.booleans()),)
        case _, "ve":
            items = tuple(draw(st.lists(st.integers(0, 99), max_size=1)))
        case "n", _:
            items = (draw(st.sampled_from(SUITS)),)
        case _, "pe" | "se" | "qe":
            items = tuple(draw(st.lists(holdings[label[0]], max_size=1)))
        case "m", _ if len(label) == 3:
            items = (draw(st.sampled_from(AnswerWord)),)
        case "p" | "s" | "q", _ if len(label) == 3:
            kind = holdings[label[0]] if label.endswith("e") else st.sampled_from(AnswerWord)
            items = (draw(st.just(False) | kind),)
        case _, "py" | "sy" | "qy" | "my":
            items = (draw(st.sampled_from(AnswerWord)),)
        case _:
            items = ()
            if label in ("last", "cards", "result"):
                said = totals.map(lambda some: tuple(t for t in some if t.seat is not None))
    variations: tuple[Variation, ...] = ()
    if depth and draw(st.integers(0, 5)) == 0:
        variations = tuple(
            Variation(comment=draw(comments), lines=tuple(draw(lines(depth - 1, 1))))
            for _ in range(draw(st.integers(1, 2)))
        )
    return Line(
        label=label,
        items=items,  # type: ignore[arg-type]
        totals=draw(said),
        comment=draw(comments),
        variations=variations,
    )


SECOND = [
    *(f"{kind}{word}{seat}" for kind in "psq" for word in range(2, 10) for seat in "ey"),
    *(f"m{word}y" for word in range(2, 10)),
]
"""The labels of second and later calls."""

LABELS = [
    *(
        "ae",
        "be",
        "xe",
        "le",
        "re",
        "ry",
        "ay",
        "by",
        "xy",
        "ve",
        "vy",
        "dy",
        "ly",
        "pe",
        "py",
        "my",
        "se",
        "sy",
    ),
    *("qe", "qy", "ce", "ne", "de", "cy", "last", "cards", "result"),
    *(f"t{n}{s}" for n in range(1, 13) for s in "ey"),
    *SECOND,
]


@st.composite
def lines(draw: st.DrawFn, depth: int = 2, least: int = 0) -> Sequence[Line]:
    labels = draw(st.lists(st.sampled_from(LABELS), unique=True, min_size=least, max_size=6))
    return [draw(line(label, depth)) for label in labels]


@st.composite
def records(draw: st.DrawFn) -> Record:
    tags = [
        Tag(name="Piquet", value="1"),
        Tag(
            name="Id", value=draw(st.from_regex(r"[a-z0-9]{1,5}(-[a-z0-9]{1,3})?", fullmatch=True))
        ),
        Tag(name="Rules", value=draw(texts)),
        Tag(name="Title", value=draw(texts)),
        Tag(name="_mine", value=draw(texts)),
    ]
    if draw(st.booleans()):
        word = f"{draw(st.sampled_from(PARTS))}={draw(st.sampled_from(GRADES))}"
        tags.append(Tag(name="Certainty", value=word))
    hands = [tuple(draw(st.lists(marked, min_size=1, max_size=12))) for _ in range(3)]
    if draw(st.booleans()):
        hands[0] = tuple(MarkedCard(card=one) for one in Hand.of(draw(st.sets(cards, min_size=1))))
    return Record(
        tags=tuple(draw(st.permutations(tags))),
        elder=hands[0],
        younger=hands[1],
        talon=hands[2],
        comment=draw(comments),
        lines=tuple(draw(lines())),
    )


@settings(max_examples=examples(80))
@given(records())
def test_what_is_written_reads_back_and_is_canonical(record: Record) -> None:
    text = dumps(record)
    assert loads(text) == record
    assert dumps(loads(text)) == text
    assert all(
        len(one) <= 96 or " " not in one.strip() or one[0] != " " for one in text.split("\n")
    )


def test_canonical_text_is_written_as_it_was_read() -> None:
    for path in ALL_RECORDS:
        text = path.read_text(encoding="utf-8")
        assert dumps(loads(text)) == text


def test_loose_text_reads_as_the_same_record() -> None:
    """Spaces, blank lines, Windows line ends, lower-case cards, tens as 10, French letters."""
    loose = (
        TEXT.replace("\n", "\r\n")
        .replace("xe   S9 S7 H9 H8 C7", "\txe  s9   S7 H9\tH8 C7  ")
        .replace("CT =26", "C10 =26")
        .replace("HQ\r\n", "HD\r\n")
        .replace("ce   6D", "\r\n\r\nce   6D")
    )
    assert loads(loose) == loads(TEXT)
    assert dumps(loads(loose)) == TEXT


def test_a_byte_order_mark_is_no_part_of_a_record() -> None:
    """Editors on Windows write one at the beginning of a file: Unicode 16, section 23.8."""
    mark = b"\xef\xbb\xbf".decode("utf-8")
    assert loads(mark + TEXT) == loads(TEXT)
    with pytest.raises(NotationError) as plain:
        loads(f"x{TEXT}")
    with pytest.raises(NotationError) as marked:
        loads(f"{mark}x{TEXT}")
    assert str(marked.value) == str(plain.value), "columns count from the text"
    with pytest.raises(NotationError):
        loads(f"{mark}{mark}{TEXT}")


@pytest.mark.parametrize(
    "data",
    [
        TEXT.encode(),
        TEXT.encode("utf-8-sig"),
        codecs.BOM_UTF16_LE + TEXT.encode("utf-16-le"),
        codecs.BOM_UTF16_BE + TEXT.encode("utf-16-be"),
        TEXT.replace("\n", "\r\n").encode(),
        TEXT.replace("\n", "\r").encode(),
        f"A deal:\n\n```piquet\n{TEXT}```\n\nAnd more.\n".encode(),
        f"~~~~\n{TEXT}~~~~\n".encode(),
        f"```\n{TEXT}".encode(),
        f"```console\n$ piquet\n```\n\n````\n{TEXT}````\n".encode(),
    ],
)
def test_a_record_is_read_as_files_have_it(data: bytes) -> None:
    assert loads(data) == loads(TEXT)
    assert loads_all(data) == (loads(TEXT),)


@pytest.mark.parametrize(
    ("data", "line", "column", "encoding"),
    [
        (b"[Piquet]\n caf\xe9", 2, 5, "UTF-8"),
        (b"\xef\xbb\xbf[Piquet]\r\n\xe9", 2, 1, "UTF-8"),
        (codecs.BOM_UTF16_LE + "a\nbc".encode("utf-16-le") + b"x", 2, 3, "UTF-16"),
    ],
)
def test_bytes_that_are_no_text_are_refused_with_their_place(
    data: bytes, line: int, column: int, encoding: str
) -> None:
    with pytest.raises(NotationError) as error:
        loads(data, "x.piquet")
    (fault,) = error.value.faults
    assert fault.span == Span(line=line, column=column)
    assert fault.message == f"not {encoding} text: save the file as UTF-8"


def test_a_text_may_have_several_records() -> None:
    other = TEXT.replace('[Id "hoyle1909-ab"]', '[Id "other"]')
    both = f"{TEXT}\n{other}"
    first, second = loads_all(both)
    assert first == loads(TEXT)
    assert second == loads(other)
    begin = TEXT.count("\n") + 2
    assert second.lines[0].span.line == first.lines[0].span.line + begin - 1
    (fault,) = faults(both)
    assert fault.span.line == begin
    assert fault.message == "a second record begins here, where one is expected"
    assert loads(select_record(both, "other")) == second
    with pytest.raises(NotationError, match="no record here has the Id x; choose one of hoyle"):
        select_record(both, "x")


def test_the_faults_of_all_records_are_reported() -> None:
    other = TEXT.replace('[Id "hoyle1909-ab"]', '[Id "other"]')
    text = f"{TEXT}(t1e DA\n{other.replace('py   good', 'py   yes')}\n{TEXT}"
    with pytest.raises(NotationError) as error:
        loads_all(text)
    assert [fault.message.partition(":")[0] for fault in error.value.faults] == [
        "this variation is never closed",
        "'yes' is not an answer",
        "a second record with the Id hoyle1909-ab",
    ]


def test_a_fence_in_a_comment_is_a_comment() -> None:
    """Only a fence before the first record makes a text Markdown."""
    text = HEAD + "xe none {\n```\n}\n"
    assert loads(text).lines[0].comment == "```"


def test_places_are_no_part_of_a_record() -> None:
    record = loads(TEXT)
    bare = replace(record, tags=tuple(Tag(name=t.name, value=t.value) for t in record.tags))
    assert bare == record
    assert record.find_tag("Rules") is not None
    assert record.tag("Transcriber", "nobody") == "nobody"
    assert [record.player(seat) for seat in Seat] == ["A", "B"]


# -- anything at all -----------------------------------------------------------------------------

PIECES = [
    *("{", "}", "(", ")", "[", "]", '"', "\\", "\n", " ", "=", "?", "*", "~", ".", "\t", "\r"),
    *("t1e DA", "(\n t2e D7\n)", "4Q", "not-good", "e=33", "{x}", "S6", "SA", "ne H", "de look"),
    *("\u00a0", "\u2028", "♠", "ß", "\x00", "1" * 30, "none", "xe ?", "le look", "be =10"),
]


def never_crashes(text: str) -> None:
    try:
        record = loads(text)
    except NotationError as error:
        lines_of = text.split("\n")
        for fault in error.faults:
            place = fault.span
            fits = 1 <= place.line <= len(lines_of)
            if not (fits and 1 <= place.column <= len(lines_of[place.line - 1]) + 1):
                pytest.fail(f"{fault} is no place in {text!r}")
            fault.show(text)
        return
    assert loads(dumps(record)) == record
    replay = replay_record(record)
    for finding in replay.findings:
        assert finding.message
        assert finding.span.line >= 1
        finding.show(text, "x")
    assert replay.findings or replay.steps


@settings(max_examples=examples(150))
@given(st.integers(min_value=0, max_value=2**32 - 1))
def test_a_mutilated_record_is_a_fault_or_a_finding(seed: int) -> None:
    rng = random.Random(seed)
    text = TEXT
    for _ in range(rng.randint(1, 4)):
        place, length = rng.randrange(len(text)), rng.choice((0, 0, 1, 1, 2, 5, 40))
        piece = rng.choice(PIECES) if rng.random() < 0.7 else rng.choice(TEXT)
        if rng.random() < 0.3:
            piece = ""
        text = text[:place] + piece + text[place + length :]
    never_crashes(text)


@settings(max_examples=examples(150))
@given(st.integers(min_value=0, max_value=2**32 - 1))
def test_shuffled_words_are_a_fault_or_a_finding(seed: int) -> None:
    """Well-formed words in the wrong place: the replay must survive everything that the parser accepts."""
    rng = random.Random(seed)
    rows = TEXT.split("\n")
    body = [i for i, row in enumerate(rows) if row[:1] in "xpsqctlr" and row and i > 11]
    for _ in range(rng.randint(1, 3)):
        i, j = rng.sample(body, 2)
        kind = rng.randrange(4)
        if kind == 0:
            rows[i], rows[j] = rows[j], rows[i]
        elif kind == 1:
            rows[i] = ""
        elif kind == 2:
            label, other = rows[i].split()[:1], rows[j].split()[1:]
            rows[i] = " ".join([*label, *other])
        else:
            words = rows[i].split()
            if len(words) > 1:
                words[1] = str(rng.choice(CARDS)) if rng.random() < 0.7 else "?"
            rows[i] = " ".join(words)
    never_crashes("\n".join(rows))


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused(text: str) -> None:
    never_crashes(text)
    never_crashes(HEAD + text)


@settings(max_examples=examples(30))
@given(records())
def test_any_record_is_replayed_or_found_wanting(record: Record) -> None:
    assert replay_record(record, RULES).findings is not None


@given(st.text(alphabet='{}[]()"\\\n a=', max_size=60))
def test_tokens_and_faults_cover_the_text(text: str) -> None:
    found: list[Fault] = []
    tokens = list(tokenize(text, found))
    for token in tokens:
        row = text.split("\n")[token.span.line - 1]
        assert token.kind == "newline" or row[token.span.column - 1 :].startswith(
            token.text.split("\n")[0]
        )
    if not found:
        assert (
            "".join(t.text for t in tokens) == "".join(c for c in text if c != " ") or " " in text
        )
