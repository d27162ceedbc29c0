"""The course: the end of a lesson, exercises due for review, and waiting for the engine."""

import json
import re
from typing import Any

import pytest
from case_selection import first
from pages.lesson import (
    ALL_LESSONS,
    LESSONS,
    LessonPage,
    feedback,
    give,
    item,
    judgement,
    make_due,
    open_with_due,
    printed_ids,
    progress,
    ready,
    wrong,
)
from pages.replay import Open
from playwright.sync_api import Locator, Page, Route, ViewportSize, expect
from test_axe import BY_DAY_AND_NIGHT, MODES, Modes, violations

pytestmark = pytest.mark.browser

PHONE: ViewportSize = {"width": 360, "height": 740}


# -- the end of a lesson -------------------------------------------------------------------------


# The last lesson leads to the table as the seventh does. The others lead to the next lesson.
@pytest.mark.parametrize("lesson", first(2, [ALL_LESSONS[11], *ALL_LESSONS[:11]]))
def test_every_lesson_has_an_end_that_leads_on(visit: Open, lesson: str) -> None:
    """Without scripts only the link is there."""
    page = visit(lesson, java_script_enabled=False).page
    end = LessonPage(page).end
    expect(end.locator("[data-part=next-page]")).to_be_visible()
    expect(end.get_by_text("is done")).to_be_hidden()
    number = int(lesson.split("/")[1][:2])
    following = f"{number + 1:02}-" if number not in (7, 12) else "table"
    assert (end.locator("[data-part=next-page]").get_attribute("href") or "").startswith(following)


@pytest.mark.parametrize("modes", BY_DAY_AND_NIGHT, ids=["day", "night"])
def test_the_last_answer_that_a_lesson_asks_for_brings_its_end(visit: Open, modes: Modes) -> None:
    """The optional exercises of *Once more* do not count."""
    first, *others = printed_ids(LESSONS[0])
    before = [one for one in others if one != first]
    page = ready(open_with_due(visit, before, LESSONS[0], size=(360, 740)))
    end = LessonPage(page).end
    expect(end.get_by_text("Lesson 1 is done.")).to_be_hidden()
    box = LessonPage(page).exercise(1)
    give(box, wrong(item(box)))
    expect(end.get_by_text("Lesson 1 is done.")).to_be_hidden()
    give(box, item(box).right[0])
    expect(end.locator("[role=status]")).to_have_text(
        "Lesson 1 is done. Now you can follow suit, take a trick or leave it, and count it."
    )
    expect(end.locator("[data-part=next-page]")).to_have_text(
        re.compile(r"^Next: 2\. Read your hand ?about \d+ minutes$")
    )
    assert violations(page, "[data-part=lesson-end]", modes) == []
    page.set_viewport_size(PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    end.locator("[data-part=next-page]").press("Enter")
    page.wait_for_url("**/02-hand.html")


@pytest.mark.parametrize("modes", BY_DAY_AND_NIGHT, ids=["day", "night"])
def test_lesson_seven_asks_before_it_shows(visit: Open, modes: Modes) -> None:
    """The table is in a disclosure after the questions about it. The whole deal comes last."""
    page = ready(visit("tutorials/07-a-and-b.html", size=(360, 740)).page)
    places: dict[str, Any] = page.evaluate(
        """() => {
            const after = (one, other) => Boolean(other.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING);
            const end = document.querySelector("[data-part=lesson-end]");
            const asked = [...document.querySelectorAll("[data-part=exercise]")].filter(one => after(end, one));
            const stills = [...document.querySelectorAll("[data-part=still]")];
            return {
                whole: [...document.querySelectorAll("figure[data-part=replay]")].map(one => after(one, end)),
                stills: stills.map(one => asked.filter(question => after(one, question)).length),
                asked: asked.length,
            };
        }"""
    )
    assert places["whole"] == [True]
    # Readers answer the calls before they see them, and the totals before the sixth trick.
    assert places["stills"] == [4, places["asked"] - 1]
    for still in page.locator("[data-part=still]").all():
        expect(still).to_be_hidden()
    for fold in page.locator("[data-part=details] > summary").all():
        fold.press("Enter")
    for width in (360, 1440):
        page.set_viewport_size({"width": width, "height": 740})
        for still in page.locator("[data-part=still]").all():
            expect(still).to_be_visible()
            assert still.evaluate(
                """one => {
                    const fold = one.closest("details").getBoundingClientRect();
                    const own = one.getBoundingClientRect();
                    return own.left >= fold.left - 1 && own.right <= fold.right + 1;
                }"""
            )
    assert violations(page, "[data-part=details]:has(> [data-part=still])", modes) == []


@pytest.mark.parametrize("lesson", first(1, ["11-inference", "06-exchange"]))
def test_question_hand_and_cards_asked_about_share_a_phones_window_and_each_mark_is_judged(
    visit: Open, lesson: str
) -> None:
    page = ready(visit(f"tutorials/{lesson}.html", size=(360, 740)).page)
    boxes = page.locator('[data-part=exercise-item][data-form="marks"]')
    assert boxes.count() > 0
    bar = page.locator("header").first.bounding_box()
    assert bar
    for box in boxes.all():
        parts = [
            box.locator(one).bounding_box()
            for one in (
                "[data-part=question-text]",
                "[data-part=exercise-felt]",
                "[data-part=marks]",
            )
        ]
        question, hand, cards = [part or {"y": 0, "height": 9999} for part in parts]
        assert question["y"] < hand["y"] < cards["y"]
        assert cards["y"] + cards["height"] - question["y"] <= PHONE["height"] - bar["height"]
        expect(box.locator("[data-part=marks] fieldset")).to_have_count(3)
        expect(box.locator("[data-part=given] ul").first).to_be_visible()
        expect(box.get_by_text("Elder exchanges")).to_be_hidden()
        box.locator("details[data-part=given] > summary").press("Enter")
        expect(box.get_by_text("Elder exchanges").first).to_be_visible()
        small = box.locator("[data-part=marks] label").evaluate_all(
            "all => all.filter((one) => one.getBoundingClientRect().height < 44).length"
        )
        assert small == 0
    if lesson == "11-inference":
        page.set_viewport_size({"width": 1280, "height": 900})
        each_card_says_whether_its_mark_holds_and_nothing_moves(page)


def each_card_says_whether_its_mark_holds_and_nothing_moves(page: Page) -> None:
    """In exercise 1a of lesson 11 the reader laid out the eight of hearts, so it cannot be there."""
    box = page.locator('[data-part=exercise-item][data-form="marks"]').first
    for one in box.get_by_role("radio", name="certain", exact=True).all():
        one.check()
    place = (
        "all => all.map(one => [one.offsetLeft, one.offsetTop, one.offsetWidth, one.offsetHeight])"
    )
    before = box.locator("fieldset").evaluate_all(place)
    box.get_by_role("button", name="Answer", exact=True).click()
    said = box.locator("[data-part=verdict]")
    expect(said).to_contain_text(
        re.compile("^Not quite. The .+ is not there: you laid it out. The ")
    )
    signs = box.locator("fieldset").evaluate_all(
        "all => all.map(one => getComputedStyle(one.querySelector('legend'), '::after').content)"
    )
    assert sorted(signs) == ['"✓" / "right"', '"✕" / "wrong"', '"✕" / "wrong"']
    assert box.locator("fieldset").evaluate_all(place) == before
    box.get_by_role("radio", name="possible", exact=True).first.check()
    expect(box.locator("fieldset[data-judged]")).to_have_count(0)


def test_without_a_script_no_room_is_kept_for_what_is_said(visit: Open) -> None:
    page = visit("tutorials/11-inference.html", java_script_enabled=False).page
    box = page.locator('[data-part=exercise-item][data-form="marks"]').first
    felt = box.locator("[data-part=exercise-felt]").bounding_box()
    link = box.locator("[data-part=printed-answer]").bounding_box()
    assert felt
    assert link
    assert link["y"] - felt["y"] - felt["height"] < 48  # Two lines at most.


# -- returning readers ---------------------------------------------------------------------------


@pytest.mark.parametrize("modes", BY_DAY_AND_NIGHT, ids=["day", "night"])
@pytest.mark.parametrize("path", ["", "tutorials/table.html"])
def test_a_page_tells_what_has_come_back_and_nothing_else(
    visit: Open, path: str, modes: Modes
) -> None:
    page = visit(path).page
    back = page.locator("[data-part=welcome-back]")
    expect(back).to_be_hidden()
    make_due(page, [f"tap:suit:given:hoyle1909:32-XY8BPT54XW5N-D/hands{one}" for one in range(3)])
    page.reload()
    link = back.get_by_role("link", name="3 to review today")
    expect(link).to_be_visible()
    expect(back.get_by_role("link")).to_have_count(1)
    assert violations(page, "[data-part=welcome-back]", modes) == []
    for width in (360, 1440):
        page.set_viewport_size({"width": width, "height": 740})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    link.click()
    page.wait_for_url("**/tutorials/review.html")


def test_the_first_page_leads_on_to_the_exercise_that_comes_next(visit: Open) -> None:
    """The link replaces the introduction for newcomers. After a finished lesson it leads to the next one."""
    ids = printed_ids("tutorials/04-good.html")
    page = open_with_due(visit, ids[:5], "index.html")
    start = page.url
    back = page.locator("[data-part=welcome-back]")
    expect(back.get_by_role("link")).to_have_text(
        ["Go on with lesson 4, exercise 6", "5 to review today"]
    )
    expect(page.locator(".pq-promise")).to_be_hidden()
    back.get_by_role("link", name="Go on with lesson 4, exercise 6").click()
    page.wait_for_url("**/tutorials/04-good.html#exercise-6")
    page.goto(page.url.replace("04-good.html#exercise-6", "learn.html"))
    expect(page.locator("[data-part=way-in] b")).to_have_text("Go on with lesson 4, exercise 6")
    make_due(page, ids)
    page.goto(start)
    expect(back.get_by_role("link").first).to_have_text("Go on with lesson 5")


# -- waiting -------------------------------------------------------------------------------------


def bar_of(place: Locator) -> Locator:
    return place.locator("progress")


def test_another_one_waits_in_sight_and_takes_the_place_of_the_one_before_even_offline(
    visit: Open,
) -> None:
    page = ready(visit(LESSONS[1]).page)
    block = page.locator("#exercise-1")
    box = block.locator("[data-part=exercise-item]")
    printed = box.get_attribute("data-item") or ""
    a_start_shows_how_many_parts_are_there(block)
    expect(box).not_to_have_attribute("data-item", printed)  # In its place.
    expect(box).to_be_focused()
    # The text may be in italics, whose font comes with the first use.
    page.evaluate("document.fonts.load('italic 1rem \"Piquet Garamond\"').then(() => {})")
    page.context.set_offline(True)
    give(box, item(box).right[0])
    expect(box.locator("[data-part=feedback]")).to_contain_text("Right.")
    done = box.get_attribute("data-item") or ""
    block.get_by_role("button", name="Another one").click()
    expect(box).not_to_have_attribute("data-item", done)  # In its place.
    expect(box).to_be_focused()
    expect(box).to_have_count(1)
    assert progress(page)["items"][printed]["done"]  # Keyboard users get the same.
    box.locator('[data-do="hint"]').click()
    expect(box.locator("[data-part=feedback]")).to_contain_text("Hint.")
    box.locator('[data-do="solution"]').click()
    expect(box.locator("[data-part=feedback]")).to_contain_text("The answer:")
    page.context.set_offline(False)
    an_open_one_is_stood_for_by_another(page)


def a_start_shows_how_many_parts_are_there(block: Locator) -> None:
    """The test holds the WebAssembly back. The other two scripts are counted."""
    page = block.page
    held: list[Route] = []
    page.context.route(re.compile(r"\.wasm$"), lambda route: held.append(route))  # noqa: PLW0108 - Playwright marks what it calls
    block.get_by_role("button", name="Another one").click()
    bar = bar_of(block.locator("[data-part=engine-notice]"))
    expect(bar).to_have_js_property("value", 2)
    expect(bar).to_have_attribute("max", "5")
    expect(block.locator("[data-part=download-count]")).to_have_text("2 of 5 parts")
    # A wait without a known length has a moving bar, unless the reader prefers reduced motion.
    waiting = bar_of(block.locator("[data-part=busy]"))
    expect(waiting).to_have_js_property("position", -1)
    motion = "one => getComputedStyle(one).animationName"
    assert waiting.evaluate(motion) != "none"
    page.emulate_media(reduced_motion="reduce")
    assert waiting.evaluate(motion) == "none"
    page.emulate_media(reduced_motion="no-preference")
    for route in held:
        route.continue_()
    expect(block.locator("[data-part=exercise-item]")).to_be_focused()
    expect(block.locator("progress")).to_have_count(0)


def an_open_one_is_stood_for_by_another(page: Page) -> None:
    """The reader answers exercise 2 wrong, then replaces it by another and reads on."""
    block = page.locator("#exercise-2")
    box = block.locator("[data-part=exercise-item]")
    printed = box.get_attribute("data-item") or ""
    answer = wrong(item(box))
    give(box, answer)
    spoken = box.locator("[data-part=verdict] [aria-hidden=true]")
    spoken.evaluate_all("all => all.forEach((one) => one.remove())")  # The pictures of cards.
    assert judgement(box, answer) in feedback(box)
    assert "You chose:" in feedback(box)
    block.get_by_role("button", name="Another one").click()
    expect(box).not_to_have_attribute("data-item", printed)
    expect(box).to_have_count(1)
    give(
        LessonPage(page).exercise(1),
        item(LessonPage(page).exercise(1)).right[0],
    )
    give(box, item(box).right[0])
    expect(box.locator("[data-part=feedback]")).to_contain_text("Right.")
    expect(LessonPage(page).position).to_contain_text("2 of ")
    expect(page.locator("[data-part=lesson-steps] a").nth(1)).to_have_attribute(
        "aria-label", "2, done"
    )
    box.get_by_role("button", name="Read on").click()
    assert block.evaluate(
        "one => (one.nextElementSibling ?? one.parentElement.nextElementSibling) === document.activeElement"
    )


# -- later states, by eye and by screen reader ---------------------------------------------------


@pytest.mark.parametrize(
    ("modes", "missed"), first(1, [([MODES[0]], 2), ([MODES[1]], 0)]), ids=["day", "night"]
)
def test_whoever_knows_the_lesson_tests_out_of_it(visit: Open, modes: Modes, missed: int) -> None:
    """Answer question by question by keyboard. One wrong answer is allowed."""
    page = ready(visit(LESSONS[0]).page)
    page.get_by_role("button", name="I know this").press("Enter")
    for number in range(1, 6):
        box = page.locator("[data-part=lesson-test] [data-part=exercise-item]")
        expect(box.locator("[data-part=item-label]")).to_have_text(f"Question {number} of 5")
        expect(box).to_be_focused()
        if number == 1:
            assert violations(page, modes=modes) == []
        one = item(box)
        give(box, wrong(one) if number == missed else one.right[0])
        if number == 1:
            assert violations(page, "[data-part=lesson-test]", modes) == []
        box.get_by_role("button", name="Next question").press("Enter")
    right = 4 if missed else 5
    expect(page.locator("[data-part=lesson-test] > p")).to_contain_text(f"{right} of 5 right.")
    expect(LessonPage(page).position).to_contain_text("All ")
    expect(LessonPage(page).end).to_have_attribute("data-done", "")
    assert violations(page, modes=modes) == []
    page.locator("[data-part=lesson-test] > a").press("Enter")
    page.wait_for_url("**/02-hand.html")


def test_progress_of_earlier_lessons_is_kept(visit: Open) -> None:
    """An exercise that is no longer in a lesson stays saved and comes back when due (test_lesson_memory)."""
    gone = "tap:sets:nothing-alike:hoyle1909:32-XY8BPT54XW5N-D/hands"
    page = ready(open_with_due(visit, [gone], LESSONS[1]))
    box = LessonPage(page).exercise(1)
    give(box, item(box).right[0])
    kept = json.loads(page.evaluate("localStorage.getItem('piquet:progress')"))["items"]
    assert kept[gone]["done"]
    page.goto(page.url.replace("02-hand", "review"))
    expect(page.locator("[data-part=review-status]")).to_have_text("One exercise to review today.")


@pytest.mark.parametrize(
    "path", first(1, ["tutorials/learn.html", "tutorials/problems/index.html"])
)
def test_a_tile_on_a_phone_has_its_words_in_one_line_and_no_card_beside_them(
    visit: Open, path: str
) -> None:
    page = visit(path, size=(360, 740)).page
    expect(page.locator("[data-part=lesson-tile] > p[aria-hidden]:visible")).to_have_count(0)
    high = page.locator("p:has(> [data-part=tile-state])").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect().height)"
    )
    assert high
    assert max(high) <= 24


def test_the_meetings_of_a_class_stand_two_in_a_row_and_end_with_what_follows(visit: Open) -> None:
    page = visit("tutorials/teachers.html", size=(1440, 900)).page
    assert page.locator(".pq-meetings > :not(h2, section)").count() == 0
    expect(page.locator(".pq-meetings > section").last).to_contain_text("For those who go on")
    for title in page.locator(".pq-meetings dd a").all_text_contents():
        assert not re.match(r"\d+\. ", title)  # No line ends after the number.
    column = page.locator("article").bounding_box()
    tiles = [one.bounding_box() for one in page.locator(".pq-meetings > section").all()]
    assert column
    assert all(one and one["x"] + one["width"] <= column["x"] + column["width"] for one in tiles)
    # Two in a row; the last may be alone.
    rows = [one["y"] for one in tiles if one]
    assert all((rows[at] == rows[at - 1]) == (at % 2 == 1) for at in range(1, len(rows)))
    assert len({one["x"] for one in tiles if one}) == 2
