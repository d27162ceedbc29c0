"""axe-core finds nothing, of any impact: light and dark, desktop and phone."""

import pytest
from playwright.sync_api import Page, expect
from reading import DEAL_PAGE, ROOT, RULE_PAGE, Open, Reader

pytestmark = pytest.mark.browser

AXE = (ROOT / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")
SIZES = ((1280, 900), (360, 740))


def violations(page: Page, part: str = "html") -> list[str]:
    """Run axe in every mode; return what it found as one line a node."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    lines = []
    for colours in ("light", "dark"):
        page.emulate_media(color_scheme="dark" if colours == "dark" else "light")
        expect(page.locator("html")).to_have_attribute("data-theme", colours)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            # Colours fade over in the theme; contrast is measured when they have.
            page.evaluate("Promise.allSettled(document.getAnimations().map(one => one.finished))")
            found = page.evaluate("part => axe.run(part, {resultTypes: ['violations']})", part)
            lines += [
                f"{colours} {width}: {rule['id']} ({rule['impact']}): {node['target']}: "
                f"{node['failureSummary']}"
                for rule in found["violations"]
                for node in rule["nodes"]
            ]
    return lines


@pytest.mark.parametrize("path", ["", DEAL_PAGE, RULE_PAGE])
def test_page_as_it_opens(visit: Open, path: str) -> None:
    assert violations(visit(path).page) == []


@pytest.mark.parametrize("step", ["se", "t6e"])
def test_deal_at_a_live_step(live: Reader, step: str) -> None:
    live.go(step)
    live.find("details.pq-options").evaluate("one => { one.open = true; }")
    found = violations(live.page, ".pq-replay")
    live.find("details.pq-options").evaluate("one => { one.open = false; }")
    assert found == []
