"""The workbench without anything to open."""

import pytest
from pages.replay import Open
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

OWN = "docs/deals/own.html"


def test_where_there_is_no_record_the_engine_is_not_asked_for_its_faults(visit: Open) -> None:
    page = visit(OWN).page
    page.locator("#pq-text").fill(" \n")
    page.get_by_role("button", name="Open the record").click()
    faults = page.locator("[data-part=record-faults]")
    expect(faults).to_have_text("There is no record here yet. Paste one, or choose a file.")
    expect(page.locator("#pq-text")).to_be_focused()
    expect(page.locator("[data-part=workbench] [data-part=engine-notice]")).to_have_count(0)


def test_a_text_that_is_not_a_record_gets_one_fault_and_a_new_deal_takes_its_place(
    visit: Open,
) -> None:
    page = visit(OWN).page
    page.locator("#pq-text").fill("hello world")
    page.get_by_role("button", name="Open the record").click()
    faults = page.locator("[data-part=record-faults]")
    expect(faults).to_contain_text("This is not a record.")
    expect(faults.locator("li")).to_have_count(0)
    faults.get_by_role("button", name="Put a new deal here").click()
    expect(page.locator("figure[data-part=replay]")).to_be_visible()
    assert page.locator("#pq-text").input_value().startswith('[Piquet "1"]')


def test_a_line_with_several_faults_is_shown_once(visit: Open) -> None:
    page = visit(OWN).page
    page.locator("#pq-text").fill('[Piquet "1"]\nhello')
    page.get_by_role("button", name="Open the record").click()
    faults = page.locator("[data-part=record-faults]")
    expect(faults.locator("li")).not_to_have_count(0)
    lines = [one.get_attribute("data-line") for one in faults.locator("[data-line]").all()]
    assert lines.count("2") > 1
    expect(faults.locator("li > code", has_text="hello")).to_have_count(1)
