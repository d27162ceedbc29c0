"""The engine dies, hangs or never arrives: another one takes over and nothing is lost."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http import HTTPStatus
from urllib.parse import quote

import pytest
import serve
from harness import DEAL_PAGE, SITE, quiet
from pages.lesson import HAND, REVIEW, give, item
from pages.replay import Open
from pages.table import TABLE, TablePage
from playwright.sync_api import Page, Route, expect
from test_axe import violations
from test_faults import LIMIT, MANIFEST
from test_own_deal import OWN
from test_sharing import RECORD

SILENT = (
    5  # Seconds of silence during a request after which a worker is replaced, in engine-client.js.
)
SHORT = 60  # Seconds that most requests may take.
GRACE = 2  # Seconds that stopped work may take to finish.

pytestmark = pytest.mark.browser

# A worker that answers until one operation, which never ends.
LOOP = """
const listen = self.onmessage;
self.onmessage = event => {
  if (typeof event.data === "string" && JSON.parse(event.data).op === %r) for (;;);
  return listen(event);
};
"""


# A worker that answers until one operation, of which it dies.
DIES = """
const listen = self.onmessage;
self.onmessage = event => {
  if (typeof event.data !== "string" || JSON.parse(event.data).op !== %r) return listen(event);
  self.postMessage({ state: "died", detail: "of a test" });
};
"""
# A worker that answers until one operation, which never ends but reports progress.
BUSY = """
const listen = self.onmessage;
self.onmessage = event => {
  if (typeof event.data !== "string" || JSON.parse(event.data).op !== %r) return listen(event);
  setInterval(() => self.postMessage({ state: "alive" }), 50);
};
"""
# A worker that starts at once and dies of any request.
DYING = """
self.onmessage = ({ data }) =>
  self.postMessage(typeof data === "string" ? { state: "died", detail: "of a test" } : { state: "ready" });
"""


def kept(page: Page) -> str:
    text: str = page.evaluate("localStorage.getItem('piquet:game')")
    return text


def asked_for(page: Page) -> list[str]:
    """Return the operations that workers were asked for."""
    words: list[str] = page.evaluate("window.workers.flatMap(one => one.asked)")
    return [json.loads(one)["op"] for one in words]


def pass_limit(page: Page, seconds: int = SILENT) -> None:
    page.clock.run_for(seconds * 1000)


def looping(page: Page, op: str, times: int, text: str = LOOP) -> None:
    """Make the next workers hang, or worse, when asked for an operation."""

    def spoil(route: Route) -> None:
        response = route.fetch()
        route.fulfill(response=response, body=response.text() + text % op)

    page.context.route("**/worker.js*", spoil, times=times)


def pass_busy(page: Page, seconds: int, number: int = 0) -> None:
    """Advance the page's clock while the worker reports progress.

    No other time passes, because on a busy machine a worker may be silent longer than the limit.
    A worker that ends before the last step is reported on the page.
    """
    leap = SILENT // 2
    # One second later, which is never the past.
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 1)
    count = "number => workers[number].states.filter(one => one === 'alive').length"
    for _ in range(0, seconds, leap):
        heard = page.evaluate(count, number)
        page.wait_for_function(
            """([number, heard]) => document.querySelector("[data-part=engine-notice]")?.textContent.includes("was stopped")
                || workers[number].states.filter(one => one === 'alive').length > heard""",
            arg=[number, heard],
        )
        page.clock.run_for(leap * 1000)
    page.clock.resume()


def dying(route: Route) -> None:
    route.fulfill(status=200, content_type="text/javascript", body=DYING)


def after_move(page: Page, before: str) -> None:
    page.wait_for_function("kept => localStorage.getItem('piquet:game') !== kept", arg=before)
    TablePage(page).wait_for_question()


def test_a_dead_worker_is_replaced_and_asked_once_more(visit: Open) -> None:
    """Five presses of *Start* start one game, and a hint does not delay the next move."""
    page = visit(f"{TABLE}?form=deal&seed=lost&seat=younger").page
    quiet(page)
    page.clock.install()
    page.evaluate(
        "for (let i = 0; i < 5; i++) document.querySelector('[data-part=new-game]').requestSubmit()"
    )
    TablePage(page).wait_for_question()
    assert asked_for(page) == ["start-game"]
    before = kept(page)
    page.evaluate("window.workers.at(-1).end()")
    page.evaluate(
        """() => {
          document.querySelector("[data-do=hint]").click();
          for (const box of [...document.querySelectorAll("[data-part=prompt] input")].slice(0, 3)) box.click();
          document.querySelector("[data-act=lay]").click();
        }"""
    )
    # Only time in which the page runs counts. An hour of sleep ends nothing.
    page.clock.fast_forward("01:00:00")
    assert page.evaluate("window.workers.length") == 1
    pass_limit(page)
    after_move(page, before)
    assert page.evaluate("window.workers.length") == 2
    assert asked_for(page) == ["start-game", "hint", "hint", "move"]
    expect(page.locator("[data-part=hint]")).to_be_hidden()  # It belonged to another request.
    expect(page.locator("[data-part=engine-notice]")).to_have_count(0)
    # The next death is noticed as quickly as the first.
    page.context.route("**/worker.js*", dying)
    page.evaluate("window.workers.at(-1).end()")
    page.locator('[data-do="hint"]').click()
    pass_limit(page)
    assert page.evaluate("window.workers.length") == 3
    expect(page.locator("[data-part=engine-notice]")).to_contain_text("stopped again")


@pytest.mark.thorough
def test_a_question_that_ends_two_workers_is_reported_and_the_game_stands(visit: Open) -> None:
    """Both happen within ten seconds, with the start of the second worker between them."""
    page = visit(f"{TABLE}?form=deal&seed=loop&seat=younger", faulty=True).page
    page.clock.install()
    looping(page, "hint", times=2)
    page.locator("[data-part=start]").click()
    TablePage(page).wait_for_question()
    before = kept(page), page.locator("[data-part=prompt]").inner_html()
    page.locator('[data-do="hint"]').click()
    pass_limit(page)  # The first worker goes.
    page.wait_for_function(
        "() => window.workers.length === 2 && window.workers[1].asked.length === 1",
    )
    pass_limit(page)  # The second worker goes no later.
    notice = page.locator("[data-part=prompt] [data-part=engine-notice]")
    expect(notice).to_contain_text(
        "stopped again when it was asked once more. The game stands as it was."
    )
    assert violations(page, "[data-part=game]") == []
    assert kept(page) == before[0]
    page.locator("[data-part=prompt] label").first.click()  # The page still responds.
    expect(page.locator("[data-part=chosen-count]")).to_have_text("1 chosen")
    notice.get_by_role("button", name="Try again").press("Enter")
    expect(page.locator("[data-part=hint]")).to_contain_text("Master judges")
    expect(notice).to_have_count(0)


def test_a_start_that_gets_more_time_says_so_after_ten_seconds(visit: Open) -> None:
    """After a silent start the next one may take twice as long, and the one after it four times as long."""
    reader = visit(faulty=True)
    page = reader.page
    page.clock.install()
    page.context.route("**/worker.js*", lambda _: None)  # Hangs.
    told = reader.find("[data-part=engine-notice] p")
    with page.context.expect_event("request", lambda request: "worker.js" in request.url):
        reader.button("next").click()
    for given in (LIMIT, 2 * LIMIT, 4 * LIMIT):
        if given > LIMIT:
            reader.find("[data-part=engine-notice] button").click()
            expect(told).to_contain_text("starting")
        for passed in range(LIMIT, given, LIMIT):
            pass_limit(page, LIMIT)
            expect(told).to_contain_text(
                f"Nothing has been heard from it for {passed} seconds; it gets {given}."
            )
        pass_limit(page, LIMIT)
        expect(told).to_contain_text("for a while nothing was heard from it")
    page.context.unroute("**/worker.js*")
    reader.find("[data-part=engine-notice] button").click()
    reader.until_live()
    expect(reader.part("engine-notice")).to_have_count(0)


def test_work_that_never_ends_is_stopped_and_reported(visit: Open) -> None:
    """Progress does not matter. Another worker takes the next request."""
    reader = visit(faulty=True)
    page = reader.page
    page.clock.install()
    looping(page, "knowledge", times=1, text=BUSY)
    reader.button("next").click()
    reader.until_live()
    reader.press("k")
    page.wait_for_function("() => workers[0].asked.some(one => one.includes('\"knowledge\"'))")
    pass_busy(page, SHORT)
    expect(reader.find("[data-part=engine-notice] p")).to_contain_text(
        "for so long that it was stopped"
    )
    reader.find("[data-part=engine-notice] button").click()
    expect(reader.part("knowledge")).to_contain_text("cards")
    assert page.evaluate("workers.length") == 2


# -- statements about checked results ------------------------------------------------------------


def dead_of_replaying(page: Page) -> None:
    """Let the first worker die while it replays a deal, and later ones at any request."""
    page.context.route("**/worker.js*", dying)

    def spoil(route: Route) -> None:
        response = route.fetch()
        route.fulfill(response=response, body=response.text() + DIES % "replay")

    page.context.route("**/worker.js*", spoil, times=1)


UNCHECKED = "Worked out in this browser; the engine could not check it again here."


def test_no_build_has_checked_a_deal_of_ones_own(visit: Open) -> None:
    page = visit("docs/deals/own.html", faulty=True).page
    quiet(page)
    dead_of_replaying(page)
    page.locator('[data-do="random"]').click()
    figure = page.locator("[data-part=workbench-result] figure[data-part=replay]")
    expect(figure).to_have_attribute("data-engine", "failed")
    expect(figure.locator("[data-part=proof]")).to_have_text(UNCHECKED)


@pytest.mark.thorough
def test_no_build_has_checked_a_deal_of_the_table(visit: Open) -> None:
    page = visit(f"{TABLE}?form=deal&seed=seen&seat=younger", faulty=True).page
    quiet(page)
    dead_of_replaying(page)
    page.locator("[data-part=start]").click()
    TablePage(page).wait_for_question()
    TablePage(page).play()
    page.locator('[data-part=prompt] [data-do="review"]').click()
    figure = page.locator("[data-part=deal-review] figure[data-part=replay]")
    expect(figure).to_have_attribute("data-engine", "failed")
    expect(figure.locator("[data-part=proof]")).to_have_text(UNCHECKED)


# -- the first try offline, on every page that asks the engine ------------------------------

ANOTHER = '[data-part=exercise-item]:has([data-part=item-label]:text("Another one"))'
BEGINNINGS = {
    "embed": ("docs/deals/embed/hoyle1909-ab.html", '[data-act="next"]', '[data-engine="live"]'),
    "what if": (DEAL_PAGE, '[data-act="whatif"]', "[data-part=what-if] [data-part=choices]"),
    "own deal": (
        "docs/deals/own.html",
        '[data-do="random"]',
        "[data-part=workbench-result] [data-part=what-if] [data-part=choices]",
    ),
    "a record": (
        "docs/deals/own.html",
        '[data-do="open"]',
        "[data-part=record-faults]:not([hidden])",
    ),
    "a record in a link": (
        f"{OWN}#record={quote(RECORD)}",
        None,
        "[data-part=workbench-result] [data-part=board]",
    ),
    "table": (TABLE, "[data-part=start]", "[data-part=prompt] [data-part=choices]"),
    "another one": ("tutorials/01-tricks.html", "[data-part=more-questions] button", ANOTHER),
    "test": (
        "tutorials/01-tricks.html",
        "[data-part=lesson-progress] > button",
        "[data-part=lesson-test] [data-part=exercise-item]",
    ),
    "exercise": (
        f"{REVIEW}?item={HAND}",
        None,
        "[data-part=review-question] [data-part=exercise-item]",
    ),
}


@pytest.mark.thorough
@pytest.mark.parametrize("name", BEGINNINGS)
def test_what_begins_without_a_line_is_continued_when_it_is_back(visit: Open, name: str) -> None:
    path, action, result = BEGINNINGS[name]
    page = visit(faulty=True).page
    page.context.route("**/worker.js*", lambda route: route.abort())
    page.goto(page.url.replace(DEAL_PAGE, path))
    quiet(page)
    if name == "a record":
        page.locator("#pq-text").fill("No record")
    if action:
        page.locator(action).first.click()
    notice = page.locator("[data-part=engine-notice]")
    expect(notice).to_contain_text("The engine could not be loaded: the connection failed.")
    expect(notice.locator("small")).to_contain_text("worker.js")
    if name != "embed":  # It has none of the theme's colours. test_sharing checks its look.
        assert violations(page, "[data-part=engine-notice]") == []
    page.context.unroute("**/worker.js*")
    notice.get_by_role("button", name="Try again").press("Enter")
    page.locator(result).first.wait_for()
    expect(notice).to_have_count(0)


@pytest.mark.thorough
@pytest.mark.parametrize("path", ["tutorials/06-exchange.html", "tutorials/01-tricks.html"])
def test_an_exercise_that_needs_the_engine_keeps_what_was_chosen(visit: Open, path: str) -> None:
    """A discard under review, and a deal that goes on."""
    page = visit(path, faulty=True).page
    quiet(page)
    page.context.route("**/worker.js*", lambda route: route.abort())
    boxes = page.locator("[data-part=exercise-item]")
    kinds = [item(boxes.nth(number)) for number in range(boxes.count())]
    found = [number for number, one in enumerate(kinds) if one.posed.slow or one.posed.goes_on]
    assert found, "this lesson asks the engine for nothing"
    box, one = boxes.nth(found[0]), kinds[found[0]]
    give(box, one.right[0])
    notice = page.locator("[data-part=engine-notice]")
    expect(notice).to_contain_text("What you have done stays.")
    assert box.get_attribute("data-done") is None
    page.context.unroute("**/worker.js*")
    notice.get_by_role("button", name="Try again").click()
    if one.posed.goes_on:
        following = page.locator("[data-part=exercise-item]:has([data-part=card-before])")
        expect(following).to_be_focused()
    else:
        expect(box.locator("[data-part=feedback]")).to_contain_text("Master has tried")
    expect(notice).to_have_count(0)


# -- time limits ---------------------------------------------------------------------------------


@contextmanager
def host(handler: type[serve.Handler]) -> Iterator[str]:
    """Serve the site in an unusual way and return its address."""
    with serve.Server(("127.0.0.1", 0), partial(handler, directory=str(SITE))) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()
        thread.join()


@pytest.mark.thorough
@pytest.mark.parametrize("part", ["pyodide.asm.js", "pyodide.asm.wasm"])
def test_a_slow_line_is_waited_for(visit: Open, part: str) -> None:
    """A download that takes longer than the limit still arrives, because it makes progress."""
    pieces = 2 * LIMIT + 8
    pause = threading.Event()

    class Slow(serve.Handler):
        def copyfile(self, source: object, outputfile: object) -> None:
            if not self.path.endswith(part):
                super().copyfile(source, outputfile)  # type: ignore[arg-type]
                return
            body = source.read()  # type: ignore[attr-defined]
            size = len(body) // pieces + 1
            for start in range(0, len(body), size):
                self.wfile.write(body[start : start + size])
                pause.wait(0.5)

    with host(Slow) as address:
        reader = visit(base=address)
        reader.button("next").click()
        reader.until_live()
        reader.page.context.close()


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["module", "engine"])
def test_a_bad_part_that_the_browser_keeps_is_fetched_anew(visit: Open, name: str) -> None:
    """Folders with a digest are cached for ever, even an error page under such an address."""
    met: list[str] = []

    class Bad(serve.Handler):
        def do_GET(self) -> None:
            if self.path.endswith(MANIFEST["image"]):  # It is not requested beside a snapshot.
                self.send_error(HTTPStatus.NOT_FOUND)
                return
            if not self.path.endswith(MANIFEST[name]) or met:
                super().do_GET()
                return
            met.append(self.path)
            self.send_response(200)
            self.send_header("Content-Type", self.guess_type(self.path))
            self.send_header("Content-Length", "5")
            self.end_headers()
            self.wfile.write(b"](bad")

    with host(Bad) as address:
        reader = visit(base=address, faulty=True)
        reader.button("next").click()
        reader.until("failed")
        expect(reader.find("[data-part=engine-notice] p")).to_contain_text("arrived damaged")
        reader.page.reload()  # The cached copy is still bad.
        reader.button("next").click()
        reader.until("failed")
        reader.find("[data-part=engine-notice] button").click()
        reader.until_live()
        reader.page.context.close()
