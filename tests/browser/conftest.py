"""Fixtures of the browser tests: one server and one browser for all. A fault on a page fails its test."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

sys.path += [str(Path(__file__).parent), str(Path(__file__).parents[1])]

from harness import (
    DEAL_PAGE,
    FRAME_PAGE,
    LONGEST_WAIT,
    SITE,
    Modes,
    Watch,
    launch,
    quiet,
    serving,
)
from pages.replay import Open, ReplayPage
from pages.table import Seated, TablePage
from saved_games import kept

from piquet_core.sessions import Session

expect.set_options(timeout=LONGEST_WAIT)

# Records and counts the messages of workers without changing them.
LISTEN = """
window.workers = [];
window.Worker = class extends Worker {
  constructor(...wanted) {
    super(...wanted);
    this.words = { asked: [], heard: [], states: [], silent: 0, end: () => this.terminate() };
    window.workers.push(this.words);
    let last = performance.now();
    this.addEventListener("message", () => {
      this.words.silent = Math.max(this.words.silent, performance.now() - last);
      last = performance.now();
    });
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

# For readers who save data, the engine starts with the first request. Most tests use that to start it themselves.
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


# A saved game of an earlier visit. A reload does not restore it.
KEPT = """if (!sessionStorage.getItem("was kept")) {
  sessionStorage.setItem("was kept", "yes");
  localStorage.setItem("piquet:game", KEPT);
}"""


def opened(
    chromium: Browser,
    address: str,
    *,
    early: bool = False,
    kept: str = "",
    size: tuple[int, int] = (1280, 900),
    **options: Any,
) -> ReplayPage:
    width, height = size
    context = chromium.new_context(viewport={"width": width, "height": height}, **options)
    root = "/".join(address.split("/")[:3]) + "/"
    context.set_default_timeout(LONGEST_WAIT)
    watch = Watch(context, root)
    page = context.new_page()
    page.add_init_script(LISTEN if early else LISTEN + SAVE)
    if kept:
        page.add_init_script(KEPT.replace("KEPT", json.dumps(kept)))
    page.goto(address)
    return ReplayPage(page, watch)


@contextmanager
def visiting(chromium: Browser, base: str) -> Iterator[Open]:
    """Open pages in new profiles and check at the end that no fault occurred."""
    readers: list[tuple[ReplayPage, bool]] = []

    def open_page(
        path: str = DEAL_PAGE, *, base: str = base, faulty: bool = False, **options: Any
    ) -> ReplayPage:
        reader = opened(chromium, base + path, **options)
        readers.append((reader, faulty))
        return reader

    yield open_page
    for reader, faulty in readers:
        faults = list(reader.watch.faults)
        reader.page.context.close()
        assert faulty or faults == []


@pytest.fixture
def visit(chromium: Browser, base: str) -> Iterator[Open]:
    """Open a page in a new profile and check at the end that no fault occurred.

    ``faulty=True`` skips the check. ``base`` names another server. ``early=True`` lets the engine start
    before the first request. ``kept`` is a saved game. ``size`` is the size of the window. Other options
    go to the browser context.
    """
    with visiting(chromium, base) as open_page:
        yield open_page


@pytest.fixture(scope="module")
def stay(chromium: Browser, base: str) -> Iterator[Open]:
    """Open pages that stay open for all tests of a module. The tests undo their changes."""
    with visiting(chromium, base) as open_page:
        yield open_page


# Returns the media features that a test may have changed.
MEDIA = """() => ["print", "(prefers-color-scheme: dark)", "(prefers-reduced-motion: reduce)", "(forced-colors: active)"]
  .map(one => matchMedia(one).matches)"""


def usual_media(page: Page, **options: Any) -> None:
    """Reset the emulated media if they differ. A reset costs a layout.

    A test of print leaves the medium as ``print`` or ``null``, because ``screen`` would apply to print too.
    """
    colours = options.get("color_scheme", "light")
    motion = options.get("reduced_motion", "no-preference")
    forced = options.get("forced_colors", "none")
    usual = [False, colours == "dark", motion == "reduce", forced == "active"]
    if page.evaluate(MEDIA) != usual:
        page.emulate_media(
            media="null",  # The PDF printer then uses the print medium.
            color_scheme=colours,
            reduced_motion=motion,
            forced_colors=forced,
        )


class Seen:
    """Pages that the tests of a module only read, each opened once.

    Window size, media and scroll position are reset. A test that changes anything else uses `visit`.
    The last few pages stay open.
    """

    MOST = 6

    def __init__(self, chromium: Browser, base: str) -> None:
        self._chromium, self._base = chromium, base
        self._readers: dict[str, ReplayPage] = {}
        self.faults: list[str] = []

    def __call__(
        self, path: str = DEAL_PAGE, size: tuple[int, int] = (1280, 900), **options: Any
    ) -> ReplayPage:
        key = f"{path} {sorted(options.items())}"
        reader = self._readers.get(key)
        if reader is None:
            while len(self._readers) >= self.MOST:
                self._leave(next(iter(self._readers)))
            reader = opened(self._chromium, self._base + path, size=size, **options)
            reader.page.on("crash", lambda _: self._died(key))
            self._readers[key] = reader
            return reader
        self._readers[key] = self._readers.pop(key)  # Now the most recently used.
        width, height = size
        reader.page.set_viewport_size({"width": width, "height": height})
        usual_media(reader.page, **options)
        reader.page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
        return reader

    def _died(self, key: str) -> None:
        self.faults += self._readers.pop(key).watch.faults

    def _leave(self, key: str) -> None:
        reader = self._readers.pop(key)
        self.faults += reader.watch.faults
        reader.page.context.close()

    def close(self) -> None:
        """Close all pages and keep their faults."""
        for key in list(self._readers):
            self._leave(key)


@pytest.fixture(scope="module")
def seen(chromium: Browser, base: str) -> Iterator[Open]:
    """Open each page once for all tests of a module, which do not change it."""
    pages = Seen(chromium, base)
    yield pages
    pages.close()
    assert pages.faults == []


class Shared:
    """A deal page with a running engine, shared by all tests that only read it.

    It is opened again after a crash of Chromium, which happens about once in some thousand pages.
    """

    def __init__(self, chromium: Browser, address: str) -> None:
        self._open = partial(opened, chromium, address)
        self._reader: ReplayPage | None = None
        self._dead = False
        self.faults: list[str] = []

    def reader(self) -> ReplayPage:
        """Return the open page."""
        if self._dead:
            self.close()
        if self._reader is None:
            self._reader = self._open()
            self._reader.page.on("crash", self._died)
            self._begin(self._reader)
        return self._reader

    def _begin(self, reader: ReplayPage) -> None:
        reader.button("next").click()
        reader.until_live()

    def _died(self, _: Page) -> None:
        self._dead = True

    def close(self) -> None:
        """Keep the faults of the page and close it."""
        if self._reader is not None:
            self.faults += self._reader.watch.faults
            self._reader.page.context.close()
            self._reader, self._dead = None, False


@pytest.fixture
def framed(seen: Open) -> ReplayPage:
    """Return an embedded replay at its second step with a running engine, shared by a module's tests."""
    reader = seen(FRAME_PAGE)
    if reader.figure.get_attribute("data-engine") is None:
        reader.button("next").click()
    reader.until_live()
    reader.go("xe")
    return reader


@pytest.fixture(scope="session")
def shared(chromium: Browser, base: str) -> Iterator[Shared]:
    """The deal page that all tests share. Its faults fail the run at the end."""
    page = Shared(chromium, base + DEAL_PAGE)
    yield page
    page.close()
    assert page.faults == []


@pytest.fixture
def live(shared: Shared) -> ReplayPage:
    """Return the shared deal page at the first step, with both hands open and the focus on *Next*."""
    live_page = shared.reader()
    live_page.page.set_viewport_size({"width": 1280, "height": 900})
    usual_media(live_page.page)
    if live_page.button("play").get_attribute("aria-label") == "Pause":
        live_page.button("play").click()
    if live_page.what_if.is_visible():
        live_page.leave()  # A failed test has left it open.
    live_page.look("both")
    live_page.go("deal")
    live_page.button("next").focus()
    return live_page


# Leaves the previous game, resets the pace, ends the tips of a first deal and resumes the saved game. A tap of the
# previous test is forgotten: a first tap at the same point would be suppressed as the second of a double tap.
SIT_DOWN = """text => {
  const place = document.querySelector("[data-part=game]");
  const press = one => place.querySelector(one)?.click();
  window.release?.(); // the timers that a test held
  for (const one of place.querySelectorAll("[data-part=settings][open]")) one.close();
  for (const fold of place.querySelectorAll("[data-part=table] details[open]")) fold.open = false;
  press("[data-part=settings] [data-set=pace][value=usual]");
  press("[data-part=settings] [data-set=tips][value=never]");
  if (!place.querySelector("[data-part=table]").hidden) press("[data-part=table] :is([data-do=leave], [data-do=new])");
  localStorage.clear();
  localStorage.setItem("piquet:game", text);
  press("[data-part=saved-game] [data-do=resume]");
  document.dispatchEvent(new Event("input"));
}"""


class SharedTable(Shared):
    """The table page with a running engine, on which each test plays a game of its own.

    A test opens its own page if it reloads, fills the storage, changes the saved options or reads all
    requests to the engine.
    """

    def _begin(self, reader: ReplayPage) -> None:
        quiet(reader.page)

    def seat(
        self, session: Session, *, phone: bool = False, size: tuple[int, int] = (1280, 900)
    ) -> TablePage:
        """Resume a game at the shared table. A phone has a window size of its own."""
        page = self.reader().page
        usual_media(page)
        width, height = (360, 740) if phone else size
        page.set_viewport_size({"width": width, "height": height})
        page.mouse.move(0, 0)  # A button under the pointer has another surface.
        page.evaluate(SIT_DOWN, kept(session))
        ready = page.locator(
            "[data-part=table] [data-part=prompt] :is([data-part=choices], [data-part=handover], [data-part=deal-result])"
        )
        ready.first.wait_for()
        return TablePage(page)

    def failed(self) -> list[str]:
        """Return the faults since the last call. If there are any, the next test gets a new page."""
        found = self.faults
        if self._reader is not None:
            found = [*found, *self._reader.watch.faults]
        self.faults = []
        if found:
            self.close()
            self.faults = []  # They are in the list already.
        return found


@pytest.fixture(scope="session")
def shared_table(chromium: Browser, base: str) -> Iterator[SharedTable]:
    table = SharedTable(chromium, base + "tutorials/table.html")
    yield table
    table.close()
    assert table.faults == []


@pytest.fixture
def seat(shared_table: SharedTable) -> Iterator[Seated]:
    """Resume a game at the shared table. A fault fails the test that used it."""
    yield shared_table.seat
    assert shared_table.failed() == []


@pytest.fixture(
    params=[
        pytest.param((("light", 1280, 900),), id="light"),
        pytest.param((("dark", 360, 740),), id="dark", marks=pytest.mark.thorough),
    ]
)
def modes(request: pytest.FixtureRequest) -> Modes:
    """The colour schemes and window sizes in which axe checks a page: light always, dark in `make test-all`.

    The board takes its colours from the same tokens. test_table checks it in both.
    """
    found: Modes = request.param
    return found
