"""The list of deals: filters by hand, by link and by the back button; without scripts; on a phone."""

from __future__ import annotations

import pytest
from case_selection import first
from pages.replay import Open
from playwright.sync_api import Page, ViewportSize, expect
from test_axe import BY_DAY_AND_NIGHT, Modes, violations
from test_layout import too_wide

pytestmark = pytest.mark.browser

INDEX = "docs/deals/index.html"
FACHEUX = "docs/deals/facheux.html"
PHONE: ViewportSize = {"width": 360, "height": 740}


def shown(page: Page) -> list[str]:
    """Return the titles of the visible deals."""
    found: list[str] = page.locator("[data-part=deals] > li").evaluate_all(
        "deals => deals.filter(one => one.checkVisibility())"
        ".map(one => one.querySelector('h2').textContent)"
    )
    return found


def test_a_filter_hides_counts_and_stands_in_the_address(visit: Open) -> None:
    page = visit(INDEX).page
    every = shown(page)
    status = page.locator("[data-part=count]")
    expect(status).to_have_text(f"All {len(every)} deals and positions")
    page.get_by_role("combobox", name="Shows").select_option("carte-blanche")
    tops = [title for title in every if title in shown(page)]
    assert tops == shown(page) != every
    expect(status).to_have_text(f"{len(tops)} of {len(every)} deals and positions")
    assert page.url.endswith("?theme=carte-blanche")
    page.get_by_role("combobox", name="Printed in").select_option("17")
    expect(status).to_have_text(
        f"0 of {len(every)} deals and positions: none shows all of this. Ask for less, or show all."
    )
    page.go_back()
    expect(status).to_have_text(f"{len(tops)} of {len(every)} deals and positions")
    page.get_by_role("button", name="Show all").click()
    expect(status).to_have_text(f"All {len(every)} deals and positions")
    assert "?" not in page.url


def test_a_link_filters_and_what_it_asks_in_vain_is_as_if_not_asked(visit: Open) -> None:
    page = visit(f"{INDEX}?rules=old36&theme=glory").page
    assert shown(page) == ["The hand that Alcippe lost"]
    expect(page.get_by_role("combobox", name="Shows")).to_have_value("")


def test_without_a_script_every_deal_is_there_and_no_filter(seen: Open) -> None:
    page = seen(INDEX, java_script_enabled=False).page
    expect(page.locator("[data-part=filters]")).to_be_hidden()
    assert (
        page.locator("[data-part=deals] > li").count()
        == page.locator("[data-part=deals] h2 a").count()
        > 5
    )


@pytest.mark.parametrize("modes", BY_DAY_AND_NIGHT, ids=["day", "night"])
@pytest.mark.parametrize("path", first(1, [INDEX, FACHEUX]))
def test_on_a_phone_nothing_is_too_wide_and_axe_has_nothing_to_say(
    visit: Open, path: str, modes: Modes
) -> None:
    page = visit(path, size=(360, 740)).page
    assert too_wide(page) == []
    assert violations(page, modes=modes) == []


def test_the_other_count(visit: Open) -> None:
    """The pique depends on one answer of the rules. test_sharing plays the other ace."""
    page = visit(f"{FACHEUX}?rules=old36,point.score%3Done-a-card#last").page
    expect(page.locator("[data-part=stage]")).to_contain_text("30 for the pique")
    chosen = page.locator("[data-part=rule-sets] [aria-current]")
    expect(chosen).to_have_attribute("data-book", "old36,point.score=one-a-card")
    expect(page.locator("[data-part=other-rules]")).to_contain_text("one for each card")


def test_on_a_tablet_two_deals_share_a_row_and_on_a_phone_one_is_in_sight_with_its_filters(
    visit: Open,
) -> None:
    """In one column the board would be 713 px wide around hands of 360 px."""
    page = visit(INDEX, size=(768, 1024)).page
    first, second = (
        page.locator("[data-part=deals] > li").nth(one).bounding_box() for one in (0, 1)
    )
    assert first
    assert second
    assert first["y"] == second["y"]
    assert second["x"] >= first["x"] + first["width"]
    page.set_viewport_size(PHONE)
    still = page.locator("[data-part=deals] > li").first.locator("[data-part=still]").bounding_box()
    assert still is not None
    assert still["y"] + still["height"] / 2 < PHONE["height"]
    fields = page.locator("[data-part=fields]")
    expect(fields).to_be_hidden()
    page.get_by_role("button", name="Filter").click()
    expect(fields).to_be_visible()
    page.get_by_role("combobox", name="Shows").select_option("carte-blanche")
    page.reload()
    expect(fields).to_be_visible()  # The selected option is in view.
    page.set_viewport_size({"width": 1440, "height": 900})
    expect(page.get_by_role("button", name="Filter")).to_be_hidden()
    expect(fields).to_be_visible()


@pytest.mark.parametrize("width", [360, 1440])
def test_no_picture_covers_the_title_of_its_deal(seen: Open, width: int) -> None:
    page = seen(INDEX, java_script_enabled=False, size=(width, 900)).page
    ends: list[list[float]] = page.locator("[data-part=deals] > li").evaluate_all(
        """deals => deals.map((one) => [
            Math.max(...[...one.querySelectorAll("[data-part=still], [data-part=still] > *")]
                .map((part) => part.getBoundingClientRect().bottom)),
            one.querySelector("h2").getBoundingClientRect().top,
        ])"""
    )
    assert ends
    assert [end for end in ends if end[0] > end[1]] == []
