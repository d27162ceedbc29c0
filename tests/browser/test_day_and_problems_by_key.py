"""The deal of the day and the problems by keyboard alone, and as a screen reader has them."""

import json

import pytest
from playwright.sync_api import Locator, Page, expect
from reading import ENGINE_TIMEOUT, Modes, Open, Spoken, quiet, until_answered
from test_axe import violations
from test_deal_of_the_day import DAY, day_played
from test_lessons import feedback, item, memory, ready

from piquet_core.pack.cards import parse_card
from piquet_core.pack.names import card_name
from piquet_core.playing import read_session

pytestmark = pytest.mark.browser

TABLE = "tutorials/table.html"
PROBLEMS = "tutorials/problems/books.html"


def to_day(page: Page) -> None:
    page.goto(page.url.partition("#")[0] + f"#day={DAY}")
    expect(page.locator(".pq-day-words")).to_contain_text("Monday, 23 November 2026")


def press_until(page: Page, selector: str, most: int = 12) -> None:
    """Press Tab until the focus is on what a selector finds."""
    for _ in range(most):
        if page.evaluate("one => document.activeElement.matches(one)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"no {selector} within {most} steps")


def through_the_day(page: Page) -> None:
    """Put the deal of the day, played to its end, in place of the one that has just begun."""
    kept = json.loads(page.evaluate("localStorage.getItem('piquet:game')"))
    kept["text"] = day_played()
    page.evaluate("text => localStorage.setItem('piquet:game', text)", json.dumps(kept))
    page.reload()


def test_a_day_is_begun_by_keyboard_alone(visit: Open) -> None:
    """From its button to the table, where the focus is on the first choice; the result is in test_deal_of_the_day."""
    page = visit(TABLE).page
    quiet(page)
    to_day(page)
    day = page.locator(".pq-day")
    is_under = """heading => {
        const { bottom } = document.querySelector("header.pq-bar").getBoundingClientRect();
        return bottom <= heading.getBoundingClientRect().top;
    }"""
    assert page.get_by_role("heading", name="The deal of the day").evaluate(is_under)
    assert "Play it" in Spoken(page).names("button")
    day.evaluate("one => { one.tabIndex = -1; one.focus(); }")
    press_until(page, '[data-do="day"]')
    page.keyboard.press("Enter")
    expect(page.locator(".pq-sitting")).to_be_visible(timeout=ENGINE_TIMEOUT)
    page.locator(".pq-ask .pq-choices").wait_for(timeout=ENGINE_TIMEOUT)
    expect(page.locator(".pq-game .pq-terms")).to_contain_text("The deal of Monday 23 November")
    # Nothing offers the deal that is being played.
    expect(day.locator(".pq-day-felt")).to_be_hidden()
    page.wait_for_function(
        "() => document.querySelector('.pq-ask').contains(document.activeElement)"
    )
    before = page.evaluate("localStorage.getItem('piquet:game')")
    page.keyboard.press("Space")
    press_until(page, '[data-act="lay"]', 14)
    page.keyboard.press("Enter")
    page.wait_for_function("kept => localStorage.getItem('piquet:game') !== kept", arg=before)
    row = json.loads(page.evaluate("localStorage.getItem('piquet:days')"))["days"][DAY]
    assert row == {"deal": read_session(day_played()).seed}  # which is compared at its end


def test_a_problem_is_read_out_and_solved_by_keyboard_alone(visit: Open, modes: Modes) -> None:
    """Each new position has the focus, each card is a radio button, and Enter answers."""
    page = ready(visit(PROBLEMS).page)
    box = page.locator("#exercise-3 .pq-item")
    is_read_out(page, box)
    opening = box.get_attribute("data-item") or ""
    box.evaluate("one => { one.tabIndex = -1; one.focus(); }")
    for number in range(8):
        before = box.get_attribute("data-item") or ""
        assert box.evaluate(
            "one => one === document.activeElement || one.contains(document.activeElement)"
        )
        press_until(page, ".pq-picks input")
        right = item(box).right[0]
        for _card in range(12):
            if page.evaluate("document.activeElement.value") == right:
                break
            page.keyboard.press("ArrowRight")
        page.keyboard.press("Space")
        page.keyboard.press("Enter")
        until_answered(box, before)
        if not number:
            assert violations(page, "#exercise-3", modes) == []
        if "pq-done" in (box.get_attribute("class") or ""):
            break
    assert "You win the cards." in feedback(box)
    assert memory(page)["items"][opening]["done"] is True


def is_read_out(page: Page, box: Locator) -> None:
    """Check what a screen reader has of a problem: its cards, its task and the place of the verdict."""
    spoken = Spoken(page)
    radios = spoken.names("radio")
    for option in item(box).posed.options:
        assert card_name(parse_card(option.value)) in radios
    assert " ".join((box.locator(".pq-asked").first.text_content() or "").split())[:40] in " ".join(
        spoken.text.split()
    )
    assert (
        box.locator('.pq-feedback[role="status"]').count() == 1
    )  # its place is there before it is filled
