"""The layout of an exercise: feedback moves nothing, and choices get marks."""

import re

import pytest
from case_selection import first
from pages.lesson import LESSONS, LessonPage, give, item, ready, wrong
from pages.replay import Open
from playwright.sync_api import Locator, Page, expect

from piquet_core.exercises import write_answer

pytestmark = pytest.mark.browser


PLACE = "one => Math.round(one.getBoundingClientRect().top + scrollY)"


@pytest.mark.parametrize("lesson", first(1, ["02-hand", "08-pique"]))
def test_the_first_table_is_in_the_first_window(visit: Open, lesson: str) -> None:
    """Question and cards are complete on a desktop and on a phone. Lesson 6 begins with rules and a worked hand."""
    first_table_is_in_the_first_window(ready(visit(f"tutorials/{lesson}.html").page))


def first_table_is_in_the_first_window(page: Page) -> None:
    felt = (
        page.locator("[data-part=exercise-felt]")
        .first.locator("[data-part=given], [data-part=answers]:has(svg)")
        .last
    )
    for width, height in ((1440, 900), (360, 740)):
        page.set_viewport_size({"width": width, "height": height})
        assert felt.evaluate("one => one.getBoundingClientRect().bottom") <= height


def test_in_lesson_one_every_step_shows_where_to_tap_and_no_answer_moves_a_card(
    visit: Open,
) -> None:
    """It is the last card of the hand, or the field for a number.

    The first exercise moves no card although the page offers the next one below it.
    """
    page = ready(visit(LESSONS[0]).page)
    first_table_is_in_the_first_window(page)
    page.set_viewport_size({"width": 360, "height": 740})
    for step in page.locator("[data-part=lesson-steps] a").all():
        step.evaluate("one => one.click()")
        block = page.locator(step.get_attribute("href") or "")
        where = (
            block.locator("[data-part=exercise-item]")
            .first.locator("[data-part=answer], [data-part=number]")
            .last
        )
        assert where.evaluate("one => one.getBoundingClientRect().bottom") <= 740
    page.set_viewport_size({"width": 1440, "height": 900})
    box = LessonPage(page).exercise(1).first
    card = box.locator("[data-part=exercise-felt] svg").first
    before = card.evaluate(PLACE)
    nothing_that_is_said_moves_stage_or_buttons(box)
    assert card.evaluate(PLACE) == before
    give(box, item(box).right[0])
    expect(box).to_have_attribute("data-done", "")
    assert card.evaluate(PLACE) == before


# An ordering and marks. The other forms have more detailed tests.
@pytest.mark.parametrize(
    "path",
    first(
        2,
        [
            *("05-order.html#exercise-1", "11-inference.html#exercise-1"),
            *("05-order.html#exercise-2", "problems/books.html#exercise-1"),
        ],
    ),
)
def test_nothing_that_is_said_moves_stage_or_buttons(visit: Open, path: str) -> None:
    page = visit(f"tutorials/{path}", size=(1440, 900)).page
    ready(page)
    box = page.locator(f"{path[path.index('#') :]} [data-part=exercise-item]").first
    nothing_that_is_said_moves_stage_or_buttons(box)


def nothing_that_is_said_moves_stage_or_buttons(box: Locator) -> None:
    """A verdict, its reasons and the solution move nothing."""
    place = """box => {
      const top = box.getBoundingClientRect().top;
      const ends = one => [one.getBoundingClientRect().top - top, one.getBoundingClientRect().bottom - top];
      return [box, ...box.querySelectorAll("[data-part=exercise-felt] > :first-child, [data-do=answer], [data-do=hint]")].map(one => ends(one).map(Math.round));
    }"""
    before = box.evaluate(place)
    cards = box.locator("[data-part=exercise-felt] svg").all()[:1]
    on_page = [card.evaluate(PLACE) for card in cards]
    give(box, wrong(item(box)))
    assert box.evaluate(place) == before
    assert [card.evaluate(PLACE) for card in cards] == on_page
    box.locator("[data-part=why] > summary").click()
    assert box.evaluate(place) == before
    box.get_by_role("button", name="Show the answer").click()
    assert box.evaluate(place) == before
    foot = box.locator("[data-part=feedback]").evaluate("one => one.getBoundingClientRect().bottom")
    assert foot <= box.locator("[data-part=item-actions]").evaluate(
        "one => one.getBoundingClientRect().top"
    )


def signs(box: Locator) -> dict[str, str]:
    """Return the mark of each choice that has one."""
    sign = "one => getComputedStyle(one, '::after').content.slice(1, 2)"
    found = box.locator("[data-part=answer][data-judged]").all()
    return {one.locator("input").get_attribute("value") or "": one.evaluate(sign) for one in found}


def test_a_judged_line_has_a_sign_and_felt_and_sheet_of_an_exercise_end_together(
    visit: Open,
) -> None:
    """The solution is shown on the choices. A verdict moves no card, however long."""
    page = ready(visit("tutorials/08-pique.html", size=(1440, 900)).page)
    box = page.locator("[data-part=exercise-item]").first
    expect(box).to_have_attribute("data-felt", "beside")
    ends = """box => {
      const end = one => Math.round(one.getBoundingClientRect().bottom);
      return [end(box.querySelector("[data-part=exercise-felt]")), end(box.querySelector("[data-part=answer-area]"))];
    }"""
    place = """box => {
      const top = one => one.getBoundingClientRect().top;
      return Math.round(top(box.querySelector("[data-part=exercise-felt] svg")) - top(box));
    }"""
    felt, sheet = box.evaluate(ends)
    assert felt == sheet
    card = box.locator("[data-part=exercise-felt] svg").first
    before, on_page = box.evaluate(place), card.evaluate(PLACE)
    one = item(box)
    missed = wrong(one)
    give(box, missed)
    assert signs(box) == {missed: "✕"}
    felt, sheet = box.evaluate(ends)
    assert felt == sheet
    assert (box.evaluate(place), card.evaluate(PLACE)) == (before, on_page)
    box.get_by_role("button", name="Show the answer").click()
    assert signs(box) == {missed: "✕", one.right[0]: "✓"}
    box.get_by_role("button", name="Try again").click()
    assert signs(box) == {}
    nothing_that_is_said_moves_stage_or_buttons(box)
    give(box, one.right[0])
    expect(box).to_have_attribute("data-done", "")
    assert (box.evaluate(place), card.evaluate(PLACE)) == (before, on_page)


def test_a_judged_card_has_a_sign_and_no_card_that_is_right_is_marked_as_wrong(visit: Open) -> None:
    page = visit(LESSONS[1], size=(1440, 900)).page
    box = ready(page).locator("#exercise-1 [data-part=exercise-item]").first
    nothing_that_is_said_moves_stage_or_buttons(box)
    box.get_by_role("button", name="Try again").click()
    one = item(box)
    right = one.right[0].split("+")
    amiss = next(option.value for option in one.posed.options if option.value not in right)
    give(
        box,
        write_answer(
            one, tuple(o.value for o in one.posed.options if o.value in (amiss, right[0]))
        ),
    )
    assert signs(box) == {amiss: "✕"}
    give(box, one.right[0])
    assert signs(box) == dict.fromkeys(right, "✓")


def test_what_is_said_is_as_high_as_its_words_and_nothing_is_there_before(visit: Open) -> None:
    """A choice alone shows no empty box. *Why?* starts at the top of the scroll area. One button is primary.

    The solution is shown on the choices.
    """
    page = visit("tutorials/04-good.html", size=(1440, 900)).page
    ready(page)
    box = page.locator("[data-part=exercise-item]").first
    said = box.locator("[data-part=feedback-text]")
    box.locator("[data-part=answer] input").first.focus()
    page.keyboard.press("Space")
    expect(said).to_have_count(0)
    give(box, item(box).right[0])
    room = box.locator("[data-part=feedback]").bounding_box()
    high = said.bounding_box()
    assert room
    assert high
    assert high["height"] < room["height"] - 32
    give(box, wrong(item(box)))
    fill = "one => getComputedStyle(one).backgroundColor"
    first, onward = (
        box.locator("[data-do=answer]"),
        box.get_by_role("button", name=re.compile("^(Next|Read on)")),
    )
    assert first.evaluate(fill) != onward.evaluate(fill)
    tops = [one.bounding_box() for one in (first, onward)]
    assert len({one["y"] for one in tops if one}) == 1
    box.get_by_role("button", name="Try again").click()
    assert item(box).right == ("not good",)  # An answer of two words.
    give(box, "good")
    box.get_by_role("button", name="Show the answer").click()
    assert signs(box) == {"good": "≈", "not good": "✓"}
