"""What a page says in every frame of a wait: between *Play now* and the first card of a hand."""

from __future__ import annotations

from playwright.sync_api import Page

HAND = "[data-part=table] [data-part=hand] svg"
# What may stand there meanwhile, each of which is true: the laid table, what becomes of the start, why there is none.
TRUE = "[data-part=welcome] [data-part=felt-message], [data-part=starting] > *, [data-part=engine-notice], [data-part=saved-game], [data-part=notice], [data-part=table] [data-part=question]"
# Notes, for each frame until there is a card, what is in sight of it; and whether the page says that it lacks a script.
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
    """Return the frames in which nothing true was in sight, or something untrue.

    Until the scripts of the page are there, its title is enough.
    """
    found: list[dict[str, object]] = page.evaluate("window.inSight")
    assert found, "no frame was seen"
    return [str(one) for one in found if one["lacks"] or not (one["words"] or _is_titled(one))]


def _is_titled(frame: dict[str, object]) -> bool:
    return bool(frame["title"]) and frame["state"] != "complete"
