"""The early start of the engine: its triggers, its exceptions, and its silence."""

import pytest
from case_selection import first
from harness import DEAL_PAGE
from pages.replay import Open
from playwright.sync_api import Page, Route

TABLE = "tutorials/table.html"
BENCH = "docs/deals/own.html"
PRINTED = "tutorials/01-tricks.html"  # Its verdicts are part of the page.

pytestmark = pytest.mark.browser


def started(page: Page, count: int = 1) -> None:
    """Wait until so many workers have started."""
    page.wait_for_function("count => workers.length === count", arg=count)


def ready(page: Page) -> None:
    """Wait until the worker reports a running engine."""
    page.wait_for_function("() => workers[0].states.includes('ready')")


PASSING = """(place) => {
  const control = document.elementFromPoint(...place);
  for (const name of ["over", "out"]) control.dispatchEvent(new PointerEvent(`pointer${name}`, { bubbles: true }));
}"""


def test_a_mouse_that_rests_on_a_control_starts_the_engine_and_one_that_passes_does_not(
    visit: Open,
) -> None:
    reader = visit(early=True)
    reader.page.clock.install()
    reader.page.mouse.move(5, 5)
    reader.page.clock.run_for(500)
    assert reader.evaluate("() => workers.length") == 0, "reading costs nothing"
    box = reader.button("next").bounding_box()
    assert box
    # Both moves in one evaluation: on a busy machine a pause between them could count as a rest.
    reader.page.evaluate(PASSING, [box["x"] + 3, box["y"] + 3])
    reader.page.clock.run_for(500)
    assert reader.evaluate("() => workers.length") == 0, "nor does passing"
    reader.button("next").hover()
    started(reader.page)
    ready(reader.page)
    assert reader.evaluate("figure => figure.dataset.engine ?? ''") == "", "nobody has asked yet"
    reader.button("next").click()
    reader.until_live()
    assert reader.evaluate("() => workers.length") == 1


def test_the_keyboard_starts_it_on_arrival(visit: Open) -> None:
    reader = visit(early=True)
    reader.press("Tab", "Enter")  # "Skip to main content"
    for _ in range(60):
        reader.press("Tab")
        if reader.evaluate("figure => figure.contains(document.activeElement?.closest('button'))"):
            break
    started(reader.page)


def test_a_touch_starts_it_before_the_tap_is_over(visit: Open) -> None:
    reader = visit(early=True)
    reader.button("next").dispatch_event("pointerdown")
    started(reader.page)


@pytest.mark.parametrize("path", first(1, [TABLE, BENCH]))
def test_a_page_of_no_use_without_it_starts_it_at_leisure(visit: Open, path: str) -> None:
    page = visit(path, early=True).page
    started(page)
    ready(page)
    assert page.get_by_text("engine is starting").count() == 0


@pytest.mark.parametrize("path", first(2, [TABLE, DEAL_PAGE, BENCH]))
def test_a_reader_who_saves_data_pays_for_nothing_before_the_first_question(
    visit: Open, path: str
) -> None:
    reader = visit(path)
    reader.page.clock.install()
    reader.page.locator("main button:visible").first.hover()
    reader.page.clock.run_for(2500)
    assert reader.page.evaluate("workers.length") == 0
    assert not [part for part in reader.watch.paths if part.endswith((".wasm", "worker.js"))]


def test_an_exercise_with_its_verdicts_beside_it_needs_no_engine(visit: Open) -> None:
    page = visit(PRINTED, early=True).page
    page.clock.install()
    page.locator("[data-part=exercise-item]:not([data-on]) input").first.hover()
    page.clock.run_for(500)
    assert page.evaluate("workers.length") == 0
    page.locator("[data-part=more-questions]:visible button").first.hover()
    started(page)


def test_an_early_start_that_fails_is_not_reported_and_the_question_tries_again(
    visit: Open,
) -> None:
    reader = visit(early=True, faulty=True)
    refused: list[str] = []

    def refuse(route: Route) -> None:
        refused.append(route.request.url)
        route.abort()

    reader.page.route("**/*.wasm", refuse)
    reader.button("next").hover()
    started(reader.page)
    reader.page.wait_for_function("() => workers[0].states.includes('failed')")
    assert refused
    assert reader.page.locator("[data-part=engine-notice]").count() == 0
    reader.page.unroute("**/*.wasm")
    reader.button("next").click()
    reader.until_live()
