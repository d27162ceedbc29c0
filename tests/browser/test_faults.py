"""When something is missing, the deal is still told, and the reader hears what is not there."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect
from reading import Open

pytestmark = pytest.mark.browser


def refuse(route: Route) -> None:
    route.fulfill(status=404, body="not here")


def drop(route: Route) -> None:
    route.abort()


def mislabel(route: Route) -> None:
    """What a host does that has never heard of WebAssembly."""
    response = route.fetch()
    route.fulfill(response=response, headers={"content-type": "application/octet-stream"})


FAULTS = [
    ("**/*.wasm", refuse),
    ("**/*.wasm", drop),
    ("**/*.wasm", mislabel),
    ("**/python_stdlib.zip", refuse),
    ("**/pyodide.mjs", refuse),
    ("**/*.whl", refuse),
    ("**/worker.js*", drop),
]


@pytest.mark.parametrize(("part", "fault"), FAULTS)
def test_static_replay_goes_on_without_the_engine(
    visit: Open, part: str, fault: Callable[[Route], None]
) -> None:
    reader = visit(faulty=True)
    reader.page.context.route(part, fault)
    reader.button("next").click()
    reader.until("failed")
    assert re.fullmatch(
        r"The engine could not start, so this is the replay as printed \(.+\)\.", reader.status
    )
    assert "[object" not in reader.status
    assert reader.step == "xe"
    reader.press("End")
    assert reader.scores == (43, 23)
    assert reader.find(".pq-live").text_content() == reader.sentence


def test_view_that_needs_the_engine_says_so(visit: Open) -> None:
    reader = visit(faulty=True)
    reader.page.context.route("**/*.wasm", refuse)
    reader.button("next").click()
    reader.until("failed")
    reader.press("3")
    expect(reader.find(".pq-engine")).to_contain_text("view needs the engine")
    assert reader.find('input[data-set="view"][value="both"]').is_checked()
    assert reader.find('.pq-hand use[href="#pq-back"]').count() == 0
    assert reader.step == "xe"


def test_without_javascript_the_whole_deal_is_there(visit: Open) -> None:
    page = visit(java_script_enabled=False).page
    rows = page.locator(".pq-steps tr[data-step]")
    assert rows.count() == 38
    assert all(row.is_visible() for row in rows.all())
    last = page.locator("tr#result .pq-total")
    assert last.all_inner_texts() == ["43", "23"]
    assert not page.locator(".pq-controls").is_visible()
    assert page.locator("figure.pq-replay .pq-board").is_visible()
    assert page.locator("figure.pq-replay .pq-say").is_visible()
    expect(page.locator(".pq-verdict")).to_contain_text("30 totals")
    assert page.locator("tr#t7e a.pq-clause").first.get_attribute("href")


def test_dark_page_without_javascript(visit: Open) -> None:
    """The theme sets its colours by script; without one all parts keep to the same mode."""
    page = visit(java_script_enabled=False, color_scheme="dark").page
    felt = page.locator(".pq-board")
    paper = brightness(felt.evaluate("one => getComputedStyle(one).backgroundColor"))
    ink = brightness(felt.evaluate("one => getComputedStyle(one).color"))
    assert abs(paper - ink) > 400


def brightness(colour: str) -> int:
    """The sum of red, green and blue."""
    return sum(int(number) for number in re.findall(r"\d+", colour)[:3])
