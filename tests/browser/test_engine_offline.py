"""An engine that dies without a connection is replaced from the cache."""

from collections.abc import Iterator

import pytest
from harness import SITE, quiet
from interruptible_host import Line
from pages.replay import Open
from pages.table import TABLE, TablePage
from playwright.sync_api import Page, expect
from test_engine_lost import after_move, kept, pass_limit
from test_offline import until_kept

pytestmark = pytest.mark.browser


@pytest.fixture
def line() -> Iterator[Line]:
    made = Line(SITE)
    yield made
    made.cut()


def lay_out(page: Page) -> None:
    """Lay out three cards by script. A click would wait for the page's drawing on a busy machine."""
    page.evaluate(
        """() => {
          for (const box of [...document.querySelectorAll("[data-part=prompt] input")].slice(0, 3)) box.click();
          document.querySelector("[data-act=lay]").click();
        }"""
    )


@pytest.mark.parametrize("visits", [1, 2])
def test_a_worker_that_dies_without_a_connection_is_replaced(
    visit: Open, line: Line, visits: int
) -> None:
    """It works on the visit that installs the service worker, too."""
    address = f"{TABLE}?form=deal&seed=lost&seat=younger"
    page = visit(address, base=line.base, early=True, faulty=True).page
    page.clock.install()
    page.locator("[data-part=start]").click()
    TablePage(page).wait_for_question()
    page.clock.run_for(2000)  # The page caches its files when idle.
    until_kept(page, line.base)
    if visits == 2:
        page.goto(f"{line.base}{address}")
        quiet(page)
        page.locator("[data-part=start]").click()
        TablePage(page).wait_for_question()
    line.cut()
    before = kept(page)
    page.evaluate("workers.at(-1).end()")
    lay_out(page)
    pass_limit(page)
    after_move(page, before)
    expect(page.locator("[data-part=engine-notice]")).to_have_count(0)
