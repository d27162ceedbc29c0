"""Irregularities: from a replay and from the table to the answers of the book in use; on a phone, and read aloud."""

import re

import pytest
from case_selection import first
from harness import DEAL_PAGE
from pages.replay import Open, ReplayPage
from pages.table import TablePage
from playwright.sync_api import Locator, Page, expect
from test_axe import BY_DAY_AND_NIGHT, Modes, violations
from test_layout import too_wide

pytestmark = pytest.mark.browser

FOLDER = "docs/irregularities/"


def moment(page: Page, name: str) -> Locator:
    """Open *Something went wrong?* and return the link to a moment."""
    page.get_by_text("Something went wrong?", exact=True).click()
    return page.get_by_role("link", name=name, exact=True)


def test_a_replay_leads_to_the_moment_shown_and_to_the_book_of_its_record(visit: Open) -> None:
    reader = visit(DEAL_PAGE)
    replay = ReplayPage(reader.page, reader.watch)
    replay.go("xe")
    link = moment(reader.page, "The exchange")
    expect(link).to_have_attribute("aria-current", "step")
    expect(link).to_have_attribute("href", re.compile(r"exchange\.html\?by=hoyle1909$"))
    expect(reader.page.get_by_role("link", name="The play", exact=True)).not_to_have_attribute(
        "aria-current", "step"
    )


def test_another_book_in_a_replay_is_the_one_that_is_marked(visit: Open) -> None:
    reader = visit(f"{DEAL_PAGE}?rules=cavendish")
    expect(reader.part("rules")).to_contain_text("Cavendish")
    link = moment(reader.page, "The play")
    expect(link).to_have_attribute("href", re.compile(r"play\.html\?by=cavendish$"))
    link.click()
    heading = reader.page.get_by_role("heading", name="A revoke")
    revoke = reader.page.locator("section section").filter(has=heading)
    marked = revoke.get_by_role("row").filter(has_text="your rules")
    expect(marked).to_have_count(1)
    expect(marked).to_contain_text("takes back every card")
    expect(reader.page.get_by_text("The answers of your rule set are marked.")).to_be_visible()


def test_the_table_leads_to_the_book_that_is_played(visit: Open) -> None:
    table = TablePage.start(visit, "by=cavendish-au-cent&form=deal&seat=elder&seed=any")
    link = moment(table.page, "The calls")
    expect(link).to_have_attribute("href", re.compile(r"calls\.html\?by=cavendish-au-cent$"))
    link.click()
    row = table.page.get_by_role("row").filter(has_text="your rules").first
    expect(row).to_contain_text("Cavendish, au cent")


def test_without_a_book_in_the_address_nothing_is_marked(visit: Open) -> None:
    page = visit(f"{FOLDER}play.html").page
    expect(page.get_by_role("heading", name="A revoke")).to_be_visible()
    expect(page.get_by_text("your rules")).to_have_count(0)
    expect(page.get_by_text("The answers of your rule set are marked.")).to_be_hidden()


@pytest.mark.parametrize(
    "name", first(2, ["index", "calls", "dealing", "exchange", "play", "count"])
)
def test_a_page_fits_a_phone(visit: Open, name: str) -> None:
    page = visit(f"{FOLDER}{name}.html?by=cavendish", size=(360, 740)).page
    assert too_wide(page) == []


@pytest.mark.parametrize("modes", BY_DAY_AND_NIGHT, ids=["day", "night"])
@pytest.mark.parametrize("name", ["index", "exchange"])
def test_a_page_has_no_violations(visit: Open, name: str, modes: Modes) -> None:
    page = visit(f"{FOLDER}{name}.html?by=cavendish").page
    assert violations(page, modes=modes) == []
