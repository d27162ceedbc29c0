"""Navigation on a phone: to a rule in a few taps, and out of a dead end."""

import pytest
from case_selection import first
from pages.replay import Open
from playwright.sync_api import ViewportSize, expect

from piquet_core.rules import catalogue

pytestmark = pytest.mark.browser

PHONE: ViewportSize = {"width": 360, "height": 740}


def test_a_rule_is_three_taps_from_the_landing_page(visit: Open) -> None:
    """List, group, rule: the page then has the 1909 book's rule on untaken cards."""
    page = visit("", size=(360, 740)).page
    article = page.locator("article")
    article.get_by_role("link", name="Look it up").click()
    groups = article.get_by_role("navigation", name="On this page").get_by_role("link")
    expect(groups).to_have_count(len({rule.group for rule in catalogue().values()}))
    last = groups.last.bounding_box()
    assert last is not None
    assert last["y"] + last["height"] < 2 * PHONE["height"]
    for one in groups.all():
        box = one.bounding_box()
        assert box is not None
        assert box["height"] >= 44
    groups.filter(has_text="The exchange").click()
    rule = article.get_by_role("link", name="What younger may see of the talon")
    expect(rule).to_be_in_viewport()
    rule.click()
    row = page.locator("tr", has_text="Hoyle’s Games Modernized").first
    expect(row).to_be_visible()


@pytest.mark.parametrize("path", first(1, ["docs/rules/no/such/depth.html", "no-such-page.html"]))
def test_a_lost_reader_finds_the_search_and_the_doors(visit: Open, path: str) -> None:
    reader = visit(path, faulty=True)  # The answer is 404, as intended.
    page = reader.page
    page.set_viewport_size(PHONE)
    assert [fault for fault in reader.watch.faults if "404" not in fault] == []
    assert {fault.rpartition("/")[2] for fault in reader.watch.faults} <= {
        path.rpartition("/")[2],
        "console error: Failed to load resource: the server responded with a status of 404 (Not Found)",
    }
    expect(page.get_by_role("heading", level=1)).to_have_text("No page here")
    page.locator("main").get_by_label("Find a rule, a deal or a word").fill("capot")
    page.locator("main [role=search] button").click()
    expect(page.locator("#search-results a").first).to_be_visible()
    page.go_back()
    page.get_by_role("link", name="All rules, one by one").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("The rules, one by one")
