"""Draw the picture for shared links, the cover of the book and the icons, for use when the cards change.

.venv/bin/python tools/share.py
"""

from __future__ import annotations

import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path += [str(ROOT), str(ROOT / "tools")]

import browser as finder  # noqa: E402 - found through the line above

from piquet_core.html.cards import card_svg, sprite  # noqa: E402 - as above
from piquet_core.pack.cards import Rank, Suit, card  # noqa: E402 - as above

SHARED = ROOT / "docs" / "_static" / "share.png"
COVER = ROOT / "docs" / "_book" / "cover.png"
STATIC = ROOT / "docs" / "_static"
ICON = STATIC / "favicon.svg"
SIDES = (180, 192, 512)  # for a phone's home screen, and as the manifest names them
CARDS = ROOT / "piquet_core" / "browser" / "cards.css"
RANKS = (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK, Rank.TEN)
STYLE = """
body { margin: 0; height: 100vh; overflow: hidden; background: #f3efe4; color: #16202a;
  display: flex; flex-direction: column; align-items: center; justify-content: center; font-family: serif; }
div { display: flex; margin-bottom: 44px; --pq-w: 200px; }
div svg { margin: 0 -22px; transform: rotate(var(--turn)) translateY(var(--drop)); }
b { font-size: 104px; line-height: 1; font-weight: 600; letter-spacing: 0.02em; }
p { margin: 18px 0 0; font-size: 36px; max-width: 80vw; text-align: center; }
"""
# A cover is upright, and usually seen small.
UPRIGHT = """
div { margin-bottom: 150px; --pq-w: 260px; }
div svg { margin: 0 -67px; }
b { font-size: 170px; }
p { margin-top: 44px; font-size: 46px; line-height: 1.4; max-width: 600px; }
"""


def main() -> None:
    """Draw the five highest spades with the name of the game under them."""
    cards = "".join(
        f'<span style="display:contents;--turn:{6 * i}deg;--drop:{4 * i * i}px">'
        f"{card_svg(card(Suit.SPADES, rank))}</span>"
        for i, rank in zip(range(-2, 3), RANKS, strict=True)
    )
    page_text = (
        f"<!DOCTYPE html><meta charset=utf-8><style>{CARDS.read_text('utf-8')}{STYLE}</style>"
        f"{sprite()}<div>{cards}</div><b>Piquet</b><p>The rules with their sources, and deals to replay</p>"
    )
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=finder.find(), args=["--no-sandbox"])
        for path, width, height, style in ((SHARED, 1200, 630, ""), (COVER, 900, 1350, UPRIGHT)):
            page = browser.new_page(viewport={"width": width, "height": height})
            page.set_content(f"{page_text}<style>{style}</style>")
            page.screenshot(path=path)
            print(f"{path.relative_to(ROOT)}: {path.stat().st_size // 1024} KiB")
        # A phone rounds the corners itself, so the green goes to the edge.
        style = "body { margin: 0; background: #1f4d3a; } svg { display: block; }"
        for side in SIDES:
            page = browser.new_page(viewport={"width": side, "height": side})
            page.set_content(f"<!DOCTYPE html><style>{style}</style>{ICON.read_text('utf-8')}")
            page.screenshot(path=STATIC / f"icon-{side}.png")
        browser.close()


if __name__ == "__main__":
    main()
