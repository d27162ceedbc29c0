"""The page *How you play*: reviewed deals count there, the last ones can be reviewed, and a switch stops it."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from harness import Modes, wait_until
from pages.lesson import REVIEW
from pages.replay import Open
from pages.table import TablePage
from playwright.sync_api import Locator, Page, expect
from saved_games import SOON_JUDGED, deal_over, resumed
from test_axe import violations
from test_kept import storage

pytestmark = pytest.mark.browser

PAGE = "tutorials/how-you-play.html"
TERMS = {"at": 5, "rules": "hoyle1909", "form": "deal", "opponent": "thumb", "engine": "0.3.0"}


def ratings(count: int) -> str:
    """Return stored ratings of deals in which leads lose most."""
    deals: dict[str, Any] = {}
    for number in range(count):
        seat = ("elder", "younger")[number % 2]
        losses = {f"{seat}-discard": 1.0, "call": 0, "lead": 4.0 + number % 3, "follow": 0.5}
        deals[f"{number:016x}-1"] = {**TERMS, "at": number, "seat": seat, "losses": losses}
    return json.dumps({"version": 2, "deals": deals})


def rated(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(storage(page).get("piquet:rating", '{"deals": {}}'))
    return dict(found["deals"])


def part(page: Page, name: str) -> Locator:
    return page.locator(f"[data-part={name}]")


def row(page: Page, kind: str) -> list[str]:
    return part(page, "rating-kinds").locator(f'[data-kind="{kind}"] td').all_text_contents()


def on_the_page(page: Page) -> Page:
    page.goto(page.url.split("/tutorials/")[0] + "/" + PAGE)
    expect(part(page, "rating")).to_be_visible()
    return page


def keep(page: Page, text: str) -> Page:
    page.evaluate("text => localStorage.setItem('piquet:rating', text)", text)
    page.reload()
    return page


def over(visit: Open) -> TablePage:
    return resumed(visit, deal_over(seed=SOON_JUDGED, seat="younger"))


def test_a_reviewed_deal_is_on_the_page_by_kind_and_in_the_file(
    visit: Open, tmp_path: Path
) -> None:
    table = over(visit)
    page = table.page
    wait_until(page, lambda: bool(rated(page)), "the deal is rated")
    ((key, rating),) = rated(page).items()
    assert re.fullmatch(r"[\da-f]{16}-1", key)
    assert rating["seat"] == "younger"
    assert rating["opponent"] == "thumb"
    # Opening the same deal in the replay rates it no second time.
    table.button("review").click()
    expect(part(page, "decision-review-method")).to_be_visible()
    assert rated(page) == {key: rating}
    on_the_page(page)
    expect(part(page, "rating-summary")).to_contain_text("In one deal so far your decisions lost")
    expect(part(page, "rating-none")).to_be_hidden()
    total = f"{sum(rating['losses'].values()):.1f}"
    assert row(page, "total")[0] == total
    for kind, lost in rating["losses"].items():
        assert row(page, kind)[0] == f"{lost:.1f}", kind
    assert row(page, "elder-discard")[0] == "–"
    page.goto(page.url.replace(PAGE, REVIEW))
    summary = "what your decisions lost in one deal"
    expect(part(page, "saved-data-summary")).to_contain_text(summary)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save everything as a file").click()
    file = tmp_path / "piquet.json"
    saved.value.save_as(file)
    assert json.loads(file.read_text("utf-8"))["rating"]["deals"] == {key: rating}
    other = keep(visit(REVIEW).page, ratings(2))
    other.locator('input[type="file"]').set_input_files(file)
    expect(part(other, "saved-data-status")).to_contain_text(summary)
    assert len(rated(other)) == 3
    assert rated(other)[key] == rating


def test_the_last_deals_can_be_reviewed_there_unless_the_switch_is_off(visit: Open) -> None:
    page = over(visit).page
    wait_until(page, lambda: bool(rated(page)), "the deal is rated")
    on_the_page(page)  # The table lists the deal among the last games.
    page.evaluate("localStorage.removeItem('piquet:rating')")
    page.reload()
    review = page.get_by_role("button", name="Review my last deal")
    switch = page.get_by_role("checkbox", name="Keep my losses, mistakes and answers to problems")
    expect(review).to_be_visible()
    switch.uncheck()
    expect(review).to_be_hidden()
    expect(part(page, "rating-status")).to_contain_text("Nothing is recorded any more")
    page.reload()
    expect(switch).not_to_be_checked()
    # At the table a review is not recorded either.
    page.goto(page.url.replace("how-you-play", "table"))
    table = TablePage(page)
    table.button("resume").click()
    table.wait_for_question()
    table.open_more()
    table.button("costs").click()
    expect(table.result).to_contain_text("as good as the best")
    assert rated(page) == {}
    on_the_page(page)
    switch.check()
    review.click()
    stop = part(page, "rating-work").get_by_role("button", name="Stop")
    stop.click()
    part(page, "rating-work").get_by_role("button", name="Go on").click()
    expect(part(page, "rating-status")).to_have_text("One deal is reviewed.")
    assert len(rated(page)) == 1
    expect(review).to_be_hidden()
    expect(part(page, "rating-summary")).to_contain_text("In one deal so far")


def test_the_kind_that_costs_most_is_named_and_leads_to_its_lesson(
    visit: Open, modes: Modes
) -> None:
    page = keep(visit(PAGE).page, ratings(24))
    advice = part(page, "rating-advice")
    expect(advice).to_contain_text("Work on your leads.")
    expect(part(page, "rating-summary")).to_contain_text("In your last 24 deals")
    expect(page.get_by_role("img", name="Points lost in each of 24 deals")).to_be_visible()
    assert part(page, "rating-chart").locator("circle").count() == 24
    for width in (1440, 360):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_text("Deal by deal", exact=True).click()
    expect(part(page, "rating-deals").locator("tbody tr")).to_have_count(24)
    assert violations(page, "[data-part=rating]", modes) == []
    page.get_by_role("button", name="Forget these figures").click()
    expect(part(page, "rating-status")).to_contain_text("lost in 24 deals")
    assert len(rated(page)) == 24  # It has only asked.
    page.get_by_role("button", name="Yes, forget them").click()
    expect(part(page, "rating-none")).to_be_visible()
    expect(part(page, "rating-chart")).to_have_count(0)
    assert "piquet:rating" not in storage(page)


def test_what_cannot_be_read_is_reported_and_stays(visit: Open) -> None:
    page = visit(PAGE).page
    damaged = '{"version": 2, "deals": {"x": 5}}'
    keep(page, damaged)
    expect(part(page, "rating-status")).to_contain_text("cannot be read")
    expect(part(page, "rating-none")).to_be_hidden()
    assert storage(page)["piquet:rating"] == damaged


def test_without_scripts_the_page_says_what_it_would_show(visit: Open) -> None:
    page = visit(PAGE, java_script_enabled=False).page
    expect(page.get_by_text("A chart here shows")).to_be_visible()
    expect(part(page, "rating")).to_be_hidden()
    expect(page.get_by_role("heading", name="How this is counted")).to_be_visible()
