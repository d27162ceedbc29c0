"""The reader's mistakes at the table come again with other cards, until the last problem of a series is solved."""

import json
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest
from harness import Modes, wait_until
from pages.lesson import REVIEW, LessonPage, feedback, give, item, progress, ready
from pages.replay import Open
from playwright.sync_api import Locator, Page, expect
from test_axe import violations
from test_how_you_play import PAGE, keep, on_the_page, over, part, rated
from test_kept import storage

from piquet_core.exercises.closed_problems import closed_problems

pytestmark = pytest.mark.browser

SWITCH = "Keep my losses, mistakes and answers to problems"
DAY = 86_400_000


def kept(page: Page) -> dict[str, Any]:
    """Return the stored ratings, mistake series and answers."""
    found: dict[str, Any] = json.loads(storage(page).get("piquet:rating", '{"deals": {}}'))
    return found


def series(**changes: Any) -> str:
    """Return stored mistakes: a lead whose next problem was due an hour ago."""
    now = round(time.time() * 1000)
    lead = {"right": 0, "due": now - DAY // 24, "at": now - DAY, "rules": "hoyle1909", **changes}
    return json.dumps({"version": 2, "deals": {}, "series": {"lead": lead}})


def to(page: Page, path: str) -> Page:
    page.goto(urljoin(page.url, f"/{path}"))
    return page


def question(page: Page) -> Locator:
    return page.locator("[data-part=review-question] [data-part=exercise-item]")


def solve(page: Page) -> str:
    """Solve the exercise on the page, and return its id."""
    box = question(page)
    expect(box).to_be_focused()
    asked = box.get_attribute("data-item") or ""
    give(box, item(box).right[0])
    box.get_by_role("button", name="Next").click(timeout=60_000)
    return asked


def test_a_mistake_at_the_table_is_due_the_next_day_and_solved_with_other_cards(
    visit: Open, modes: Modes
) -> None:
    """The deal has a discard and two leads of two points or more (saved_games.SOON_JUDGED)."""
    page = over(visit).page
    wait_until(page, lambda: bool(rated(page)), "the deal is rated")
    assert set(kept(page)["series"]) == {"younger-discard", "lead"}
    on_the_page(page)
    again = part(page, "mistake-series").get_by_role("listitem")
    expect(again).to_have_count(2)
    expect(again.first).to_contain_text("0 of 5 problems solved, the next comes on")
    expect(part(to(page, REVIEW), "review-status")).to_contain_text("Nothing to review today")
    page.clock.set_fixed_time(datetime.now(UTC) + timedelta(days=1, minutes=1))
    for path in ("index.html", "tutorials/table.html"):
        link = to(page, path).get_by_role("link", name="2 to review today, for your mistakes")
        expect(link).to_be_visible()
    due = to(page, "tutorials/today.html").get_by_role("region", name="What is due")
    expect(due).to_contain_text("2 exercises are due today. 2 are for your mistakes at the table.")
    due.get_by_role("link", name="Review").click()
    expect(part(page, "due-lessons")).to_have_text(
        "Your mistakes at the table: your discards as younger, your leads"
    )
    page.get_by_role("button", name="Begin").click()
    why = part(page, "review-question").get_by_text("For a mistake of")
    expect(why).to_contain_text("in your discards as younger, which lost 13.6 points.")
    assert violations(page, "[data-part=review]", modes) == []
    assert solve(page).startswith("closed:younger:")
    expect(why).to_contain_text("in your leads, which lost")
    lead = solve(page)
    assert lead.startswith("closed:lead:")
    assert progress(page)["items"][lead]["done"] is True  # It is ticked on its own page.
    expect(part(page, "review-status")).to_contain_text("That is all for today; next on")
    found = kept(page)
    assert [one["right"] for one in found["series"].values()] == [1, 1]
    assert [right for right, _ in found["answers"].values()] == [1, 1]
    expect(part(on_the_page(page), "problem-rating")).to_contain_text("Of 2 problems so far")
    expect(again.first).to_contain_text("1 of 5 problems solved")


def test_the_last_problem_of_a_series_ends_it_and_a_wrong_answer_begins_again(
    visit: Open,
) -> None:
    page = keep(visit(REVIEW).page, series(right=4))
    page.get_by_role("button", name="Begin").click()
    solve(page)
    # The problem that was solved comes back like those solved on their own pages.
    expect(part(page, "review-status")).to_contain_text("That is all for today; next on")
    expect(part(on_the_page(page), "mistake-series")).to_be_hidden()
    keep(to(page, REVIEW), series(right=4))
    page.get_by_role("button", name="Begin").click()
    box = question(page)
    expect(box).to_be_focused()
    position = (box.get_attribute("data-item") or "").rpartition(":")[2]
    give(box, next(one.wrong for one in closed_problems() if one.position == position))
    wait_until(page, lambda: kept(page)["series"]["lead"]["right"] == 0, "it begins again")


def test_problems_give_a_rating_with_its_interval(visit: Open, modes: Modes) -> None:
    page = ready(visit("tutorials/problems/closed/1-lead.html").page)
    ids = [LessonPage(page).exercise(number).get_attribute("data-item") for number in range(1, 12)]
    give(LessonPage(page).exercise(1), item(LessonPage(page).exercise(1)).right[0])
    assert "Right" in feedback(LessonPage(page).exercise(1))
    assert kept(page)["answers"][ids[0]][0] == 1
    answers = {id: [at % 2, at] for at, id in enumerate(ids)}
    keep(on_the_page(page), json.dumps({"version": 2, "deals": {}, "answers": answers}))
    rating = page.get_by_role("region", name="Problems with closed hands")
    expect(rating).to_contain_text("Your rating on problems is")
    expect(rating).to_contain_text("certainty it is between")
    expect(rating.get_by_role("row", name="You 5/11")).to_be_visible()
    assert violations(page, "[data-part=rating]", modes) == []
    for width in (1440, 360):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_switched_off_nothing_is_kept_and_nothing_comes(visit: Open) -> None:
    page = keep(visit(PAGE).page, series())
    before = kept(page)
    page.get_by_role("checkbox", name=SWITCH).uncheck()
    expect(part(page, "mistake-series")).to_be_hidden()
    expect(part(to(page, REVIEW), "review-status")).to_contain_text("Nothing yet")
    ready(to(page, "tutorials/problems/closed/1-lead.html"))
    box = LessonPage(page).exercise(1)
    give(box, item(box).right[0])
    assert "Right" in feedback(box)
    assert kept(page) == before


def test_what_is_kept_goes_to_another_device_and_is_forgotten_here(
    visit: Open, tmp_path: Path
) -> None:
    page = keep(visit(REVIEW).page, series(right=2))
    expect(part(page, "saved-data-summary")).to_contain_text(
        "one kind of mistake that you practise"
    )
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save everything as a file").click()
    file = tmp_path / "piquet.json"
    saved.value.save_as(file)
    before = kept(page)
    on_the_page(page)
    page.get_by_role("button", name="Forget these figures").click()
    expect(part(page, "rating-status")).to_contain_text("one kind of mistake that you practise")
    page.get_by_role("button", name="Yes, forget them").click()
    expect(part(page, "mistake-series")).to_be_hidden()
    assert "piquet:rating" not in storage(page)
    to(page, REVIEW).locator('input[type="file"]').set_input_files(file)
    expect(part(page, "saved-data-status")).to_contain_text("one kind of mistake")
    assert kept(page)["series"] == before["series"]
    expect(part(page, "review-status")).to_have_text("One exercise to review today.")


def test_damaged_mistakes_are_reported_and_stay_until_they_are_set_aside(visit: Open) -> None:
    page = visit(PAGE).page
    damaged = series(right=-1)
    keep(page, damaged)
    expect(part(page, "rating-status")).to_contain_text("cannot be read")
    assert storage(page)["piquet:rating"] == damaged
    ready(to(page, "tutorials/problems/closed/1-lead.html"))
    box = LessonPage(page).exercise(1)
    give(box, item(box).right[0])
    wait_until(page, lambda: len(kept(page).get("answers", {})) == 1, "the answer is kept")
    assert any(damaged in json.loads(text).get("text", "") for text in storage(page).values())
