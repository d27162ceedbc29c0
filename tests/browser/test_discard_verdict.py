"""A verdict on a discard is thought out while a count moves, and says who judged and who plays on."""

import re

import pytest
from playwright.sync_api import expect
from reading import ENGINE_TIMEOUT, Open
from test_axe import violations
from test_lessons import give, item, ready

pytestmark = pytest.mark.browser


def test_a_verdict_on_a_discard_counts_while_it_is_thought_out(visit: Open) -> None:
    page = ready(visit("tutorials/06-exchange.html").page)
    boxes = page.locator(".pq-exercise .pq-item")
    box = next(one for one in boxes.all() if item(one).posed.slow)
    place = box.locator(".pq-feedback")
    place.evaluate(
        """place => {
            window.told = [];
            new MutationObserver(() => window.told.push(place.textContent)).observe(place, {
                childList: true, subtree: true, characterData: true,
            });
        }"""
    )
    give(box, item(box).right[0])
    expect(place).to_have_attribute("data-verdict", "best", timeout=2 * ENGINE_TIMEOUT)
    expect(place).to_contain_text("It is what Master would lay out.")
    line = place.locator(".pq-says")
    expect(line).to_have_text("As good as any. It is what Master would lay out.")
    place.get_by_text("Why?").click()
    expect(place.locator(".pq-behind")).to_contain_text("then both play as well as they can")
    told = page.evaluate("window.told")
    counts = [int(one) for text in told for one in re.findall(r"Master has tried (\d+) of", text)]
    assert len(set(counts)) >= 10
    assert counts == sorted(counts)
    assert violations(page, ".pq-exercise") == []


def test_a_verdict_that_is_thought_out_has_a_bar_and_can_be_stopped(visit: Open) -> None:
    """Nothing is said of the answer then, and it can be given again; hint and answer are sound in every mode."""
    page = ready(visit("tutorials/06-exchange.html").page)
    boxes = page.locator(".pq-exercise .pq-item")
    box = next(one for one in boxes.all() if item(one).posed.slow)
    place = box.locator(".pq-feedback")
    give(box, item(box).right[0])
    bar = place.locator("progress")
    expect(bar).to_be_visible(timeout=ENGINE_TIMEOUT)
    assert int(bar.get_attribute("max") or 0) > int(bar.get_attribute("value") or 0) > 0
    place.get_by_role("button", name="Stop").click()
    expect(place).to_be_empty()
    expect(box.locator('[data-do="answer"]')).to_be_focused()
    box.locator('[data-do="hint"]').click()
    expect(place).to_have_attribute("data-verdict", "hint")
    assert violations(page, ".pq-exercise") == []
    box.locator('[data-do="solution"]').click()
    expect(place).to_have_attribute("data-verdict", "shown", timeout=2 * ENGINE_TIMEOUT)
    assert violations(page, ".pq-exercise") == []
