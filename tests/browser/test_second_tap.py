"""A finger that taps twice on a phone, where what the first tap brings scrolls or takes its place."""

import pytest
from cases import first
from playwright.sync_api import Locator, Page, expect
from reading import ENGINE_TIMEOUT, Open
from test_lessons import item, ready

pytestmark = pytest.mark.browser

# The second tap of a double tap; beginners on a phone were seen to take as long as this.
BETWEEN = 350
# Where the verdict needs so much room that another choice comes under the finger.
HEIGHTS = (390, 420)


def on_phone(visit: Open, lesson: str) -> Page:
    page = visit(f"tutorials/{lesson}.html", has_touch=True, size=(360, 740)).page
    return ready(page)


def tap_twice(page: Page, place: Locator, height: int) -> None:
    """Tap twice on the same spot of the glass, after bringing it to a height of the window."""
    place.evaluate(
        "(one, height) => scrollBy(0, one.getBoundingClientRect().top - height)",
        height,
    )
    box = place.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + min(box["height"] / 2, 12)
    page.touchscreen.tap(x, y)
    page.wait_for_timeout(BETWEEN)
    page.touchscreen.tap(x, y)


@pytest.mark.parametrize("height", first(1, HEIGHTS))
@pytest.mark.parametrize(("lesson", "exercises"), [("04-good", (2,)), ("07-a-and-b", (2, 3))])
def test_a_double_tap_is_one_answer(
    visit: Open, lesson: str, exercises: tuple[int, ...], height: int
) -> None:
    page = on_phone(visit, lesson)
    for exercise in exercises:
        box = page.locator(f"#exercise-{exercise} .pq-item").first
        right = item(box).right[0]
        tap_twice(page, box.locator(f'.pq-pick-one:has(input[value="{right}"])'), height)
        page.wait_for_timeout(100)
        expect(box.locator(".pq-feedback")).to_have_attribute("data-verdict", "right")


@pytest.mark.parametrize(("lesson", "exercise"), first(1, [("05-order", 1), ("06-exchange", 6)]))
def test_a_double_tap_leaves_the_verdict_there(visit: Open, lesson: str, exercise: int) -> None:
    """Near the lower edge *Another one* comes to where *Answer* was."""
    page = on_phone(visit, lesson)
    box = page.locator(f"#exercise-{exercise} .pq-item").first
    was = box.get_attribute("data-item")
    for value in reversed(item(box).right[0].split(">")):  # each to the top, the last one first
        row = box.locator(f'li[data-value="{value}"]')
        for _ in item(box).posed.options:
            row.locator('[data-move="-1"]').click()
    tap_twice(page, box.locator('[data-do="answer"]'), 690)
    page.wait_for_timeout(1000)
    expect(page.locator(f"#exercise-{exercise} .pq-busy")).to_have_count(0)
    assert box.get_attribute("data-item") == was
    expect(box.locator(".pq-says")).to_be_visible()


def test_the_next_tap_counts_again(visit: Open) -> None:
    page = on_phone(visit, "04-good")
    box = page.locator("#exercise-2 .pq-item").first
    right = item(box).right[0]
    labels = box.locator(".pq-pick-one")
    other = labels.filter(has=page.locator(f'input:not([value="{right}"])')).first
    other.tap()
    expect(box.locator(".pq-feedback")).to_have_attribute("data-verdict", "wrong")
    page.wait_for_timeout(900)  # longer than a double tap
    labels.filter(has=page.locator(f'input[value="{right}"]')).tap()
    expect(box.locator(".pq-feedback")).to_have_attribute(
        "data-verdict", "right", timeout=ENGINE_TIMEOUT
    )
