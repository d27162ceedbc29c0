"""Sets of work for a class: links, results, short codes, the table of a class, and everything that is refused."""

from __future__ import annotations

import random
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import crc32
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from piquet_core.errors import PiquetError
from piquet_core.exercises import new_exercise
from piquet_core.exercises.closed_problems import closed_problems
from piquet_core.limits import LINK
from piquet_core.notation import format_deal_id
from piquet_core.rules import load_ruleset
from piquet_core.sessions import start_game
from piquet_core.sessions.session import LONGEST_NAME, ONE_DEAL
from piquet_core.teaching import (
    ClassResults,
    ItemKind,
    ItemResult,
    ItemState,
    TeachingError,
    WorkItem,
    WorkResult,
    WorkSet,
    collect_results,
    deal_of_code,
    lay_set,
    new_deal_code,
    read_result,
    read_set,
    read_short_code,
    seed_of_code,
    set_digest,
    write_csv,
    write_result,
    write_set,
    write_short_code,
)
from piquet_core.teaching.class_results import MOST_RESULTS, state_meanings
from piquet_core.teaching.code_letters import LETTERS
from piquet_core.teaching.set_link import LONGEST_LINK
from piquet_core.teaching.work_result import LONGEST_ANSWER, result_of
from piquet_core.teaching.work_set import LONGEST_NOTE, LONGEST_TITLE, MOST_ITEMS, check_of
from piquet_core.views.class_table import render_class_table

ADDRESS = "https://piquet.example.org/latest/tutorials/class-work.html#set="


def problems(count: int) -> list[WorkItem]:
    """Return problems with closed hands by their addresses, of all levels and kinds."""
    ids = [f"{one.question}:given:{one.rules}:{one.position}" for one in closed_problems()]
    rng = random.Random(count)
    return [
        WorkItem(
            kind=ItemKind.PROBLEM,
            place=f"tutorials/problems/closed/{number % 5 + 1}-exchange#exercise-{number + 11}",
            check=check_of(rng.choice(ids)),
        )
        for number in range(count)
    ]


def work(count: int = MOST_ITEMS) -> WorkSet:
    return lay_set("Homework for Monday", "Lay the cards out first.", problems(count))


def result(of: WorkSet, name: str = "Anna", seed: int = 1) -> WorkResult:
    """Return a result with every state, and a wrong answer where there may be one."""
    rng = random.Random(seed)
    items = [
        ItemResult(
            state=(state := rng.choice(list(ItemState))),
            tries=rng.randrange(4),
            answer="" if state in (ItemState.OPEN, ItemState.RIGHT) else "SA",
        )
        for _ in of.items
    ]
    return result_of(of, name, items)


# -- round trips ---------------------------------------------------------------------------------

TEXTS = st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=LONGEST_TITLE)
PLACES = st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1, max_size=80)
ITEMS = st.builds(
    lambda kind, place, check: WorkItem(
        kind=kind, place=place, check=check if kind is ItemKind.PROBLEM else 0
    ),
    st.sampled_from([kind for kind in ItemKind if kind is not ItemKind.EXERCISE]),
    PLACES,
    st.integers(0, 65_535),
)


@given(
    TEXTS,
    st.text(st.characters(exclude_categories=["C", "Z"]), max_size=LONGEST_NOTE),
    st.lists(ITEMS, min_size=1, max_size=MOST_ITEMS, unique_by=lambda one: one.place),
)
def test_a_set_comes_back_from_its_text(title: str, note: str, items: list[WorkItem]) -> None:
    laid = lay_set(title, note, items)
    assert read_set(write_set(laid)) == laid


@given(st.lists(st.sampled_from(ItemState), min_size=1, max_size=MOST_ITEMS), st.integers(0, 90))
def test_a_result_comes_back_from_its_link_and_its_states_from_its_code(
    states: list[ItemState], tries: int
) -> None:
    of = work(len(states))
    made = result_of(of, "Anna", [ItemResult(state=one, tries=tries) for one in states])
    assert read_result(write_result(made)) == made
    from_code = read_short_code(write_short_code(made), of, "Anna")
    assert [one.state for one in from_code.items] == states


def test_a_set_with_everything_fits_into_a_link() -> None:
    """Twenty problems, a long title and a long note need less than a link may have; so do twenty drawn exercises."""
    rng = random.Random(3)
    note = " ".join(rng.choice(["trick", "capot", "point", "quart"]) for _ in range(80))
    full = lay_set("T" * LONGEST_TITLE, note[:LONGEST_NOTE], problems(MOST_ITEMS))
    assert len(ADDRESS + write_set(full)) <= LONGEST_LINK
    rules = load_ruleset("hoyle1909")
    names = ("tap.suit", "tap.runs", "number.hand", "reply.point", "play.take", "predict.total")
    drawn = [
        WorkItem(kind=ItemKind.EXERCISE, place=new_exercise(names[at % 6], rules, rng).id)
        for at in range(MOST_ITEMS)
    ]
    assert len(ADDRESS + write_set(lay_set("Drawn", "", drawn))) <= LONGEST_LINK


def test_a_short_code_has_fourteen_letters_for_twenty_items() -> None:
    code = write_short_code(result(work()))
    assert len(code.replace("-", "")) == 14
    assert set(code) <= {*LETTERS, "-"}
    assert not set("01IO") & set(code)


GOLDEN = "1-C2ZzBgkUM_AHAxO8AjB_KICjVo-ZmUGZsHZDIRMGBiHMFMrIIIRZKAMAVwhGtA"
"""A set of format 1. If a change of the dictionary of words breaks it, the format needs a new number."""


def test_a_link_of_an_earlier_build_keeps_its_meaning() -> None:
    problem = WorkItem(
        kind=ItemKind.PROBLEM, place="tutorials/problems/capot#exercise-1", check=4660
    )
    lesson = WorkItem(kind=ItemKind.LESSON, place="tutorials/08-pique")
    deal = WorkItem(kind=ItemKind.DEAL, place="docs/deals/facheux")
    assert read_set(GOLDEN) == lay_set("Capots", "Save one trick.", [problem, lesson, deal])


# -- refusals ------------------------------------------------------------------------------------


def spoilt(text: str, rng: random.Random, letters: str) -> str:
    """Return a text with a letter changed, dropped, doubled or swapped, or with its end cut off."""
    place = rng.randrange(len(text))
    match rng.randrange(5):
        case 0:
            return text[:place] + rng.choice(letters) + text[place + 1 :]
        case 1:
            return text[:place] + text[place + 1 :]
        case 2:
            return text[:place] + text[place:][:1] + text[place:]
        case 3:
            return text[:place] + text[place + 1 : place + 2] + text[place] + text[place + 2 :]
        case _:
            return text[:place]


ANY_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_ %♠"


@pytest.mark.parametrize(
    ("text", "read"),
    [(write_set(work()), read_set), (write_result(result(work())), read_result)],
    ids=["set", "result"],
)
def test_ten_thousand_spoilt_links_are_refused(text: str, read: Callable[[str], object]) -> None:
    rng = random.Random(1)
    for _ in range(5000):
        changed = spoilt(text, rng, ANY_LETTERS)
        if changed.strip() == text:
            continue
        with pytest.raises(TeachingError):
            read(changed)


def test_ten_thousand_mistyped_codes_are_refused() -> None:
    """Any one wrong letter, and any two neighbours exchanged, give no result."""
    rng = random.Random(2)
    for number in range(500):
        of = work(rng.randint(1, MOST_ITEMS))
        code = write_short_code(result(of, seed=number)).replace("-", "")
        for _ in range(20):
            changed = spoilt(code, rng, LETTERS + "01IO♠")
            if changed == code:
                continue
            with pytest.raises(TeachingError):
                read_short_code(changed, of, "Anna")


def resealed(data: bytes) -> str:
    whole = data + crc32(data).to_bytes(4)
    return f"1-{urlsafe_b64encode(whole).decode().rstrip('=')}"


@pytest.mark.parametrize(
    ("text", "read"),
    [(write_set(work()), read_set), (write_result(result(work())), read_result)],
    ids=["set", "result"],
)
def test_hostile_links_with_a_right_checksum_are_refused_or_harmless(
    text: str, read: Callable[[str], object]
) -> None:
    packed = text.partition("-")[2]
    data = urlsafe_b64decode(packed + "=" * (-len(packed) % 4))[:-4]
    assert resealed(data) == text
    rng = random.Random(2)
    refused = 0
    for _ in range(2000):
        changed = bytearray(data)
        for _ in range(rng.randint(1, 4)):
            changed[rng.randrange(len(data))] = rng.randrange(256)
        try:
            read(resealed(bytes(changed)))
        except PiquetError:
            refused += 1
    assert refused > 100


def test_a_text_that_unpacks_without_end_is_refused() -> None:
    """A small link that stands for megabytes is not unpacked."""
    bomb = lay_set("A", "", problems(1))
    huge = replace(bomb, note="A" * 60_000)
    with pytest.raises(TeachingError, match="not a set"):
        read_set(write_set(huge))


SET = write_set(work(3))
RESULT = write_result(result(work(3)))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no format number"),
        ("hello", "no format number"),
        (f"2{SET[1:]}", "newer edition"),
        (SET[:-3], "Was the whole link copied"),
        (SET * 2, "damaged"),
        (RESULT, "not a set"),
        ("1-" + "A" * 40_000, "too long"),
    ],
)
def test_a_refused_set_gets_a_sentence_of_its_own(text: str, said: str) -> None:
    with pytest.raises(TeachingError, match=said):
        read_set(text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no format number"),
        (f"9{RESULT[1:]}", "newer edition"),
        (RESULT[:-3], "Was the whole link copied"),
        (SET, "not a result"),
    ],
)
def test_a_refused_result_gets_a_sentence_of_its_own(text: str, said: str) -> None:
    with pytest.raises(TeachingError, match=said):
        read_result(text)


@pytest.mark.parametrize(
    ("title", "note", "items", "said"),
    [
        ("", "", problems(1), "title"),
        ("T" * 61, "", problems(1), "title"),
        ("T\x00", "", problems(1), "title"),
        ("T", "N" * 401, problems(1), "note"),
        ("T", "", [], "1 to 20 items"),
        ("T", "", problems(21), "1 to 20 items"),
        ("T", "", problems(1) * 2, "twice"),
        ("T", "", [WorkItem(kind=ItemKind.DEAL, place="")], "address"),
        ("T", "", [WorkItem(kind=ItemKind.EXERCISE, place="tap:nothing")], "item 1"),
    ],
)
def test_an_impossible_set_is_not_laid(
    title: str, note: str, items: list[WorkItem], said: str
) -> None:
    with pytest.raises(TeachingError, match=said):
        lay_set(title, note, items)


# -- the table of a class ------------------------------------------------------------------------


def test_results_are_collected_from_anything_that_was_pasted() -> None:
    of = work(4)
    links = [write_result(result(of, name, at)) for at, name in enumerate(("Anna", "Bo", "Cem"))]
    code = write_short_code(result(of, "Dora", 9))
    pasted = "\n".join(
        [
            f"Hello! Homework, Anna: https://x.org/set-work.html#result={links[0]}.",
            "",
            f"<https://x.org/a.html#result={links[1]}> and http://y/#result={links[2]}",
            f"Dora: {code}",
            f"Émile {code.replace('-', ' ').lower()}",
        ]
    )
    found = collect_results(of, [], pasted)
    assert found.notices == ()
    assert found.added == ("Anna", "Bo", "Cem", "Dora", "Émile")
    again = collect_results(of, found.results, pasted)
    assert again.results == found.results
    assert again.added == ()
    assert "was here already" in again.notices[0]


def test_a_later_result_of_a_name_replaces_the_earlier_one() -> None:
    of = work(4)
    first, later = result(of, "Anna", 1), result(of, "anna", 2)
    found = collect_results(of, [first], f"#result={write_result(later)}")
    assert found.results == (later,)
    assert found.notices == ("The new result of anna replaces the one before.",)


def test_a_short_code_keeps_the_answers_of_a_link_that_it_does_not_change() -> None:
    of = work(4)
    tried = ItemResult(state=ItemState.TRIED, tries=3, answer="SA")
    opened = ItemResult()
    full = result_of(of, "Anna", [tried, tried, opened, opened])
    same = collect_results(of, [full], f"anna {write_short_code(full)}")
    assert (same.results, same.added) == ((full,), ())
    assert same.notices == ("The result of Anna was here already.",)
    right = ItemResult(state=ItemState.RIGHT, tries=1)
    solved = ItemResult(state=ItemState.SOLVED, tries=1)
    more = result_of(of, "Anna", [tried, solved, right, opened])
    changed = collect_results(of, [full], f"Anna {write_short_code(more)}")
    assert changed.results == (more,)
    assert changed.notices == ("The new result of Anna replaces the one before.",)
    again = collect_results(of, changed.results, f"#result={write_result(full)}")
    assert again.results == (full,)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("rubbish", "no link to a result"),
        (f"#result={RESULT[:-4]}", "Was the whole link copied"),
        (f"#result={RESULT}", "for another set"),
        ("https://x.org/a.html#set=1-abc", "this is a set"),
        ("https://x.org/table.html#challenge=1-abc", "this is a challenge"),
        (f"Anna {write_short_code(result(work(9)))}", "no code of 8 letters"),
        (
            f"Anna {write_short_code(result(replace(work(4), items=work(5).items[:4])))}",
            "another set",
        ),
        (write_short_code(result(work(4))), "write the name"),
        (f"Anna B{write_short_code(result(work(4)))[1:]}", "newer edition"),
        (f"{'N' * 30} {write_short_code(result(work(4)))}", "1 to 20 letters"),
    ],
)
def test_a_line_that_cannot_be_read_is_named_and_changes_nothing(line: str, said: str) -> None:
    of = work(4)
    kept = [result(of, "Anna")]
    found = collect_results(of, kept, f"\n{line}\n")
    assert found.results == tuple(kept)
    assert found.added == ()
    assert found.notices[0].startswith("Line 2: ")
    assert said in found.notices[0]


def test_the_questions_that_most_missed_come_first() -> None:
    of = work(3)
    missed, right, solved = ItemState.TRIED, ItemState.RIGHT, ItemState.SOLVED
    states = [(missed, right, solved), (missed, right, right), (solved, missed, missed)]
    results = tuple(
        result_of(
            of,
            f"Pupil {at}",
            [
                ItemResult(state=one, tries=1, answer="" if one is right else answer)
                for one, answer in zip(row, answers, strict=True)
            ],
        )
        for at, (row, answers) in enumerate(
            zip(states, [("SA", "", "HK"), ("SA", "", ""), ("SK", "D7", "HK")], strict=True)
        )
    )
    found = ClassResults(work=of, results=results).most_missed()
    assert [(one.number, one.missed, one.begun) for one in found] == [(0, 3, 3), (2, 2, 3)]
    assert [(one.answer, one.answered) for one in found] == [("SA", 2), ("HK", 2)]


@pytest.mark.parametrize("kind", ItemKind)
@pytest.mark.parametrize("state", ItemState)
def test_mark_words_counts_list_and_csv_agree_on_a_state(kind: ItemKind, state: ItemState) -> None:
    of = WorkSet(title="One", note="", items=(WorkItem(kind=kind, place="place"),))
    made = result_of(of, "Anna", [ItemResult(state=state, tries=1)])
    table = ClassResults(work=of, results=(made,))
    meaning = state_meanings(kind)[state]
    assert meaning.is_right + meaning.is_missed <= kind.has_answer
    assert table.count_right(made) == meaning.is_right
    assert table.summary(0).missed == meaning.is_missed
    assert bool(table.most_missed()) is meaning.is_missed
    line = write_csv(table, ["Item"]).splitlines()[1]
    assert line == f'"Anna","{meaning.words}","{int(meaning.is_right)}"'
    html = render_class_table(table, ["Item"], [""])
    assert f'<span aria-hidden="true">{meaning.sign}</span>' in html
    assert f">{meaning.words}</span>" in html
    assert f"{meaning.sign} {meaning.words}" in html  # the key


def test_each_state_has_a_sign_of_its_own() -> None:
    meanings = {(one.sign, one.words) for kind in ItemKind for one in state_meanings(kind).values()}
    assert (
        len(meanings)
        == len({sign for sign, _ in meanings})
        == len({words for _, words in meanings})
    )


@pytest.mark.parametrize("name", ["=1+1", "+A1", "-A1", "@SUM(A1)"])
def test_a_spreadsheet_takes_no_name_for_a_formula(name: str) -> None:
    of = work(2)
    table = ClassResults(work=of, results=(result(of, name),))
    line = write_csv(table, ['The "first"', "=2"]).splitlines()[1]
    assert line.startswith(f'"\'{name}",')


def test_a_csv_file_quotes_its_cells_and_is_known_as_utf8() -> None:
    of = work(2)
    head = write_csv(ClassResults(work=of, results=()), ['The "first", a', "Zweites"])
    assert head == '\ufeff"Name","1. The ""first"", a","2. Zweites","Right at first"\r\n'


# -- the code of a deal --------------------------------------------------------------------------


def test_a_code_stands_for_the_first_deal_at_the_table() -> None:
    rules = load_ruleset("hoyle1909")
    code = new_deal_code(random.Random(4))
    assert len(code.replace("-", "")) == 6
    game = start_game(rules, ONE_DEAL, seed=seed_of_code(code.lower()))
    assert format_deal_id(game.table.state.deal) == format_deal_id(deal_of_code(rules, code))


def test_a_code_of_a_deal_keeps_its_meaning() -> None:
    """A code may be on a printed sheet, so its deal must not change."""
    rules = load_ruleset("hoyle1909")
    assert seed_of_code("P9R-4FB") == "class-458234"
    assert format_deal_id(deal_of_code(rules, "P9R-4FB")) == "32-T0BM9FACF09N-C"


def test_mistyped_codes_of_deals_are_refused() -> None:
    rng = random.Random(5)
    for _ in range(1000):
        code = new_deal_code(rng).replace("-", "")
        changed = spoilt(code, rng, LETTERS + "01IO♠")
        if changed != code:
            with pytest.raises(TeachingError):
                seed_of_code(changed)


def test_results_name_the_items_they_belong_to() -> None:
    """The title and the note may change. Another item, another order and another check make another set."""
    of = work(4)
    assert result(of).digest == set_digest(of)
    renamed = replace(of, title="Other", note="Another note.")
    assert set_digest(renamed) == set_digest(of)
    assert read_short_code(write_short_code(result(of)), renamed, "Anna").digest == set_digest(of)
    first, *others = of.items
    for items in (
        (*others, first),
        tuple(others),
        (replace(first, check=first.check ^ 1), *others),
    ):
        assert set_digest(replace(of, items=items)) != set_digest(of)


def test_the_checksum_of_a_link_covers_the_title_and_the_note() -> None:
    of = work(2)
    packed = write_set(of)[:-6]
    for changed in (replace(of, title="Other"), replace(of, note="Another note.")):
        with pytest.raises(TeachingError, match="damaged"):
            read_set(packed + write_set(changed)[-6:])


def test_the_results_of_two_large_classes_fit_into_a_request() -> None:
    """The page sends all kept results at once, each with as many answers as it can have."""
    of = work()
    longest = ItemResult(state=ItemState.TRIED, tries=9, answer="A" * LONGEST_ANSWER)
    made = result_of(of, "N" * LONGEST_NAME, [longest] * MOST_ITEMS)
    assert len(write_result(made)) * MOST_RESULTS <= LINK


def test_an_answer_that_is_too_long_is_left_out() -> None:
    of = work(1)
    long = ItemResult(state=ItemState.TRIED, tries=900, answer="A" * (LONGEST_ANSWER + 1))
    (kept,) = result_of(of, "Anna", [long]).items
    assert (kept.state, kept.answer) == (ItemState.TRIED, "")
    assert read_result(write_result(result_of(of, "Anna", [long]))).items == (kept,)
