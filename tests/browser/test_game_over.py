"""The end of a partie: winner, reasons and chart, on the screen and on paper."""

import re

import pytest
from case_selection import first
from harness import Modes, Spoken, printed
from pages.table import Seated
from playwright.sync_api import Page, expect
from saved_games import deals_over
from test_axe import violations

from piquet_core.views.table.deal_result import finished_game, why_won, winner_text

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(("form", "seed"), first(1, [("rubicon", "a"), ("hundred-up", "c")]))
def test_a_game_that_is_over_is_told_in_a_sentence_and_drawn(
    seat: Seated, modes: Modes, form: str, seed: str
) -> None:
    session = deals_over(form, seed)
    found = finished_game(session)
    assert found is not None
    table = seat(session)
    page = table.page
    expect(page.locator("[data-part=game-summary] [data-part=felt-message]")).to_have_text(
        printed(winner_text(session))
    )
    expect(page.locator("[data-part=game-summary] [data-part=felt-reason]")).to_have_text(
        printed(why_won(session))
    )
    said = table.announcement
    expect(said).to_contain_text(why_won(session))
    picture = page.locator("[data-part=game-summary] [data-part=game-chart]")
    assert picture.locator("polyline").count() == 2
    (image,) = (name for name in Spoken(page).names("image") if "totals after each deal" in name)
    twin = page.locator("[data-part=game-summary] [data-part=ledger]", has_text="The deals")
    rows = [row.locator("td").all_inner_texts() for row in twin.locator("tbody tr").all()]
    assert [(int(one or 0), int(two or 0)) for one, two in rows] == [
        one.score for one in found.deals
    ]
    for player, name in ((0, "You"), (1, "Thumb")):
        run = re.search(rf"{name}: ([\d, ]+)", image)
        assert run
        assert [int(one) for one in run[1].split(", ")] == [one[player] for one in found.totals[1:]]
    assert violations(page, "[data-part=game]", modes) == []


def test_the_picture_is_large_enough_to_read_on_every_screen_and_printed_without_buttons(
    seat: Seated,
) -> None:
    table = seat(deals_over("rubicon", "a"))
    page = table.page
    for size in ((360, 740), (768, 1024), (1440, 900)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        nothing_lies_over_the_picture(page, size[0])
    page.emulate_media(media="print")
    for part in (
        "[data-part=felt-message]",
        "[data-part=felt-reason]",
        "[data-part=game-chart]",
        "[data-part=ledger]",
        "[data-part=settlement]",
    ):
        expect(page.locator(f"[data-part=table] {part}").first).to_be_visible()
    for part in ("[data-part=deal-result] button", "[data-part=new-game]", ".pq-needs-script"):
        expect(page.locator(part).first).to_be_hidden()
    white = "getComputedStyle(document.querySelector('[data-part=game-chart] polyline')).stroke"
    assert page.evaluate(white) == "rgb(0, 0, 0)"


def nothing_lies_over_the_picture(page: Page, width: int) -> None:
    picture = page.locator("[data-part=game-chart]")
    picture.scroll_into_view_if_needed()
    box = picture.bounding_box()
    assert box
    assert box["width"] >= 300
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for other in ("[data-part=felt-reason]", "[data-part=ledger]", "[data-part=both-hands]"):
        for one in page.locator(f"[data-part=game-summary] {other}").all():
            there = one.bounding_box()
            assert there
            assert (
                there["x"] >= box["x"] + box["width"] - 1
                or there["y"] >= box["y"] + box["height"] - 1
                or there["y"] + there["height"] <= box["y"] + 1
            ), (width, other)


def test_on_a_phone_the_way_on_comes_after_the_picture_and_before_the_figures(
    seat: Seated,
) -> None:
    table = seat(deals_over("rubicon", "a"), phone=True)
    page = table.page
    table.region.evaluate("one => one.scrollIntoView()")
    parts = [
        "[data-part=game-chart]",
        "[data-part=deal-result] h2",
        "[data-part=deal-result] [data-do='again']",
    ]
    for part in parts:
        expect(page.locator(part).first).to_be_in_viewport(ratio=1)
    tops = []
    for part in (*parts, "[data-part=ledger]", "[data-part=both-hands]"):
        box = page.locator(part).first.bounding_box()
        assert box
        tops.append(box["y"])
    assert tops == sorted(tops)


def test_on_a_phone_the_strip_shows_the_last_deal_whole_and_the_score_of_the_game(
    seat: Seated,
) -> None:
    """The cells of six deals are wider than the strip. A clipped 10–40 would read 10–4."""
    table = seat(deals_over("hundred-up", "kept"), phone=True)
    page = table.page
    table.part("deal-scores").evaluate("one => one.scrollIntoView()")
    for cell in (
        "[data-part=deal-scores] > [aria-current]",
        "[data-part=deal-scores] > [data-part=game-score]",
    ):
        expect(page.locator(cell)).to_be_in_viewport(ratio=1)
