"""After an answer the way on comes first, and an exercise fits into the window."""

import pytest
from case_selection import first
from pages.lesson import ready
from pages.replay import Open
from playwright.sync_api import Locator, Page, expect

pytestmark = pytest.mark.browser

LESSON = "tutorials/01-tricks.html"
PROBLEMS = "tutorials/problems/cards.html"


def first_exercise(page: Page) -> Locator:
    return page.get_by_role("group", name="Your first trick")


def answer_right(page: Page) -> Locator:
    """Tap card after card of the first exercise until one is right."""
    group = first_exercise(page)
    for card in group.get_by_role("radio").all():
        card.click(force=True)
        if group.get_by_role("button", name="Read on").is_visible():
            return group
    raise AssertionError("no card is right")


def test_after_a_right_answer_enter_goes_on(visit: Open) -> None:
    page = ready(visit(LESSON).page)
    group = answer_right(page)
    onward = group.get_by_role("button", name="Read on")
    expect(onward).to_be_focused()
    page.keyboard.press("Tab")
    expect(group.get_by_role("button", name="Another one")).to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(onward).to_be_focused()
    page.keyboard.press("Enter")
    expect(onward).not_to_be_focused()
    expect(group).not_to_be_in_viewport(ratio=0.9)


def test_after_a_solved_problem_the_button_leads_to_the_next(visit: Open) -> None:
    page = ready(visit(PROBLEMS).page)
    problems = page.locator("#exercise-1, #exercise-2")
    group, following = problems.first, problems.last
    onward = group.get_by_role("button", name="Next problem")
    for _ in range(12):
        asked = group.get_by_role("radio")
        count = asked.count()
        for place in range(count):
            card = group.get_by_role("radio").nth(place)
            card.click(force=True)
            page.wait_for_function(
                "group => !group.querySelector('[data-part=busy], [inert]')",
                arg=group.element_handle(),
            )
            if onward.is_visible() or group.get_by_role("radio").count() != count:
                break
        if onward.is_visible():
            break
    expect(onward).to_be_focused()
    page.keyboard.press("Enter")
    expect(following).to_be_focused()
    expect(following).to_be_in_viewport()


def test_the_hand_of_a_problem_is_in_sight_when_the_page_opens(visit: Open) -> None:
    page = ready(visit(PROBLEMS, size=(1280, 800)).page)
    for card in page.locator("#exercise-1").get_by_role("radio").all():
        expect(card).to_be_in_viewport(ratio=0.99)


@pytest.mark.parametrize(
    ("path", "size"),
    first(
        3,
        [
            (LESSON, (740, 360)),
            (PROBLEMS, (740, 360)),
            ("tutorials/06-exchange.html", (844, 390)),
            (LESSON, (844, 390)),
            (PROBLEMS, (844, 390)),
            ("tutorials/06-exchange.html", (740, 360)),
        ],
    ),
)
def test_on_a_phone_on_its_side_an_exercise_fits_the_window(
    visit: Open, path: str, size: tuple[int, int]
) -> None:
    page = ready(visit(path, size=size).page)
    group = page.locator("#exercise-1")
    cards = group.get_by_role("radio").or_(group.get_by_role("checkbox"))
    tools = group.get_by_role("button")
    cards.last.scroll_into_view_if_needed()
    tools.last.scroll_into_view_if_needed()
    for part in (*cards.all(), *tools.filter(visible=True).all()):
        expect(part).to_be_in_viewport(ratio=0.99)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("size", [(720, 450), (720, 900), (768, 1024)])
def test_the_steps_of_a_lesson_share_a_row(visit: Open, size: tuple[int, int]) -> None:
    page = visit(LESSON, size=size).page
    steps = page.get_by_role("navigation", name="Exercises").get_by_role("link").all()
    assert len(steps) == 14
    assert len({round(box["y"]) for one in steps if (box := one.bounding_box())}) == 1


def test_on_a_phone_the_felt_of_a_deal_that_goes_on_stays_in_its_place(visit: Open) -> None:
    """The feedback and a led card make no difference."""
    page = ready(visit(LESSON, size=(390, 844)).page)
    group = page.get_by_role("group", name="Six tricks")
    hand = group.get_by_role("radio")
    places = set()
    while not group.get_by_role("button", name="Read on").is_visible():
        top = group.evaluate("one => one.getBoundingClientRect().top")
        box = hand.last.bounding_box()
        assert box
        places.add(round(box["y"] - top))
        count = hand.count()
        for place in range(count):
            hand.nth(place).click(force=True)
            page.wait_for_function(
                "group => !group.querySelector('[data-part=busy], [inert]')",
                arg=group.element_handle(),
            )
            done = group.get_by_role("button", name="Read on").is_visible()
            if done or hand.count() != count:
                break
    assert len(places) == 1, places


@pytest.mark.parametrize(
    "path",
    [
        "tutorials/score-sheet.html",
        "tutorials/handout.html",
        "docs/rulesets/summary/hoyle1909.html",
    ],
)
def test_on_a_phone_buttons_on_paper_have_the_height_of_buttons(visit: Open, path: str) -> None:
    page = visit(path, size=(390, 844)).page
    page.get_by_role("button", name="Print this page").wait_for()
    main = page.get_by_role("main")
    for button in (
        main.get_by_role("button", name="Print this page"),
        main.get_by_role("link", name="add it up").or_(
            main.get_by_role("link", name="on the screen")
        ),
    ):
        for one in button.all():
            box = one.bounding_box()
            assert box
            assert 44 <= box["height"] <= 56
