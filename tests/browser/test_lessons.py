"""The lessons: right and wrong answers, keyboard, saved progress, offline, and without scripts."""

import re
from itertools import combinations

import pytest
from case_selection import first
from harness import printed
from pages.lesson import (
    ALL_LESSONS,
    LESSONS,
    PROGRESS_KEY,
    REVIEW,
    LessonPage,
    feedback,
    give,
    has_wrong,
    item,
    judgement,
    make_due,
    play_out,
    progress,
    ready,
    wrong,
)
from pages.replay import Open
from playwright.sync_api import Page, expect
from test_axe import BY_DAY_AND_NIGHT, Modes, violations

from piquet_core.exercises import judge
from piquet_core.wording.rich_text import plain_text

pytestmark = pytest.mark.browser

# Together these contain every form of question but "play", which is played below, and leave out what the
# first lesson and test_discard_verdict answer. `make test-all` walks through the other
# lessons as well.
IN_EVERY_RUN = {
    "tutorials/05-order.html": set[str](),
    "tutorials/06-exchange.html": {"number", "order", "reply", "discards"},
}


def test_there_are_twelve_lessons() -> None:
    assert [path.split("/")[1][:2] for path in ALL_LESSONS] == [f"{n:02}" for n in range(1, 13)]


def repeated(page: Page, known: set[str]) -> list[str]:
    """Return the exercises of a kind that is known or has been asked before."""
    kinds, found = set(known), []
    for id in page.locator("[data-part=exercise] [data-part=exercise-item]").evaluate_all(
        "all => all.map(one => one.dataset.item)"
    ):
        kind = id.split(":")[0]
        found += [id] if kind in kinds else []
        kinds.add(kind)
    return found


@pytest.mark.parametrize(
    ("lesson", "every"),
    first(2, [*((path, False) for path in IN_EVERY_RUN), *((path, True) for path in ALL_LESSONS)]),
)
def test_every_exercise_is_answered_wrong_and_then_right(
    visit: Open, lesson: str, every: bool
) -> None:
    """Until the engine runs, only the page itself is requested. Only discards wait for the engine.

    Without *every*, one exercise of each kind is answered and the others are marked as done.
    """
    reader = visit(lesson)
    page = ready(reader.page)
    before = [] if every else repeated(page, IN_EVERY_RUN[lesson])
    if before:
        make_due(page, before)
        page.reload()
        ready(page)
    asked = len(reader.watch.paths)
    boxes = page.locator("[data-part=exercise] [data-part=exercise-item]")
    engine = False
    for number in range(boxes.count()):
        box = boxes.nth(number)
        one = item(box)
        if one.id in before:
            continue
        if one.posed.slow:
            engine = True
            give(box, one.right[-1])
            expect(box.locator("[data-part=feedback]")).to_have_attribute(
                "data-verdict", re.compile("best|fine")
            )
            assert box.locator("[data-part=clause] a[href*='rules/']").count() == 1
            continue
        if has_wrong(one):
            give(box, wrong(one))
            verdict = box.locator("[data-part=feedback]").get_attribute("data-verdict")
            assert verdict in ("wrong", "nearly", "part", "costly"), one.id
            assert "The rule:" in feedback(box)
            assert box.locator("[data-part=clause] a[href*='rules/']").count() == 1
            expect(box.locator('[data-do="solution"]')).to_be_visible()
        if one.posed.goes_on:
            engine = True
            play_out(box)
            continue
        right = one.right[-1]
        give(box, right)
        expect(box).to_have_attribute("data-done", "")
        assert "Right." in feedback(box)
    expect(LessonPage(page).position).to_have_text(
        f"All {LessonPage(page).exercise_count()} exercises done."
    )
    # A word in italics may be the first use of the italic font.
    later = [path for path in reader.watch.paths[asked:] if not path.endswith(".woff2")]
    assert engine or later == []


def test_a_lesson_by_keyboard_in_which_what_is_missing_is_reported_and_does_not_count(
    visit: Open,
) -> None:
    page = ready(visit(LESSONS[0]).page)
    box = LessonPage(page).exercise(1).first
    box.locator("input").first.press("Enter")
    assert feedback(box) == "Choose one first."
    box = LessonPage(page).exercise(7).first
    box.locator("[data-part=number]").fill("many")
    box.locator('[data-do="answer"]').click()
    assert feedback(box) == "Type a whole number first."
    assert page.evaluate("localStorage.getItem('piquet:progress')") is None
    box.locator("[data-part=number]").fill("")
    box = LessonPage(page).exercise(1).first
    right = item(box).right[0]
    radio = box.locator(f'input[value="{right}"]')
    box.locator("input").first.focus()
    for _ in range(12):
        if radio.is_checked():
            break
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    assert "Right." in feedback(box)
    box = LessonPage(page).exercise(7).first
    box.locator("[data-part=number]").focus()
    page.keyboard.type(item(box).right[0])
    page.keyboard.press("Enter")
    assert "Right." in feedback(box)
    box = LessonPage(page).exercise(2).first
    for value in item(box).right[0].split("+"):
        box.locator(f'input[value="{value}"]').focus()
        page.keyboard.press("Space")
    box.locator('[data-do="answer"]').focus()
    page.keyboard.press("Enter")
    assert "Right." in feedback(box)
    assert box.locator("[data-part=feedback]").get_attribute("role") == "status"


def test_a_hint_then_the_answer_and_after_a_second_miss_the_part_that_is_wrong(visit: Open) -> None:
    page = ready(visit(LESSONS[2]).page)
    paper_has_the_answers_and_no_buttons(page)
    box = LessonPage(page).exercise(1).first
    box.locator('[data-do="hint"]').click()
    assert feedback(box).startswith("Hint.")
    box.locator('[data-do="solution"]').click()
    assert f": {item(box).right[0]}." in feedback(box)
    expect(LessonPage(page).position).to_contain_text("0 of")
    # It can still be answered. A reader may also read on.
    expect(box.locator('[data-do="solution"]')).to_be_hidden()
    expect(box.locator('[data-do="hint"]')).to_be_visible()
    expect(box.get_by_role("button", name="Read on")).to_be_focused()

    box = page.locator('[data-part=exercise-item][data-item^="number:hand:"]').first
    one = item(box)
    more = [printed(plain_text(judge(one, answer).again)) for answer in ("150", "151")]
    give(box, "150")
    assert judgement(box, "150") in feedback(box)
    assert more[0] not in feedback(box)
    give(box, "151")
    assert more[1] in feedback(box)
    assert judgement(box, "151") not in feedback(box)
    give(box, one.right[0])
    assert "Right." in feedback(box)


def paper_has_the_answers_and_no_buttons(page: Page) -> None:
    page.emulate_media(media="print")
    expect(page.locator("[data-part=lesson-answers] li").first).to_be_visible()
    expect(page.locator("[data-part=item-actions]").first).to_be_hidden()
    expect(page.locator("[data-part=lesson-progress]")).to_be_hidden()
    page.emulate_media(media="screen")


# -- with the engine -----------------------------------------------------------------------------


def test_six_tricks_are_played_to_the_end(visit: Open) -> None:
    """Every card leads to the next question, and only the last one completes the exercise.

    It stands after the end of the lesson: its step is marked as done, but the count leaves it out.
    """
    page = ready(visit(LESSONS[0]).page)
    block = page.locator("[data-part=exercise]", has=page.locator("[data-on]")).first
    box = block.locator("[data-part=exercise-item]")
    opening = box.get_attribute("data-item") or ""
    step = page.get_by_role("navigation", name="Exercises").locator(
        f"a[href='#{block.get_attribute('id')}']"
    )
    number = step.inner_text()
    give(box, item(box).right[0])
    expect(box).not_to_have_attribute("data-item", opening)
    expect(box).not_to_have_attribute("data-done", "")
    expect(step).to_have_attribute("aria-label", number)
    assert page.evaluate(f"localStorage.getItem('{PROGRESS_KEY}')") is None
    assert play_out(box) <= 5
    expect(box).to_have_attribute("data-done", "")
    expect(box.locator("[data-part=feedback]")).to_contain_text("You have")
    expect(step).to_have_attribute("aria-label", f"{number}, done")
    expect(LessonPage(page).position).to_contain_text("0 of ")
    assert opening in progress(page)["items"]
    box.get_by_role("button", name="Read on").click()
    assert block.evaluate("one => one.nextElementSibling === document.activeElement")


# -- without scripts, and accessibility ----------------------------------------------------------


def test_without_a_script_there_are_questions_and_answers(visit: Open) -> None:
    page = visit(LESSONS[0], java_script_enabled=False).page
    box = page.locator("[data-part=exercise-item]").first
    expect(box.locator("[data-part=question-text]")).to_have_text("Take this trick.")
    expect(box.locator("[data-part=answers] svg").first).to_be_visible()
    expect(box.get_by_role("button")).to_have_count(0)
    box.get_by_role("link", name="The answer").click()
    expect(page.locator("[data-part=lesson-answers] li").first).to_be_visible()


@pytest.mark.parametrize("modes", BY_DAY_AND_NIGHT, ids=["day", "night"])
@pytest.mark.parametrize("path", first(1, [REVIEW, *ALL_LESSONS]))
def test_axe_finds_nothing(visit: Open, path: str, modes: Modes) -> None:
    """test_course and test_discard_verdict check lessons 1 and 6 with an answer in every run."""
    page = ready(visit(path).page)
    box = page.locator("[data-part=exercise-item]").first
    if path != REVIEW and has_wrong(item(box)):
        give(box, wrong(item(box)))
    assert violations(page, modes=modes) == []


@pytest.mark.parametrize("path", first(1, ALL_LESSONS))
def test_every_target_is_large_and_nothing_is_cut_off_on_a_phone(visit: Open, path: str) -> None:
    page = visit(path, size=(360, 740)).page
    ready(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    small = page.locator("[data-part=exercise-item]").evaluate_all(
        """boxes => boxes.flatMap((box) => [...box.querySelectorAll("button, [data-part=answer]")])
            .map((one) => one.getBoundingClientRect())
            .filter(({ width, height }) => width && (width < 44 || height < 44)).length"""
    )
    assert small == 0


@pytest.mark.parametrize("width", first(1, [360, 1440, 768]))
def test_the_cards_of_a_hand_to_look_at_are_all_of_one_size_and_in_their_box(
    seen: Open, width: int
) -> None:
    page = seen(LESSONS[2], java_script_enabled=False, size=(width, 900)).page
    hands: list[dict[str, list[float]]] = page.locator("[data-part=fan]").evaluate_all(
        """(hands) => hands.map((hand) => {
            const cards = [...hand.querySelectorAll("svg")].map((card) => card.getBoundingClientRect());
            const box = hand.getBoundingClientRect();
            return {
                widths: [...new Set(cards.map((card) => Math.round(card.width)))],
                ends: [box.left, Math.min(...cards.map((card) => card.left)), Math.max(...cards.map((card) => card.right)), box.right],
            };
        })"""
    )
    assert hands
    for told in hands:
        assert len(told["widths"]) == 1
        assert told["ends"] == sorted(told["ends"])


def test_chosen_cards_lie_over_no_other(visit: Open) -> None:
    """Chosen cards of the lower row rise as far as the upper row leaves room."""
    page = ready(visit("tutorials/06-exchange.html").page)
    box = page.locator("[data-part=exercise-item]").first
    cards = box.locator("[data-part=answer]")
    expect(cards).to_have_count(12)
    for place in (0, 1, 7, 8):
        cards.nth(place).click()
    for width in (360, 1440):
        page.set_viewport_size({"width": width, "height": 900})
        page.evaluate("Promise.allSettled(document.getAnimations().map(one => one.finished))")
        boxes = [one.bounding_box() for one in cards.locator("svg").all()]
        for one, two in combinations(boxes, 2):
            assert one
            assert two
            across = abs(one["x"] - two["x"]) - one["width"]
            down = abs(one["y"] - two["y"]) - one["height"]
            assert max(across, down) >= 2  # The outline of a chosen card takes that much.
