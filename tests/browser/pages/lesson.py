"""Lessons and exercises, and the steps of a learner there."""

from __future__ import annotations

import json
import re
import time
from html import unescape
from typing import Any

from harness import SITE, printed
from playwright.sync_api import Locator, Page, expect

from pages.replay import Open
from piquet_core.exercises import (
    Exercise,
    Form,
    find_exercise,
    judge,
    possible_answers,
    read_answer,
    write_answer,
)
from piquet_core.wording.rich_text import plain_text

LESSONS = ["tutorials/01-tricks.html", "tutorials/02-hand.html", "tutorials/03-worth.html"]
ALL_LESSONS = sorted(
    path.relative_to(SITE).as_posix() for path in SITE.glob("tutorials/[01][0-9]-*.html")
)
REVIEW = "tutorials/review.html"
PROGRESS_KEY = "piquet:progress"
# Two exercises of the second lesson.
HAND = "number:hand:given:hoyle1909:32-XY8BPT54XW5N-D/hands"
SUIT = "tap:suit:given:hoyle1909:32-XY8BPT54XW5N-D/hands"


class LessonPage:
    """A lesson in a browser, or another page with exercises."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def exercise(self, number: int) -> Locator:
        """Return the question that a numbered exercise shows."""
        return self.page.locator(f"#exercise-{number} [data-part=exercise-item]")

    @property
    def position(self) -> Locator:
        """The line that counts the finished exercises."""
        return self.page.locator("[data-part=lesson-position]")

    @property
    def end(self) -> Locator:
        """The panel at the end of the lesson."""
        return self.page.locator("[data-part=lesson-end]")

    def exercise_count(self) -> int:
        """Return the number of exercises before the end of the lesson."""
        count: int = self.page.evaluate(
            """() => {
                const end = document.querySelector("[data-part=lesson-end]");
                return [...document.querySelectorAll("[data-part=exercise]")]
                    .filter(one => end.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_PRECEDING).length;
            }"""
        )
        return count


# -- one exercise --------------------------------------------------------------------------------


def item(box: Locator) -> Exercise:
    """Return the exercise that a box shows."""
    return find_exercise(box.get_attribute("data-item") or "")


def wrong(exercise: Exercise) -> str:
    """Return an answer that does not pass, as a learner might give it."""
    if exercise.posed.form is Form.MARKS:
        first, _, rest = exercise.right[0].partition("+")
        card, _, mark = first.partition("=")
        other = next(each for each in exercise.posed.marks if each != mark)
        return f"{card}={other}+{rest}"
    possible = [write_answer(exercise, chosen) for chosen in possible_answers(exercise)]
    middle = len(possible) // 2  # neither nothing nor everything
    return next(
        answer
        for answer in [*possible[middle:], *possible[:middle]]
        if not judge(exercise, answer).verdict.passes
    )


def has_wrong(exercise: Exercise) -> bool:
    """Return whether any answer to an exercise does not pass."""
    if exercise.posed.form is Form.MARKS:
        return True
    return any(
        not judge(exercise, write_answer(exercise, chosen)).verdict.passes
        for chosen in possible_answers(exercise)
    )


def give(box: Locator, answer: str) -> None:
    """Choose an answer and submit it. A tap on a single choice submits it already."""
    exercise = item(box)
    form = exercise.posed.form
    if answer == "none":
        box.locator('[data-do="none"]').click()
        return
    if form is Form.NUMBER:
        box.locator("[data-part=number]").fill(answer)
    elif form is Form.ORDER:
        for value in reversed(answer.split(">")):  # each to the top, the last one first
            row = box.locator(f'li[data-value="{value}"]')
            above: int = row.evaluate("row => [...row.parentElement.children].indexOf(row)")
            if above:
                up = row.locator('[data-move="-1"]')
                up.evaluate("(button, times) => { while (--times) button.click(); }", above)
                up.click()  # Playwright checks this last click: the button is visible and enabled.
    elif form is Form.MARKS:
        for mark in answer.split("+"):
            card, _, value = mark.partition("=")
            box.locator(f'[data-part=marks] input[name$="-{card}"][value="{value}"]').check()
    else:
        wanted = read_answer(exercise, answer)
        if form is Form.ONE:
            box.locator(f'[data-part=answers] input[value="{wanted[0]}"]').click(force=True)
            return
        picked = box.locator("[data-part=answers] input:checked").evaluate_all(
            "inputs => inputs.map(input => input.value)"
        )
        for value in (option.value for option in exercise.posed.options):
            if (value in wanted) != (value in picked):
                box.locator(f'[data-part=answers] input[value="{value}"]').set_checked(
                    value in wanted, force=True
                )
    box.locator('[data-do="answer"]').click()


def judgement(box: Locator, answer: str) -> str:
    """Return the text with which the engine judges an answer."""
    return " ".join(printed(plain_text(judge(item(box), answer).says)).split())


def feedback(box: Locator) -> str:
    """Return the text of the feedback."""
    return " ".join((box.locator("[data-part=feedback]").text_content() or "").split())


def until_answered(box: Locator, before: str) -> None:
    """Wait until an exercise is done or another has replaced the one with the id ``before``."""
    box.page.wait_for_function(
        "([box, id]) => !document.contains(box) || box.dataset.item !== id || box.matches('[data-done]')",
        arg=[box.element_handle(), before],
    )


def play_out(box: Locator) -> int:
    """Play a deal to its end with the first card that passes; return the number of cards chosen."""
    for chosen in range(1, 13):
        before = box.get_attribute("data-item")
        give(box, item(box).right[0])
        box.page.wait_for_function(
            "([box, id]) => document.contains(box) === false || box.dataset.item !== id"
            " || box.textContent.includes('The deal is over')",
            arg=[box.element_handle(), before],
        )
        if "The deal is over" in feedback(box):
            return chosen
    raise AssertionError("a deal without an end")


# -- pages and progress --------------------------------------------------------------------------


def ready(page: Page) -> Page:
    """Wait until the scripts of a page with exercises run."""
    page.wait_for_load_state("load")  # Chromium does not always report an idle network.
    expect(
        page.locator("[data-part=lesson-progress], [data-part=saved-data]").first
    ).to_be_visible()
    return page


def progress(page: Page) -> dict[str, Any]:
    """Return the saved progress."""
    return dict(json.loads(page.evaluate(f"localStorage.getItem('{PROGRESS_KEY}')")))


def make_due(page: Page, ids: list[str]) -> None:
    """Save exercises that were due for review yesterday."""
    trace = {"right": 1, "wrong": 0, "done": True, "level": 1, "due": (time.time() - 86400) * 1000}
    state = {"version": 1, "items": dict.fromkeys(ids, trace), "day": "", "reviewed": 0}
    page.evaluate(
        "([key, state]) => localStorage.setItem(key, state)", [PROGRESS_KEY, json.dumps(state)]
    )


def printed_ids(lesson: str, *, optional: bool = False) -> list[str]:
    """Return the ids of the exercises of a built lesson, with or without the optional ones after its end."""
    text = (SITE / lesson).read_text("utf-8")
    asked = text if optional else text.partition('data-part="lesson-end')[0]
    return [unescape(id) for id in re.findall(r'data-item="([^"]*)"', asked)]


def open_with_due(visit: Open, ids: list[str], path: str, **options: Any) -> Page:
    """Open a page for a learner to whom these exercises were due yesterday."""
    page = visit("404.html", **options).page
    make_due(page, ids)
    page.goto(page.url.replace("404.html", path))
    return page
