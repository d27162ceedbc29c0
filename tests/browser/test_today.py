"""The page of the day: its deal, the due exercises, the problem, the row of days, and the line to share."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime, timedelta

import pytest
from harness import Modes
from pages.lesson import make_due
from pages.replay import Open
from playwright.sync_api import Page, expect
from test_axe import BY_DAY_AND_NIGHT, violations

from piquet_core.notation import format_deal_id
from piquet_core.publication import date_in_words
from piquet_core.sessions.daily_deal import deal_of_day

pytestmark = pytest.mark.browser

TODAY = "tutorials/today.html"
RESULT = {
    "seat": "elder",
    "mine": [12, 36],
    "thumb": [26, 23],
    "strong": [27, 22],
    "open": -3,
    "player": "master",
    "budget": "a second",
    "engine": "0.3.0",
}


def this_day() -> date:
    return datetime.now(UTC).date()


def with_days(page: Page, *played: date) -> None:
    days = {
        day.isoformat(): {"deal": format_deal_id(deal_of_day(day)), "result": RESULT}
        for day in played
    }
    text = json.dumps({"version": 2, "days": days})
    page.evaluate("text => localStorage.setItem('piquet:days', text)", text)
    page.reload()


@pytest.mark.parametrize("size", [(1440, 900), (360, 800)])
def test_a_first_visit_finds_the_deal_a_problem_and_nothing_due(
    visit: Open, size: tuple[int, int]
) -> None:
    page = visit(TODAY, size=size).page
    main = page.get_by_role("main")
    deal = main.get_by_role("region", name="The deal of the day")
    expect(deal).to_contain_text(date_in_words(this_day()).rpartition(" ")[0])
    expect(deal.get_by_role("link", name="Play today’s deal")).to_be_in_viewport(ratio=1)
    expect(deal.get_by_role("button")).to_have_count(0)
    due = main.get_by_role("region", name="What is due")
    expect(due).to_contain_text("Nothing is due yet.")
    expect(due.get_by_role("link")).to_have_text(["To the lessons"])
    row = main.get_by_role("region", name="The last two weeks")
    expect(row.get_by_role("listitem")).to_have_count(14)
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    problem = main.get_by_role("region", name="Today’s problem")
    question = problem.get_by_role("paragraph").first.text_content() or ""
    problem.get_by_role("link", name="Solve it").click()
    page.wait_for_url("**/tutorials/problems/*.html#exercise-*")
    asked = page.locator(page.url[page.url.index("#") :])
    expect(asked).to_contain_text(question)


@pytest.mark.parametrize("modes", BY_DAY_AND_NIGHT, ids=["day", "night"])
def test_the_days_played_are_filled_and_a_result_is_shared_in_one_line(
    visit: Open, modes: Modes
) -> None:
    page = visit(TODAY).page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    day = this_day()
    with_days(page, day, day - timedelta(2), day - timedelta(40))
    deal = page.get_by_role("region", name="The deal of the day")
    expect(deal).to_contain_text("You made 12–36; Thumb 26–23, Master 27–22 in the same seat.")
    expect(deal.get_by_role("link", name="Play it again")).to_be_visible()
    deal.get_by_role("button", name="Copy this line").click()
    expect(deal.get_by_role("button", name="Copied")).to_be_visible()
    line = page.evaluate("navigator.clipboard.readText()")
    assert line.startswith(
        f"Piquet, {day}: 12–36 as elder. With the same cards Thumb 26–23, Master 27–22. "
        "Best play with both hands open ends 3 behind. http"
    )
    assert line.endswith(f"#day={day}")
    row = page.get_by_role("region", name="The last two weeks")
    expect(row.get_by_role("link", name="you made 12–36")).to_have_count(2)
    expect(row.get_by_role("link").last).to_have_attribute("aria-current", "date")
    assert violations(page, modes=modes) == []


def test_what_is_due_and_the_next_lesson_are_named(visit: Open) -> None:
    page = visit(TODAY).page
    make_due(page, [f"tap:suit:given:hoyle1909:32-XY8BPT54XW5N-D/hands{one}" for one in range(3)])
    page.reload()
    due = page.get_by_role("region", name="What is due")
    expect(due).to_contain_text("3 exercises are due today.")
    due.get_by_role("link", name="Review").click()
    page.wait_for_url("**/tutorials/review.html")


def test_the_deal_begins_at_the_table_and_goes_on_from_here(visit: Open) -> None:
    page = visit(TODAY).page
    page.get_by_role("link", name="Play today’s deal").click()
    table = page.get_by_role("region", name="The table")
    expect(table).to_contain_text("The deal of")
    page.go_back()
    page.wait_for_url(f"**/{TODAY}")
    page.get_by_role("link", name="Go on").click()
    expect(table).to_contain_text("The deal of")


def test_a_problem_that_is_solved_says_so(visit: Open) -> None:
    page = visit(TODAY).page
    problem = page.get_by_role("region", name="Today’s problem")
    ids = problem.locator("script").evaluate("one => JSON.parse(one.textContent).map(({id}) => id)")
    make_due(page, ids)
    page.reload()
    expect(problem).to_contain_text("You have solved it")
    expect(problem.get_by_role("link", name="Look at it again")).to_be_visible()


def test_without_a_script_the_page_stands_still(visit: Open) -> None:
    page = visit(TODAY, java_script_enabled=False).page
    main = page.get_by_role("main")
    expect(main.get_by_role("region")).to_have_count(3)
    for name in ("To the table", "Review", "To the lessons", "All problems"):
        expect(main.get_by_role("link", name=name)).to_be_visible()


def test_days_that_cannot_be_read_are_left_where_they_are(visit: Open) -> None:
    page = visit(TODAY).page
    page.evaluate("localStorage.setItem('piquet:days', '{broken')")
    page.reload()
    expect(page.get_by_role("link", name="Play today’s deal")).to_be_visible()
    expect(page.get_by_role("alert")).to_contain_text("cannot be read")
    assert page.evaluate("localStorage.getItem('piquet:days')") == "{broken"
