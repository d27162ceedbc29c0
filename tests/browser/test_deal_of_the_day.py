"""The deal of the day in the real page: played, compared, kept; and addresses that name no day."""

import json
import re
from datetime import UTC, datetime
from functools import cache

import pytest
from kept_games import kept
from playwright.sync_api import Page, expect
from reading import ENGINE_TIMEOUT, Modes, Open, quiet
from test_axe import violations
from test_engine_lost import BUSY, GRACE, looping, pass_busy

from piquet_core.playing import Hinting, daily, move, read_session, start, write_session
from piquet_core.publication import date_in_words
from piquet_core.records.notation import format_deal_id

pytestmark = pytest.mark.browser

TABLE = "tutorials/table.html"
DAY = "2026-11-23"


@cache
def day_played() -> str:
    """Return the deal of the day played to its end as the hints have it, as a saved game."""
    day = daily.read_day(DAY, DAY)
    seed = format_deal_id(daily.deal_of_day(day))
    session = start(daily.rules_of_day(), "deal", seed=seed, seat=daily.seat_of_day(day))
    while not session.deal_is_over:
        session = move(session, Hinting(session).first.move)
    return write_session(session)


def test_a_day_begins_at_midnight_universal_time_wherever_the_reader_is(visit: Open) -> None:
    """Kiritimati is 14 hours ahead of UTC and Pago Pago 11 behind: their own dates are never the same."""
    for zone in ("Pacific/Kiritimati", "Pacific/Pago_Pago"):
        today = datetime.now(UTC).date()
        page = visit(TABLE, timezone_id=zone).page
        words = page.locator(".pq-day-words").text_content() or ""
        assert any(date_in_words(one) in words for one in (today, datetime.now(UTC).date())), words


def day_over(visit: Open) -> Page:
    """Begin the deal of the day at the table, where it is over then and waits for the comparison."""
    page = visit(TABLE).page
    page.goto(page.url.partition("#")[0] + f"#day={DAY}")
    day = page.locator(".pq-day")
    expect(day.locator(".pq-day-words")).to_contain_text("Monday, 23 November 2026")
    is_under = """heading => {
        const { bottom } = document.querySelector("header.pq-bar").getBoundingClientRect();
        return bottom <= heading.getBoundingClientRect().top;
    }"""
    assert page.get_by_role("heading", name="The deal of the day").evaluate(is_under)
    day.get_by_role("button", name="Play it").click()
    sitting = page.locator(".pq-sitting")
    expect(sitting).to_be_visible(timeout=ENGINE_TIMEOUT)
    expect(page.locator(".pq-game .pq-terms")).to_contain_text("The deal of Monday 23 November")
    # Nothing offers the deal that is being played.
    expect(day.locator(".pq-day-felt")).to_be_hidden()
    # The same deal, played to its end, is what the table resumes: so the test plays no forty moves.
    game = json.loads(page.evaluate("localStorage.getItem('piquet:game')"))
    game["text"] = day_played()
    page.evaluate("text => localStorage.setItem('piquet:game', text)", json.dumps(game))
    page.reload()
    return page


def test_a_day_is_played_compared_and_kept(visit: Open) -> None:
    page = day_over(visit)
    day = page.locator(".pq-day")
    page.get_by_role("button", name="Go on with it").click()
    compared = day.locator(".pq-compared")
    again, sheet = page.locator('.pq-ended [data-opponent="thumb"]'), page.locator(".pq-of-day")
    expect(sheet).to_contain_text("your cards …", timeout=ENGINE_TIMEOUT)
    before = again.bounding_box()
    expect(compared).to_be_visible(timeout=3 * ENGINE_TIMEOUT)
    # The comparison is below the window: the sheet says what came of it, where the reader is.
    expect(sheet).to_contain_text(re.compile(r"You made \d+–.*Master \d+–.* in the same seat\."))
    expect(sheet.get_by_role("button", name="Copy this line")).to_be_in_viewport(ratio=1)
    assert again.bounding_box() == before
    assert re.search(r"You\s*\d+–\d+", compared.text_content() or "")
    expect(compared.locator("tbody tr")).to_have_count(4)
    expect(day.locator(".pq-day-line")).to_contain_text(f"#day={DAY}")
    expect(day.locator(".pq-day-felt")).to_be_visible()
    row = json.loads(page.evaluate("localStorage.getItem('piquet:days')"))["days"][DAY]["result"]
    assert (row["player"], len(row["mine"])) == ("master", 2)
    how = page.locator("details", has_text="How the cards of a day are found")
    assert row["budget"] in (how.text_content() or "")
    page.reload()
    expect(day.locator(".pq-day-words")).to_contain_text("You made")
    day.locator("summary").click()
    expect(day.locator(".pq-days li")).to_have_count(1)
    page.evaluate("location.hash = '#day=2026-11-24'")
    expect(day.locator(".pq-day-words")).to_contain_text("The day before you made")


def test_the_comparison_holds_up_no_table_and_can_be_stopped(visit: Open, modes: Modes) -> None:
    """It has a worker of its own, which goes with it; another goes on when the reader wants that."""
    session = read_session(day_played())
    page = visit(f"{TABLE}#day={DAY}", kept=kept(session), faulty=True).page
    begun = json.dumps({"version": 2, "days": {DAY: {"deal": session.seed}}})
    page.evaluate("text => localStorage.setItem('piquet:days', text)", begun)
    quiet(page)
    page.clock.install()
    # The table's worker, which is not asked, and the other.
    looping(page, "day-part", times=2, text=BUSY)
    page.get_by_role("button", name="Go on with it").click()
    page.wait_for_function(
        "() => workers.at(-1)?.asked.some(one => one.includes('day-part'))", timeout=ENGINE_TIMEOUT
    )
    assert page.evaluate("workers.length") == 2
    page.locator('.pq-ask [data-do="review"]').click()  # which the table's own worker has
    expect(page.locator(".pq-review figure.pq-replay")).to_be_visible(timeout=ENGINE_TIMEOUT)
    result = page.locator(".pq-day-result")
    assert violations(page, ".pq-day", modes) == []
    pass_busy(page, 8, number=1)
    expect(result).to_contain_text("seconds so far")
    result.get_by_role("button", name="Stop").press("Enter")
    expect(result).to_contain_text("Stopped.")
    onward = result.get_by_role("button", name="Go on")
    expect(onward).to_be_focused()
    page.clock.run_for(GRACE * 1000)
    onward.press("Enter")
    page.wait_for_function(
        "() => workers.length === 3 && workers[2].asked.some(one => one.includes('day-part'))",
        timeout=ENGINE_TIMEOUT,
    )
    expect(result.get_by_role("button", name="Stop")).to_be_visible()


def test_before_a_game_the_table_says_three_things_and_the_deal_of_the_day_has_a_felt(
    visit: Open,
) -> None:
    page = visit(TABLE).page
    page.set_viewport_size({"width": 1440, "height": 900})
    expect(page.locator(".pq-bare-table")).to_be_hidden()
    expect(page.locator("#at-this-table > ul > li")).to_have_count(3)
    expect(page.locator(".pq-day-felt .pq-day-back")).to_be_visible()
    expect(page.locator(".pq-day-felt").get_by_role("button")).to_have_text("Play today’s deal")
    assert "SHA-256" not in page.locator("main").inner_text()
    real, this = (
        page.locator(one).bounding_box() for one in ("#at-a-real-table", "#at-this-table")
    )
    assert real
    assert this
    assert real["y"] == this["y"]


def test_an_address_that_names_no_day_says_why(visit: Open) -> None:
    page = visit(TABLE).page
    for address, says in (
        ("%3Cimg%20src=x%3E", "is no day"),
        ("2999-01-01", "is not out yet"),
        ("2026-02-31", "is no day"),
    ):
        page.goto(page.url.partition("#")[0] + f"#day={address}")
        expect(page.locator(".pq-day-notice")).to_contain_text(says, timeout=ENGINE_TIMEOUT)
        assert page.locator(".pq-day img").count() == 0


def test_days_that_cannot_be_read_are_reported_and_set_aside(visit: Open) -> None:
    page = visit(TABLE).page
    damaged = '{"version": 2, "days": {"2026-11-23": {"deal": 5}}}'
    page.evaluate("text => localStorage.setItem('piquet:days', text)", damaged)
    page.reload()
    expect(page.locator(".pq-day-notice")).to_contain_text("a day in it cannot be read")
    assert page.evaluate("localStorage.getItem('piquet:days')") == damaged
