"""Answers of the lessons, played out: the card on the trick, and the rest of the deal for practice."""

from __future__ import annotations

import json

import pytest
from harness import Modes
from pages.lesson import LESSONS, LessonPage, item, ready
from pages.replay import Open
from playwright.sync_api import Locator, Page, expect
from test_axe import BY_DAY_AND_NIGHT, violations

pytestmark = pytest.mark.browser


def option(box: Locator, value: str) -> Locator:
    return box.locator(f'[data-part=answer]:has(input[value="{value}"])')


def first_trick(
    visit: Open, size: tuple[int, int] = (1280, 800)
) -> tuple[Page, Locator, list[str]]:
    """Return the first lesson, its first exercise, and the right cards."""
    page = ready(visit(LESSONS[0], size=size).page)
    box = LessonPage(page).exercise(1).first
    printed = json.loads(box.locator("script").text_content() or "")
    right = [value for value, at in printed["by"].items() if printed["verdicts"][at]["passes"]]
    return page, box, right


def hand(box: Locator) -> Locator:
    return box.get_by_role("radiogroup").locator("svg")


@pytest.mark.parametrize("size", [(1280, 800), (360, 740)])
def test_the_right_card_goes_to_the_trick_and_nothing_else_moves(
    visit: Open, size: tuple[int, int]
) -> None:
    page, box, right = first_trick(visit, size)
    page.emulate_media(reduced_motion="reduce")
    held = hand(box).count()
    trick = box.locator("[data-part=given]", has_text="Led")
    expect(trick.locator("svg")).to_have_count(1)
    places = "all => all.map(one => [one.offsetLeft, one.offsetTop])"
    before = box.locator("[data-part=answer]").evaluate_all(places)
    option(box, right[0]).click()
    expect(trick.locator("svg")).to_have_count(2)
    expect(trick).to_contain_text("+1 for you")
    expect(hand(box)).to_have_count(held - 1)
    assert box.locator("[data-part=answer]").evaluate_all(places) == before
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]


def test_another_choice_takes_the_card_back(visit: Open) -> None:
    _, box, right = first_trick(visit)
    held = hand(box).count()
    option(box, right[0]).click()
    trick = box.locator("[data-part=given]", has_text="Led")
    expect(trick.locator("svg")).to_have_count(2)
    other = next(
        value
        for value in box.locator("input").evaluate_all("all => all.map(one => one.value)")
        if value not in right
    )
    option(box, other).click()
    expect(box.locator("[data-part=feedback]")).to_contain_text("Not quite.")
    expect(trick.locator("svg")).to_have_count(1)
    expect(trick).not_to_contain_text("+1")
    expect(hand(box)).to_have_count(held)


@pytest.mark.parametrize("modes", BY_DAY_AND_NIGHT, ids=["day", "night"])
def test_the_deal_is_played_on_for_practice_and_nothing_more_is_counted(
    visit: Open, modes: Modes
) -> None:
    page, box, right = first_trick(visit)
    option(box, right[0]).click()
    assert violations(page, "#exercise-1", modes) == []
    kept = page.evaluate("localStorage.getItem('piquet:progress')")
    box.get_by_role("button", name="Play on").press("Enter")
    expect(box).to_contain_text("Which card do you play?")
    expect(box).to_be_focused()
    expect(box.get_by_role("button", name="Read on")).to_be_visible()
    left = hand(box).count()
    option(box, item(box).right[0]).click()
    expect(hand(box)).not_to_have_count(left)
    assert page.evaluate("localStorage.getItem('piquet:progress')") == kept
    expect(LessonPage(page).position).to_contain_text("1 of ")


def test_an_exchange_is_stepped_through_in_the_replay(visit: Open) -> None:
    page = ready(visit("tutorials/09-discards.html").page)
    box = LessonPage(page).exercise(1).first
    for value in item(box).right[0].split("+"):
        option(box, value).click()
    box.get_by_role("button", name="Answer", exact=True).click()
    expect(box.locator("[data-part=feedback]")).to_contain_text("As good as any.", timeout=60_000)
    box.get_by_role("button", name="Step through the deal").click()
    page.wait_for_url("**/docs/deals/own.html#record=*")
    expect(page.get_by_role("main")).to_contain_text("Your exchange, played on by Thumb")
    page.go_back()
    page.wait_for_url("**/tutorials/09-discards.html*")
