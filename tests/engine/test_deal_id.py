"""Deal ids: one for each deal, one deal for each, and every single wrong letter is detected."""

import random
from dataclasses import replace
from math import comb, factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_play import AB, read

from piquet_core.cards.cards import Hand, pack
from piquet_core.engine.state import Deal, shuffled_deal
from piquet_core.errors import CardError, NotationError
from piquet_core.notation import Tag, dumps, loads
from piquet_core.notation.deal_id import CHECKS, LETTERS, WIDTHS, format_deal_id, parse_deal_id
from piquet_core.replay.new_deal import record_of_deal_id
from piquet_core.replay.replay import replay_record
from piquet_core.rules import load_ruleset

AB_ID = "32-XY8BPT54XW5N-D"
TEXT = AB.read_text(encoding="utf-8")
RULES = {32: load_ruleset("hoyle1909"), 36: load_ruleset("old36")}


def ab_deal() -> Deal:
    return replay_record(read(AB)).steps[0].state.deal


def test_the_a_b_deal_has_the_id_of_its_design() -> None:
    assert format_deal_id(ab_deal()) == AB_ID
    assert parse_deal_id(AB_ID) == ab_deal()


@given(st.sampled_from((32, 36)), st.randoms(use_true_random=False))
def test_ids_and_deals_go_round(size: int, rng: random.Random) -> None:
    deal = shuffled_deal(RULES[size], rng)
    id = format_deal_id(deal)
    head, letters, check = id.split("-")
    assert (head, len(letters), len(check)) == (str(size), WIDTHS[size], 1)
    assert parse_deal_id(id) == deal
    assert parse_deal_id(id.lower()) == deal


@pytest.mark.parametrize("size", WIDTHS)
def test_the_first_and_the_last_deal(size: int) -> None:
    cards = tuple(pack(size))
    first = Deal(elder=Hand.of(cards[:12]), younger=Hand.of(cards[12:24]), talon=cards[24:])
    assert format_deal_id(first) == f"{size}-{'0' * WIDTHS[size]}-0"
    back = cards[::-1]
    last = Deal(elder=Hand.of(back[:12]), younger=Hand.of(back[12:24]), talon=back[24:])
    deals = comb(size, 12) * comb(size - 12, 12) * factorial(size - 24)
    assert number(format_deal_id(last)) == deals - 1
    assert parse_deal_id(format_deal_id(last)) == last
    assert parse_deal_id(written(size, deals - 1)) == last
    with pytest.raises(CardError, match="the number is too large"):
        parse_deal_id(written(size, deals))


def number(id: str) -> int:
    value = 0
    for letter in id.split("-")[1]:
        value = value * 32 + LETTERS.index(letter)
    return value


def written(size: int, value: int) -> str:
    letters = "".join(LETTERS[value >> 5 * i & 31] for i in reversed(range(WIDTHS[size])))
    return f"{size}-{letters}-{CHECKS[value % 37]}"


@pytest.mark.parametrize("size", WIDTHS)
def test_every_single_wrong_letter_is_caught(size: int) -> None:
    id = format_deal_id(shuffled_deal(RULES[size], random.Random(1661)))
    tried = 0
    for place, right in enumerate(id):
        for letter in set(CHECKS + "-236") - {right}:
            with pytest.raises(CardError, match="invalid deal id"):
                parse_deal_id(id[:place] + letter + id[place + 1 :])
            tried += 1
    assert tried > 36 * WIDTHS[size]


def test_letters_that_look_alike_are_read_as_meant() -> None:
    rng = random.Random(1909)
    ids = [format_deal_id(shuffled_deal(RULES[32], rng)) for _ in range(40)]
    assert any("0" in id[3:] for id in ids)
    assert any("1" in id[3:] for id in ids)
    for id in ids:
        for one in ("I", "L", "i", "l"):
            other = id[:3] + id[3:].replace("0", "o").replace("1", one)
            assert parse_deal_id(other) == parse_deal_id(id)


@pytest.mark.parametrize(
    "text", ["", "32", "32--", "XY8BPT54XW5N-D", "52-XY8BPT54XW5N-D", "32-XY8BPT54XW5-D", AB_ID * 2]
)
def test_a_text_that_is_not_an_id_is_refused(text: str) -> None:
    with pytest.raises(CardError, match="invalid deal id"):
        parse_deal_id(text)


@given(st.text(max_size=30))
def test_no_text_makes_the_reader_stumble(text: str) -> None:
    try:
        deal = parse_deal_id(text)
    except CardError:
        return
    assert format_deal_id(deal)[:2] in ("32", "36")


def test_half_a_deal_has_no_id() -> None:
    deal = ab_deal()
    with pytest.raises(CardError, match="make up one pack"):
        format_deal_id(Deal(elder=deal.elder, younger=deal.elder, talon=deal.talon))
    with pytest.raises(CardError, match="make up one pack"):
        format_deal_id(Deal(elder=deal.elder, younger=deal.younger, talon=deal.talon[:7]))


# -- in a record ---------------------------------------------------------------------------------


LINE = TEXT[: TEXT.index("[DealId")].count("\n") + 1


def tagged(id: str) -> str:
    return TEXT.replace(f'[DealId "{AB_ID}"]', f'[DealId "{id}"]')


def test_a_record_may_carry_its_id() -> None:
    record = loads(tagged(AB_ID))
    assert record.tag("DealId") == AB_ID
    assert replay_record(record).findings == ()
    assert loads(dumps(record)) == record
    assert replay_record(loads(tagged(AB_ID.lower()))).findings == ()


def test_the_id_of_another_deal_is_a_finding_with_its_place() -> None:
    other = format_deal_id(shuffled_deal(RULES[32], random.Random(7)))
    replay = replay_record(loads(tagged(other)))
    (finding,) = replay.findings
    assert (finding.span.line, finding.span.column, finding.step) == (LINE, 1, "deal")
    assert AB_ID in finding.message
    assert replay.steps[-1].score == (43, 23)


def test_an_id_in_a_record_made_by_a_program_is_checked_as_well() -> None:
    record = read(AB)
    tags = tuple(tag for tag in record.tags if tag.name != "DealId")
    tags = (*tags, Tag(name="DealId", value="32-0"))
    (finding,) = replay_record(replace(record, tags=tags)).findings
    assert "invalid deal id" in finding.message


def test_an_id_with_a_wrong_letter_is_a_fault() -> None:
    with pytest.raises(NotationError, match="check letter") as caught:
        loads(tagged("32-XY8BPT54XW5M-D"))
    (fault,) = caught.value.faults
    assert fault.span.line == LINE


def test_the_record_of_any_deal_can_be_read() -> None:
    """Four of the check letters are not allowed in a record's Id."""
    rules, rng, seen = RULES[32], random.Random(37), set[str]()
    while len(seen) < len(CHECKS):
        id = format_deal_id(shuffled_deal(rules, rng))
        seen.add(id[-1])
        record = record_of_deal_id(rules, id)
        assert loads(dumps(record)) == record


@pytest.mark.parametrize(
    ("letter", "like"), [("S", "ſ"), ("S", "\uff33"), ("1", "ı"), ("1", "\u0661")]
)
def test_a_lookalike_letter_is_refused(letter: str, like: str) -> None:
    """In upper case the long s becomes S, and the dotless i becomes I, which is read as 1."""
    rules = load_ruleset("hoyle1909")
    ids = (format_deal_id(shuffled_deal(rules, random.Random(seed))) for seed in range(100))
    id = next(one for one in ids if letter in one[3:-2])
    assert parse_deal_id(id.lower()) == parse_deal_id(id)
    with pytest.raises(CardError, match="': write"):
        parse_deal_id(id[:3] + id[3:].replace(letter, like))


def test_a_text_that_is_far_too_long_is_no_deal_id() -> None:
    for text in ("32-" + "X" * 10**6 + "-D", "-" * 10**6, " " * 10**6):
        with pytest.raises(CardError, match="too long") as error:
            parse_deal_id(text)
        assert len(str(error.value)) < 200
    assert parse_deal_id("  32-XY8BPT54XW5N-D\n") == parse_deal_id("32-XY8BPT54XW5N-D")
