"""The deal of the day: played, compared and saved; and addresses that name no day."""

import json
import re
from datetime import UTC, datetime
from functools import cache

import pytest
from harness import Modes, Spoken, quiet
from pages.replay import Open
from playwright.sync_api import Page, expect
from saved_games import kept
from test_axe import violations
from test_engine_lost import BUSY, GRACE, looping, pass_busy

from piquet_core.notation import format_deal_id
from piquet_core.publication import date_in_words
from piquet_core.sessions import HintSearch, move, read_session, start_game, write_session
from piquet_core.sessions import daily_deal as daily

pytestmark = pytest.mark.browser

TABLE = "tutorials/table.html"
DAY = "2026-11-23"


@cache
def day_played() -> str:
    """Return the deal of the day as a saved game, played to its end by the hints."""
    day = daily.read_day(DAY, DAY)
    seed = format_deal_id(daily.deal_of_day(day))
    session = start_game(daily.rules_of_day(), "deal", seed=seed, seat=daily.seat_of_day(day))
    while not session.deal_is_over:
        session = move(session, HintSearch(session).first.move)
    return write_session(session)


def test_a_day_begins_at_midnight_universal_time_wherever_the_reader_is(visit: Open) -> None:
    """Kiritimati is 14 hours ahead of UTC and Pago Pago 11 behind, so their local dates always differ."""
    for zone in ("Pacific/Kiritimati", "Pacific/Pago_Pago"):
        today = datetime.now(UTC).date()
        page = visit(TABLE, timezone_id=zone).page
        words = page.locator("[data-part=daily-deal-text]").text_content() or ""
        assert any(date_in_words(one) in words for one in (today, datetime.now(UTC).date())), words


def day_over(visit: Open, *, faulty: bool = False) -> Page:
    """Open the table after the deal of the day, waiting for the comparison."""
    session = read_session(day_played())
    page = visit(f"{TABLE}#day={DAY}", kept=kept(session), faulty=faulty).page
    begun = json.dumps({"version": 2, "days": {DAY: {"deal": session.seed}}})
    page.evaluate("text => localStorage.setItem('piquet:days', text)", begun)
    return page


def test_a_day_is_compared_shared_by_keyboard_alone_read_out_and_kept(
    visit: Open, modes: Modes
) -> None:
    page = day_over(visit)
    day = page.locator("[data-part=daily-deal]")
    page.locator('[data-do="resume"]').focus()
    page.keyboard.press("Enter")
    compared = day.locator("[data-part=daily-comparison]")
    again, sheet = (
        page.locator('[data-part=deal-result] [data-opponent="thumb"]'),
        page.locator("[data-part=daily-deal-summary]"),
    )
    expect(sheet).to_contain_text("your cards …")
    before = again.bounding_box()
    expect(compared).to_be_visible()
    # The comparison is below the window, so the panel at the table sums it up.
    expect(sheet).to_contain_text(re.compile(r"You made \d+–.*Master \d+–.* in the same seat\."))
    expect(sheet.get_by_role("button", name="Copy this line")).to_be_in_viewport(ratio=1)
    assert again.bounding_box() == before
    assert re.search(r"You\s*\d+–\d+", compared.text_content() or "")
    expect(compared.locator("tbody tr")).to_have_count(4)
    expect(day.locator("[data-part=daily-deal-line]")).to_contain_text(f"#day={DAY}")
    expect(day.locator("[data-part=daily-deal-felt]")).to_be_visible()
    row = json.loads(page.evaluate("localStorage.getItem('piquet:days')"))["days"][DAY]["result"]
    assert (row["player"], len(row["mine"])) == ("master", 2)
    how = page.locator("details", has_text="How the cards of a day are found")
    assert row["budget"] in (how.text_content() or "")
    told = day.locator("> p[role=status]")
    expect(told).to_contain_text(f"Piquet, {DAY}: ")
    expect(told).to_contain_text("Master ")
    is_shared_by_keyboard(page)
    result_is_read_out(page, row["mine"])
    assert violations(page, "[data-part=daily-deal]", modes) == []
    page.reload()
    expect(day.locator("[data-part=daily-deal-text]")).to_contain_text("You made")
    day.locator("summary").click()
    expect(day.locator("[data-part=daily-deals] li")).to_have_count(1)
    page.evaluate("location.hash = '#day=2026-11-24'")
    expect(day.locator("[data-part=daily-deal-text]")).to_contain_text("The day before you made")


def is_shared_by_keyboard(page: Page) -> None:
    """Copy the result line, then go past its picture to the calendar and open it, by keyboard."""
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    copy = page.locator("[data-part=daily-deal]").get_by_role("button", name="Copy this line")
    copy.focus()
    page.keyboard.press("Enter")
    expect(
        page.locator("[data-part=daily-deal]").get_by_role("button", name="Copied")
    ).to_be_visible()
    line = page.locator("[data-part=daily-deal-line]").text_content()
    assert page.evaluate("navigator.clipboard.readText()") == line
    page.keyboard.press("Tab")
    expect(
        page.locator("[data-part=daily-deal]").get_by_role("button", name="Picture of it")
    ).to_be_focused()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('[data-part=daily-archive]') !== null")
    page.keyboard.press("Enter")
    expect(page.locator("[data-part=daily-deals] li")).to_have_count(1)


def result_is_read_out(page: Page, mine: list[int]) -> None:
    """Check the comparison and the open calendar in the accessibility tree."""
    spoken = Spoken(page)
    seat = daily.seat_of_day(daily.read_day(DAY, DAY)).name.lower()
    assert f"The deal of 23 November 2026, as {seat} against Thumb" in spoken.names("table")
    assert "November 2026" in spoken.names("table")
    assert "Monday" in spoken.names("columnheader")
    assert f"23 November: you made {mine[0]}–{mine[1]}" in spoken.names("link")


@pytest.mark.thorough  # test_long_work tests this for every long request.
def test_the_comparison_holds_up_no_table_and_can_be_stopped(visit: Open, modes: Modes) -> None:
    """It has a worker of its own, which can be stopped. Another one continues on request."""
    page = day_over(visit, faulty=True)
    quiet(page)
    page.clock.install()
    # The table's worker, which has no request, and the other one.
    looping(page, "day-part", times=2, text=BUSY)
    page.get_by_role("button", name="Go on").click()
    page.wait_for_function("() => workers.at(-1)?.asked.some(one => one.includes('day-part'))")
    assert page.evaluate("workers.length") == 2
    page.locator('[data-part=prompt] [data-do="review"]').click()  # The table's own worker has it.
    expect(page.locator("[data-part=deal-review] figure[data-part=replay]")).to_be_visible()
    result = page.locator("[data-part=daily-deal-result]")
    assert violations(page, "[data-part=daily-deal]", modes) == []
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
    )
    expect(result.get_by_role("button", name="Stop")).to_be_visible()


def test_before_a_game_the_table_says_three_things_and_of_the_deal_of_the_day_what_is_amiss(
    visit: Open,
) -> None:
    """The panel shows a board. The address may name no day, and saved days may be damaged."""
    page = visit(TABLE, size=(1440, 900)).page
    expect(page.locator("[data-part=no-engine-table]")).to_be_hidden()
    expect(page.locator("#at-this-table > ul > li")).to_have_count(3)
    expect(page.locator("[data-part=daily-deal-felt] [data-part=daily-deal-back]")).to_be_visible()
    expect(page.locator("[data-part=daily-deal-felt]").get_by_role("button")).to_have_text(
        "Play today’s deal"
    )
    assert "SHA-256" not in page.locator("main").inner_text()
    real, this = (
        page.locator(one).bounding_box() for one in ("#at-a-real-table", "#at-this-table")
    )
    assert real
    assert this
    assert real["y"] == this["y"]
    an_address_that_names_no_day_says_why(page)
    page.evaluate("history.replaceState(null, '', location.pathname)")
    days_that_cannot_be_read_are_reported_and_set_aside(page)


def an_address_that_names_no_day_says_why(page: Page) -> None:
    for address, says in (
        ("%3Cimg%20src=x%3E", "is not a day"),
        ("2999-01-01", "is not available yet"),
        ("2026-02-31", "is not a day"),
    ):
        page.goto(page.url.partition("#")[0] + f"#day={address}")
        expect(page.locator("[data-part=daily-deal-notice]")).to_contain_text(says)
        assert page.locator("[data-part=daily-deal] img").count() == 0


def days_that_cannot_be_read_are_reported_and_set_aside(page: Page) -> None:
    damaged = '{"version": 2, "days": {"2026-11-23": {"deal": 5}}}'
    page.evaluate("text => localStorage.setItem('piquet:days', text)", damaged)
    page.reload()
    expect(page.locator("[data-part=daily-deal-notice]")).to_contain_text(
        "a day in it cannot be read"
    )
    assert page.evaluate("localStorage.getItem('piquet:days')") == damaged
