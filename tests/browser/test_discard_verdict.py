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
    expect(place).to_contain_text("then both play as well as they can")
    told = page.evaluate("window.told")
    counts = [int(one) for text in told for one in re.findall(r"Master has tried (\d+) of", text)]
    assert len(set(counts)) >= 10
    assert counts == sorted(counts)
    assert violations(page, ".pq-exercise") == []
