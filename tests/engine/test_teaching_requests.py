"""Requests about work for a class: from a set and its results to the table that a teacher sees."""

from __future__ import annotations

import re
from typing import Any

import pytest
from test_challenge_requests import ok, refusal, shown
from test_teaching import problems

from piquet_core.cards.cards import Hand
from piquet_core.exercises import find_exercise, parse_position
from piquet_core.exercises.closed_problems import closed_problems
from piquet_core.exercises.exercise import answer_words
from piquet_core.notation import parse_deal_id
from piquet_core.teaching.set_link import LONGEST_LINK
from piquet_core.views.replay.step_view import spoken_cards

EXERCISE = "tap:suit:one-long-suit:hoyle1909:32-50WEPVNVH2KH-Y/hands"
# The first problem on saving the capot: Pyodide has no `piquet_core.exercises.problems`.
OPEN_PROBLEM = (
    "goal:save:given:hoyle1909:32-4NBCQMM60NX4-K/deal/SJ+S9.look.ST+DQ+D8+C9+C8+C7.4H.equal.good"
    ".3AS.not-good.4A.good.4H+4A+4K+3Q.CQ.4JH+3JD.CT.HA.H8.SA.S7.HK.H9.CK.CJ.SK.S8.DA.D7.SQ"
)
PLACES = [
    "problem\ttutorials/problems/capot#exercise-1\t123",
    "lesson\ttutorials/03-worth\t0",
    f"exercise\t{EXERCISE}\t0",
]


def made(**more: Any) -> dict[str, Any]:
    return ok("make-set", **{"title": "Homework", "items": PLACES, "address": "a.html", **more})


def handed(name: str, *items: str) -> dict[str, Any]:
    return ok("hand-in", set=made()["set"], name=name, items=list(items), address="b.html")


def test_a_set_opens_with_the_items_that_it_was_made_of() -> None:
    laid = made(note="Read first.")
    found = ok("open-set", set=laid["link"].partition("#set=")[2])
    assert (found["id"], found["title"], found["note"]) == (laid["id"], "Homework", "Read first.")
    assert [
        "\t".join((one["kind"], one["place"], one["check"])) for one in found["items"]
    ] == PLACES
    assert found["items"][2]["title"] == find_exercise(EXERCISE).posed.question


def test_a_set_that_is_too_long_for_a_link_has_none() -> None:
    """A note may have letters that need three bytes each. The set then fits into a file alone."""
    note = "".join(chr(0x4E00 + 7 * at) for at in range(400))
    items = [f"problem\t{one.place}\t{one.check}" for one in problems(20)]
    laid = made(note=note, items=items, address="https://x.org/" + "a" * 300)
    assert laid["link"] == ""
    assert laid["longest"] == LONGEST_LINK
    assert ok("open-set", set=laid["set"])["note"] == note


def test_the_table_says_what_most_of_them_chose() -> None:
    wrong = next(
        one.value
        for one in find_exercise(EXERCISE).posed.options
        if one.value not in find_exercise(EXERCISE).right[0]
    )
    lines = [
        handed("Anna", "right\t1\t", "right\t1\t", f"solved\t2\t{wrong}")["line"],
        handed("Bo", "right\t1\t", "open\t0\t", f"tried\t1\t{wrong}")["line"],
        f"Cem {handed('Cem', 'tried 1 '.replace(' ', chr(9)), 'tried\t1\t', 'right\t1\t')['code']}",
    ]
    table = ok(
        "class-table",
        set=made()["set"],
        titles=["Capot, 1", "Worth", "The longest suit"],
        exercises=["", "", EXERCISE],
        pasted="\n".join(lines),
    )
    assert table["names"] == table["added"] == ["Anna", "Bo", "Cem"]
    said = shown(table["html"])
    words = answer_words(find_exercise(EXERCISE), wrong)
    assert f"3. The longest suit : 2 of 3 missed it at first. 2 pupils answered: {words}." in said
    assert (
        "Worth : " not in said.partition("What most of them missed")[2]
    )  # nobody answers a lesson
    assert table["csv"].splitlines()[2].startswith('"Bo","right at first","not done","not solved"')
    again = ok(
        "class-table",
        set=made()["set"],
        titles=["1", "2", "3"],
        exercises=[""] * 3,
        kept=table["kept"],
    )
    assert again["kept"] == table["kept"]


def test_a_result_names_its_set_whatever_the_title_of_that_is_now() -> None:
    result = handed("Anna", *["right\t1\t"] * 3)["link"].partition("#result=")[2]
    assert ok("open-result", result=result) == {"id": made(title="Renamed")["id"], "name": "Anna"}


def test_names_are_escaped() -> None:
    line = handed("<b>Al</b>", *["right\t1\t"] * 3)["line"]
    table = ok(
        "class-table",
        set=made()["set"],
        titles=["<i>", "2", "3"],
        exercises=[""] * 3,
        pasted=line,
    )
    assert "<b>Al" not in table["html"]
    assert "&lt;b&gt;Al" in table["html"]
    assert "<i>" not in table["html"]


@pytest.mark.parametrize(
    ("op", "args", "said"),
    [
        ("make-set", {"title": "A", "items": []}, "1 to 20 items"),
        ("make-set", {"title": "A", "items": ["lesson\tx"]}, "expected 3 parts"),
        ("make-set", {"title": "A", "items": ["book\tx\t0"]}, "invalid item"),
        ("make-set", {"title": "A", "items": ["exercise\tx\t0"]}, "item 1"),
        ("open-set", {"set": "hello"}, "no format number"),
        ("hand-in", {"set": made()["set"], "name": "", "items": ["right\t1\t"] * 3}, "a name has"),
        ("hand-in", {"set": made()["set"], "name": "A", "items": []}, "3 items, not 0"),
        ("open-result", {"result": "1-abc"}, "Was the whole link copied"),
        ("deal-code", {"rules": "hoyle1909", "code": "P9R-4FC"}, "wrong letter"),
        ("deal-code", {"rules": "hoyle1909", "code": "P9R-4F0"}, "neither 0 nor O"),
        ("draw-hands", {"titles": ["A"], "hands": ["x"]}, "invalid deal id"),
    ],
)
def test_a_refused_request_says_why(op: str, args: dict[str, Any], said: str) -> None:
    assert said in refusal(op, **args)


HAND = re.compile('aria-label="([^:"]*): ([^"]*)"')


def drawn(hands: str) -> tuple[dict[str, str], str]:
    """Return the hands on the slips of one item by their names, and the text around them."""
    (slips,) = ok("draw-hands", titles=["Item"], hands=[hands])["slips"]
    return dict(HAND.findall(slips)), shown(slips)


def test_the_hands_of_deals_and_positions_are_drawn_for_both_seats() -> None:
    assert list(drawn("32-XY8BPT54XW5N-D")[0]) == ["Elder", "Younger", "Talon"]
    assert list(drawn("AKQ...|...AKQ")[0]) == ["Elder", "Younger"]
    assert list(drawn("...|...AKQ")[0]) == ["Younger"]
    assert drawn("") == ({}, "")


@pytest.mark.parametrize("question", ["closed.lead", "closed.keep", "closed.elder"])
def test_the_closed_hand_of_a_problem_is_not_drawn(question: str) -> None:
    one = next(one for one in closed_problems() if one.question == question)
    item = find_exercise(f"{question.replace('.', ':')}:given:{one.rules}:{one.position}")
    hands, said = drawn(item.id)
    position = parse_position(item.rules, one.position)
    expected = {"Your hand": spoken_cards(position.hand)}
    if position.state.led is not None:
        expected["Led"] = spoken_cards(Hand.of([position.state.led]))
    assert hands == expected
    assert item.posed.question in said
    assert f"You are {position.you.name.lower()}" in said


def test_an_open_problem_has_both_hands_the_card_led_and_the_seat() -> None:
    item = find_exercise(OPEN_PROBLEM)
    hands, said = drawn(item.id)
    position = parse_position(item.rules, item.id.rpartition(":")[2])
    assert hands == {
        "The other hand": spoken_cards(position.state.hands[position.you.other]),
        "Led": spoken_cards(Hand.of(item.posed.shown[-1].cards)),
        "Your hand": spoken_cards(position.hand),
    }
    assert f"{item.posed.question} Item You are {position.you.name.lower()}. So far: " in said


def test_a_new_code_and_the_same_code_typed_give_one_deal() -> None:
    new = ok("deal-code", rules="hoyle1909")
    typed = ok("deal-code", rules="hoyle1909", code=new["code"].lower().replace("-", " "))
    assert typed == new
    parse_deal_id(new["deal"])
