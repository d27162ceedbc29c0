"""The page for deals of your own, where there is nothing to open."""

import pytest
from playwright.sync_api import expect
from reading import Open

pytestmark = pytest.mark.browser

OWN = "docs/deals/own.html"


def test_where_there_is_no_record_the_engine_is_not_asked_for_its_faults(visit: Open) -> None:
    page = visit(OWN).page
    page.locator("#pq-text").fill(" \n")
    page.get_by_role("button", name="Open the record").click()
    faults = page.locator(".pq-faults")
    expect(faults).to_have_text("There is no record here yet. Paste one, or choose a file.")
    expect(page.locator("#pq-text")).to_be_focused()
    expect(page.locator(".pq-bench .pq-trouble")).to_have_count(0)
