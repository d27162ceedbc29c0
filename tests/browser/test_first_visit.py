"""The first visit, from opening the page to the last card: no early, late or foreign requests."""

import re

import pytest
from case_selection import first
from harness import DEAL_PAGE, MOST_REQUESTS, WEIGHTS, quiet, wait_until, weight
from pages.replay import Open
from playwright.sync_api import Route

pytestmark = pytest.mark.browser

NOTHING = "_static/favicon.svg"  # A page of departure, for the history.
ENGINE_PARTS = re.compile(r"_static/(engine/worker\.js|piquet/)|\.wasm$")


@pytest.mark.parametrize("path", WEIGHTS)
def test_reader_who_never_interacts_downloads_no_engine_and_little_else(
    visit: Open, path: str
) -> None:
    reader = visit(path)
    quiet(reader.page)
    loaded = reader.watch.paths
    assert not [one for one in loaded if ENGINE_PARTS.search(one)]
    assert len(loaded) == len(set(loaded)) <= MOST_REQUESTS, loaded
    assert weight(loaded) <= WEIGHTS[path] * 1024


SHIFTS = """
window.moved = 0;
new PerformanceObserver(list => {
  for (const entry of list.getEntries()) window.moved += entry.value;
}).observe({ type: "layout-shift", buffered: true });
"""


# On a busy machine the fonts may come after the page. Then the page is loaded once more.
LATE = """() => performance.getEntriesByType("resource").some(one =>
  /piquet-garamond-[0-9a-f]{12}/.test(one.name) &&
  one.responseEnd > performance.getEntriesByName("first-contentful-paint")[0]?.startTime)"""


PHONE, DESK = (412, 823), (1440, 900)
ARRIVING = [*WEIGHTS, "search.html?q=talon", "tutorials/04-good.html", "tutorials/table.html"]


@pytest.mark.parametrize(
    ("path", "size"),
    [
        *((path, PHONE) for path in ARRIVING),
        *first(2, [(path, DESK) for path in (DEAL_PAGE, "", *ARRIVING[2:])]),
    ],
    ids=str,
)
def test_nothing_moves_while_a_page_arrives(visit: Open, path: str, size: tuple[int, int]) -> None:
    page = visit(NOTHING, size=size).page
    page.add_init_script(SHIFTS)
    page.goto(page.url.replace(NOTHING, path))
    quiet(page)
    if page.evaluate(LATE):
        page.reload()
        quiet(page)
    assert page.evaluate("window.moved") <= 0.02


PAINTED = "performance.getEntriesByName('first-contentful-paint').length > 0"
SLIGHT = 0.1  # "Good" by Core Web Vitals. With the system's DejaVu a rule page moved by 0.16.


@pytest.mark.parametrize("path", first(1, ["docs/rules/play.last-trick.html", "index.html"]))
def test_letters_that_come_late_hardly_move_anything(visit: Open, path: str) -> None:
    """A common system font with the same metrics stands in until the fonts load."""
    page = visit(NOTHING, size=(412, 823)).page
    page.add_init_script(SHIFTS)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/*.woff2", hold)
    page.goto(page.url.replace(NOTHING, path), wait_until="commit")
    wait_until(page, lambda: bool(page.evaluate(PAINTED)), "the first paint")
    for route in held:
        route.continue_()
    page.evaluate("document.fonts.ready")
    quiet(page)
    assert page.evaluate(LATE)
    assert page.evaluate("window.moved") <= SLIGHT


def test_next_responds_before_the_engine_is_there_and_then_it_is(visit: Open) -> None:
    reader = visit()
    # All in one task, so nothing asynchronous comes between the click and the result.
    at_once = reader.evaluate(
        """figure => {
            const tell = () => figure.querySelector("[data-part=story]").textContent;
            const printed = figure.querySelector("template[data-step=xe]").content;
            figure.querySelector("[data-act=next]").click();
            return {
                step: figure.dataset.step,
                drawn: tell() === printed.querySelector("[data-part=story-entry]").textContent,
                spoken: figure.querySelector("[data-part=announcement]").textContent,
                engine: figure.dataset.engine,
                hash: location.hash,
            };
        }"""
    )
    assert at_once.pop("spoken") == reader.sentence
    assert at_once == {"step": "xe", "drawn": True, "engine": "starting", "hash": "#xe"}
    reader.until_live()
    assert re.fullmatch(
        r"Live: engine [\d.]+ on Python 3\.13\.\d+ replayed 38 steps here, "
        r"each as drawn on this page; all 30 totals of the source hold\.",
        reader.status,
    )
    assert reader.step == "xe"  # The engine takes over at the reader's step.
    # The request log includes workers. Otherwise the first test would prove nothing.
    assert any(path.endswith(".wasm") for path in reader.watch.paths)


def test_whole_deal_by_keyboard_alone(visit: Open) -> None:
    reader = visit()
    reader.press("Tab", "Enter")  # "Skip to main content"
    for _ in range(40):
        if reader.evaluate("figure => figure.contains(document.activeElement)"):
            break
        reader.press("Tab")
    first_step = reader.step
    reader.evaluate(
        """figure => {
            window.seen = [];
            document.addEventListener("keydown", () => window.seen.push(figure.dataset.step));
        }"""
    )
    reader.press(*["ArrowRight"] * 37)
    seen = [first_step, *reader.page.evaluate("seen")]
    assert reader.button("next").get_attribute("aria-disabled") == "true"
    assert len(seen) == len(set(seen)) == 38
    assert seen[-1] == "result"
    reader.until_address("#result")
    reader.until_live()
    assert reader.scores == (43, 23)  # As printed.
    assert "43" in reader.sentence
    assert "23" in reader.sentence
