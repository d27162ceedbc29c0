"""The verdict on a discard: progress while the engine thinks, and the names of judge and player."""

import re

import pytest
from harness import Modes
from pages.lesson import give, item, ready
from pages.replay import Open
from playwright.sync_api import Locator, Page, expect
from test_axe import violations

from piquet_core.exercises import judge

pytestmark = pytest.mark.browser


# Records all texts of the feedback from now on.
LISTEN = """place => {
    window.told = [];
    new MutationObserver(() => window.told.push(place.textContent)).observe(place, {
        childList: true, subtree: true, characterData: true,
    });
}"""

# Stops a verdict as soon as a count moves. On a fast machine it moves for less than a second.
STOP = """place => new MutationObserver((_, watch) => {
    const bar = place.querySelector("progress[max]");
    const stop = [...place.querySelectorAll("button")].find(one => one.textContent === "Stop");
    if (!stop || !bar?.value) return;
    watch.disconnect();
    window.stopped = { done: bar.value, of: bar.max, seen: bar.checkVisibility() && stop.checkVisibility() };
    stop.focus();
    stop.click();
}).observe(place, { attributes: true, childList: true, subtree: true })"""


def test_a_verdict_on_a_discard_counts_can_be_stopped_and_marks_what_master_lays_out(
    visit: Open, modes: Modes
) -> None:
    """The marks come from the verdict or from the solution. The next button is then the only filled one.

    A stopped verdict leaves no text, and the answer can be given again, by keyboard too. axe checks hint,
    verdict and solution in every mode.
    """
    page = ready(visit("tutorials/06-exchange.html", size=(1440, 900)).page)
    boxes = page.locator("[data-part=exercise] [data-part=exercise-item]")
    box = next(one for one in boxes.all() if item(one).posed.slow)
    one, place = item(box), box.locator("[data-part=feedback]")
    block = "#" + box.evaluate("one => one.closest('[data-part=exercise]').id")
    amiss = "+".join(option.value for option in one.posed.options[:2])
    named = judge(one, amiss).named
    assert named == tuple(one.right[0].split("+"))
    for number in range(2):
        box.locator("[data-part=answers] input").nth(number).press("Space")
    place.evaluate(LISTEN)
    is_stopped(box)
    box.locator('[data-do="hint"]').click()
    expect(place).to_have_attribute("data-verdict", "hint")
    assert violations(page, block, modes) == []
    page.set_viewport_size({"width": 1440, "height": 900})
    box.locator('[data-do="answer"]').press("Enter")
    marked = box.locator("[data-part=answer][data-named] input")
    values = "all => all.map(one => one.value)"
    expect(marked.first).to_be_attached()
    assert sorted(marked.evaluate_all(values)) == sorted(named)
    counted(page)
    said = box.locator("[data-part=feedback-text]")
    expect(said.locator("[data-part=corner-key]")).to_have_text("Corner: what Master lays out.")
    assert said.evaluate(
        "one => one.scrollHeight <= one.clientHeight"
    )  # *Why?* is completely in view.
    shown = box.locator('[data-do="solution"]')
    expect(shown).to_be_hidden()  # The verdict contains it already.
    expect(box.get_by_role("button", name="Read on")).to_be_visible()
    is_sound_with_its_reason(page, box, block, modes)
    box.locator('[data-do="answer"]').click()  # *Try again*.
    expect(marked).to_have_count(0)
    box.locator('[data-do="hint"]').click()
    shown.click()
    expect(marked.first).to_be_attached()
    expect(place).to_have_attribute("data-verdict", "shown")
    assert sorted(marked.evaluate_all(values)) == sorted(named)
    fill = "one => getComputedStyle(one).backgroundColor"
    answer, onward = (
        box.locator('[data-do="answer"]'),
        box.get_by_role("button", name=re.compile("^(Next|Read on)")),
    )
    assert answer.evaluate(fill) != onward.evaluate(fill)
    assert answer.evaluate(fill) == box.locator('[data-do="hint"]').evaluate(fill)
    assert said.evaluate(
        "one => one.scrollHeight <= one.clientHeight"
    )  # *Why?* is completely in view.
    assert violations(page, block, modes) == []
    the_best_is_said_to_be_what_master_lays_out(box)
    assert violations(page, block, modes) == []


def the_best_is_said_to_be_what_master_lays_out(box: Locator) -> None:
    place = box.locator("[data-part=feedback]")
    give(box, item(box).right[0])
    expect(place).to_have_attribute("data-verdict", "best")
    expect(place).to_contain_text("It is what Master would lay out.")
    expect(place.locator("[data-part=verdict]")).to_have_text(
        re.compile(r"^As good as any\. It is what Master would lay out\. It keeps [^.]+\.$")
    )
    assert box.locator("[data-part=clause] a[href*='rules/']").count() == 1
    place.get_by_text("Why?").click()
    expect(place.locator("[data-part=why]")).to_contain_text("then both play as well as they can")


def is_sound_with_its_reason(page: Page, box: Locator, block: str, modes: Modes) -> None:
    """Run axe on the page with a verdict and on its open reasons at both widths."""
    assert violations(page, modes=modes) == []
    box.locator("[data-part=why] > summary").press("Enter")
    expect(box.locator("[data-part=clause]")).to_be_visible()
    # The rest of the page is unchanged.
    ((colours, *_),) = modes
    either = [(colours, *size) for size in ((1280, 900), (360, 740))]
    assert violations(page, block, either) == []
    page.set_viewport_size({"width": 1440, "height": 900})


def counted(page: Page) -> None:
    """Check that a count moved while the engine thought, and went on from where it was stopped."""
    told = page.evaluate("window.told")
    counts = [int(one) for text in told for one in re.findall(r"Master has tried (\d+) of", text)]
    assert len(set(counts)) >= 10
    assert counts == sorted(counts)


def is_stopped(box: Locator) -> None:
    """Answer, and stop the verdict while the engine thinks."""
    place = box.locator("[data-part=feedback]")
    place.evaluate(STOP)
    box.get_by_role("button", name="Answer", exact=True).press("Enter")
    box.page.wait_for_function("() => window.stopped")
    found = box.page.evaluate("window.stopped")
    assert found["of"] > found["done"] > 0
    assert found["seen"]
    expect(place).to_be_empty()
    expect(box.locator('[data-do="answer"]')).to_be_focused()
