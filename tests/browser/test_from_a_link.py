"""Deals in links: opened in the workbench, of one's own, hostile, or too long."""

import re
from urllib.parse import quote, unquote

import pytest
from harness import DEAL_PAGE, quiet
from pages.replay import Open
from playwright.sync_api import expect
from test_own_deal import OWN
from test_sharing import CLIPBOARD, RECORD, clipboard, opened

pytestmark = pytest.mark.browser


def test_a_deal_goes_to_the_workbench_with_the_line_of_the_reader(visit: Open) -> None:
    reader = visit(f"{DEAL_PAGE}?w=t6e~HA#t6e")
    reader.until_live()
    opened(reader.page)
    link = reader.part("workbench-link")
    expect(link).to_have_attribute("href", re.compile("#record=.*t6e%20%20HA"))
    link.click()
    quiet(reader.page)
    figure = reader.page.locator("[data-part=workbench-result] figure[data-part=replay]")
    expect(figure).to_be_visible()
    assert "t6e  HA" in reader.page.locator("#pq-text").input_value()


def test_a_deal_of_ones_own_is_shared_by_a_link_that_holds_it(visit: Open) -> None:
    page = visit(f"{OWN}#record={quote(RECORD)}&step=t6e", **CLIPBOARD).page
    figure = page.locator("[data-part=workbench-result] figure[data-part=replay]")
    expect(figure).to_have_attribute("data-step", "t6e")
    assert page.locator("#pq-text").input_value() == RECORD
    opened(page)
    assert figure.locator("[data-part=embed-code], [data-part=workbench-link]").count() == 0
    figure.locator('[data-act="copy"]').click()
    expect(figure.locator("[data-part=share-status]")).to_contain_text("is copied")
    _, _, fragment = clipboard(page).partition("#record=")
    assert unquote(fragment) == f"{RECORD}&step=t6e"


@pytest.mark.parametrize(
    ("record", "said"),
    [
        pytest.param(
            '[Piquet "1"]\n[Id "mine"]\n[Rules "little"]\n\nelder 97.A98',
            "a hand has four suits",
            marks=pytest.mark.thorough,
        ),
        ("<script>alert(1)</script><img src=x onerror=alert(1)>", "is not a record"),
        pytest.param("%zz{" * 15_000, "is not a record", marks=pytest.mark.thorough),
        pytest.param('[Piquet "1"]\n' + "(" * 60_000, "more faults", marks=pytest.mark.thorough),
        (RECORD.replace("t2y  DK =18", "t2y  SK =18"), "does not follow suit"),
    ],
    ids=["cut", "script", "percent", "deep", "illegal"],
)
def test_a_hostile_record_by_link_is_kept_and_the_page_says_where_it_fails(
    visit: Open, record: str, said: str
) -> None:
    page = visit(f"{OWN}#record={quote(record)}").page
    faults = page.locator("[data-part=record-faults]")
    expect(faults).to_contain_text(said)
    if record.startswith("["):
        expect(faults.locator("button").first).to_be_focused()
    else:  # No key replaces the text by another deal.
        expect(faults.locator("button")).not_to_be_focused()
    assert page.locator("#pq-text").input_value() == record
    assert page.locator("[data-part=workbench] :is(script, img)").count() == 0


def test_a_link_brings_64_kib_at_most_and_what_is_longer_can_be_opened_from_the_page(
    visit: Open,
) -> None:
    record = RECORD + "\n" * (1 << 16)
    page = visit(f"{OWN}#record={quote(record)}").page
    faults = page.locator("[data-part=record-faults]")
    expect(faults).to_have_text("a record in a link is too long: at most 64 KiB")
    page.get_by_role("button", name="Open the record").click()
    expect(page.locator("[data-part=workbench-status]")).to_contain_text("A and B play")
    expect(faults).to_be_hidden()
