"""The deal on the first page plays once on its own and stops on request."""

import pytest
from pages.replay import Open
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

TABLE = ".pq-fan-mid"
FIRST = "On the table: seven of diamonds, king of diamonds"


def table(page: Page) -> str | None:
    return page.locator(TABLE).get_attribute("aria-label")


def test_it_goes_on_to_the_last_trick_and_no_further(visit: Open) -> None:
    page = visit("").page
    page.clock.install()
    page.reload()
    page.locator("[data-part=deal-fan]").scroll_into_view_if_needed()
    button = page.locator("[data-part=pause]")
    expect(button).to_have_text("Pause")
    height = page.evaluate("document.querySelector('[data-part=fan-still]').offsetHeight")
    for _ in range(60):
        page.clock.run_for(2000)
    expect(button).to_have_text("Once more")
    last = table(page)
    assert last != FIRST
    page.clock.run_for(60_000)
    assert table(page) == last
    assert page.evaluate("document.querySelector('[data-part=fan-still]').offsetHeight") == height
    button.click()
    expect(page.locator(TABLE)).to_have_attribute("aria-label", FIRST)


def test_it_can_be_stopped_and_resumed(visit: Open) -> None:
    page = visit("").page
    page.clock.install()
    page.reload()
    button = page.get_by_role("button", name="Pause")
    button.click()
    page.clock.run_for(20_000)
    assert table(page) == FIRST
    page.get_by_role("button", name="Play it").click()
    page.clock.run_for(2500)
    expect(page.locator(TABLE)).not_to_have_attribute("aria-label", FIRST)


def test_readers_who_asked_for_less_motion_start_it_themselves(visit: Open) -> None:
    page = visit("", reduced_motion="reduce").page
    page.clock.install()
    page.reload()
    expect(page.get_by_role("button", name="Play it")).to_be_visible()
    page.clock.run_for(2500)
    assert table(page) == FIRST


def test_without_a_script_it_is_a_still(visit: Open) -> None:
    page = visit("", java_script_enabled=False).page
    assert table(page) == FIRST
    expect(page.locator("[data-part=pause]")).to_be_hidden()
