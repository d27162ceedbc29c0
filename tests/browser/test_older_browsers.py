"""Browsers older than Chromium 105, Firefox 114 or Safari 16.4 get the static page, which says so."""

import re

import pytest
from case_selection import first
from harness import DEAL_PAGE
from pages.replay import Open
from playwright.sync_api import Route, expect

pytestmark = pytest.mark.browser

# Removes features that those versions lack: container queries, `infinity` in lengths, and a decompression stream.
LACKS = {
    "Chromium 104": "CSS.supports = (name, ...rest) => name !== 'container-type' && real(name, ...rest);",
    "Firefox 113": "CSS.supports = (...asked) => !/infinity/.test(asked.join()) && real(...asked);",
    "Safari 16.3": "delete window.DecompressionStream;",
}
REAL = "const real = CSS.supports.bind(CSS);"


@pytest.mark.parametrize("browser", LACKS)
def test_an_older_browser_gets_the_table_as_words(visit: Open, browser: str) -> None:
    page = visit("docs/editions/index.html", faulty=True).page  # The one fault is ours.
    page.add_init_script(REAL + LACKS[browser])
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(error.message))
    page.goto(page.url.replace("docs/editions/index.html", "tutorials/table.html"))
    note = page.locator(".pq-needs-script").first
    expect(note).to_have_text(re.compile("older than the live parts.*Firefox 114"))
    expect(note).to_be_visible()
    expect(page.locator("[data-part=game]")).to_be_hidden()
    assert len(faults) == 1
    assert "older than the site is made for" in faults[0]


def test_an_older_browser_shows_a_deal_without_controls(visit: Open) -> None:
    page = visit("docs/editions/index.html", faulty=True).page  # The one fault is ours.
    page.add_init_script(REAL + LACKS["Safari 16.3"])
    page.goto(page.url.replace("docs/editions/index.html", DEAL_PAGE))
    figure = page.locator("figure[data-part=replay]")
    expect(figure.locator("[data-part=hand]").first).to_be_visible()
    assert figure.get_attribute("data-step") is None  # No script has changed it.
    for button in page.locator("figure[data-part=replay] button[data-act=next]").all():
        expect(button).to_be_hidden()
    expect(page.locator("#t1e")).to_be_attached()  # The steps in words, with their addresses.
    page.keyboard.press("ArrowRight")
    assert "#" not in page.url


# Features that the oldest supported browsers lack: a rule that uses them is dropped.
WITHOUT = (
    (r":has\(", ":hax("),
    (r"\b(\d+)[sd]vh", r"\1nvh"),
    (r"\(scripting:", "(scriptinx:"),
    (r"color-mix\(", "color-nix("),
    (r"text-wrap:", "text-wrax:"),
)


def older(route: Route) -> None:
    """Serve a style sheet as Chromium 105, Firefox 114 and Safari 16.4 would read it."""
    answer = route.fetch()
    text = answer.text()
    for wanted, lost in WITHOUT:
        text = re.sub(wanted, lost, text)
    route.fulfill(response=answer, body=text)


@pytest.mark.parametrize(("width", "height"), first(1, [(1280, 800), (360, 740), (844, 390)]))
def test_the_oldest_browsers_that_begin_have_the_whole_stage(
    visit: Open, width: int, height: int
) -> None:
    page = visit("docs/editions/index.html").page
    page.context.route("**/*.css*", older)
    page.set_viewport_size({"width": width, "height": height})
    page.goto(page.url.replace("docs/editions/index.html", f"{DEAL_PAGE}#t3e"))
    assert page.evaluate("getComputedStyle(document.body).getPropertyValue('--window')") == "100vh"
    figure = page.locator("figure[data-part=replay]")
    figure.evaluate("one => one.scrollIntoView({ block: 'start' })")
    board, following = (
        figure.locator(one).first for one in ("[data-part=board]", '[data-act="next"]')
    )
    for one in (board, following, figure.locator("[data-part=sentence]").first):
        expect(one).to_be_in_viewport(ratio=1)
    expect(figure.locator("[data-part=in-words]")).to_be_hidden()
    outer = board.bounding_box()
    assert outer
    cards = [
        one.bounding_box() for one in figure.locator("[data-part=board] svg:not(span > svg)").all()
    ]
    assert len(cards) == 9 + 2 + 9  # The third trick is between the hands.
    for box in cards:
        assert box
        assert outer["x"] <= box["x"]
        assert box["x"] + box["width"] <= outer["x"] + outer["width"]
        assert outer["y"] <= box["y"]
        assert box["y"] + box["height"] <= outer["y"] + outer["height"]
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    following.click()
    expect(figure).not_to_have_attribute("data-step", "t3e")


def test_a_browser_of_today_begins(visit: Open) -> None:
    reader = visit()
    expect(reader.figure).to_have_attribute("data-step", "deal")
    expect(reader.button("next")).to_be_visible()
