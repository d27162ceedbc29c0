"""A page whose script does not load says so and stays readable."""

import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Literal

import pytest
from case_selection import first
from harness import DEAL_PAGE, FRAME_PAGE, SITE, quiet, serving
from pages.replay import Open
from pages.table import TABLE
from playwright.sync_api import Page, Route, expect
from test_axe import MODES, violations

pytestmark = pytest.mark.browser

LESSON = "tutorials/01-tricks.html"
KEEPER = "tutorials/score-keeper.html"
START = "docs/editions/index.html"
SAID = "The script of this page did not load"
FOLD = "For the person who runs this site"
SCRIPT = re.compile(r"/_static/script-[0-9a-f]+\.js")
# A part of the text of each page.
READ = {
    TABLE: ["Without it"],
    DEAL_PAGE: ["The account of the deal"],
    LESSON: ["The answers"],
    KEEPER: ["Without JavaScript"],
    FRAME_PAGE: ["Elder"],
}


def mistyped(route: Route) -> None:
    """Serve a script as some servers on Windows do."""
    answer = route.fetch()
    route.fulfill(body=answer.body(), content_type="text/plain")


FAULTS: dict[str, Callable[[Route], None]] = {
    "missing": lambda route: route.fulfill(status=404, body=""),
    "of another type": mistyped,
    "blocked": lambda route: route.abort(),
}
# The cause of each fault, for the person who runs the host.
CAUSES = {
    "missing": "404 for /_static/script-",
    "of another type": "is sent as text/plain",
    "blocked": "Failed to fetch",
}
EACH = [(path, fault) for fault in FAULTS for path in READ]


def told(page: Page) -> list[str]:
    """Return the lines of a page without the note and its fold."""
    lines = page.locator("main").first.inner_text().splitlines()
    return [line for line in map(str.strip, lines) if line and SAID not in line and line != FOLD]


@contextmanager
def plain_host(folder: Path) -> Iterator[str]:
    """Serve a folder without any header of ours, and give its address."""
    handler = partial(SimpleHTTPRequestHandler, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()
        thread.join()


def without(visit: Open, path: str, script: re.Pattern[str], fault: str) -> Page:
    """Open a page one of whose scripts has a fault."""
    page = visit(START, faulty=True).page
    page.context.route(script, FAULTS[fault])
    page.goto(page.url.replace(START, path))
    return page


@pytest.mark.parametrize(("path", "fault"), first(len(READ), EACH))
def test_a_page_says_that_its_script_did_not_come(visit: Open, path: str, fault: str) -> None:
    page = without(visit, path, SCRIPT, fault)
    expect(page.get_by_text(SAID)).to_be_visible()
    expect(page.locator("h1").first).to_be_visible()
    plain = visit(path, java_script_enabled=False).page
    assert told(page) == told(plain)
    expect(page.get_by_role("button", name="Next step")).to_have_count(0)
    cause = page.locator("[data-part=cause]")
    expect(cause).to_contain_text(CAUSES[fault])
    expect(cause).not_to_have_attribute("open", "")
    cause.get_by_text(FOLD).click()
    expect(cause).to_have_attribute("open", "")


@pytest.mark.parametrize("path", first(1, [TABLE, LESSON]))
def test_the_note_offends_nothing_on_a_phone(visit: Open, path: str) -> None:
    page = without(visit, path, SCRIPT, "missing")
    page.set_viewport_size({"width": 360, "height": 740})
    expect(page.get_by_text(SAID)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert violations(page, "[data-part=file-note]", MODES) == []


@pytest.mark.parametrize("path", first(2, [TABLE, FRAME_PAGE, "tutorials/review.html"]))
def test_where_no_script_of_the_site_runs_the_style_sheet_shows_the_note(
    visit: Open, path: str
) -> None:
    page = without(visit, path, re.compile(r"/_static/.*\.js"), "blocked")
    expect(page.get_by_text(SAID)).to_be_hidden()  # It may still arrive.
    page.evaluate("document.getAnimations().forEach(one => one.finish())")
    expect(page.get_by_text(SAID)).to_be_visible()
    if path != FRAME_PAGE:
        expect(page.get_by_text("without it", exact=False).first).to_be_visible()


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_while_the_script_is_on_its_way_nobody_reads_the_note(
    visit: Open, motion: Literal["no-preference", "reduce"]
) -> None:
    page = visit(START).page
    page.emulate_media(reduced_motion=motion)
    held: list[Route] = []
    page.context.route(SCRIPT, lambda route: held.append(route))  # noqa: PLW0108 - Playwright marks the function
    page.goto(page.url.replace(START, TABLE), wait_until="commit")
    page.locator("footer").wait_for()
    assert held
    note = page.get_by_text(SAID)
    expect(note).to_be_hidden()
    held[0].continue_()
    # The script renames the start button for newcomers.
    expect(page.get_by_role("button", name="Show me")).to_be_visible()
    assert page.evaluate("document.getAnimations().length") == 0
    expect(note).to_be_hidden()


def test_a_frame_that_may_not_run_the_script_says_so(visit: Open, tmp_path: Path) -> None:
    """Learning platforms show pages in a sandbox like this."""
    (tmp_path / "site").symlink_to(SITE)
    (tmp_path / "course.html").write_text(
        '<!DOCTYPE html><html lang="en"><title>Course</title><main><h1>Course</h1>'
        f'<iframe title="A deal" sandbox="allow-scripts" src="site/{FRAME_PAGE}"></iframe></main>',
        encoding="utf-8",
    )
    with serving(tmp_path, "") as base:
        page = visit("course.html", base=base, faulty=True).page
        quiet(page)
        frame = page.frame_locator("iframe")
        expect(frame.get_by_text(SAID)).to_be_visible()
        expect(frame.get_by_role("heading", level=1)).to_be_visible()
    # A host that isolates its frames, as ours does, keeps every script from a sandbox. Others let the first one run.
    with plain_host(tmp_path) as base:
        page = visit("course.html", base=base, faulty=True).page
        quiet(page)
        cause = page.frame_locator("iframe").locator("[data-part=cause]")
        expect(cause).to_contain_text("without allow-same-origin")


def test_with_javascript_off_nothing_is_said_of_a_script(visit: Open) -> None:
    page = visit(DEAL_PAGE, java_script_enabled=False).page
    expect(page.get_by_text(SAID)).to_be_hidden()
