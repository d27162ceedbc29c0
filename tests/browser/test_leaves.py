"""Disclosures open for readers who are led to their contents, and in print, and need no script."""

import pytest
from case_selection import first
from pages.replay import Open
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

LOW_CARDS = "docs/rules/play.low-cards.html"


def test_an_address_of_an_answer_opens_the_fold_that_holds_it(visit: Open) -> None:
    page = visit(f"{LOW_CARDS}#at-little").page
    row = page.locator("#at-little")
    expect(row).to_be_in_viewport()
    other = page.locator("[data-part=details]").filter(has=page.locator("#at-hoyle1909"))
    expect(other).to_have_attribute("open", "open")  # The book that the lessons teach is open.


def test_a_mark_of_the_strip_leads_to_its_answer(visit: Open) -> None:
    page = visit(LOW_CARDS).page
    expect(page.locator("#at-picquet1651")).to_be_hidden()
    page.locator("[data-part=answer-strip] a").first.click()
    expect(page.locator("#at-picquet1651")).to_be_in_viewport()


@pytest.mark.parametrize("path", first(2, [LOW_CARDS, "docs/rulesets/modern.html"]))
def test_without_a_script_a_tap_opens_and_paper_shows_all(visit: Open, path: str) -> None:
    """Those marked as printed on request have to be open."""
    page = visit(path, java_script_enabled=False).page
    closed = page.locator("[data-part=details]:not([open])")
    number = closed.count()
    assert number > 1
    closed.last.locator("> summary").click()
    expect(closed).to_have_count(number - 1)
    page.emulate_media(media="print")
    expect(page.locator("[data-on-request]:not([open])").locator("visible=true")).to_have_count(0)
    shown = "[data-part=details]:is([open], :not([data-on-request])) > :not(summary)"
    unseen = page.locator(shown).evaluate_all(
        """all => all.slice(0, 20).filter(one => {
            const { width, height } = one.getBoundingClientRect();
            return !(width && height && one.checkVisibility({ visibilityProperty: true }));
        }).map(one => one.outerHTML)"""
    )
    assert unseen == []
