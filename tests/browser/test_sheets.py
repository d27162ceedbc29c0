"""The one-page summaries: one page on paper, and a card on the screen."""

import re
from pathlib import Path

import pytest
from case_selection import first
from harness import SITE
from pages.replay import Open
from playwright.sync_api import expect
from test_axe import violations
from test_layout import PHONE, too_wide

from piquet_core.rules import ruleset_ids

pytestmark = pytest.mark.browser


def address(name: str) -> str:
    """Return the address of a summary."""
    return f"docs/rulesets/summary/{name}.html"


@pytest.mark.parametrize("name", first(3, dict.fromkeys(("old36", "hoyle1909", *ruleset_ids()))))
def test_each_fills_one_page_of_paper(visit: Open, name: str) -> None:
    page = visit(address(name), color_scheme="dark").page
    pages = {
        paper: len(re.findall(rb"/Type\s*/Page\b", page.pdf(format=paper)))
        for paper in ("A4", "Letter")
    }
    assert pages == {"A4": 1, "Letter": 1}


def test_on_paper_there_is_the_sheet_and_nothing_of_the_site(visit: Open) -> None:
    page = visit(address("picquet1651"), color_scheme="dark").page
    assert "dark" in (page.locator("html").get_attribute("data-theme") or "")
    page.emulate_media(media="print")
    words = page.locator("body").inner_text()
    assert words.startswith("The Royall and Delightfull Game of Picquet (1651) on one page")
    assert "Neuvième (9)" in words
    for chrome in ("Print this page", "Search", "Previous", "Contents"):
        assert chrome not in words
    colours = page.evaluate(
        """() => [...document.querySelectorAll("html, body, .pq-sheet, .pq-sheet p, .pq-sheet a")]
            .map(one => getComputedStyle(one))
            .map(style => [style.color, style.backgroundColor])"""
    )
    assert {ink for ink, _ in colours[1:]} == {"rgb(0, 0, 0)"}
    assert {paper for _, paper in colours} <= {"rgb(255, 255, 255)", "rgba(0, 0, 0, 0)"}


@pytest.mark.parametrize("path", [address("hoyle1909"), "tutorials/score-sheet.html"])
def test_the_button_prints(visit: Open, path: str) -> None:
    page = visit(path).page
    page.evaluate("window.print = () => { window.printed = true; }")
    page.get_by_role("button", name="Print this page").click()
    assert page.evaluate("window.printed") is True


def test_without_script_the_sheet_is_complete_and_has_no_dead_button(visit: Open) -> None:
    page = visit(address("hoyle1909"), java_script_enabled=False).page
    assert page.locator(".pq-print").count() == 0
    assert page.locator(".pq-sheet h2").count() == 9
    link = page.locator(".pq-sheet a", has_text="must announce it")
    assert (link.get_attribute("href") or "").endswith("blank.announce.html#rule-blank-announce")


def test_the_links_of_a_sheet_have_a_line_where_they_are_wanted(visit: Open) -> None:
    page = visit(address("hoyle1909")).page
    expect(page.locator(".pq-sheet-head")).to_contain_text("Each line below links to its rule.")
    link = page.locator(".pq-sheet .pq-block a", has_text="must announce it")
    expect(link).to_have_css("text-decoration-line", "none")
    link.focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    expect(link).to_have_css("text-decoration-line", "underline")
    page.locator("h1").click()
    link.hover()
    expect(link).to_have_css("text-decoration-line", "underline")


def test_the_print_style_is_for_these_pages_only() -> None:
    assert ".pq-sheet-head" in styles(SITE / address("little"))
    assert ".pq-sheet-head" not in styles(SITE / "docs/rulesets/little.html")


def styles(page: Path) -> str:
    """Return the text of all style sheets of a page."""
    names = re.findall(r'<link rel="stylesheet" href="([^"]+)"', page.read_text("utf-8"))
    assert names
    return "".join((page.parent / name).resolve().read_text("utf-8") for name in names)


@pytest.mark.parametrize(
    "path", first(1, ["docs/rulesets/little.html", "docs/rulesets/index.html"])
)
def test_pages_of_books_fit_a_phone(visit: Open, path: str) -> None:
    page = visit(path).page
    page.set_viewport_size(PHONE)
    assert too_wide(page) == []


@pytest.mark.parametrize(
    "path",
    first(1, [address("old36"), "docs/rulesets/little.html", "docs/rulesets/index.html"]),
)
def test_axe_finds_nothing(visit: Open, path: str) -> None:
    assert violations(visit(path).page) == []
