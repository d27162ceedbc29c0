"""Dragging cards onto the felt by mouse and by finger. A small movement counts as a tap."""

import json
import time
from typing import Any, Protocol

import pytest
from case_selection import first
from pages.replay import ReplayPage
from pages.table import Seated, TablePage
from playwright.sync_api import Locator, Page, expect
from saved_games import asked_for
from touch import Spot, touch

pytestmark = pytest.mark.browser

TERMS = "form=deal&seed=refuse&seat=younger&by=hoyle1909"


class Drag(Protocol):
    """A device to drag with, and the number of moves per drag."""

    def __call__(self, page: Page, start: Spot, end: Spot, steps: int = 6) -> None: ...


def by_mouse(page: Page, start: Spot, end: Spot, steps: int = 6) -> None:
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=steps)
    page.mouse.up()


def by_finger(page: Page, start: Spot, end: Spot, steps: int = 6) -> None:
    """Drag in less than half a second, because a longer press opens a menu."""
    path = [
        (
            start[0] + (end[0] - start[0]) * step / steps,
            start[1] + (end[1] - start[1]) * step / steps,
        )
        for step in range(1, steps + 1)
    ]
    now = time.time()
    moves = [("touchMove", [spot], now) for spot in path]
    touch(page, [("touchStart", [start], now), *moves, ("touchEnd", [], now)])


BOTH = pytest.mark.parametrize("drag", [by_mouse, by_finger])
ONE = pytest.mark.parametrize("drag", first(1, [by_mouse, by_finger]))  # The way there is the same.


def sat(seat: Seated, drag: Drag, until: str) -> Page:
    """Return a table at a question, with all of the felt in the window."""
    table = seat(asked_for(TERMS, until), phone=drag is by_finger)
    page = table.page
    table.play(until)  # No timer runs.
    table.region.evaluate("one => one.scrollIntoView()")
    return page


def still(page: Page) -> None:
    """Wait for the end of all animations."""
    page.evaluate("() => Promise.allSettled(document.getAnimations().map(one => one.finished))")


def corner(card: Locator) -> Spot:
    """Return a point on the visible part of a card."""
    still(card.page)
    box = card.bounding_box()
    assert box
    return box["x"] + 10, box["y"] + 14


def felt(page: Page) -> Spot:
    """Return a point in the middle of the felt."""
    still(page)
    box = page.locator("[data-part=table] [data-part=centre]").bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def kept(page: Page) -> str:
    text: str = json.loads(page.evaluate("localStorage.getItem('piquet:game')"))["text"]
    return text


def moved_on(page: Page, before: str) -> None:
    page.wait_for_function(
        "before => JSON.parse(localStorage.getItem('piquet:game')).text !== before", arg=before
    )


@BOTH
def test_a_card_dragged_onto_the_felt_is_played(seat: Seated, drag: Drag) -> None:
    page = sat(seat, drag, "Which card do you play")
    before = kept(page)
    card = page.locator('[data-part=hand] > button:not([aria-disabled="true"])').first
    name = card.get_attribute("aria-label") or "?"
    drag(page, corner(card), felt(page))
    moved_on(page, before)
    TablePage(page).take_tricks()
    expect(page.locator("[data-part=transcript]")).to_contain_text(
        name.split(" of ")[0], ignore_case=True
    )
    expect(page.locator(f'[data-part=hand] > button[aria-label="{name}"]')).to_have_count(0)
    expect(page.locator("[data-dragged]")).to_have_count(0)


@BOTH
def test_a_card_let_go_elsewhere_goes_back_and_is_not_tapped(seat: Seated, drag: Drag) -> None:
    page = sat(seat, drag, "Which card do you play")
    before = kept(page)
    card = page.locator('[data-part=hand] > button:not([aria-disabled="true"])').first
    x, y = there = corner(card)
    drag(page, there, (x + 40, y + 12))  # Along the hand.
    expect(page.locator("[data-dragged]")).to_have_count(0)
    corner(card)  # At rest.
    assert card.evaluate("one => getComputedStyle(one).translate") == "none"
    assert kept(page) == before
    drag(page, there, (x + 3, y - 3), steps=1)  # A trembling finger taps.
    moved_on(page, before)


@ONE
def test_a_card_that_may_not_be_played_goes_back_and_says_why(seat: Seated, drag: Drag) -> None:
    page = sat(seat, drag, "Which card do you play")
    wrong = page.locator('[data-part=hand] > button[aria-disabled="true"]')
    for _ in range(12):
        if wrong.count():
            break
        before = kept(page)
        page.locator('[data-part=hand] > button:not([aria-disabled="true"])').first.click()
        moved_on(page, before)
        TablePage(page).take_tricks()
        TablePage(page).play("Which card do you play")
    page.locator("[data-part=table]").evaluate("one => one.scrollIntoView()")
    before = kept(page)
    drag(page, corner(wrong.first), felt(page))
    expect(page.locator("[data-part=refusal]:visible")).to_contain_text("You must follow suit")
    expect(page.locator("[data-dragged]")).to_have_count(0)
    assert kept(page) == before


@ONE
def test_at_the_exchange_a_drag_lays_a_card_out_and_takes_it_back(seat: Seated, drag: Drag) -> None:
    page = sat(seat, drag, "do you lay out")
    card = page.locator("[data-part=hand] > label").nth(2)
    box = card.locator("input")
    drag(page, corner(card), felt(page))
    expect(box).to_be_checked()
    expect(page.locator("[data-part=chosen-count]")).to_have_text("1 chosen")
    expect(page.locator("[data-dragged]")).to_have_count(0)
    drag(page, corner(card), felt(page))
    expect(box).not_to_be_checked()
    expect(page.locator("[data-part=chosen-count]")).to_contain_text("0 chosen")


def test_escape_ends_a_drag_and_nothing_is_played(seat: Seated) -> None:
    page = sat(seat, by_mouse, "Which card do you play")
    before = kept(page)
    card = page.locator('[data-part=hand] > button:not([aria-disabled="true"])').first
    page.mouse.move(*corner(card))
    page.mouse.down()
    page.mouse.move(*felt(page), steps=4)
    expect(page.locator("[data-dragged]")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("[data-dragged]")).to_have_count(0)
    page.mouse.up()
    page.locator('[data-do="hint"]').click()  # The engine answers in order.
    expect(page.locator("[data-part=hint]")).to_be_visible()
    assert kept(page) == before


def test_a_finger_on_the_felt_or_the_sheet_scrolls_the_page(seat: Seated) -> None:
    """Only the cards of the hand capture touches."""
    page = sat(seat, by_finger, "Which card do you play")
    found: dict[str, Any] = page.evaluate(
        """() => Object.fromEntries(["[data-part=centre]", "[data-part=question]", "[data-part=news]", "[data-part=hand] > button"].map((one) => {
          const ways = [];
          for (let at = document.querySelector(`[data-part=table] ${one}`); at; at = at.parentElement) ways.push(getComputedStyle(at).touchAction);
          return [one, ways.filter((way) => way !== "auto" && way !== "manipulation")];
        }))"""
    )
    assert found.pop("[data-part=hand] > button") == ["pinch-zoom"]
    assert found == {"[data-part=centre]": [], "[data-part=question]": [], "[data-part=news]": []}
    # On a phone the hand covers the lower half of the felt.
    x, y = felt(page)
    top = page.locator("[data-part=table] [data-part=centre]").evaluate(
        "one => one.getBoundingClientRect().top"
    )
    y = (top + y) / 2
    before = page.evaluate("scrollY")
    by_finger(page, (x, y), (x, y - 120))
    page.wait_for_function("before => scrollY > before + 40", arg=before)


def test_a_card_is_dragged_in_what_if_as_well(live: ReplayPage) -> None:
    """The recorded t6e is the king of hearts. A plays the ace of spades instead."""
    live.fork("t6e")
    live.part("stage").evaluate("one => one.scrollIntoView()")
    box = live.part("centre").bounding_box()
    assert box
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    by_mouse(live.page, corner(live.find('[data-part=stage] [data-move="SA"]')), middle)
    expect(live.figure).to_have_attribute("data-step", "t6e")
    live.until_address("?w=t6e~SA#t6e")
    expect(live.find("[data-dragged]")).to_have_count(0)
    live.leave()
