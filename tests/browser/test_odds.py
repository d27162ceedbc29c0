"""Chances to explore: guessing, tapping cards, dragging the number, other hands, damaged addresses."""

from __future__ import annotations

import re

import pytest
from harness import Modes
from pages.replay import Open
from playwright.sync_api import Locator, Page, expect
from test_axe import violations

pytestmark = pytest.mark.browser

DRAW = "tutorials/odds/draw.html"
SLOW = 90_000


def row(page: Page, name: str) -> Locator:
    return page.get_by_role("row", name=re.compile(f"^{name}"))


def card(page: Page, name: str) -> Locator:
    return page.locator("[data-part=odds-cards]").get_by_role("checkbox", name=name)


def test_a_chance_is_guessed_then_shown_and_follows_cards_and_number(
    visit: Open, modes: Modes
) -> None:
    page = visit(DRAW).page
    table = page.get_by_role("table", name="The chances")
    expect(page.get_by_role("button", name="See", exact=True)).to_be_visible()
    expect(table).to_be_hidden()
    page.get_by_role("slider", name="Guess first").fill("30")
    page.get_by_role("button", name="See", exact=True).click()
    expect(page.locator("[data-part=odds-told]")).to_have_text(
        "You said 30 in a hundred; the answer is 25.4%. Not far off."
    )
    expect(row(page, "A point of six or more")).to_contain_text("25.4%")
    assert violations(page, "[data-part=odds]", modes) == []

    number = page.get_by_role("slider", name="Cards laid out and drawn")
    expect(number).to_be_focused()
    number.press("Home")
    expect(number).to_have_attribute("aria-valuetext", "1")
    expect(row(page, "Four jacks")).to_contain_text("never")
    card(page, "ace of hearts").check(force=True)
    expect(number).to_have_attribute("aria-valuetext", "2")
    for name in ("nine of spades", "nine of hearts", "eight of hearts"):
        card(page, name).check(force=True)
    expect(number).to_have_attribute("aria-valuetext", "5")
    card(page, "jack of clubs").click(force=True)
    expect(page.locator("[data-part=odds-told]")).to_have_text("At most 5 cards.")
    expect(card(page, "jack of clubs")).not_to_be_checked()


def test_a_choice_is_answered_from_the_page_before_the_next_frame(visit: Open) -> None:
    """The table of the page answers at once: no engine is started, and nothing is waited for."""
    page = visit(DRAW).page
    page.get_by_role("button", name="Show without a guess").click()
    changed = page.evaluate(
        """() => {
          const table = document.querySelector('[data-part=odds] table');
          const cards = [...document.querySelectorAll('[data-part=odds-cards] input')];
          return cards.map(card => {
            const before = table.textContent;
            card.click();
            return table.textContent !== before;
          });
        }"""
    )
    assert any(changed)
    assert page.workers == []


def test_another_hand_comes_from_the_engine_and_stands_in_the_address(visit: Open) -> None:
    page = visit(DRAW).page
    page.get_by_text("Another hand").click()
    form = page.locator("[data-part=odds-other]")
    form.get_by_label("Your seat").select_option("younger")
    for name in ("ace", "king", "queen"):
        for suit in ("spades", "hearts", "diamonds", "clubs"):
            form.get_by_role("checkbox", name=f"{name} of {suit}").check(force=True)
    form.get_by_role("button", name="Show its chances").click()
    guess = page.get_by_role("slider", name="Guess first")
    expect(card(page, "king of clubs")).to_be_attached(timeout=SLOW)
    expect(guess).to_be_focused()
    expect(page).to_have_url(re.compile("seat=younger.*hand="))
    page.reload()
    expect(card(page, "king of clubs")).to_be_attached(timeout=SLOW)


def test_a_damaged_address_is_told_and_the_page_goes_on(visit: Open) -> None:
    page = visit(f"{DRAW}?rules=hoyle1909&hand=%3Cimg%20src%3Dx%3E").page
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("This hand cannot be shown:", timeout=SLOW)
    expect(alert).to_contain_text("is not a card")
    assert page.locator("main img[src=x]").count() == 0
    page.get_by_role("button", name="See", exact=True).click()
    expect(row(page, "A point of six or more")).to_be_visible()
    page.get_by_role("button", name="Two trios, as younger").click()
    expect(alert).to_be_hidden()
    expect(card(page, "king of hearts")).to_be_attached()


def test_without_a_script_the_first_chances_are_printed(visit: Open) -> None:
    page = visit(DRAW, java_script_enabled=False).page
    expect(row(page, "A point of six or more")).to_contain_text("25.4%")
    expect(page.get_by_role("slider")).to_have_count(0)
    expect(page.get_by_role("button", name="See", exact=True)).to_have_count(0)


PAGES = ("draw", "guard", "other-hand", "reckoning", "tricks", "rubicon")


@pytest.mark.parametrize("name", PAGES)
def test_each_page_asks_for_a_guess_and_follows_the_number(
    visit: Open, modes: Modes, name: str
) -> None:
    page = visit(f"tutorials/odds/{name}.html", size=(360, 800)).page
    page.get_by_role("slider", name="Guess first").press("ArrowRight")
    page.get_by_role("button", name="See", exact=True).click()
    expect(page.locator("[data-part=odds-told]")).to_contain_text("You said 51 in a hundred")
    table = page.get_by_role("table", name="The chances")
    number = page.locator("[data-part=odds-number]").get_by_role("slider")
    number.press("Home")
    first = table.inner_text()
    number.press("End")
    expect(table).not_to_have_text(first, use_inner_text=True)
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert violations(page, "[data-part=odds]", modes) == []
