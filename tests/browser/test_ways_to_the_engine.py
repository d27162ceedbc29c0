"""The ways in which a browser loads the engine, and the fallbacks.

On slow and fast connections, with earlier caches, without gzip, and with snapshots of a started engine that do
not run here. Where a test reads Python, it gets the page's Pyodide.
"""

import json
from collections.abc import Iterator

import pytest
from harness import SITE
from pages.replay import Open, ReplayPage
from playwright.sync_api import Page, Route, expect
from slow_host import at_the_end_of_the_line
from test_offline import until_kept

MANIFEST = json.loads((SITE / "_static" / "piquet" / "manifest.json").read_text())
RESTORE = 5  # Seconds for writing a snapshot, in engine-client.js.
SILENT = 5  # Seconds of silence during a request.

pytestmark = pytest.mark.browser


@pytest.fixture
def slow() -> Iterator[str]:
    """The address of the site on the slow connection."""
    with at_the_end_of_the_line(SITE) as base:
        yield base


def loaded(reader: ReplayPage) -> set[str]:
    """Return which of the interchangeable files a page has fetched."""
    parts = [path.rsplit("piquet/", 1)[-1] for path in reader.watch.paths]
    return {
        name
        for name in ("image", "library", "engine", "fullLibrary", "wheel")
        if MANIFEST[name] in parts
    }


# Wraps Pyodide's module and keeps the started engine as `self.python`.
HANDED = """import { loadPyodide as load } from "./pyodide.mjs?itself";
export const loadPyodide = async (options) => (self.python = await load(options));
"""
# The same, but writing a snapshot never ends.
HANGS = """import { loadPyodide as load } from "./pyodide.mjs?itself";
export const loadPyodide = (options) => options._loadSnapshot ? new Promise(() => {}) : load(options);
"""


def stand_for_pyodide(page: Page, text: str) -> None:
    """Insert a module between the worker and Pyodide."""

    def answer(route: Route) -> None:
        if route.request.url.endswith("?itself"):
            route.continue_()
        else:
            route.fulfill(status=200, content_type="text/javascript", body=text)

    page.context.route("**/pyodide.mjs*", answer)


def python(page: Page, code: str) -> str:
    """Run Python in the engine's worker and return the result."""
    found: str = page.workers[-1].evaluate("code => String(self.python.runPython(code))", code)
    return found


def lived_without_image(reader: ReplayPage) -> None:
    """Another worker has started an engine, and the reader has seen no message."""
    assert loaded(reader) == {"image", "library", "engine"}
    assert reader.evaluate("() => workers.length") == 2
    assert reader.status.startswith("Live: ")
    expect(reader.part("engine-notice")).to_have_count(0)


def live(reader: ReplayPage) -> None:
    reader.button("next").click()
    reader.until_live()


def test_a_slow_line_brings_the_packs_and_later_the_image_for_the_next_visit(
    visit: Open, slow: str
) -> None:
    """The WebAssembly of 8.6 MB is transferred as 2.8 MB. By its full size this connection would count as fast."""
    reader = visit(base=slow, early=True, faulty=True)
    live(reader)
    assert loaded(reader) == {"library", "engine"}
    until_kept(reader.page, slow)
    before = len(reader.watch.paths)
    reader.page.reload()
    live(reader)
    again = reader.watch.paths[before:]
    assert not [path for path in again if path.endswith(".pack")]


@pytest.mark.thorough
def test_whoever_saves_data_gets_no_image_afterwards(visit: Open, slow: str) -> None:
    reader = visit(base=slow, faulty=True)
    reader.page.clock.install()
    sent: list[str] = []
    reader.page.on("requestfinished", lambda request: sent.append(request.url))
    live(reader)
    reader.page.clock.run_for(2500)
    assert loaded(reader) == {"library", "engine"}
    # The next visit has everything in the cache, which says nothing of the connection. The page asks for a
    # cached snapshot and there is none.
    reader.page.reload()
    live(reader)
    assert not [url for url in sent if url.endswith(MANIFEST["image"])]


@pytest.mark.thorough
def test_a_browser_without_gunzip_starts_on_the_whole_library(visit: Open) -> None:
    reader = visit()

    def lack(route: Route) -> None:
        response = route.fetch()
        route.fulfill(response=response, body=response.text() + "delete self.DecompressionStream;")

    reader.page.route("**/worker.js*", lack)
    live(reader)
    assert loaded(reader) == {"fullLibrary", "wheel"}
    assert reader.status.startswith("Live: ")


# -- snapshots that do not run here --------------------------------------------------------------


@pytest.mark.thorough
def test_an_image_that_is_never_laid_down_is_given_up_and_not_tried_again_in_this_tab(
    visit: Open,
) -> None:
    reader = visit(faulty=True)
    page = reader.page
    page.clock.install()
    stand_for_pyodide(page, HANGS)
    reader.button("next").click()
    page.wait_for_function("() => workers[0]?.states.includes('restoring')")
    page.clock.run_for(RESTORE * 1000)
    reader.until_live()
    lived_without_image(reader)
    before = len(reader.watch.paths)
    page.reload()
    live(reader)
    assert not [path for path in reader.watch.paths[before:] if path.endswith(".image")]
    assert reader.evaluate("() => workers.length") == 1


@pytest.mark.thorough
def test_an_image_of_another_engine_is_not_used(visit: Open) -> None:
    """The page names one version and the snapshot another."""
    reader = visit(faulty=True)
    reader.evaluate(
        """figure => {
            figure.dataset.runtime = JSON.stringify({ ...JSON.parse(figure.dataset.runtime), piquet: "0.0.1" });
        }"""
    )
    live(reader)
    lived_without_image(reader)


def test_a_module_that_an_image_lacks_is_loaded_by_an_engine_that_starts(visit: Open) -> None:
    """The request is still answered, by another worker."""
    reader = visit(faulty=True)
    stand_for_pyodide(reader.page, HANDED)
    live(reader)
    python(
        reader.page,
        """from piquet_core.api import dispatch
        dispatch.OPERATIONS["knowledge"] = lambda _: __import__("piquet_core.not_in_the_image")""".replace(
            "        ", ""
        ),
    )
    reader.press("k")
    expect(reader.part("knowledge")).to_contain_text("cards")
    lived_without_image(reader)


def test_a_fast_line_brings_the_image_alone_and_the_engine_after_one_that_died_starts_without_it(
    visit: Open,
) -> None:
    """The same on the next visit. The snapshot may be the cause, and the request is still answered."""
    reader = visit(faulty=True)
    page = reader.page
    live(reader)
    assert loaded(reader) == {"image"}
    assert reader.watch.faults == []
    page.clock.install()
    page.reload()
    live(reader)
    assert loaded(reader) == {"image"}
    assert reader.watch.faults == []
    page.evaluate("workers[0].end()")
    reader.press("k")
    page.wait_for_function("() => workers[0].asked.some(one => one.includes('\"knowledge\"'))")
    page.clock.run_for(SILENT * 1000)
    expect(reader.part("knowledge")).to_contain_text("cards")
    lived_without_image(reader)


@pytest.mark.thorough
def test_two_engines_of_one_image_draw_different_lots(visit: Open) -> None:
    """The snapshot contains the build's random state, which every reader would share."""
    drawn = []
    for _ in range(2):
        reader = visit(faulty=True)
        stand_for_pyodide(reader.page, HANDED)
        live(reader)
        assert loaded(reader) == {"image"}
        code = "import random, json; json.dumps([random.random(), random.SystemRandom().random()])"
        drawn.append(json.loads(python(reader.page, code)))
    (lot, own), (other_lot, other_own) = drawn
    assert lot != other_lot
    assert own != other_own


def test_a_line_that_ends_in_the_middle_is_told_and_another_try_goes_on(visit: Open) -> None:
    reader = visit(faulty=True)
    context = reader.page.context
    for part in ("*.image", "*.pack"):
        context.route(f"**/{part}", lambda route: route.abort())
    reader.button("next").click()
    reader.until("failed")
    expect(reader.find("[data-part=engine-notice] p")).to_contain_text("the connection failed")
    for part in ("*.image", "*.pack"):
        context.unroute(f"**/{part}")
    reader.find("[data-part=engine-notice] button").click()
    reader.until_live()
