"""One server and one browser for all tests in this folder; a page with any fault fails its test."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

sys.path += [str(Path(__file__).parent), str(Path(__file__).parents[1])]

from reading import DEAL_PAGE, SITE, Open, Reader, Watch, launch, serving

expect.set_options(timeout=20_000)  # the engine answers in a second, unless the machine is full

# Records what workers say and counts them, without interfering.
LISTEN = """
window.workers = [];
window.Worker = class extends Worker {
  constructor(...wanted) {
    super(...wanted);
    this.words = { asked: [], heard: [], states: [], end: () => this.terminate() };
    window.workers.push(this.words);
    this.addEventListener("message", ({ data }) => this.keep("heard", data));
    this.addEventListener("message", ({ data }) => data.state && this.words.states.push(data.state));
  }
  postMessage(data) {
    this.keep("asked", data);
    super.postMessage(data);
  }
  keep(where, data) {
    if (typeof data === "string") this.words[where].push(data);
  }
};
"""

# For a reader who saves data the engine starts with the first question: so most tests say when it does.
SAVE = 'Object.defineProperty(navigator, "connection", { value: { saveData: true } });'


@pytest.fixture(scope="session")
def base() -> Iterator[str]:
    """The address of the built site."""
    assert (SITE / "index.html").is_file(), "no site: run `make html` first"
    with serving(SITE) as address:
        yield address


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = launch(playwright)
        yield browser
        browser.close()


def opened(chromium: Browser, address: str, *, early: bool = False, **options: Any) -> Reader:
    context = chromium.new_context(viewport={"width": 1280, "height": 900}, **options)
    root = "/".join(address.split("/")[:3]) + "/"
    watch = Watch(context, root)
    page = context.new_page()
    page.add_init_script(LISTEN if early else LISTEN + SAVE)
    page.set_default_timeout(15_000)
    page.goto(address)
    return Reader(page, watch)


@pytest.fixture
def visit(chromium: Browser, base: str) -> Iterator[Open]:
    """Open a page in a fresh profile, and check at the end that nothing went wrong in it.

    ``faulty=True`` skips that check, ``base`` names another server, ``early=True`` lets the engine
    start before its first question, the rest goes to the context.
    """
    readers: list[tuple[Reader, bool]] = []

    def open_page(
        path: str = DEAL_PAGE, *, base: str = base, faulty: bool = False, **options: Any
    ) -> Reader:
        reader = opened(chromium, base + path, **options)
        readers.append((reader, faulty))
        return reader

    yield open_page
    for reader, faulty in readers:
        faults = list(reader.watch.faults)
        reader.page.context.close()
        assert faulty or faults == []


@pytest.fixture(scope="session")
def live_page(chromium: Browser, base: str) -> Iterator[Reader]:
    """The deal with its engine running, booted once for all tests that only read it."""
    reader = opened(chromium, base + DEAL_PAGE)
    reader.button("next").click()
    reader.until_live()
    yield reader
    faults = list(reader.watch.faults)
    reader.page.context.close()
    assert faults == []


@pytest.fixture
def live(live_page: Reader) -> Reader:
    """The same page, back at the first step with both hands, and the focus on the step button."""
    live_page.page.set_viewport_size({"width": 1280, "height": 900})
    live_page.page.emulate_media(
        media="screen", color_scheme="light", reduced_motion="no-preference", forced_colors="none"
    )
    if live_page.button("play").get_attribute("aria-label") == "Pause":
        live_page.button("play").click()
    live_page.look("both")
    live_page.go("deal")
    live_page.button("next").focus()
    return live_page
