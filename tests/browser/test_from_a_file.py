"""A page opened from a file runs no modules. It stays readable and says what it needs."""

from collections.abc import Iterator

import pytest
from case_selection import first
from harness import DEAL_PAGE, SITE
from pages.replay import Open
from playwright.sync_api import Browser, Page, expect

pytestmark = pytest.mark.browser

SAID = "work only if the page comes from a web server"
PLACES = [
    "tutorials/table.html",
    "docs/compare.html",
    DEAL_PAGE,
    "docs/deals/own.html",
    "tutorials/review.html",
]


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    context = chromium.new_context()
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("path", first(3, PLACES))
def test_it_says_that_it_must_come_from_a_server(page: Page, path: str) -> None:
    page.goto((SITE / path).as_uri())
    expect(page.get_by_text(SAID)).to_be_visible()
    # The page may belong to another project or to a reader without the source.
    assert "make serve" not in page.locator("main").inner_text()
    assert "needs JavaScript" not in page.locator("main").inner_text()
    expect(page.locator("h1").first).to_be_visible()


def test_a_deal_is_told_there_in_full(page: Page) -> None:
    page.goto((SITE / DEAL_PAGE).as_uri())
    expect(page.locator("[data-part=board]")).to_be_visible()
    expect(page.locator("tr#result > :nth-child(n + 2)")).to_have_text(["43", "23"])
    expect(page.locator("[data-part=controls]")).to_be_hidden()


def test_with_javascript_off_it_says_so_and_from_a_server_neither(
    chromium: Browser, visit: Open
) -> None:
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto((SITE / "docs/deals/own.html").as_uri())
    expect(page.get_by_text("This form needs JavaScript")).to_be_visible()
    expect(page.get_by_text(SAID)).to_have_count(0)
    context.close()
    page = visit("docs/deals/own.html").page
    expect(page.locator("[data-part=workbench]")).to_be_visible()
    expect(page.get_by_text("This form needs JavaScript")).to_be_hidden()
    expect(page.get_by_text(SAID)).to_have_count(0)
