"""Problems with closed hands: a mistake is punished by cards that fit, and the right choice is kept as done."""

import pytest
from harness import Modes
from pages.lesson import LessonPage, feedback, give, item, progress, ready
from pages.replay import Open
from playwright.sync_api import expect
from test_axe import violations

from piquet_core.exercises.closed_problems import closed_problems

pytestmark = pytest.mark.browser

FOLDER = "tutorials/problems/closed"


def test_a_lead_is_punished_and_then_found(visit: Open, modes: Modes) -> None:
    page = ready(visit(f"{FOLDER}/1-lead.html").page)
    box = LessonPage(page).exercise(1)
    known = next(one for one in closed_problems() if (one.level, one.theme) == (1, "lead"))
    opening = box.get_attribute("data-item") or ""
    give(box, known.wrong)
    assert f"{known.hands} hands" in feedback(box)
    assert "chosen so that your mistake costs" in feedback(box)
    assert progress(page)["items"][opening]["done"] is False
    box.get_by_role("button", name="Try again").click()
    give(box, known.best[0])
    assert "would have punished" in feedback(box)
    assert violations(page, "#exercise-1", modes) == []
    assert progress(page)["items"][opening]["done"] is True
    expect(LessonPage(page).position).to_contain_text("1 of ")


def test_a_discard_is_judged_by_the_engine(visit: Open) -> None:
    page = ready(visit(f"{FOLDER}/1-exchange.html").page)
    box = LessonPage(page).exercise(1)
    known = next(one for one in closed_problems() if (one.level, one.theme) == (1, "exchange"))
    give(box, known.wrong)
    told = box.locator("[data-part=feedback]")
    expect(told).to_contain_text("of 40 deals", timeout=60_000)
    box.get_by_role("button", name="Try again").click()
    give(box, item(box).right[0])
    expect(told).to_contain_text("would have punished", timeout=60_000)
