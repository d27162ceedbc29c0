"""The comparison in narrow windows, on phones and on paper."""

import re
from pathlib import Path

import pytest
from case_selection import first
from pages.compare import COMPARE, PAIR, ComparePage
from pages.replay import Open
from playwright.sync_api import Locator, Page, expect
from test_comparing import PHONE
from test_layout import too_wide

from piquet_core.rules import load_ruleset, ruleset_ids

pytestmark = pytest.mark.browser


def test_heads_stay_in_sight(seen: Open) -> None:
    page = seen(COMPARE).page
    for width in (1240, 1440):
        page.set_viewport_size({"width": width, "height": 800})
        page.locator('tr[data-rule="play.lead"]').evaluate("one => one.scrollIntoView()")
        below = page.locator("header").first.bounding_box()
        corner = page.locator("[data-part=comparison] thead th").first.bounding_box()
        assert below is not None
        assert corner is not None
        assert abs(corner["y"] - below["y"] - below["height"]) < 4
        # All columns are in the window without horizontal scrolling.
        ends = page.locator("[data-part=comparison] thead th[data-set]").evaluate_all(
            "heads => heads.map(one => one.getBoundingClientRect().right)"
        )
        assert max(ends) <= width


@pytest.mark.parametrize("width", first(1, [360, 768, 1200]))
def test_where_columns_have_no_room_each_rule_is_told_answer_by_answer(
    visit: Open, width: int
) -> None:
    page = visit(COMPARE, size=(width, 800)).page
    told = page.locator('tr[data-rule="pack.size"] > :nth-child(2)')
    expect(told).to_be_visible()
    expect(page.locator("[data-part=comparison] td[data-v]:visible")).to_have_count(0)
    with_32 = sum(load_ruleset(id).number("pack.size").value == 32 for id in ruleset_ids())
    count = f"{with_32} of {len(ruleset_ids())} rule sets"
    expect(told.locator("li").first).to_have_text(f"32 cards {count}")
    departs = told.locator("li.pq-unlike")
    expect(departs).to_contain_text("1651 Picquet")
    expect(departs).to_contain_text("1674 Cotton")
    # Nothing scrolls inside the page. The page grows instead.
    assert (
        page.locator("[data-part=comparison-region], [data-part=comparison-region] *").evaluate_all(
            "all => all.filter(one => /auto|scroll/.test(getComputedStyle(one).overflowY)).length"
        )
        == 0
    )
    # With some books selected, the others and their answers are left out.
    page.get_by_label("Which books").select_option("17th century")
    expect(departs).to_be_visible()
    expect(told.locator("li").first).to_be_hidden()
    old = [id for id in ruleset_ids() if load_ruleset(id).source.year <= 1700]
    expect(told.locator("[data-set]:visible")).to_have_count(len(old))
    page.get_by_label("Which books").select_option("21st century, partly estimated")
    expect(departs).to_be_hidden()
    expect(told.locator("li").first).to_be_visible()
    page.goto(f"{page.url.partition('?')[0]}#play")
    expect(page.locator("#play")).to_be_in_viewport()


@pytest.mark.parametrize("path", first(2, [COMPARE, f"{PAIR}&show=all#play", PAIR]))
def test_phone_page_is_not_wider_than_the_phone(seen: Open, path: str) -> None:
    page = seen(path).page
    page.set_viewport_size(PHONE)
    assert too_wide(page) == []


def bottom(of: Locator) -> float:
    box = of.bounding_box()
    assert box
    return box["y"] + box["height"]


def test_phone_has_the_two_answers_beside_each_other_under_their_rule(seen: Open) -> None:
    page = seen(PAIR).page
    page.set_viewport_size(PHONE)
    assert too_wide(page) == []
    row = page.locator('tr[data-rule="play.low-cards"]')
    told = row.locator("th, td > b:not(:has(+ .pq-full))")
    rule, one, two = (box.bounding_box() for box in told.all())
    assert rule
    assert one
    assert two
    assert rule["width"] > 300
    assert one["y"] == two["y"] >= rule["y"] + rule["height"] - 1
    assert min(one["width"], two["width"]) > 140
    # Places and notes are below both answers, at full width and under the name of their book.
    row = page.locator('tr[data-rule="blank.show"]')
    ends = max(
        bottom(box) for box in row.locator("td > :is(b:not(:has(+ .pq-full)), .pq-status)").all()
    )
    first, second = row.locator(".pq-where").all()
    for where, above in ((first, ends), (second, bottom(first))):
        box = where.bounding_box()
        assert box
        assert box["width"] > 300
        assert box["y"] >= above
        name = where.evaluate("one => getComputedStyle(one, '::before').content")
        assert name in (
            '"Hoyle 1909" " "',
            '"Little Piquet" " "',
            '"Hoyle 1909 "',
            '"Little Piquet "',
        )
    # The column heads stay in view below the site header.
    row.evaluate("one => one.scrollIntoView({block: 'center'})")
    expect(page.locator('[data-part=comparison] thead th[data-set="little"]')).to_be_in_viewport()


SMALLEST = "all => Math.min(...all.map(one => parseFloat(getComputedStyle(one).fontSize)))"


def pages_of(page: Page, file: Path) -> int:
    page.pdf(path=file, prefer_css_page_size=True)
    return len(re.findall(rb"/Type\s*/Page\b", file.read_bytes()))


def test_paper_has_every_column_and_no_form(visit: Open, tmp_path: Path) -> None:
    page = visit(COMPARE).page
    page.emulate_media(media="print")
    expect(ComparePage(page).form).to_be_hidden()
    region = page.locator("[data-part=comparison-region]")
    assert region.evaluate("one => one.scrollHeight - one.clientHeight") <= 2
    # A4 landscape less its margins is 277 mm wide, which is 1047 px.
    page.set_viewport_size({"width": 1047, "height": 700})
    assert region.evaluate("one => one.scrollWidth - one.clientWidth") <= 2
    # At least nine points. The count of texts is below the rule. Answers without a mark show none.
    assert region.locator("td b:visible").evaluate_all(SMALLEST) >= 12
    expect(region.locator(".pq-agree").first).to_have_css("display", "block")
    expect(region.locator(".pq-stated:visible")).to_have_count(0)
    assert 3 <= pages_of(page, tmp_path / "all.pdf") <= 10
    sheets = re.findall(
        rb"/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]", (tmp_path / "all.pdf").read_bytes()
    )
    assert sheets
    assert all(float(wide) > float(high) for wide, high in sheets)
    page.goto(page.url.replace(COMPARE, PAIR))
    page.emulate_media(media="print")
    assert 1 <= pages_of(page, tmp_path / "two.pdf") <= 8
