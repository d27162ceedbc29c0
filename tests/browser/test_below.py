"""What is below the foot of the sheet: the lines of a step are shown whole or not at all."""

from typing import Any

import pytest
from playwright.sync_api import ViewportSize, expect
from reading import DEAL_PAGE, Open

pytestmark = pytest.mark.browser

# Each line of text, button and citation that the foot of the sheet cuts, and whether there is a whole one where it is
# empty.  A citation of up to two lines stays whole.
CUT = """(figure) => {
  const sheet = figure.querySelector(".pq-pages");
  const style = getComputedStyle(sheet);
  const px = (name) => parseFloat(style.getPropertyValue(name)) || 0;
  const { top, bottom } = sheet.getBoundingClientRect();
  const goesOn = sheet.hasAttribute("data-goes-on");
  const end = bottom - px("padding-bottom") - px("--under");
  const foot = end - (goesOn ? px("--free") : 0);
  const lines = [...sheet.querySelectorAll("button:not(.pq-read-on)")].filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect());
  const texts = document.createTreeWalker(sheet, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (texts.nextNode()) {
    const { parentElement } = texts.currentNode;
    if (!parentElement.checkVisibility() || parentElement.closest("details:not([open]) > :not(summary)")) continue;
    const item = parentElement.closest(".pq-why > li, .pq-notsource");
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


DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


@pytest.mark.parametrize("path", [DEAL_PAGE, "docs/deals/cavendish-p16.html"])
@pytest.mark.parametrize(
    "size",
    [{"width": 360, "height": 740}, {"width": 768, "height": 1024}, {"width": 1440, "height": 900}],
)
def test_no_step_of_a_deal_shows_a_part_of_a_line(
    visit: Open, path: str, size: ViewportSize
) -> None:
    reader = visit(path)
    reader.page.set_viewport_size(size)
    seen: dict[str, Any] = {}
    for _ in range(80):
        reader.page.evaluate(DRAWN)
        found = reader.evaluate(CUT)
        seen[reader.step] = (found["cut"], found["hidden"], found["unsigned"], found["shown"] > 0)
        if reader.button("next").get_attribute("aria-disabled") == "true":
            break
        reader.button("next").click()
    assert len(seen) > 20
    assert {step: one for step, one in seen.items() if one != (0, 0, False, True)} == {}


def test_on_a_phone_most_steps_are_seen_whole(visit: Open) -> None:
    """Of the 37 from the exchange on, eight have more: there are long discards, calls and comments among them."""
    reader = visit()
    reader.page.set_viewport_size({"width": 360, "height": 740})
    reader.page.emulate_media(reduced_motion="reduce")
    reader.go("xe")
    longer: list[str | None] = []
    while reader.button("next").get_attribute("aria-disabled") != "true":
        reader.button("next").click()
        reader.page.wait_for_timeout(60)  # the sign follows what is drawn
        if reader.find(".pq-pages").get_attribute("data-goes-on") is not None:
            longer.append(reader.figure.get_attribute("data-step"))
    assert len(longer) <= 8, longer
    assert "t10y" not in longer  # its total, as printed


def test_on_a_phone_a_button_shows_what_has_no_room(visit: Open) -> None:
    """It is as large as a finger asks for, covers no line, and goes once all is told."""
    reader = visit()
    reader.page.set_viewport_size({"width": 360, "height": 740})
    on = reader.find(".pq-read-on")
    reader.go("t2y")
    clause = reader.find(".pq-why li")
    expect(clause).to_be_in_viewport(ratio=1)  # a sentence of two lines, and its clause
    expect(on).to_be_hidden()
    reader.go("t2e")
    expect(on).to_be_visible()
    box = on.bounding_box()
    assert box
    assert min(box["width"], box["height"]) >= 24
    # All at once: a line may be drawn anew in between.
    ends = reader.find(":is(.pq-say, .pq-why li):visible").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect().right)"
    )
    assert ends
    assert max(ends) <= box["x"]
    for _ in range(3):
        reader.page.evaluate(DRAWN)
        if on.is_visible():
            on.click()
    expect(on).to_be_hidden()
