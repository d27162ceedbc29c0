"""The deal of the day by keyboard alone (test_solving_problems tests a problem)."""

import json

import pytest
from harness import Spoken, quiet
from pages.replay import Open
from playwright.sync_api import Page, expect
from test_deal_of_the_day import DAY, day_played

from piquet_core.sessions import read_session

pytestmark = pytest.mark.browser

TABLE = "tutorials/table.html"


def to_day(page: Page) -> None:
    page.goto(page.url.partition("#")[0] + f"#day={DAY}")
    expect(page.locator("[data-part=daily-deal-text]")).to_contain_text("Monday, 23 November 2026")


def press_until(page: Page, selector: str, most: int = 12) -> None:
    """Press Tab until the focus is on a match of the selector."""
    for _ in range(most):
        if page.evaluate("one => document.activeElement.matches(one)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"no {selector} within {most} steps")


def through_the_day(page: Page) -> None:
    """Replace the deal of the day that has just begun by the same deal, played to its end."""
    kept = json.loads(page.evaluate("localStorage.getItem('piquet:game')"))
    kept["text"] = day_played()
    page.evaluate("text => localStorage.setItem('piquet:game', text)", json.dumps(kept))
    page.reload()


def test_a_day_is_begun_by_keyboard_alone(visit: Open) -> None:
    """The focus moves from the button to the first choice at the table."""
    page = visit(TABLE).page
    quiet(page)
    to_day(page)
    day = page.locator("[data-part=daily-deal]")
    is_under = """heading => {
        const { bottom } = document.querySelector("[data-part=site-header]").getBoundingClientRect();
        return bottom <= heading.getBoundingClientRect().top;
    }"""
    assert page.get_by_role("heading", name="The deal of the day").evaluate(is_under)
    assert "Play it" in Spoken(page).names("button")
    day.evaluate("one => { one.tabIndex = -1; one.focus(); }")
    press_until(page, '[data-do="day"]')
    page.keyboard.press("Enter")
    expect(page.locator("[data-part=table]")).to_be_visible()
    page.locator("[data-part=prompt] [data-part=choices]").wait_for()
    expect(page.locator("[data-part=game] [data-part=terms]")).to_contain_text(
        "The deal of Monday 23 November"
    )
    # No button offers the deal in play.
    expect(day.locator("[data-part=daily-deal-felt]")).to_be_hidden()
    page.wait_for_function(
        "() => document.querySelector('[data-part=prompt]').contains(document.activeElement)"
    )
    before = page.evaluate("localStorage.getItem('piquet:game')")
    page.keyboard.press("Space")
    press_until(page, '[data-act="lay"]', 14)
    page.keyboard.press("Enter")
    page.wait_for_function("kept => localStorage.getItem('piquet:game') !== kept", arg=before)
    row = json.loads(page.evaluate("localStorage.getItem('piquet:days')"))["days"][DAY]
    assert row == {"deal": read_session(day_played()).seed}  # It is compared at its end.
