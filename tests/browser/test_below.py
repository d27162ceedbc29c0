"""The lower end of the story panel shows each line of a step whole or not at all."""

from typing import Any

import pytest
from case_selection import first
from harness import DEAL_PAGE, FRAME_PAGE
from pages.replay import Open, ReplayPage
from playwright.sync_api import ViewportSize, expect

pytestmark = pytest.mark.browser

# Returns the lines, buttons and citations that the lower edge cuts, and whether a whole one would fit. A
# citation of up to two lines stays whole.
CUT = """(figure) => {
  const sheet = figure.querySelector("[data-part=pages]");
  const style = getComputedStyle(sheet);
  const px = (name) => parseFloat(style.getPropertyValue(name)) || 0;
  const { top, bottom } = sheet.getBoundingClientRect();
  const goesOn = sheet.hasAttribute("data-goes-on");
  const end = bottom - px("padding-bottom") - px("--under");
  const foot = end - (goesOn ? px("--free") : 0);
  const lines = [...sheet.querySelectorAll("button:not([data-part=read-on])")].filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect());
  const texts = document.createTreeWalker(sheet, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (texts.nextNode()) {
    const { parentElement } = texts.currentNode;
    if (!parentElement.checkVisibility() || parentElement.closest("details:not([open]) > :not(summary)")) continue;
    const item = parentElement.closest("[data-part=reasons] > li, [data-part=not-a-source]");
    range.selectNodeContents(texts.currentNode);
    lines.push(...(item && item.offsetHeight < 60 ? item : range).getClientRects());
  }
  const seen = lines.filter((one) => one.width > 1);
  return {
    cut: seen.filter((one) => one.top < foot - 3 && one.bottom > foot + 3).length,
    hidden: seen.filter((one) => one.top >= foot - 3 && one.bottom <= end - 3).length,
    unsigned: !goesOn && seen.some((one) => one.bottom > end + 3),
    shown: seen.filter((one) => one.bottom > top && one.bottom <= foot + 3).length,
  };
}"""

# Returns the same for every step from the current one to the last, and whether the panel scrolls there.
WALK = """async (figure) => {
  const look = CUT;
  const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const next = figure.querySelector('[data-act="next"]');
  const seen = {};
  for (let steps = 0; steps < 80; steps++) {
    await drawn();
    seen[figure.dataset.step] = { ...look(figure), goesOn: figure.querySelector("[data-part=pages]").hasAttribute("data-goes-on") };
    if (next.getAttribute("aria-disabled") === "true") return seen;
    next.click();
  }
  throw new Error("a deal without an end");
}""".replace("CUT", CUT)
PHONE: ViewportSize = {"width": 360, "height": 740}
OTHER = "docs/deals/cavendish-p16.html"

DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def walked(reader: ReplayPage, size: ViewportSize) -> dict[str, Any]:
    """Step through a deal and check that each line is shown whole or not at all."""
    reader.page.set_viewport_size(size)
    found: dict[str, Any] = reader.evaluate(WALK)
    seen = {
        step: (one["cut"], one["hidden"], one["unsigned"], one["shown"] > 0)
        for step, one in found.items()
    }
    assert len(seen) > 20
    assert {step: one for step, one in seen.items() if one != (0, 0, False, True)} == {}
    return found


@pytest.mark.parametrize("path", first(1, [OTHER, DEAL_PAGE]))
@pytest.mark.parametrize(
    "size",
    first(1, [{"width": 1440, "height": 900}, PHONE, {"width": 768, "height": 1024}]),
)
def test_no_step_of_a_deal_shows_a_part_of_a_line(
    visit: Open, path: str, size: ViewportSize
) -> None:
    walked(visit(path), size)


def test_on_a_phone_no_step_shows_a_part_of_a_line_and_most_are_seen_whole(
    live: ReplayPage,
) -> None:
    """Of the 37 steps from the exchange on, eight have more text than room."""
    found = walked(live, PHONE)
    steps = list(found)
    longer = [step for step in steps[steps.index("xe") + 1 :] if found[step]["goesOn"]]
    assert len(longer) <= 8, longer
    assert "t10y" not in longer  # The total, as printed.


def test_on_a_phone_a_button_shows_what_has_no_room(live: ReplayPage) -> None:
    """The button is large enough for a finger, covers no line, and goes once all text has been shown."""
    live.page.set_viewport_size({"width": 360, "height": 740})
    on = live.part("read-on")
    live.go("t2y")
    clause = live.find("[data-part=reasons] li")
    expect(clause).to_be_in_viewport(ratio=1)  # A sentence of two lines, and its clause.
    expect(on).to_be_hidden()
    live.go("t2e")
    expect(on).to_be_visible()
    box = on.bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= 24
    # One evaluation, because the page may redraw a line in between.
    ends = live.find(":is([data-part=sentence], [data-part=reasons] li):visible").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect().right)"
    )
    assert ends
    assert max(ends) <= box["x"]
    for _ in range(3):
        live.page.evaluate(DRAWN)
        if on.is_visible():
            on.click()
    expect(on).to_be_hidden()


def test_beside_the_board_of_a_narrow_frame_the_same_button_shows_it(seen: Open) -> None:
    reader = seen(FRAME_PAGE)
    for width, height in ((740, 640), (900, 640)):
        reader.page.set_viewport_size({"width": width, "height": height})
        reader.go("deal")
        reader.go("cy")  # From its beginning.
        on = reader.part("read-on")
        expect(on).to_be_visible()
        box = on.bounding_box()
        assert box
        assert min(box["width"], box["height"]) >= 24
        ends = reader.part("story").evaluate("one => one.getBoundingClientRect().right")
        assert ends <= box["x"]
        steps = [
            reader.button(act).bounding_box() for act in ("first", "prev", "play", "last", "next")
        ]
        assert len({step["y"] for step in steps if step}) == 1
        assert min(min(step["width"], step["height"]) for step in steps if step) >= 24
        on.click()
        expect(reader.part("checks")).to_be_in_viewport(ratio=1)
