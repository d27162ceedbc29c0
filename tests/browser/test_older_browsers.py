"""A browser older than Chromium 105, Firefox 114 or Safari 16.4 gets the page as it stands, which says so."""

import re

import pytest
from playwright.sync_api import expect
from reading import DEAL_PAGE, Open

pytestmark = pytest.mark.browser

# What the last version before ours lacks: container queries, `infinity` in a length, and a stream to unpack.
LACKS = {
    "Chromium 104": "CSS.supports = (name, ...rest) => name !== 'container-type' && real(name, ...rest);",
    "Firefox 113": "CSS.supports = (...asked) => !/infinity/.test(asked.join()) && real(...asked);",
    "Safari 16.3": "delete window.DecompressionStream;",
}
REAL = "const real = CSS.supports.bind(CSS);"


@pytest.mark.parametrize("browser", LACKS)
def test_an_older_browser_gets_the_table_as_words(visit: Open, browser: str) -> None:
    page = visit("docs/editions/index.html", faulty=True).page  # the one fault is ours
    page.add_init_script(REAL + LACKS[browser])
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(error.message))
    page.goto(page.url.replace("docs/editions/index.html", "tutorials/table.html"))
    note = page.locator(".pq-needs-script").first
    expect(note).to_have_text(re.compile("older than the live parts.*Firefox 114"))
    expect(note).to_be_visible()
    expect(page.locator(".pq-game")).to_be_hidden()
    assert len(faults) == 1
    assert "older than the site is made for" in faults[0]


def test_an_older_browser_shows_a_deal_without_controls(visit: Open) -> None:
    page = visit("docs/editions/index.html", faulty=True).page  # the one fault is ours
    page.add_init_script(REAL + LACKS["Safari 16.3"])
    page.goto(page.url.replace("docs/editions/index.html", DEAL_PAGE))
    figure = page.locator("figure.pq-replay")
    expect(figure.locator(".pq-hand").first).to_be_visible()
    assert figure.get_attribute("data-step") is None  # no script has taken it over
    for button in page.locator("figure.pq-replay button[data-act=next]").all():
        expect(button).to_be_hidden()
    expect(page.locator("#t1e")).to_be_attached()  # the account, with its addresses
    page.keyboard.press("ArrowRight")
    assert "#" not in page.url


def test_a_browser_of_today_begins(visit: Open) -> None:
    reader = visit()
    expect(reader.figure).to_have_attribute("data-step", "deal")
    expect(reader.button("next")).to_be_visible()
