"""The engine dies, loops or never comes while a reader is at it: another takes over, and nothing is lost."""

import json

import pytest
from playwright.sync_api import Page, Route, expect
from reading import ENGINE_TIMEOUT, Open
from test_axe import violations
from test_faults import LIMIT
from test_table import TABLE, asked, sit

pytestmark = pytest.mark.browser

LEAD = '.pq-ask button[data-move]:not([aria-disabled="true"])'
# A worker that answers as ever until it is asked for one operation: there it stays.
LOOP = """
const listen = self.onmessage;
self.onmessage = event => {
  if (typeof event.data === "string" && JSON.parse(event.data).op === %r) for (;;);
  return listen(event);
};
"""


def kept(page: Page) -> str:
    text: str = page.evaluate("localStorage.getItem('pq-game')")
    return text


def asked_for(page: Page) -> list[str]:
    """Return the operations that workers were asked for."""
    words: list[str] = page.evaluate("window.workers.flatMap(one => one.asked)")
    return [json.loads(one)["op"] for one in words]


def pass_limit(page: Page, seconds: int = LIMIT) -> None:
    page.clock.run_for(seconds * 1000)


def looping(page: Page, op: str, times: int) -> None:
    """Let the next workers loop when they are asked for an operation."""

    def spoil(route: Route) -> None:
        response = route.fetch()
        route.fulfill(response=response, body=response.text() + LOOP % op)

    page.context.route("**/worker.js*", spoil, times=times)


def after_move(page: Page, before: str) -> None:
    page.wait_for_function(
        "kept => localStorage.getItem('pq-game') !== kept", arg=before, timeout=ENGINE_TIMEOUT
    )
    asked(page)


def test_a_dead_worker_is_replaced_and_asked_once_more(visit: Open) -> None:
    """And a hint does not hold up the move that is made while it is thought over."""
    page = sit(visit, "form=deal&seed=lost&seat=younger")
    page.clock.install()
    assert asked_for(page) == ["sit"]
    before = kept(page)
    page.evaluate("window.workers.at(-1).end()")
    page.evaluate(
        """() => {
          document.querySelector("[data-do=hint]").click();
          for (const box of [...document.querySelectorAll(".pq-ask input")].slice(0, 3)) box.click();
          document.querySelector("[data-act=lay]").click();
        }"""
    )
    pass_limit(page)
    after_move(page, before)
    assert page.evaluate("window.workers.length") == 2
    assert asked_for(page) == ["sit", "hint", "hint", "act"]
    expect(page.locator(".pq-hint")).to_be_hidden()  # it was about another question
    expect(page.locator(".pq-trouble")).to_have_count(0)


def test_a_start_that_is_pressed_five_times_sits_down_once(visit: Open) -> None:
    page = visit(f"{TABLE}?form=deal&seed=five").page
    page.wait_for_load_state("networkidle")
    page.evaluate("for (let i = 0; i < 5; i++) document.querySelector('.pq-offer').requestSubmit()")
    asked(page)
    assert asked_for(page) == ["sit"]


def test_a_question_that_ends_two_workers_is_told_and_the_game_stands(visit: Open) -> None:
    page = visit(f"{TABLE}?form=deal&seed=loop&seat=younger", faulty=True).page
    page.clock.install()
    looping(page, "hint", times=2)
    page.locator(".pq-go").click()
    asked(page)
    before = kept(page), page.locator(".pq-ask").inner_html()
    page.locator('[data-do="hint"]').click()
    pass_limit(page)  # the first one goes
    page.wait_for_function("window.workers.length === 2 && window.workers[1].asked.length === 1", timeout=ENGINE_TIMEOUT)
    pass_limit(page, 2 * LIMIT)  # the second is given more time
    notice = page.locator(".pq-ask .pq-trouble")
    expect(notice).to_contain_text("stopped again when it was asked once more. The game stands as it was.")
    assert violations(page, ".pq-game") == []
    assert kept(page) == before[0]
    page.locator(".pq-ask label").first.click()  # the page lives on
    expect(page.locator(".pq-chosen")).to_have_text("1 chosen")
    notice.get_by_role("button", name="Try again").press("Enter")
    expect(page.locator(".pq-hint")).to_contain_text("Keep", timeout=ENGINE_TIMEOUT)
    expect(notice).to_have_count(0)
