"""Glossary pop-ups: by pointer, by keyboard, by finger, on a phone, and switched off."""

import pytest
from case_selection import first
from harness import DEAL_PAGE, quiet
from pages.replay import Open, ReplayPage
from playwright.sync_api import Locator, Page, expect
from test_axe import BY_DAY_AND_NIGHT, Modes, violations

pytestmark = pytest.mark.browser

PAGE = "docs/history/game.html"
WORD = 'main a[href$="glossary.html#term-capot"]'
MEANING = "All twelve tricks won by one player"


def card(page: Page) -> Locator:
    return page.locator("#pq-gloss")


def word(reader: ReplayPage, selector: str = WORD) -> Locator:
    found = reader.page.locator(selector).first
    found.scroll_into_view_if_needed()
    return found


def arrives(reader: ReplayPage, address: str) -> None:
    """Wait for the target page of a link. A hit in the browser's cache is not a fault."""
    reader.page.wait_for_url(f"**/{address}")
    quiet(reader.page)
    faults = reader.watch.faults
    faults[:] = [fault for fault in faults if not fault.startswith("304: ")]


def test_pointer_opens_it_and_may_rest_on_it(visit: Open) -> None:
    reader = visit(PAGE)
    assert not [path for path in reader.watch.paths if path.endswith("glossary.json")]
    link = word(reader)
    height = reader.page.evaluate("document.documentElement.scrollHeight")
    link.hover()
    expect(card(reader.page)).to_be_visible()
    expect(card(reader.page)).to_contain_text(MEANING)
    expect(link).to_have_attribute("aria-describedby", "pq-gloss")
    assert reader.page.evaluate("document.documentElement.scrollHeight") == height
    reader.page.clock.install()
    card(reader.page).hover()  # WCAG 1.4.13: the pop-up can be pointed at.
    reader.page.clock.run_for(600)
    expect(card(reader.page)).to_be_visible()
    reader.press("Escape")
    expect(card(reader.page)).to_be_hidden()
    reader.page.mouse.move(1, 1)
    link.hover()
    expect(card(reader.page)).to_be_visible()
    reader.page.mouse.move(1, 1)
    expect(card(reader.page)).to_be_hidden()
    expect(link).not_to_have_attribute("aria-describedby", "pq-gloss")
    assert len([path for path in reader.watch.paths if path.endswith("glossary.json")]) == 1


def test_a_word_that_comes_under_a_resting_pointer_asks_nothing(visit: Open) -> None:
    reader = visit(PAGE)
    reader.page.clock.install()
    link = word(reader)
    box = link.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    reader.page.evaluate("scrollBy({ top: -200, behavior: 'instant' })")
    reader.page.mouse.move(x, y)
    reader.page.clock.run_for(600)
    reader.press("Escape")
    reader.page.evaluate("scrollBy({ top: 200, behavior: 'instant' })")
    reader.page.clock.run_for(900)
    expect(card(reader.page)).to_be_hidden()
    reader.page.mouse.move(x + 1, y)
    expect(card(reader.page)).to_contain_text(MEANING)


def test_key_focus_opens_it_and_escape_leaves_the_focus(visit: Open) -> None:
    reader = visit(PAGE)
    link = word(reader)
    reader.press("Tab")  # The focus is now visible.
    link.focus()
    expect(card(reader.page)).to_contain_text(MEANING)
    reader.press("Escape")
    expect(card(reader.page)).to_be_hidden()
    expect(link).to_be_focused()
    reader.press("Enter")
    arrives(reader, "docs/glossary.html#term-capot")


def test_first_tap_explains_and_the_second_follows(visit: Open) -> None:
    reader = visit(PAGE, has_touch=True)
    link = word(reader)
    link.tap()
    expect(card(reader.page)).to_contain_text(MEANING)
    assert reader.page.url.endswith(PAGE)
    link.tap()
    arrives(reader, "docs/glossary.html#term-capot")


def test_card_stays_inside_a_phone(visit: Open) -> None:
    reader = visit("docs/rulesets/little.html", has_touch=True, size=(360, 740))
    words = reader.page.locator('main article a[href*="#term-"]').all()
    assert words
    for link in words:
        link.scroll_into_view_if_needed()
        link.tap()
        expect(card(reader.page)).to_be_visible()
        box = card(reader.page).bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 360
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= 740
        reader.press("Escape")


@pytest.mark.parametrize("modes", BY_DAY_AND_NIGHT, ids=["day", "night"])
def test_open_card_has_no_fault_for_axe(visit: Open, modes: Modes) -> None:
    reader = visit(PAGE)
    reader.press("Tab")
    link = word(reader)
    link.focus()
    expect(card(reader.page)).to_be_visible()
    assert violations(reader.page, modes=modes) == []  # The pop-up is part of the page.


def test_narration_of_the_engine_names_terms(live: ReplayPage) -> None:
    """test_first_visit checks that each step is drawn as on the page."""
    live.go("se")
    term = live.find("[data-part=sentence] a[href*='glossary']").first
    assert term.text_content() == "quint"
    assert live.sentence.count("quint") == 1
    term.hover()
    expect(card(live.page)).to_contain_text("Five cards in sequence")
    live.go("ce")
    clause = live.find("[data-part=sentence] a[data-term=term-point]")
    live.page.mouse.move(1, 1)
    clause.hover()
    expect(card(live.page)).to_contain_text("best suit")
    assert (clause.get_attribute("href") or "").endswith("rules/point.score.html")
    live.page.mouse.move(1, 1)
    live.go("deal")  # After a redraw the pop-up of the old word is gone.
    expect(card(live.page)).to_be_hidden()


@pytest.mark.parametrize("path", first(1, [PAGE, DEAL_PAGE]))
def test_without_script_a_word_is_a_link(visit: Open, path: str) -> None:
    reader = visit(path, java_script_enabled=False)
    link = reader.page.locator('main a[href*="#term-"]').first
    link.click()
    arrives(reader, "docs/glossary.html#term-*")
