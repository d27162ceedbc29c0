"""Long computations have a worker of their own, report progress and can be stopped."""

import re
from typing import Any
from urllib.parse import quote

import pytest
from harness import Modes, quiet
from pages.replay import Open, ReplayPage
from playwright.sync_api import expect
from saved_games import SOON_JUDGED, deal_over
from test_axe import violations
from test_engine_lost import ANOTHER, BUSY, GRACE, SILENT, asked_for, looping, pass_busy
from test_own_deal import OWN

from piquet_core.notation import dumps
from piquet_core.sessions import record_of

pytestmark = pytest.mark.browser

RECORD = dumps(record_of(deal_over(seed=SOON_JUDGED, seat="younger"), 1))


def judging(visit: Open, **options: Any) -> ReplayPage:
    """Open a reader's own deal whose review never ends."""
    reader = visit(f"{OWN}#record={quote(RECORD)}", faulty=True, **options)
    expect(reader.figure).to_have_attribute("data-engine", "live")
    reader.page.clock.install()
    looping(reader.page, "review-decision", times=1, text=BUSY)
    reader.find("[data-part=decision-review] > summary").click()
    reader.page.wait_for_function(
        "() => workers.at(-1).asked.some(one => one.includes('review-decision'))",
    )
    return reader


def test_long_work_holds_up_no_question_and_can_be_stopped(visit: Open, modes: Modes) -> None:
    """Stopping ends its worker. Another one continues on request."""
    reader = judging(visit)
    page = reader.page
    assert page.evaluate("workers.length") == 2
    assert not [one for one in page.evaluate("workers[0].asked") if "review-decision" in one]
    reader.look("y")  # The other worker draws that.
    sheet = reader.part("decision-review-sheet")
    assert violations(page, "[data-part=decision-review]", modes) == []
    expect(sheet).to_contain_text(re.compile(r"Decision 1 takes its time: \d+ seconds so far"))
    sheet.get_by_role("button", name="Stop").press("Enter")
    expect(sheet).to_contain_text("Stopped")
    expect(sheet.get_by_role("button", name="Go on")).to_be_focused()
    page.clock.run_for(GRACE * 1000)
    sheet.get_by_role("button", name="Go on").press("Enter")
    expect(reader.part("decision-review-method")).to_be_visible()
    expect(reader.find("[data-part=decision-review] > summary")).to_be_focused()
    assert page.evaluate("workers.length") == 3
    assert asked_for(page)[-1] == "review-deal"


def test_an_exercise_that_takes_long_to_draw_can_be_stopped(visit: Open) -> None:
    """A problem on a slow machine may take long: it is solved before it is set."""
    page = visit("tutorials/01-tricks.html", faulty=True).page
    quiet(page)
    page.clock.install()
    looping(page, "exercise", times=1, text=BUSY)
    more = page.locator("[data-part=more-questions]").first
    more.get_by_role("button", name="Another one").click()
    page.wait_for_function("() => workers[0]?.asked.some(one => one.includes('\"exercise\"'))")
    pass_busy(page, SILENT)
    more.get_by_role("button", name="Stop").press("Enter")
    expect(more.locator("[data-part=engine-note]")).to_have_text("Stopped.")
    expect(more.get_by_role("button", name="Another one")).to_be_focused()
    page.clock.run_for(GRACE * 1000)
    page.keyboard.press("Enter")
    page.locator(ANOTHER).first.wait_for()
    assert page.evaluate("workers.length") == 2


IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile"


def test_a_device_without_room_for_two_engines_has_one(visit: Open) -> None:
    reader = visit(f"{OWN}#record={quote(RECORD)}", user_agent=IPHONE)
    expect(reader.figure).to_have_attribute("data-engine", "live")
    reader.find("[data-part=decision-review] > summary").click()
    expect(reader.part("decision-review-method")).to_be_visible()
    assert reader.page.evaluate("workers.length") == 1
