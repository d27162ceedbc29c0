"""A log of the visible messages in every frame between *Play now* and the first card."""

from __future__ import annotations

from playwright.sync_api import Page

HAND = "[data-part=table] [data-part=hand] svg"
# The acceptable messages: the empty table, the progress of the start, or an error.
TRUE = "[data-part=welcome] [data-part=felt-message], [data-part=starting] > *, [data-part=engine-notice], [data-part=saved-game], [data-part=notice], [data-part=table] [data-part=question]"
# Logs for each frame the visible messages, and whether the page says that its script is missing.
EACH_FRAME = """
window.inSight = [];
const seen = one => {
  const { top, bottom, width } = one.getBoundingClientRect();
  return width && bottom > 0 && top < innerHeight && one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
};
const look = () => {
  if (document.querySelector("HAND")) return;
  const words = [...document.querySelectorAll("TRUE")].filter(seen).map(one => one.innerText.trim()).filter(Boolean);
  const title = [...document.querySelectorAll("main h1")].some(seen);
  const lacks = [...document.querySelectorAll("main noscript, main .pq-noscript")].filter(seen).map(one => one.textContent);
  window.inSight.push({ at: Math.round(performance.now()), state: document.readyState, title, words, lacks });
  requestAnimationFrame(look);
};
if (location.pathname.endsWith("table.html")) requestAnimationFrame(look);
""".replace("HAND", HAND).replace("TRUE", TRUE)


def untold(page: Page) -> list[str]:
    """Return the frames with no acceptable message or with a wrong one.

    Until the scripts have loaded, the title of the page is enough.
    """
    found: list[dict[str, object]] = page.evaluate("window.inSight")
    assert found, "no frame was seen"
    return [str(one) for one in found if one["lacks"] or not (one["words"] or _is_titled(one))]


def _is_titled(frame: dict[str, object]) -> bool:
    return bool(frame["title"]) and frame["state"] != "complete"
