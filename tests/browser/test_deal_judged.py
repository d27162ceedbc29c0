"""The cost of each decision: printed with a deal, and computed for a reader's own deal."""

import re
from pathlib import Path
from urllib.parse import quote

import pytest
from harness import ROOT, Modes, quiet
from pages.replay import Open
from pages.table import Seated
from playwright.sync_api import Page, expect
from saved_games import SOON_JUDGED, deal_over
from test_axe import violations
from test_own_deal import OWN

# In trick 10 B loses 1 point by his knowledge and 32 as the cards lay (docs/judging.md).
SINKING = "docs/deals/cavendish-s3"
TEXT = Path(ROOT / f"{SINKING}.piquet").read_text("utf-8")

pytestmark = pytest.mark.browser


def opened(page: Page) -> None:
    """Open the disclosure and wait for the review of the deal."""
    page.locator("[data-part=decision-review] > summary").click()
    expect(page.locator("[data-part=decision-review-method]")).to_be_visible()


def test_a_printed_deal_is_judged_with_its_line_and_marks_without_engine_or_script(
    visit: Open,
) -> None:
    page = visit(f"{SINKING}.html", java_script_enabled=False).page
    expect(page.locator("[data-part=decision-verdict]")).to_contain_text("8 of B’s 10")
    line = page.get_by_role("img", name="Expected result")
    expect(line).to_have_count(1)
    assert page.locator("[data-part=expected-result] line").count() >= 20
    expect(page.locator('tr[data-step="t10y"]')).to_contain_text("cost 1 point")
    assert (
        page.locator("[data-part=steps] tr").filter(has_text=re.compile(r"cost \d")).count() == 2
    )  # The others have no mark.
    expect(page.locator("[data-part=steps]")).not_to_contain_text("✓")
    expect(page.get_by_role("button", name="Play the better line")).to_have_count(0)
    page.emulate_media(media="print")
    expect(page.locator("[data-part=decision-verdict]")).to_be_visible()
    page.emulate_media(media="screen")
    opened(page)
    dearest = page.locator("[data-part=decision-review] li").first
    expect(dearest).to_contain_text("Cost about 1 point; as the cards lay, 32 points")
    dearest.get_by_role("link").click()
    assert page.url.endswith("#t10y")


def test_the_dearest_decision_and_its_better_line_are_a_tap_away_and_the_printed_one_a_key(
    visit: Open, modes: Modes
) -> None:
    reader = visit(f"{SINKING}.html")
    page = reader.page
    opened(page)
    assert violations(page, "[data-part=decision-review]", modes) == []
    dearest = page.locator("[data-part=decision-review] li").first
    button = dearest.get_by_role("button")
    button.focus()
    page.keyboard.press("Enter")
    # The table is out of view, so the button itself shows the progress and keeps the focus.
    assert button.text_content() == "Master plays on …"
    assert button.get_attribute("aria-busy") == button.get_attribute("aria-disabled") == "true"
    expect(button).to_be_focused()
    own = page.locator("[data-part=what-if]")
    expect(own).to_contain_text("Printed 53–9")
    expect(reader.figure).to_have_attribute("data-step", "t10y")
    expect(page.locator("[data-part=engine-status]")).to_contain_text(
        "Master plays on for both players"
    )
    expect(
        page.locator("[data-part=decision-verdict]")
    ).to_be_hidden()  # It is about the recorded play.
    page.locator('[data-act="next"]').click()
    expect(reader.figure).to_have_attribute("data-step", "t11e")
    expect(own).to_be_visible()
    page.keyboard.press("Escape")
    expect(own).to_be_hidden()
    expect(button).to_have_text("Play the better line")
    expect(button).not_to_have_attribute("aria-disabled", "true")
    expect(page.locator("[data-part=decision-verdict]")).to_be_visible()
    expect(reader.figure).to_have_attribute("data-step", "t10y")
    reader.go("deal")
    page.locator("[data-part=decision-review] li a").first.click()
    reader.until_address("#t10y")
    expect(reader.figure).to_have_attribute("data-step", "t10y")


def test_a_better_line_that_brings_less_here_says_so_beside_the_results(visit: Open) -> None:
    """Printed 28 to 23, and 24 to 21 after the better discard (tests/engine/test_review_requests.py)."""
    page = visit("docs/deals/cavendish-example.html").page
    opened(page)
    page.get_by_role("button", name="Play the better line").first.click()
    results = page.locator("[data-part=results]")
    expect(results).to_contain_text("it brings A 2 less")
    page.keyboard.press("End")
    expect(results).to_contain_text(
        "Printed 28–23 · this line 24–21: better on average, but with these"
    )
    page.get_by_role("button", name="Take back").click()
    expect(results).to_contain_text("Printed 28–23 · so far")
    expect(results).not_to_contain_text("better on average")


def test_a_deal_of_ones_own_is_judged_with_its_progress_which_stops_with_closing(
    visit: Open,
) -> None:
    """The review runs in a worker of its own and caches its results. Other requests go to the first worker.

    The line that the engine has played on is reviewed too.
    """
    page = visit(f"{OWN}#record={quote(TEXT)}").page
    figure = page.locator("[data-part=workbench-result] figure[data-part=replay]")
    expect(figure).to_have_attribute("data-engine", "live")
    page.evaluate(
        """() => {
            window.told = [];
            const sheet = document.querySelector("[data-part=decision-review-sheet]");
            new MutationObserver(() => window.told.push(sheet.querySelector("p")?.textContent ?? "")).observe(sheet, {
                childList: true, subtree: true, characterData: true,
            });
        }"""
    )
    page.evaluate(
        """() => {
            const fold = document.querySelector("[data-part=decision-review]");
            fold.open = true;
            const look = new MutationObserver(() => { fold.open = false; look.disconnect(); });
            setTimeout(() => look.observe(fold, { childList: true, subtree: true }), 0);
        }"""
    )
    page.wait_for_function("() => !document.querySelector('[data-part=decision-review]').open")
    quiet(page)
    asked = "workers[1].asked.filter(one => one.includes('review-decision')).length"
    page.wait_for_function("() => workers[1].asked.length === workers[1].heard.length")
    assert page.evaluate(asked) < 26
    opened(page)  # It goes on with it.
    assert page.evaluate("workers[1].asked.at(-1)").count('"op":"review-deal"') == 1
    assert page.evaluate("workers.length") == 2
    told = page.evaluate("window.told.filter(one => one.includes('decisions are judged'))")
    assert "1 of 26 decisions are judged …" in told
    assert len(told) >= 20
    expect(page.locator("[data-part=decision-review] li").first).to_contain_text(
        "as the cards lay, 32 points"
    )
    expect(page.locator("[data-part=decision-verdict]")).to_contain_text("8 of B’s 10")
    assert page.locator("[data-part=timeline] [data-part=expected-result] line").count() >= 20
    page.locator("[data-part=decision-review] li a").first.click()
    expect(figure).to_have_attribute("data-step", "t10y")
    assert page.locator("[data-part=timeline] [data-part=expected-result] line").count() >= 20
    what_the_engine_has_played_on_is_judged_too(page)


def what_the_engine_has_played_on_is_judged_too(page: Page) -> None:
    """A deal without moves has nothing to review until somebody plays it."""
    page.locator("[data-part=own-deal-form] summary").click()
    page.locator("#pq-id").fill(SOON_JUDGED)
    page.locator('[data-do="deal"]').click()
    expect(page.locator("[data-part=workbench-result] [data-part=question-text]")).to_contain_text(
        "Which cards are laid out"
    )
    figure = page.locator("[data-part=workbench-result] figure[data-part=replay]")
    expect(figure).to_have_attribute("data-engine", "live")
    fold = figure.locator("[data-part=decision-review]")
    fold.locator("summary").click()
    expect(fold).to_contain_text("there is nothing to judge")
    figure.get_by_role("button", name="Master plays on").click()
    expect(fold).not_to_have_attribute("open", "")
    expect(figure.locator("[data-part=sentence]")).to_contain_text("is over")
    opened(page)
    expect(fold.locator("dl")).to_contain_text("as good as the best")


def test_a_deal_of_the_table_is_judged_in_its_replay_too(seat: Seated, modes: Modes) -> None:
    """The engine's first answer redraws the replay just after the reader opened the disclosure."""
    table = seat(deal_over(seed=SOON_JUDGED, seat="younger"), phone=True)
    page = table.page
    page.evaluate(
        """() => {
            const { heard } = workers[0];
            heard.push = (...said) => {
                const fold = document.querySelector("[data-part=decision-review]");
                if (fold) {
                    fold.open = true;
                    delete heard.push;
                }
                return Array.prototype.push.apply(heard, said);
            };
        }"""
    )
    table.button("review").click()
    expect(table.part("decision-review-method")).to_be_visible()
    expect(page.locator("[data-part=decision-review] dl")).to_contain_text("You")
    assert violations(page, "[data-part=decision-review]", modes) == []
