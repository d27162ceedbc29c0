"""Problems: a losing card is reported and saved, and the best play leads to the goal."""

import json
import re

import pytest
from case_selection import first
from harness import Modes, Spoken
from pages.lesson import (
    LessonPage,
    feedback,
    give,
    has_wrong,
    item,
    progress,
    ready,
    until_answered,
    wrong,
)
from pages.replay import Open
from playwright.sync_api import Locator, Page, expect
from test_axe import violations
from test_day_and_problems_by_key import press_until

from piquet_core.cards.card_names import card_name
from piquet_core.cards.cards import parse_card

pytestmark = pytest.mark.browser

PAGE = "tutorials/problems/books.html"


def test_a_problem_is_played_to_its_goal_by_keyboard_and_stepped_through(
    visit: Open, modes: Modes
) -> None:
    """Screen readers get it, too. On the same page another problem of two cards is solved on a phone."""
    page = ready(visit(PAGE).page)
    box = LessonPage(page).exercise(3)
    is_read_out(page, box)
    opening = box.get_attribute("data-item") or ""
    one = item(box)
    assert has_wrong(one)
    through = page.locator(".pq-problem-source").nth(2).get_by_role("link", name="Step through")
    expect(through).to_be_hidden()  # It is for finished problems.
    expect(LessonPage(page).position).to_have_text("0 of 18 problems done.")
    give(box, wrong(one))
    expect(box.locator("[data-part=feedback]")).to_have_attribute("data-verdict", "wrong")
    assert "From here the best play is:" in feedback(box)
    assert progress(page)["items"][opening]["done"] is False
    is_solved_by_keyboard(box, modes)
    assert "You win the cards." in feedback(box)
    assert "within reach" not in feedback(box)
    assert box.locator("[data-part=answers] input:not(:disabled)").count() == 0  # It is over.
    assert violations(page, "#exercise-3", modes) == []
    kept = progress(page)["items"][opening]
    assert (kept["done"], kept["right"], kept["wrong"]) == (True, 0, 1)
    expect(LessonPage(page).position).to_contain_text("1 of 18")
    expect(through).to_be_hidden()  # The link leads there until the page is opened again.
    of_two_cards_keeps_its_place_and_says_that_it_is_solved(page, modes, 360, 740)
    box.locator("[data-part=solved]").get_by_role("link", name="Step through").click()
    shown = page.locator("figure[data-part=replay]")
    expect(shown).to_be_visible()
    assert page.locator("[data-part=record-faults]").text_content() == ""
    page.goto(page.url.partition("/docs/")[0] + "/tutorials/problems/index.html")
    expect(page.locator("[data-part=tile-state]").first).to_have_text("2 of 18 done")
    assert (
        json.loads(page.locator("[data-part=lesson-tile] script").first.text_content() or "")[
            "asked"
        ][2][1]
        == opening
    )


def is_solved_by_keyboard(box: Locator, modes: Modes) -> None:
    """Each new position gets the focus, each card is a radio button, and Enter submits."""
    page = box.page
    box.evaluate("one => { one.tabIndex = -1; one.focus(); }")
    for number in range(8):
        before = box.get_attribute("data-item") or ""
        assert box.evaluate(
            "one => one === document.activeElement || one.contains(document.activeElement)"
        )
        press_until(page, "[data-part=answers] input")
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
        if box.get_attribute("data-done") is not None:
            break


def is_read_out(page: Page, box: Locator) -> None:
    """Check a problem in the accessibility tree: cards, task and feedback."""
    spoken = Spoken(page)
    radios = spoken.names("radio")
    for option in item(box).posed.options:
        assert card_name(parse_card(option.value)) in radios
    assert " ".join((box.locator("[data-part=question-text]").first.text_content() or "").split())[
        :40
    ] in " ".join(spoken.text.split())
    assert (
        box.locator('[data-part=feedback][role="status"]').count() == 1
    )  # The space is reserved before it is filled.


@pytest.mark.parametrize("name", first(1, ["cards", "capot", "pique"]))
def test_the_first_problem_has_its_whole_hand_in_the_window_of_a_laptop(
    visit: Open, name: str
) -> None:
    """At 1440 by 900 no card is cut."""
    page = visit(f"tutorials/problems/{name}.html", size=(1440, 900)).page
    expect(page.locator("[data-part=exercise-item] [data-part=answers]").first).to_be_in_viewport(
        ratio=1
    )


def height_when_wide(box: Locator) -> int:
    """Resize the window to 1440 by 900 and return the height of the box."""
    box.page.set_viewport_size({"width": 1440, "height": 900})
    high: int = box.evaluate("one => Math.round(one.getBoundingClientRect().height)")
    return high


@pytest.mark.thorough
def test_a_problem_of_two_cards_keeps_its_place_on_a_desk_too(visit: Open, modes: Modes) -> None:
    page = ready(visit(PAGE).page)
    of_two_cards_keeps_its_place_and_says_that_it_is_solved(page, modes, 1440, 900)


def of_two_cards_keeps_its_place_and_says_that_it_is_solved(
    page: Page, modes: Modes, width: int, height: int
) -> None:
    """A disclosure contains the last card. The link to the best line replaces the task."""
    block = page.locator("#exercise-17")
    box = block.locator("[data-part=exercise-item]")
    before, opening = height_when_wide(box), box.get_attribute("data-item") or ""
    page.set_viewport_size({"width": width, "height": height})
    give(box, "HA")
    until_answered(box, opening)
    expect(box.locator("[data-part=item-label]")).to_have_text("")
    line = box.locator("[data-part=card-before] > summary")
    # A right card gets a box, as a wrong one does.
    ground = "one => getComputedStyle(one).backgroundColor"
    assert box.locator("[data-part=card-before]").evaluate(ground) != box.evaluate(ground)
    expect(line).to_contain_text(re.compile(r"^Right\. The other player plays the"))
    expect(box.locator("[data-part=card-before] > [data-part=verdict]")).to_be_hidden()
    line.click()
    expect(box.locator("[data-part=card-before] > [data-part=verdict]")).to_be_visible()
    line.click()
    assert height_when_wide(box) == before
    page.set_viewport_size({"width": width, "height": height})
    block.evaluate("one => scrollTo(0, one.getBoundingClientRect().top + scrollY - 64)")
    last = box.locator("[data-part=answer]").last
    assert last.evaluate("one => one.getBoundingClientRect().bottom") <= height
    give(box, "SJ")
    solved = box.locator("[data-part=solved]")
    expect(solved).to_contain_text("Solved")
    expect(box.locator("[data-part=question-text]")).to_be_hidden()
    expect(box.get_by_text("Right.", exact=True)).to_have_count(1)
    expect(box.locator("[data-part=question-area] [data-part=label]")).to_have_text(
        "Before this card"
    )
    expect(box.get_by_text("It is your lead")).to_be_hidden()
    expect(box.locator("[data-part=feedback]")).to_be_in_viewport(ratio=1)
    assert (
        box.locator("[data-part=exercise-felt]").evaluate(
            "one => one.getBoundingClientRect().bottom"
        )
        > 64
    )
    assert height_when_wide(box) == before
    through = solved.get_by_role("link", name="Step through the best line")
    source = page.locator(".pq-problem-source").nth(16).locator("[data-part=solution-link] > a")
    expect(source).to_be_hidden()
    assert through.get_attribute("href") == source.get_attribute("href")
    assert violations(page, "#exercise-17", modes) == []


def test_a_ring_shows_the_grade_and_a_problem_its_trick_in_words(seen: Open) -> None:
    page = ready(seen(PAGE).page)
    grades = page.locator("[data-part=lesson-steps] a").evaluate_all(
        "all => all.map(one => one.dataset.grade)"
    )
    assert len(grades) == 18
    assert set(grades) == {"1", "2", "3"}
    dots = "one => getComputedStyle(one, '::after').content.match(/•+/)[0].length"
    assert page.locator("[data-part=lesson-steps] a").nth(2).evaluate(dots) == int(grades[2] or 0)
    sources = page.locator(".pq-problem-source")
    expect(sources.nth(2)).to_contain_text("before trick 5. Three traps or more.")
    assert not re.search(r"\bt\d+[ey]\b", " ".join(sources.all_text_contents()))


def test_without_a_script_goal_cards_and_line_are_there(visit: Open) -> None:
    page = visit(PAGE, java_script_enabled=False).page
    box = page.locator("[data-part=exercise-item]").nth(1)
    expect(box.locator("[data-part=question-text]")).to_contain_text(
        "Keep the other player from winning the cards"
    )
    expect(box.locator("[data-part=exercise-felt]")).to_be_visible()
    answers = page.locator("details[data-part=lesson-answers]")
    answers.locator("summary").click()
    expect(answers.locator("li").nth(2)).to_contain_text("does it. You lead the")
    expect(page.get_by_role("link", name="Step through the best line").first).to_be_visible()
