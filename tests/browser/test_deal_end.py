"""The last step of a deal offers the next one. The head of the page says where it is in the list."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from harness import DEAL_PAGE, Modes
from pages.replay import Open, ReplayPage
from playwright.sync_api import expect
from test_axe import violations

pytestmark = pytest.mark.browser

LAST = "docs/deals/most-174.html"


def test_the_last_step_leads_on_to_another_deal_and_to_the_same_cards_at_the_table(
    visit: Open, modes: Modes
) -> None:
    reader = visit("docs/deals/cavendish-s3.html")
    page = reader.page
    ways, onward = page.locator("[data-part=next-links]"), page.locator("[data-part=next-deal]")
    for width, height in ((1440, 900), (360, 740)):
        page.set_viewport_size({"width": width, "height": height})
        expect(ways).to_be_hidden()
        expect(onward).to_be_hidden()
        steps = reader.part("step-buttons").bounding_box()
        reader.button("last").click()
        reader.until_live()
        for name in ("Play it yourself", "By another book"):
            expect(ways.get_by_role("link", name=name)).to_be_in_viewport(ratio=1)
        # The main button is complete, in line with the others, and the step buttons keep their place.
        expect(onward).to_be_in_viewport(ratio=1)
        assert onward.evaluate(
            """one => { const { left, right, bottom } = one.getBoundingClientRect();
              return document.elementFromPoint((left + right) / 2, bottom - 4) === one; }"""
        )
        assert reader.part("step-buttons").bounding_box() == steps
        reader.button("prev").click()
    expect(ways).to_be_hidden()
    expect(onward).to_be_hidden()
    reader.button("last").click()
    assert violations(page, "[data-part=story-panel]", modes) == []
    the_same_cards_are_dealt_at_the_table(reader)
    page.go_back()  # The last step, where the reader left it.
    page.get_by_role("link", name="Next deal: Six spades that were not called").click()
    expect(page).to_have_url(re.compile(r"docs/deals/cavendish-s5\.html$"))


def the_same_cards_are_dealt_at_the_table(reader: ReplayPage) -> None:
    reader.until_live()
    reader.page.get_by_role("link", name="Play it yourself").click()
    terms = parse_qs(urlsplit(reader.page.url).query)
    assert terms["by"] == ["cavendish"]
    reader.page.locator("[data-part=start]").click()
    board = reader.page.locator("[data-part=table] [data-part=board]")
    board.locator('[data-choices] [href="#pq-SA"]').wait_for(state="attached")
    held = board.locator("[data-choices] use")
    assert [one.get_attribute("href") for one in held.all()][:3] == ["#pq-SA", "#pq-SK", "#pq-SQ"]


def test_a_page_says_where_in_the_list_its_deal_is(visit: Open) -> None:
    page = visit(DEAL_PAGE, java_script_enabled=False).page
    expect(page.locator("nav[aria-label='You are in']")).to_contain_text("Deal 1 of 15")
    expect(page.locator("[data-part=next-deal]")).to_be_hidden()
    page.goto(page.url.replace(DEAL_PAGE, LAST))
    expect(page.locator("nav[aria-label='You are in']")).to_contain_text("Deal 15 of 15")
    assert page.locator("[data-part=next-deal]").text_content() == "All deals"
