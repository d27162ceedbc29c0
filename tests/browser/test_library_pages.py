"""The reference pages: unambiguous marks, unbroken dates, and nothing meant for authors only."""

from typing import Literal

import pytest
from case_selection import first
from pages.replay import Open
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

Scheme = Literal["light", "dark"]
CLAIMS = "docs/claims.html"
COLOURS = "(all, name) => [...new Set(all.map(one => getComputedStyle(one)[name]))]"


@pytest.mark.parametrize("scheme", first(1, ["light", "dark"]))
def test_a_verdict_has_one_colour_in_the_bar_the_key_and_the_tables(
    seen: Open, scheme: Scheme
) -> None:
    page = seen(CLAIMS).page
    page.emulate_media(color_scheme=scheme)
    expect(page.locator("html")).to_have_attribute("data-theme", scheme)
    colours = set()
    for verdict in ("exact", "rounded", "wrong", "undecided"):
        marks = page.locator(f".pq-mark-{verdict}")
        places = ".pq-claims-count", ".pq-claims-key"
        assert all(page.locator(place).locator(marks).count() == 1 for place in places), verdict
        (sign,) = marks.evaluate_all(COLOURS, "backgroundColor")
        assert page.locator(f"rect.pq-bar-{verdict}").evaluate_all(COLOURS, "fill") == [sign]
        colours.add(sign)
    assert len(colours) == 4
    expect(page.locator("article")).not_to_contain_text("{claim}")


def test_the_date_of_an_edition_stays_on_one_line(seen: Open) -> None:
    page = seen("docs/editions/index.html").page
    dates = page.locator(".pq-editions td:nth-child(2) p")
    for width in (320, 360, 768, 1440):
        page.set_viewport_size({"width": width, "height": 740})
        found = dates.evaluate_all(
            "all => all.map(one => [one.clientHeight, parseFloat(getComputedStyle(one).lineHeight)])"
        )
        assert found
        for high, line in found:
            assert high < 1.5 * line, width


FREE = 8
"""Pixels between the dashed line of a gap and the words on both sides of it."""
NEAR_GAPS = """() => [...document.querySelectorAll(".pq-after-gap")].flatMap((after) => {
  const line = after.getBoundingClientRect();
  return [after, after.previousElementSibling].flatMap((item) => {
    if (!item || Math.abs(item.getBoundingClientRect().top - line.top) > 4) return [];
    return [...item.querySelectorAll("a > span")].flatMap((part) => {
      const range = document.createRange();
      range.selectNodeContents(part);
      return [...range.getClientRects()].map((box) => (item === after ? box.left - line.left - 1 : line.left - box.right));
    });
  });
})"""


def test_the_words_of_a_strip_keep_off_the_line_of_a_gap(visit: Open) -> None:
    page = visit("docs/rules/blank.show.html").page
    for rule in ("blank.show", "exchange.look-exposes", "point.score", "reckon.order"):
        page.goto(page.url.rpartition("/")[0] + f"/{rule}.html")
        for width in (360, 1440):
            page.set_viewport_size({"width": width, "height": 900})
            free = page.evaluate(NEAR_GAPS)
            assert free, rule
            assert min(free) > FREE - 0.1, rule


CROSSED = """() => {
  const boxes = (name) => [...document.querySelectorAll(`[data-part=works-timeline] > .pq-years-line > ${name}.pq-named`)].map((one) => one.getBoundingClientRect());
  const words = boxes("text");
  return boxes("line").filter((line) => words.some((word) =>
    line.left > word.left - 2 && line.left < word.right + 2 && line.top < word.top && line.bottom > word.bottom)).length;
}"""


@pytest.mark.parametrize("width", first(2, [900, 1440, 1200]))
def test_no_stroke_of_the_time_line_runs_through_a_name(seen: Open, width: int) -> None:
    page = seen("docs/history/index.html", size=(width, 900)).page
    assert page.locator("[data-part=works-timeline] > .pq-years-line > text.pq-named").count() > 3
    assert page.evaluate(CROSSED) == 0


@pytest.mark.parametrize("scheme", first(1, ["light", "dark"]))
def test_a_phone_has_the_key_of_its_strokes_and_the_marks_beside_the_names(
    seen: Open, scheme: Scheme
) -> None:
    page = seen("docs/by-date.html").page
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": 360, "height": 740})
    expect(page.locator(".pq-ticks-key")).to_be_visible()
    expect(page.locator(".pq-key:has(+ .pq-other-marks)")).to_be_hidden()
    expect(page.locator(".pq-named-marks > .pq-key")).to_be_visible()
    expect(page.locator(".pq-lane-unmarked .pq-mk")).to_have_count(0)
    page.set_viewport_size({"width": 1440, "height": 900})
    expect(page.locator(".pq-ticks-key")).to_be_hidden()
    expect(page.locator(".pq-key:has(+ .pq-other-marks)")).to_be_visible()
    expect(page.locator(".pq-named-marks > .pq-key")).to_be_hidden()


def test_by_date_a_phone_folds_what_comes_before_the_first_rule(visit: Open) -> None:
    page = visit("docs/by-date.html", faulty=True, size=(360, 740)).page
    page.reload()
    texts = page.locator(".pq-named-marks")
    expect(texts.locator(".pq-lane-texts")).to_be_hidden()
    first_rule = page.locator(".pq-dated-rule").first
    assert first_rule.evaluate("one => one.getBoundingClientRect().top + scrollY") < 1000
    texts.locator("summary").click()
    expect(texts).to_contain_text("A larger mark is a text that we have read whole")
    expect(texts.locator(".pq-lane-texts")).to_be_visible()


@pytest.mark.parametrize("width", first(1, [360, 320]))
def test_on_a_phone_a_mark_stays_with_its_year_and_its_text(seen: Open, width: int) -> None:
    page = seen("docs/by-date.html", size=(width, 740)).page
    heads = page.locator("[data-part=lanes] .pq-lane-head:visible")
    lines = heads.evaluate_all("heads => heads.map((head) => head.getClientRects().length)")
    assert len(lines) > 100
    assert set(lines) == {1}
    words = heads.evaluate_all("heads => heads.map((head) => head.textContent.trim())")
    assert [one for one in words if not one[-1].isalnum() and one[-1] not in ",;’."] == []


UNDER_NO_LETTER = """() => [...document.querySelectorAll(".pq-index li")].filter((item) => {
  const head = item.closest("section").querySelector("h2").getBoundingClientRect();
  return item.getBoundingClientRect().top < head.bottom;
}).length"""


def test_a_silent_text_and_an_unseen_part_have_frames_of_two_shapes(seen: Open) -> None:
    page = seen("docs/compare.html", size=(1440, 900)).page
    frame = "one => getComputedStyle(one).borderStyle + getComputedStyle(one).borderRadius"
    for place in ("[data-part=squares] .pq-square", "[data-part=comparison] td > .pq-status"):
        silent, unseen = (
            page.locator(f"{place}.{state}").first.evaluate(frame)
            for state in ("pq-silent", "pq-unseen")
        )
        assert silent != unseen, place


HEADLESS = """() => {
  const heads = [...document.querySelectorAll(".pq-index li:has(> ul)")];
  return heads.filter((head) => [...head.querySelectorAll("li")].some((sub) =>
    Math.abs(sub.getBoundingClientRect().left - head.getBoundingClientRect().left) > 60)).map((head) => head.textContent);
}"""


def test_every_column_of_the_index_has_its_letter_and_parts_no_word_from_what_is_below_it(
    seen: Open,
) -> None:
    page = seen("genindex.html", size=(1440, 900)).page
    assert page.evaluate(UNDER_NO_LETTER) == 0
    assert page.evaluate("document.querySelectorAll('.pq-index li > ul').length") > 20
    assert page.evaluate(HEADLESS) == []
    letter = page.locator(".pq-index h2").first.bounding_box()
    title = page.locator("h1").bounding_box()
    assert letter
    assert title
    assert abs(letter["x"] - title["x"]) <= 1
