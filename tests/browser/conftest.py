"""One server and one browser for all tests in this folder; a page with any fault fails its test."""

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

# Records what workers say and counts them, without interfering.
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


# A game that another visit has left behind; whatever comes of it is not undone by a reload.
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
    """Open pages in fresh profiles, and check at the end that nothing went wrong in them."""
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
    """Open a page in a fresh profile, and check at the end that nothing went wrong in it.

    ``faulty=True`` skips that check, ``base`` names another server, ``early=True`` lets the engine
    start before its first question, ``kept`` is a game that was left there, ``size`` that of the window,
    which then need not be laid out twice; the rest goes to the context.
    """
    with visiting(chromium, base) as open_page:
        yield open_page


@pytest.fixture(scope="module")
def stay(chromium: Browser, base: str) -> Iterator[Open]:
    """As `visit`, but what is opened stays open for all tests of the file, which put back what they change."""
    with visiting(chromium, base) as open_page:
        yield open_page


# What a page takes the media to be that a test may have changed.
MEDIA = """() => ["print", "(prefers-color-scheme: dark)", "(prefers-reduced-motion: reduce)", "(forced-colors: active)"]
  .map(one => matchMedia(one).matches)"""


def usual_media(page: Page, **options: Any) -> None:
    """Set the media back to what a page was opened with, unless they are so: to set them lays it out anew.

    A test that has looked at paper leaves the medium as ``print`` or ``null``: ``screen`` would be printed too.
    """
    colours = options.get("color_scheme", "light")
    motion = options.get("reduced_motion", "no-preference")
    forced = options.get("forced_colors", "none")
    usual = [False, colours == "dark", motion == "reduce", forced == "active"]
    if page.evaluate(MEDIA) != usual:
        page.emulate_media(
            media="null",  # what is printed is then for paper
            color_scheme=colours,
            reduced_motion=motion,
            forced_colors=forced,
        )


class Seen:
    """Pages that the tests of a file only look at, each opened once: ``seen(path)`` gives it as it was opened.

    Widths, colours, media and the place in the page are set back; whoever changes anything else takes `visit`.
    The last few stay open, which is enough for tests that stand together.
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
        self._readers[key] = self._readers.pop(key)  # the last to be left
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
        """Leave all pages; what went wrong in them is kept."""
        for key in list(self._readers):
            self._leave(key)


@pytest.fixture(scope="module")
def seen(chromium: Browser, base: str) -> Iterator[Open]:
    """Open pages once for all tests of a file, which change nothing in them."""
    pages = Seen(chromium, base)
    yield pages
    pages.close()
    assert pages.faults == []


class Shared:
    """The deal with its engine running, booted once for all tests that only read it.

    It is opened anew where Chromium itself has died under it, as it does once in some thousand pages.
    """

    def __init__(self, chromium: Browser, address: str) -> None:
        self._open = partial(opened, chromium, address)
        self._reader: ReplayPage | None = None
        self._dead = False
        self.faults: list[str] = []

    def reader(self) -> ReplayPage:
        """Return the page, which is open and live."""
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
        """Keep what went wrong in the page, and leave it."""
        if self._reader is not None:
            self.faults += self._reader.watch.faults
            self._reader.page.context.close()
            self._reader, self._dead = None, False


@pytest.fixture
def framed(seen: Open) -> ReplayPage:
    """A frame a step after its first, with its engine running; the tests of a file share it."""
    reader = seen(FRAME_PAGE)
    if reader.figure.get_attribute("data-engine") is None:
        reader.button("next").click()
    reader.until_live()
    reader.go("xe")
    return reader


@pytest.fixture(scope="session")
def shared(chromium: Browser, base: str) -> Iterator[Shared]:
    """The page that the tests share; what went wrong in it fails at the end."""
    page = Shared(chromium, base + DEAL_PAGE)
    yield page
    page.close()
    assert page.faults == []


@pytest.fixture
def live(shared: Shared) -> ReplayPage:
    """The shared page, back at the first step with both hands, and the focus on the step button."""
    live_page = shared.reader()
    live_page.page.set_viewport_size({"width": 1280, "height": 900})
    usual_media(live_page.page)
    if live_page.button("play").get_attribute("aria-label") == "Pause":
        live_page.button("play").click()
    live_page.look("both")
    live_page.go("deal")
    live_page.button("next").focus()
    return live_page


# Leaves whatever the test before has left on the table, at the usual pace, and goes on with a game that was kept.
SIT_DOWN = """text => {
  const place = document.querySelector("[data-part=game]");
  const press = one => place.querySelector(one)?.click();
  window.release?.(); // the timers that a test held
  for (const one of place.querySelectorAll("[data-part=settings][open]")) one.close();
  for (const fold of place.querySelectorAll("[data-part=table] details[open]")) fold.open = false;
  press("[data-part=settings] [data-set=pace][value=usual]");
  if (!place.querySelector("[data-part=table]").hidden) press("[data-part=table] :is([data-do=leave], [data-do=new])");
  localStorage.clear();
  localStorage.setItem("piquet:game", text);
  press("[data-part=saved-game] [data-do=resume]");
}"""


class SharedTable(Shared):
    """The table with its engine running, at which each test sits down to a game of its own.

    A test that loads the page anew, fills its store, changes what it remembers or looks at all that
    the engine was asked opens a page for itself.
    """

    def _begin(self, reader: ReplayPage) -> None:
        quiet(reader.page)

    def seat(
        self, session: Session, *, phone: bool = False, size: tuple[int, int] = (1280, 900)
    ) -> TablePage:
        """Return the page with this game on the table; no size is asked for where it is a phone."""
        page = self.reader().page
        usual_media(page)
        width, height = (360, 740) if phone else size
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(SIT_DOWN, kept(session))
        ready = page.locator(
            "[data-part=table] [data-part=prompt] :is([data-part=choices], [data-part=handover], [data-part=deal-result])"
        )
        ready.first.wait_for()
        return TablePage(page)

    def failed(self) -> list[str]:
        """Return what has gone wrong since it was asked last; after that the next test has a new page."""
        found = self.faults
        if self._reader is not None:
            found = [*found, *self._reader.watch.faults]
        self.faults = []
        if found:
            self.close()
            self.faults = []  # among those found
        return found


@pytest.fixture(scope="session")
def shared_table(chromium: Browser, base: str) -> Iterator[SharedTable]:
    table = SharedTable(chromium, base + "tutorials/table.html")
    yield table
    table.close()
    assert table.faults == []


@pytest.fixture
def seat(shared_table: SharedTable) -> Iterator[Seated]:
    """Sit down at the shared table; what goes wrong there fails the test that sat there."""
    yield shared_table.seat
    assert shared_table.failed() == []


@pytest.fixture(
    params=[
        pytest.param((("light", 1280, 900),), id="light"),
        pytest.param((("dark", 360, 740),), id="dark", marks=pytest.mark.thorough),
    ]
)
def modes(request: pytest.FixtureRequest) -> Modes:
    """In which axe looks at the state that a test has reached: every time by light, by dark in `make test-all`.

    What lies on the table takes its colours from the same tokens; test_table has it looked at in both.
    """
    found: Modes = request.param
    return found
