"""A missing or damaged file of the engine: the page stays readable and reports the fault.

Every file meets every network fault. Once the fault is gone, another try starts the engine on the
same page. The page's clock passes the time limits.
"""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from case_selection import first
from harness import DEAL_PAGE, SITE, quiet, serving
from pages.replay import Open, ReplayPage
from playwright.sync_api import Route, expect

from sphinx_piquet.content_security_policy import POLICY

pytestmark = pytest.mark.browser

LIMIT = 10  # Seconds of silence, in engine-client.js.
Fault = Callable[[Route], None]


def cut(route: Route) -> None:
    body = route.fetch().body()
    route.fulfill(status=200, content_type=kind(route), body=body[: len(body) // 2])


def kind(route: Route) -> str:
    """Return the media type of a file, even where the file is missing."""
    suffix = Path(route.request.url.partition("?")[0]).suffix
    return {".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm"}.get(
        suffix, "application/octet-stream"
    )


FAULTS: dict[str, Fault] = {
    "404": lambda route: route.fulfill(status=404, body="not here"),
    "500": lambda route: route.fulfill(status=500, body="not now"),
    "empty": lambda route: route.fulfill(status=200, content_type=kind(route), body=""),
    "garbage": lambda route: route.fulfill(
        status=200, content_type=kind(route), body=b"\0\xff{[(" * 50
    ),
    "cut": cut,
    "portal": lambda route: route.fulfill(
        status=200, content_type="text/html", body="<h1>Please sign in</h1>"
    ),
    "drop": lambda route: route.abort(),
    "hang": lambda _: None,
}
# The files that the worker loads, by name. The complete library is the fallback.
MANIFEST = json.loads((SITE / "_static" / "piquet" / "manifest.json").read_text())
PARTS = [
    "worker.js",
    *(MANIFEST[name] for name in ("module", "library", "engine")),
    *(MANIFEST["index"] + name for name in ("pyodide.asm.js", "pyodide.asm.wasm")),
]
EACH = [(part, fault) for part in PARTS for fault in FAULTS]
# A snapshot of the engine replaces these two.
IN_IMAGE = (MANIFEST["library"], MANIFEST["engine"])
# Each file once, each with another fault, in loading order: the next fault shows that the file before it
# has arrived.
IN_EVERY_RUN = (
    ("worker.js", "garbage"),
    (MANIFEST["module"], "portal"),
    (MANIFEST["index"] + "pyodide.asm.js", "404"),
    (MANIFEST["index"] + "pyodide.asm.wasm", "drop"),
    (MANIFEST["library"], "cut"),
    (MANIFEST["engine"], "hang"),
)
# A part of the message for each fault, from failure.js.
SAID = {
    "404": "did not send all of its parts",
    "500": "did not send all of its parts",
    "empty": "arrived damaged",
    "garbage": "arrived damaged",
    "cut": "arrived damaged",
    "portal": "something else came in its place",
    "drop": "the connection failed",
    "hang": "The engine did not start",
}
STANDS = re.compile(r"^The engine .*\. What is printed here stays\.$")


def cause(part: str, fault: str) -> str:
    """Return the message for a fault. A worker with an empty script reports nothing."""
    return SAID["hang" if (part, fault) == ("worker.js", "empty") else fault]


def meet(reader: ReplayPage, part: str, fault: str, act: str) -> None:
    """Request the engine while a file has a fault, and check the message."""
    page = reader.page
    page.context.route(f"**/{part}*", FAULTS[fault])
    with page.context.expect_event("request", lambda request: part in request.url):
        reader.find(act).click()
    if fault == "hang" or (part, fault) == ("worker.js", "empty"):
        page.clock.run_for(LIMIT * 1000)
    # After another try the state may be old, but the message is not.
    expect(reader.find("[data-part=engine-notice] p")).to_contain_text(cause(part, fault))
    reader.until("failed")
    expect(reader.find("[data-part=engine-notice] p")).to_have_text(STANDS)
    expect(reader.part("proof")).to_contain_text("could not check it again")
    page.context.unroute(f"**/{part}*")


def stands(reader: ReplayPage) -> None:
    """The recorded deal can still be read."""
    assert reader.step == "xe"
    reader.press("End")
    assert reader.scores == (43, 23)
    assert reader.part("announcement").text_content() == reader.sentence


def comes(reader: ReplayPage) -> None:
    reader.find(AGAIN).click()
    reader.until_live()
    expect(reader.part("engine-notice")).to_have_count(0)
    assert reader.status.startswith("Live: ")
    # The browser itself reports a failed download. An uncaught error would be ours.
    assert not [one for one in reader.watch.faults if "page error" in one or "Uncaught" in one]


NEXT, AGAIN = '[data-act="next"]', "[data-part=engine-notice] button"


def test_each_failing_part_is_reported_and_another_try_gets_as_far_as_the_next(visit: Open) -> None:
    reader = visit(faulty=True)
    reader.page.clock.install()
    reader.page.context.route(f"**/{MANIFEST['image']}", FAULTS["404"])
    for part, fault in IN_EVERY_RUN:
        meet(reader, part, fault, AGAIN if reader.find(AGAIN).count() else NEXT)
        stands(reader)
        reader.go("xe")
    comes(reader)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("part", "fault"), [pytest.param(*one, id=f"{Path(one[0]).name}-{one[1]}") for one in EACH]
)
def test_a_failing_part_is_reported_and_another_try_gets_the_engine(
    visit: Open, part: str, fault: str
) -> None:
    reader = visit(faulty=True)
    reader.page.clock.install()
    if part in IN_IMAGE:
        reader.page.context.route(f"**/{MANIFEST['image']}", FAULTS["404"])
    meet(reader, part, fault, NEXT)
    stands(reader)
    comes(reader)


# The test above starts without a missing file. test_places tests a damaged one.
@pytest.mark.parametrize("fault", first(1, ["hang", *sorted(FAULTS.keys() - {"hang"})]))
def test_whatever_is_wrong_with_the_image_the_engine_starts_without_it_and_nobody_hears_of_it(
    visit: Open, fault: str
) -> None:
    reader = visit(faulty=True)
    reader.page.context.route(f"**/{MANIFEST['image']}", FAULTS[fault])
    reader.button("next").click()
    reader.until_live()
    assert reader.status.startswith("Live: ")
    expect(reader.part("engine-notice")).to_have_count(0)
    assert any(path.endswith(MANIFEST["library"]) for path in reader.watch.paths)
    assert reader.evaluate("() => workers.length") == 1
    # There was never a silence long enough for a message.
    assert reader.evaluate("() => workers[0].silent") < LIMIT * 1000


NOT_SET_UP = "This site is not set up to run the engine: "


@pytest.mark.parametrize(
    ("part", "sent"),
    first(
        1,
        [
            ("pyodide.mjs", "text/plain"),
            ("pyodide.asm.wasm", "application/octet-stream"),
            ("pyodide.asm.js", "application/octet-stream"),
            ("worker.js", "text/plain"),
        ],
    ),
)
def test_a_part_with_the_wrong_type_is_told_from_a_damaged_one(
    visit: Open, part: str, sent: str
) -> None:
    """Only the host can mend that, so the page offers no other try."""
    reader = visit(faulty=True)

    def mislabel(route: Route) -> None:
        response = route.fetch()
        route.fulfill(response=response, headers={"content-type": sent})

    reader.page.context.route(f"**/{part}*", mislabel)
    reader.button("next").click()
    reader.until("failed")
    told = f"{NOT_SET_UP}it sends one of the parts with the wrong type."
    expect(reader.figure.get_by_text(told)).to_be_visible()
    fold = reader.find("[data-part=engine-notice] [data-part=cause]")
    expect(fold).to_contain_text(sent)
    expect(fold).not_to_have_attribute("open", "")
    fold.locator("summary").click()
    expect(fold).to_have_attribute("open", "")
    expect(reader.figure.get_by_role("button", name="Try again")).to_have_count(0)
    stands(reader)
    reader.page.context.unroute(f"**/{part}*")
    reader.press("Home")
    reader.look("e")  # Once the host is mended, the next request gets the engine.
    expect(reader.figure).to_have_attribute("data-engine", "live")


@pytest.mark.parametrize(
    ("had", "has"),
    first(
        1,
        [
            (" 'wasm-unsafe-eval'", ""),
            ("worker-src 'self'", "worker-src 'none'"),
            ("connect-src 'self'", "connect-src 'none'"),
        ],
    ),
)
def test_an_engine_that_the_policy_of_a_host_forbids_is_told_from_a_damaged_one(
    visit: Open, had: str, has: str
) -> None:
    assert had in POLICY
    with serving(SITE, POLICY.replace(had, has)) as base:
        reader = visit(base=base, faulty=True)
        reader.button("next").click()
        reader.until("failed")
        told = f"{NOT_SET_UP}its security policy forbids it."
        expect(reader.figure.get_by_text(told)).to_be_visible()
        expect(reader.figure.get_by_role("button", name="Try again")).to_have_count(0)
        stands(reader)


@pytest.mark.parametrize(
    ("lack", "said"),
    [
        ("delete window.Worker", "This browser cannot run the engine."),
        ("delete window.WebAssembly", "This browser cannot run the engine."),
        (
            "document.querySelector('[data-part=replay]').dataset.runtime = ''",
            "This page was made without the engine.",
        ),
    ],
    ids=["no worker", "no WebAssembly", "absent"],
)
def test_where_no_other_try_can_help_none_is_offered(visit: Open, lack: str, said: str) -> None:
    reader = visit()
    reader.page.evaluate(lack)
    reader.button("next").click()
    reader.until("failed")
    expect(reader.find("[data-part=engine-notice] p")).to_have_text(
        f"{said} What is printed here stays."
    )
    expect(reader.find("[data-part=engine-notice] button")).to_have_count(0)
    assert reader.step == "xe"


def test_view_that_needs_the_engine_says_so_and_comes_with_it(visit: Open) -> None:
    reader = visit(faulty=True)
    reader.page.context.route("**/*.wasm", FAULTS["404"])
    reader.button("next").click()
    reader.until("failed")
    reader.press("3")
    expect(reader.find("[data-part=engine-notice] p")).to_contain_text("view needs the engine")
    assert reader.find('input[data-set="view"][value="both"]').is_checked()
    assert reader.find('[data-part=hand] use[href="#pq-back"]').count() == 0
    assert reader.step == "xe"
    reader.page.context.unroute("**/*.wasm")
    reader.find("[data-part=engine-notice] button").press("Enter")
    backs = reader.find('[data-part=elder-side] use[href="#pq-back"]')
    backs.first.wait_for(state="attached")
    reader.until_live()
    assert reader.step == "xe"
    assert reader.evaluate("figure => figure.contains(document.activeElement)")


# -- the page's own scripts ----------------------------------------------------------------------

SCRIPTED = (
    DEAL_PAGE,
    "docs/deals/embed/hoyle1909-ab.html",
    "docs/deals/own.html",
    "tutorials/table.html",
    "tutorials/01-tricks.html",
    "tutorials/review.html",
)
# All visible controls that need a script of ours.
CONTROLS = """() => [...document.querySelectorAll(
    ":is([data-part=replay], [data-part=game], [data-part=workbench], [data-part=exercise], [data-part=review], [data-part=lesson-progress]) :is(button, input, select, textarea)"
  )].filter(one => one.checkVisibility({ visibilityProperty: true })).map(one => one.outerHTML)"""


def script_of(path: str) -> str:
    """Return the address of the page's script."""
    page = (SITE / path).read_text("utf-8")
    names: list[str] = re.findall(r'<script type="module" src="[./]*_static/([^"]+)"', page)
    assert len(names) == 1
    return names[0]


@pytest.mark.thorough
@pytest.mark.parametrize("path", SCRIPTED)
@pytest.mark.parametrize("fault", ["404", "empty", "garbage", "portal", "drop", "hang"])
def test_a_page_without_its_script_is_the_page_without_javascript(
    visit: Open, path: str, fault: str
) -> None:
    """No dead controls remain, and the text can be read."""
    plain = visit(path, java_script_enabled=False).page
    page = visit(path, faulty=True).page
    name = script_of(path)
    page.context.route(f"**/_static/{name}", FAULTS[fault])
    with page.context.expect_event("request", lambda request: name in request.url):
        page.reload(wait_until="commit")
    if fault != "hang":
        quiet(page)
    page.locator("footer, [data-part=embed-source]").last.wait_for(state="attached")
    assert page.evaluate(CONTROLS) == plain.evaluate(CONTROLS)
    assert page.locator("h1").first.inner_text() == plain.locator("h1").first.inner_text()


def test_without_javascript_the_whole_deal_is_there_and_its_parts_share_a_mode(visit: Open) -> None:
    """The theme sets its colours by script, so the page follows the system's dark scheme here."""
    page = visit(java_script_enabled=False, color_scheme="dark").page
    rows = page.locator("[data-part=steps-table] tr[data-step]")
    assert rows.count() == 38
    assert all(row.is_visible() for row in rows.all())
    last = page.locator("tr#result > :nth-child(n + 2)")
    assert last.all_inner_texts() == ["43", "23"]
    assert not page.locator("[data-part=controls]").is_visible()
    felt = page.locator("figure[data-part=replay] [data-part=board]")
    assert felt.is_visible()
    assert page.locator("figure[data-part=replay] [data-part=sentence]").is_visible()
    expect(page.locator("[data-part=totals-check]")).to_contain_text("30 totals")
    assert page.locator("tr#t7e a[href*='rules/']").first.get_attribute("href")
    paper = brightness(felt.evaluate("one => getComputedStyle(one).backgroundColor"))
    ink = brightness(felt.evaluate("one => getComputedStyle(one).color"))
    assert abs(paper - ink) > 400


def brightness(colour: str) -> int:
    """Return the sum of red, green and blue."""
    return sum(int(number) for number in re.findall(r"\d+", colour)[:3])
