"""Saved progress of the lessons: what is done, what is due for review, and addresses of exercises."""

import json
import re
import time
from typing import Literal

import pytest
from case_selection import first
from pages.lesson import (
    HAND,
    LESSONS,
    PROGRESS_KEY,
    REVIEW,
    SUIT,
    LessonPage,
    feedback,
    give,
    item,
    make_due,
    open_with_due,
    printed_ids,
    progress,
    ready,
    wrong,
)
from pages.replay import Open
from playwright.sync_api import Locator, expect
from test_axe import BY_DAY_AND_NIGHT, Modes, violations

from piquet_core.exercises import find_exercise

pytestmark = pytest.mark.browser

# An exercise of an older edition, since replaced. Drawn exercises come again with other cards.
DRAWN = "tap:sets:nothing-alike:hoyle1909:32-XY8BPT54XW5N-D/hands"


# -- progress ------------------------------------------------------------------------------------


def test_an_exercise_counts_once_and_a_lesson_is_done_once_all_that_it_asks_for_is(
    visit: Open,
) -> None:
    """One exercise of lesson 1 has two hands: position, sentence and tile count the same.

    *Once more* counts separately: 10 of 14 exercises are a finished lesson.
    """
    page = ready(visit(LESSONS[0]).page)
    numbered = page.locator("[data-part=exercise-title]").count()
    assert numbered < page.locator("[data-part=exercise] [data-part=exercise-item]").count()
    assert page.locator("[data-part=lesson-steps] li").count() == numbered
    needed = LessonPage(page).exercise_count()
    expect(LessonPage(page).position).to_have_text(f"0 of {needed} exercises done.")
    page.goto(page.url.replace("01-tricks", "learn"))
    tile = page.locator("[data-part=lesson-tile]").first
    asked, practice = tile.locator("[data-part=tile-state]").evaluate(
        "one => one.textContent.match(/\\d+/g)"
    )
    assert (int(asked), int(practice)) == (needed, numbered - needed)
    expect(tile.locator("progress")).to_have_attribute("max", asked)
    make_due(page, printed_ids(LESSONS[0]))
    page.goto(page.url.replace("learn", "01-tricks"))
    ready(page)
    expect(LessonPage(page).end).to_contain_text("Lesson 1 is done.")
    more = f"{numbered - needed} more to try"
    expect(LessonPage(page).position).to_have_text(f"All {needed} exercises done, {more}.")
    page.goto(page.url.replace("01-tricks", "learn"))
    expect(tile.locator("[data-part=tile-state]")).to_have_text(f"Done · {more}")
    expect(tile.locator("progress")).to_have_attribute("value", str(needed))
    expect(tile.locator("progress")).to_have_attribute("max", str(needed))


def test_steps_and_the_page_of_the_course_show_what_is_done_and_lead_on(visit: Open) -> None:
    page = ready(visit(LESSONS[0]).page)
    steps = page.locator("[data-part=lesson-steps] a")
    expect(steps.first).to_have_attribute("aria-current", "step")
    box = LessonPage(page).exercise(1).first
    give(box, item(box).right[0])
    expect(steps.first).to_have_attribute("aria-label", "1, done")
    expect(steps.nth(1)).to_have_attribute("aria-current", "step")
    steps.nth(2).click()
    assert page.url.endswith("#exercise-3")
    title = page.locator("#exercise-3 > [data-part=exercise-title]")
    assert title.evaluate("one => one.tagName") == "H3"
    page.reload()
    ready(page)
    expect(LessonPage(page).position).to_contain_text("1 of ")
    expect(page.locator("[data-part=lesson-steps] [aria-current]")).to_have_attribute(
        "href", "#exercise-2"
    )
    page.goto(page.url.replace("01-tricks", "learn").partition("#")[0])
    way_in, tile = page.locator("[data-part=way-in]"), page.locator("[data-part=lesson-tile]").first
    expect(way_in.locator("b")).to_have_text("Go on with lesson 1, exercise 2")
    expect(tile.locator("[data-part=tile-state]")).to_have_text(re.compile(r"^1 of \d+ done$"))
    expect(tile.locator("progress")).to_have_attribute("value", "1")
    expect(way_in.get_by_role("link", name=re.compile("review", re.IGNORECASE))).to_be_hidden()
    way_in.get_by_role("link", name="Continue").click()
    page.wait_for_url("**/01-tricks.html#exercise-2")
    make_due(page, printed_ids(LESSONS[0], optional=True))
    page.goto(page.url.replace("01-tricks", "learn").partition("#")[0])
    expect(tile.locator("[data-part=tile-state]")).to_have_text("Done")
    expect(way_in.locator("b")).to_have_text("Go on with lesson 2")
    expect(way_in.get_by_role("link", name=re.compile("review", re.IGNORECASE))).to_have_text(
        "8 to review today"
    )


def test_after_the_lessons_that_a_first_deal_needs_the_course_leads_to_the_table(
    visit: Open,
) -> None:
    """Without a game played, these lessons come before the tile of the table."""
    page = visit("tutorials/learn.html").page
    told = page.locator("[data-part=lesson-tile]:has(script)")
    needed = told.evaluate_all("""all => {
      const table = document.querySelector('[data-part=table-tile] a[href$="table.html"]');
      const isBefore = (one) => one.compareDocumentPosition(table) & Node.DOCUMENT_POSITION_FOLLOWING;
      return all.filter(isBefore).map((one) => JSON.parse(one.querySelector("script").textContent).asked);
    }""")
    make_due(page, [id for asked in needed for _, id in asked])
    page.reload()
    way_in = page.locator("[data-part=way-in]")
    expect(way_in.locator("b")).to_have_text("Sit down and play")
    way_in.get_by_role("link", name="To the table").click()
    page.wait_for_url("**/tutorials/table.html")


def test_a_tap_answers_and_a_key_only_chooses(visit: Open) -> None:
    page = ready(visit(LESSONS[0]).page)
    box = LessonPage(page).exercise(1).first
    box.locator("input").first.focus()
    page.keyboard.press("ArrowDown")
    expect(box.locator("input:checked")).to_have_count(1)
    assert feedback(box) == ""
    one = item(box)
    tap = '[data-part=answer]:has(input[value="{}"])'
    box.locator(tap.format(wrong(one))).click()
    box.get_by_role("button", name="Try again").press("Enter")
    expect(box.locator("input").first).to_be_focused()
    expect(box.locator("input:checked")).to_have_count(0)
    expect(box.locator('[data-do="answer"]')).to_be_hidden()
    box.locator(tap.format(one.right[0])).click()
    expect(box.locator("[data-part=feedback]")).to_contain_text("Right.")
    expect(box.locator('[data-do="answer"]')).to_be_hidden()


@pytest.mark.parametrize(
    "state",
    first(
        1,
        [
            "nonsense",
            '{"version": 0, "items": {}, "day": "", "reviewed": 0}',
            '{"version": 1, "items": {"x": {"right": "many"}}, "day": "", "reviewed": 0}',
            '{"version": 1, "items": [], "day": "", "reviewed": 0}',
            "[]",
            "null",
        ],
    ),
)
def test_a_state_that_cannot_be_read_is_set_aside(visit: Open, state: str) -> None:
    page = ready(visit(LESSONS[0]).page)
    page.evaluate("([key, state]) => localStorage.setItem(key, state)", [PROGRESS_KEY, state])
    page.reload()
    ready(page)
    expect(page.locator("[data-part=notice]")).to_contain_text("set aside")
    kept = page.evaluate(
        "Object.entries(localStorage).filter(([key]) => key.startsWith('piquet:aside:'))"
    )
    assert [json.loads(text)["text"] for _, text in kept] == [state]
    box = LessonPage(page).exercise(1).first
    give(box, item(box).right[0])
    assert "Right." in feedback(box)


@pytest.mark.parametrize("modes", BY_DAY_AND_NIGHT, ids=["day", "night"])
def test_exercises_come_again_after_more_days_each_time(visit: Open, modes: Modes) -> None:
    """A second right answer sets three days, a wrong one sets one. A drawn exercise gets other cards.

    axe checks each state. The second is answered by keyboard, wrong and then right.
    """
    page = ready(visit(REVIEW).page)
    expect(page.locator("[data-part=review-status]")).to_contain_text("Nothing yet")
    make_due(page, [HAND, SUIT, DRAWN])
    page.reload()
    ready(page)
    expect(page.locator("[data-part=review-status]")).to_have_text("3 exercises to review today.")
    expect(page.locator("[data-part=review-intervals] li[data-any]")).to_have_text("a day 3")
    assert violations(page, modes=modes) == []
    page.get_by_role("button", name="Begin").press("Enter")
    box = page.locator("[data-part=review-question] [data-part=exercise-item]")
    expect(box).to_be_focused()
    give(box, find_exercise(HAND).right[0])
    expect(box.locator("[data-part=feedback]")).to_contain_text("Right.")
    page.get_by_role("button", name="Next").click()
    expect(box).to_have_attribute("data-item", SUIT)
    is_reviewed_by_keyboard(box, modes)
    box.get_by_role("button", name="Next").press("Enter")
    expect(box.locator("[data-part=item-label]")).to_have_text("3 of 3")
    asked = box.get_attribute("data-item") or ""
    assert asked != DRAWN
    assert asked.startswith("tap:sets:nothing-alike:hoyle1909:")
    give(box, find_exercise(asked).right[0])
    expect(box.locator("[data-part=feedback]")).to_contain_text("Right.")
    box.get_by_role("button", name="Next").press("Enter")
    expect(page.locator("[data-part=review-status]")).to_contain_text("That is all for today")
    assert violations(page, modes=modes) == []
    items = progress(page)["items"]
    days = {id: round((one["due"] / 1000 - time.time()) / 86400) for id, one in items.items()}
    assert days == {HAND: 3, SUIT: 1, DRAWN: 3}  # The new cards have no memory.


def is_reviewed_by_keyboard(box: Locator, modes: Modes) -> None:
    """Answer the current exercise wrong and then right, with axe checking each state."""
    stage, one = "[data-part=review]", item(box)  # The rest of the page is unchanged.
    expect(box).to_be_focused()
    assert violations(box.page, stage, modes) == []
    for answer, told in (
        (wrong(one), re.compile("Not quite|Nearly|Partly")),
        (one.right[0], "Right."),
    ):
        for option in one.posed.options:
            card = box.locator(f'input[value="{option.value}"]')
            if card.is_checked() != (option.value in answer.split("+")):
                card.press("Space")
        box.get_by_role("button", name="Answer", exact=True).press("Enter")
        expect(box.locator("[data-part=feedback]")).to_contain_text(told)
        assert violations(box.page, stage, modes) == []


@pytest.mark.parametrize(("width", "scheme"), first(1, [(360, "light"), (1440, "dark")]))
def test_what_waits_is_named_by_lesson_with_the_way_to_each(
    visit: Open, width: int, scheme: Literal["light", "dark"]
) -> None:
    """Of two exercises of a lesson the link leads to the first. Exercises of no lesson are counted last."""
    problem = printed_ids("tutorials/problems/capot.html")[0]
    lesson = printed_ids("tutorials/04-good.html")
    page = open_with_due(visit, [lesson[1], lesson[0], problem, f"{SUIT}1"], REVIEW)
    page.set_viewport_size({"width": width, "height": 800})
    page.emulate_media(color_scheme=scheme)
    named = page.locator("[data-part=due-lessons] > li")
    expect(named).to_have_text(
        [
            "Lesson\N{NO-BREAK SPACE}4, Good, not good, equal: 2",
            "Save the capot: 1",
            "Other exercises: 1",
        ]
    )
    assert violations(page, "[data-part=due]", [(scheme, width, 800)]) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    link = named.first.get_by_role("link")
    link.focus()
    page.keyboard.press("Tab")
    expect(named.nth(1).get_by_role("link")).to_be_focused()
    page.get_by_role("button", name="Begin").click()
    expect(named.first).to_be_hidden()
    expect(page.locator("[data-part=review-question] [data-part=exercise-item]")).to_be_focused()
    page.reload()
    link.press("Enter")
    page.wait_for_url("**/04-good.html#exercise-1")


@pytest.mark.parametrize(
    ("due_now", "told"),
    [
        (8, "8 exercises to review today."),
        (12, "8 exercises to review today. The others come tomorrow."),
        (41, "8 exercises to review today. The others come over the next 5 days."),
    ],
)
def test_no_more_than_eight_a_day_and_the_days_that_the_others_take_are_told(
    visit: Open, due_now: int, told: str
) -> None:
    page = ready(open_with_due(visit, [f"{SUIT}{number}" for number in range(due_now)], REVIEW))
    expect(page.get_by_role("status").filter(has_text="to review")).to_have_text(told)


def test_an_exercise_has_an_address(visit: Open) -> None:
    page = ready(visit(f"{REVIEW}?item={HAND}").page)
    box = page.locator("[data-part=review-question] [data-part=exercise-item]")
    expect(box).to_have_attribute("data-item", HAND)


def test_an_address_that_names_no_exercise_says_so(visit: Open) -> None:
    page = ready(visit(f"{REVIEW}?item=<img src=x>").page)
    expect(page.locator("[data-part=review-status]")).to_contain_text(
        "This exercise cannot be shown. Its address may have lost a part."
    )
    expect(page.locator("[data-part=review-status] small")).to_contain_text("invalid exercise id")
    assert page.locator("[data-part=review] img").count() == 0
