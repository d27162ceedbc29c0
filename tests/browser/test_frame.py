"""The page frame: menus, search and colour scheme, by mouse, by keyboard and without scripts."""

import pytest
from harness import DEAL_PAGE, RULE_PAGE, quiet
from pages.replay import Open
from pages.search import SearchPage
from playwright.sync_api import Page, ViewportSize, expect
from test_faults import brightness

pytestmark = pytest.mark.browser

PHONE: ViewportSize = {"width": 360, "height": 740}
STUCK = "getComputedStyle(document.querySelector('[data-part=site-header]')).position"


def scheme(page: Page) -> str | None:
    return page.locator("html").get_attribute("data-theme")


def test_the_first_key_leads_to_the_text_and_a_section_opens_and_closes_by_keyboard(
    visit: Open,
) -> None:
    page = visit(RULE_PAGE).page
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the page")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{page.url.partition('#')[0]}#main-content")
    # Only one menu is open.
    library = page.locator("nav[aria-label=Sections] summary", has_text="Library")
    library.focus()
    page.keyboard.press("Enter")
    glossary = page.locator("nav[aria-label=Sections]").get_by_role("link", name="Glossary")
    expect(glossary).to_be_visible()
    page.keyboard.press("Escape")
    expect(glossary).to_be_hidden()
    expect(library).to_be_focused()
    library.click()
    page.locator("nav[aria-label=Sections] summary", has_text="Rules").click()
    expect(glossary).to_be_hidden()
    page.locator("main h1").click()
    expect(page.locator("nav[aria-label=Sections] details[open]")).to_have_count(0)


def test_a_slash_leads_to_the_search_and_a_word_there_to_its_finds(visit: Open) -> None:
    page = visit(RULE_PAGE).page
    page.keyboard.press("/")
    field = page.get_by_role("searchbox", name="Search this site")
    expect(field).to_be_focused()
    page.keyboard.type("capot")
    # Leaving sooner would abort requests.
    page.locator("[aria-label=Suggestions] a").first.wait_for()
    page.keyboard.press("Enter")
    expect(SearchPage(page).results.first).to_be_visible()
    expect(page.get_by_role("searchbox")).to_have_value("capot")


def test_a_phone_has_one_menu_with_every_section(visit: Open) -> None:
    page = visit(DEAL_PAGE, size=(360, 740)).page
    expect(page.locator("nav[aria-label=Sections]")).to_be_hidden()
    menu = page.locator("[data-part=menu]")
    menu.locator("summary").click()
    found = menu.get_by_role("link").all()
    for link in [menu.locator("summary"), page.locator("[aria-label='Dark colours']"), *found]:
        box = link.bounding_box()
        assert box is not None
        assert box["height"] >= 44
        assert box["width"] >= 44
    words = {link.inner_text() for link in found}
    assert words >= {
        "Lessons",
        "Against the computer",
        "All deals",
        "All rules",
        "Compare",
        "History",
        "Glossary",
    }
    page.keyboard.press("Escape")
    expect(found[0]).to_be_hidden()


def test_light_or_dark_is_remembered_and_the_system_s_own_is_no_choice(visit: Open) -> None:
    page = visit(RULE_PAGE, color_scheme="light").page
    button = page.get_by_role("button", name="Dark colours")
    expect(button).to_have_attribute("aria-pressed", "false")
    button.click()
    assert scheme(page) == "dark"
    page.reload()
    assert scheme(page) == "dark"
    expect(button).to_have_attribute("aria-pressed", "true")
    button.click()
    assert scheme(page) == "light"
    page.emulate_media(color_scheme="dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def test_a_browser_that_keeps_nothing_shows_the_colours_all_the_same(visit: Open) -> None:
    reader = visit("docs/glossary.html", color_scheme="dark")
    page = reader.page
    page.add_init_script(
        "Object.defineProperty(window, 'localStorage', {get() { throw new DOMException('no'); }})"
    )
    page.reload()
    assert scheme(page) == "dark"
    page.get_by_role("button", name="Dark colours").click()
    assert scheme(page) == "light"


def test_without_a_script_the_menus_open_and_the_system_chooses_the_colours(visit: Open) -> None:
    page = visit(RULE_PAGE, java_script_enabled=False, color_scheme="dark").page
    expect(page.locator("[aria-label='Dark colours']")).to_be_hidden()
    page.locator("nav[aria-label=Sections] summary", has_text="Library").click()
    expect(
        page.locator("nav[aria-label=Sections]").get_by_role("link", name="Glossary")
    ).to_be_visible()
    background = page.locator("body").evaluate("one => getComputedStyle(one).backgroundColor")
    assert brightness(background) < 150
    page.set_viewport_size(PHONE)
    page.locator("[data-part=menu] summary").click()
    expect(page.locator("[data-part=menu]").get_by_role("link", name="All rules")).to_be_visible()


def test_the_focus_is_seen_on_everything_in_the_header_which_leaves_a_low_window(
    visit: Open,
) -> None:
    page = visit(RULE_PAGE).page
    shown = (
        "() => { const s = getComputedStyle(document.activeElement);"
        " return s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) >= 2; }"
    )
    for _ in range(10):
        page.keyboard.press("Tab")
        assert page.evaluate(shown)
    assert page.evaluate(STUCK) == "sticky"
    page.set_viewport_size({"width": 320, "height": 256})
    assert page.evaluate(STUCK) == "relative"


def test_a_long_page_has_its_contents_folded_at_its_head_on_a_phone(visit: Open) -> None:
    page = visit("docs/notation.html", size=(360, 740)).page
    fold = page.get_by_role("navigation", name="On this page")
    expect(fold.get_by_role("link").first).to_be_hidden()
    fold.locator("summary").click()
    headings = page.locator("article section > h2")
    expect(fold.get_by_role("link")).to_have_count(headings.count())
    fold.get_by_role("link").last.click()
    expect(headings.last).to_be_in_viewport()
    page.set_viewport_size({"width": 1440, "height": 900})
    expect(fold).to_be_hidden()
    # Short pages have none. The glossary has its letters.
    root = page.url.partition("docs/")[0]
    for path in ("docs/offline.html", "docs/glossary.html", RULE_PAGE):
        quiet(page)  # Leaving sooner would abort requests.
        page.goto(root + path)
        expect(page.locator("[data-part=on-this-page]")).to_have_count(0)
