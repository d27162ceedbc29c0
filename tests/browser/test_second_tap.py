"""Double taps on a phone, where the first tap scrolls the page or replaces its target.

The page judges a second tap by the time of the touch, not of its handling. Each test also holds on a processor
that is twenty times slower.
"""

import time

import pytest
from case_selection import first
from pages.lesson import LessonPage, item, ready
from pages.replay import Open
from playwright.sync_api import Locator, Page, expect
from touch import BETWEEN, slowed, tap, tap_twice, work

pytestmark = pytest.mark.browser

# The verdict is so long that another choice comes under the finger.
HEIGHTS = (390, 420)
SLOWER = (1, 20)


def on_phone(visit: Open, lesson: str) -> Page:
    page = visit(f"tutorials/{lesson}.html", has_touch=True, size=(360, 740)).page
    return ready(page)


def at_height(place: Locator, height: int) -> tuple[float, float]:
    """Scroll an element to a height of the window and return a point in it."""
    place.evaluate(
        "(one, height) => scrollBy(0, one.getBoundingClientRect().top - height)",
        height,
    )
    box = place.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + min(box["height"] / 2, 12)


def order_rightly(box: Locator) -> None:
    """Bring the rows of an exercise into the right order."""
    for value in reversed(item(box).right[0].split(">")):  # Each to the top, the last one first.
        row = box.locator(f'li[data-value="{value}"]')
        for _ in item(box).posed.options:
            row.locator('[data-move="-1"]').click()


@pytest.mark.parametrize("rate", first(1, SLOWER))
@pytest.mark.parametrize("height", first(1, HEIGHTS))
@pytest.mark.parametrize(("lesson", "exercises"), [("04-good", (2,)), ("07-a-and-b", (2, 3))])
def test_a_double_tap_is_one_answer(
    visit: Open, lesson: str, exercises: tuple[int, ...], height: int, rate: int
) -> None:
    page = on_phone(visit, lesson)
    for exercise in exercises:
        box = page.locator(f"#exercise-{exercise} [data-part=exercise-item]").first
        right = item(box).right[0]
        spot = at_height(box.locator(f'[data-part=answer]:has(input[value="{right}"])'), height)
        with slowed(page, rate):
            tap_twice(page, spot)
            page.evaluate("() => 0")  # Both are handled.
        expect(box.locator("[data-part=feedback]")).to_have_attribute("data-verdict", "right")
        work(page, 900)  # Longer than a double tap: the next one counts, at the same point too.


@pytest.mark.parametrize(
    ("lesson", "exercise", "rate"),
    first(
        1, [("05-order", 1, 20), ("05-order", 1, 1), ("06-exchange", 6, 1), ("06-exchange", 6, 20)]
    ),
)
def test_a_double_tap_leaves_the_verdict_there(
    visit: Open, lesson: str, exercise: int, rate: int
) -> None:
    """Near the lower edge *Another one* moves to the place of *Answer*."""
    page = on_phone(visit, lesson)
    box = page.locator(f"#exercise-{exercise} [data-part=exercise-item]").first
    was = box.get_attribute("data-item")
    order_rightly(box)
    spot = at_height(box.locator('[data-do="answer"]'), 690)
    with slowed(page, rate):
        tap_twice(page, spot)
        page.evaluate("() => 0")
    expect(page.locator(f"#exercise-{exercise} [data-part=busy]")).to_have_count(0)
    assert box.get_attribute("data-item") == was
    expect(box.locator("[data-part=verdict]")).to_be_visible()


def test_a_second_tap_counts_as_one_however_late_the_page_gets_to_it(visit: Open) -> None:
    page = on_phone(visit, "05-order")
    box = LessonPage(page).exercise(1).first
    was = box.get_attribute("data-item")
    order_rightly(box)
    spot = at_height(box.locator('[data-do="answer"]'), 690)
    made = time.time() - 1
    tap(page, spot, made)
    expect(box.locator("[data-part=verdict]")).to_be_visible()
    work(page, 1000)  # Longer than a double tap.
    tap(page, spot, made + BETWEEN)
    expect(page.locator("#exercise-1 [data-part=busy]")).to_have_count(0)
    assert box.get_attribute("data-item") == was
    expect(box.locator("[data-part=verdict]")).to_be_visible()


def test_the_next_tap_counts_again(visit: Open) -> None:
    page = on_phone(visit, "04-good")
    box = LessonPage(page).exercise(2).first
    right = item(box).right[0]
    labels = box.locator("[data-part=answer]")
    other = labels.filter(has=page.locator(f'input:not([value="{right}"])')).first
    other.tap()
    expect(box.locator("[data-part=feedback]")).to_have_attribute("data-verdict", "wrong")
    work(page, 900)  # Longer than a double tap.
    labels.filter(has=page.locator(f'input[value="{right}"]')).tap()
    expect(box.locator("[data-part=feedback]")).to_have_attribute("data-verdict", "right")
