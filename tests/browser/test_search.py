"""The search page: the fitting rule first, excerpts of the text, offline, on a phone and in the dark."""

import pytest
from cases import first
from playwright.sync_api import Page, ViewportSize, expect
from reading import Open, quiet
from test_axe import violations
from test_layout import too_wide

pytestmark = pytest.mark.browser

PHONE: ViewportSize = {"width": 360, "height": 740}


@pytest.mark.parametrize(
    ("query", "rule"),
    [
        ("untaken cards", "exchange.younger-look"),
        ("Untaken card", "exchange.younger-look"),
        ("capot", "capot.points"),
        ("carte blanche", "blank.points"),
        ("low cards", "play.low-cards"),
        ("sixième", "sequence.scores"),
    ],
)
def test_the_fitting_rule_is_among_the_first_three(visit: Open, query: str, rule: str) -> None:
    page = visit(f"search.html?q={query}").page
    page.set_viewport_size(PHONE)
    first = page.locator(".pq-finds > li").nth(0)
    expect(first).to_be_visible()
    links = page.locator(".pq-finds > li > a").evaluate_all(
        "links => links.slice(0, 3).map(one => one.getAttribute('href'))"
    )
    assert any(link.startswith(f"docs/rules/{rule}.html#") for link in links), links
    found = page.locator(f'.pq-finds li:has(a[href^="docs/rules/{rule}.html"])')
    expect(found.locator(".pq-kind")).to_have_text("Rule")
    expect(found.locator(".context")).to_contain_text("?")  # the question that the rule answers


def test_what_it_offers_is_there(visit: Open) -> None:
    page = visit("search.html?q=low cards").page
    quiet(page)  # a fetch aborted by leaving would count as a fault
    page.locator(".pq-finds > li > a", has_text="Low cards in the play").click()
    expect(page.locator("article h1")).to_contain_text("Low cards in the play")


def excerpts_of_all(page: Page) -> None:
    """Pass by every line, and wait until each has its excerpt."""
    expect(page.locator(".search-summary")).to_contain_text("Search finished", timeout=30_000)
    for row in page.locator("#search-results li").all():
        row.scroll_into_view_if_needed()
    expect(page.locator("#search-results p.context:empty")).to_have_count(0)


def test_excerpts_are_of_the_text_and_each_page_comes_once(visit: Open) -> None:
    page = visit("search.html?q=talon").page
    excerpts_of_all(page)
    texts = page.locator("#search-results p.context").all_inner_texts()
    assert len(texts) >= 5
    assert not any("System Settings" in text or "Color mode" in text for text in texts)
    pages = page.locator("li > a[data-score], .pq-finds > li > a").evaluate_all(
        "links => links.map(one => one.href)"
    )
    below = page.locator("#search-results li > a").evaluate_all(
        "links => links.map(one => one.href.replace(/#.*/, ''))"
    )
    assert len(set(below)) == len(below) <= 20
    assert len(pages) > len(below)


def test_a_page_is_fetched_for_its_excerpt_when_its_line_comes_near(visit: Open) -> None:
    reader = visit("search.html")
    page = reader.page
    page.set_viewport_size(PHONE)
    page.goto(f"{page.url}?q=talon")
    rows = page.locator("#search-results li")
    expect(rows.last).to_be_attached()
    quiet(page)
    fetched = {path for path in reader.watch.paths if path.endswith(".html")} - {"search.html"}
    assert len(fetched) < rows.count()
    rows.last.scroll_into_view_if_needed()
    expect(rows.last.locator("p.context:not(:empty)")).to_be_visible()


MARKED = "CSS.highlights.get('pq-matches')?.size ?? 0"


def test_a_button_hides_the_matches_and_needs_no_address_that_is_a_script(visit: Open) -> None:
    reader = visit("docs/glossary.html?highlight=talon")
    page = reader.page
    hide = page.get_by_role("button", name="Hide search matches")
    expect(hide).to_be_visible()
    assert page.evaluate(MARKED) > 1
    assert "highlight" not in page.url
    assert page.locator('a[href^="javascript:"]').count() == 0
    hide.click()
    expect(hide).to_have_count(0)
    assert page.evaluate(MARKED) == 0


def test_a_page_opened_from_the_search_marks_the_words_and_the_next_does_not(visit: Open) -> None:
    page = visit("search.html?q=talon").page
    excerpts_of_all(page)  # whoever leaves earlier breaks them off
    page.locator("#search-results li > a").first.click()
    hide = page.get_by_role("button", name="Hide search matches")
    expect(hide).to_be_visible()
    assert page.evaluate(MARKED) > 0
    page.reload()
    expect(page.locator("h1").first).to_be_visible()
    expect(hide).to_have_count(0)


def test_nothing_found_is_said(visit: Open) -> None:
    page = visit("search.html?q=xyzzy").page
    expect(page.locator(".search-summary")).to_contain_text("did not match")
    expect(page.locator(".pq-finds")).to_have_count(0)


@pytest.mark.parametrize(
    "query", first(2, ["<img src=x onerror=document.title=1>", "__proto__", "(", "\\"])
)
def test_a_hostile_query_is_text(visit: Open, query: str) -> None:
    page = visit(f"search.html?q={query}").page
    expect(page.locator(".search-summary")).not_to_be_empty()
    assert page.title() != "1"
    assert page.locator("main img").count() == 0


def test_axe_finds_nothing_and_the_phone_is_wide_enough(visit: Open) -> None:
    page = visit("search.html?q=carte blanche").page
    expect(page.locator(".search-summary")).to_contain_text("Search finished", timeout=30_000)
    assert violations(page) == []
    page.set_viewport_size(PHONE)
    assert too_wide(page) == []


def test_without_a_script_no_field_is_there_that_cannot_search_and_three_lists_are(
    visit: Open,
) -> None:
    page = visit("search.html", java_script_enabled=False).page
    expect(page.get_by_role("searchbox")).to_have_count(0)
    doors = page.locator("article ul a")
    assert [door.get_attribute("href") for door in doors.all()] == [
        "docs/rules/index.html",
        "docs/glossary.html",
        "docs/deals/index.html",
    ]
    for path, width in (("docs/glossary.html", 1280), ("docs/glossary.html", 320), ("", 900)):
        page = visit(path, java_script_enabled=False).page
        page.set_viewport_size({"width": width, "height": 900})
        expect(page.get_by_role("searchbox")).to_have_count(0)
        expect(page.get_by_role("link", name="Search", exact=True)).to_have_count(0)
        expect(page.locator(".pq-bar-end a:visible")).to_have_attribute(
            "href", "rules/index.html" if path else "docs/rules/index.html"
        )
        assert too_wide(page) == []
