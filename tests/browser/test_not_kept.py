"""In browsers that store nothing, the page *Without a connection* says so, and why."""

from collections.abc import Iterator
from mimetypes import guess_type

import pytest
from case_selection import first
from harness import DEAL_PAGE, SITE, quiet
from interruptible_host import Line
from pages.replay import Open
from playwright.sync_api import Route, expect
from test_axe import MODES, violations
from test_offline import OFFLINE, until_kept

pytestmark = pytest.mark.browser

NOTHING = "This browser keeps nothing for this site."
NO = 'new DOMException("The operation is insecure.", "SecurityError")'
# The ways in which browsers refuse storage.
REFUSE = {
    "every call rejects": f"""
        for (const name of ["open", "keys", "match", "has", "delete"])
            CacheStorage.prototype[name] = () => Promise.reject({NO});""",
    "opening one rejects": f"CacheStorage.prototype.open = () => Promise.reject({NO});",
    "the name throws": f"Object.defineProperty(window, 'caches', {{ get() {{ throw {NO}; }} }});",
}


@pytest.mark.parametrize("way", first(2, REFUSE))
def test_a_browser_that_refuses_its_stores_says_that_it_keeps_nothing(
    visit: Open, way: str
) -> None:
    """Firefox does this with cookies blocked."""
    page = visit("docs/editions/index.html").page
    page.add_init_script(REFUSE[way])
    page.goto(page.url.replace("docs/editions/index.html", OFFLINE))
    said = page.get_by_role("main").get_by_role("status").filter(has_text=NOTHING)
    if way != "opening one rejects":
        expect(said).to_be_visible()  # Before any button is pressed.
    for _ in range(2):
        page.get_by_role("button", name="Keep this site on this device").click()
        expect(said).to_be_visible()
    expect(page.get_by_role("button", name="Stop")).to_be_hidden()
    expect(page.get_by_role("progressbar")).to_be_hidden()
    assert violations(page, modes=MODES[:1]) == []
    quiet(page)  # An unhandled rejection would fail the visit.


@pytest.mark.parametrize("way", first(1, ["the name throws", "every call rejects"]))
def test_the_engine_starts_where_the_stores_are_refused(visit: Open, way: str) -> None:
    """Workers are refused too, and would look for their snapshot there."""
    reader = visit("docs/editions/index.html")
    reader.page.add_init_script(REFUSE[way])

    def refuse(route: Route) -> None:
        answer = route.fetch()
        text = REFUSE[way].replace("window", "self")
        route.fulfill(response=answer, body=text + answer.text())

    reader.page.context.route("**/worker.js*", refuse)
    reader.page.goto(reader.page.url.replace("docs/editions/index.html", DEAL_PAGE))
    reader.button("next").click()
    reader.until_live()


def test_a_page_that_came_over_http_says_that_only_https_is_kept(visit: Open) -> None:
    """A phone that opens a server in the local network runs scripts, and nothing says that it does not."""
    page = visit(
        "docs/editions/index.html", faulty=True
    ).page  # The other host is the test's own as well.

    def answer(route: Route) -> None:
        name = route.request.url.partition("?")[0].removeprefix("http://cards.example/")
        kind, _ = guess_type(name)
        route.fulfill(path=SITE / name, content_type=kind or "application/octet-stream")

    page.context.route("http://cards.example/**", answer)
    page.goto(f"http://cards.example/{OFFLINE}")
    assert page.evaluate("isSecureContext") is False
    expect(page.get_by_text("This page came over http")).to_be_visible()
    expect(page.get_by_role("button", name="Keep this site")).to_have_count(0)
    expect(page.get_by_text("Without JavaScript")).to_be_hidden()


@pytest.fixture
def line() -> Iterator[Line]:
    made = Line(SITE)
    yield made
    made.cut()


def test_a_keeper_whose_stores_are_refused_later_lets_the_line_through(
    visit: Open, line: Line
) -> None:
    reader = visit(base=line.base, early=True, faulty=True)
    reader.button("next").click()
    reader.until_live()
    until_kept(reader.page, line.base)
    (worker,) = reader.page.context.service_workers
    worker.evaluate(f"() => {{ {REFUSE['every call rejects']} }}")
    reader.page.reload()
    reader.button("next").click()
    reader.until_live()
