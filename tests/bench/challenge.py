"""Length of the link of a challenge, and downloads and time from opening it to the first card."""

from __future__ import annotations

import random
import sys
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, sync_playwright

sys.path.append(str(Path(__file__).parents[1] / "browser"))
sys.path.append(str(Path(__file__).parents[1] / "engine"))

from harness import ENGINE_TIMEOUT, SITE, Watch, launch, serving, weight
from test_challenges import empty, play

from piquet_core.challenges import Challenge, add_entry, write_challenge

TABLE = "tutorials/table.html"
DEALS = 6
MOST_CHARACTERS = {1: 600, 2: 720, 3: 840}
"""The goals: the length of a challenge of six deals, by the number of players."""
ROUNDS = 3


def run() -> list[tuple[str, str]]:
    """Return rows of a name and a formatted figure."""
    texts = {players: write_challenge(joined(players)) for players in MOST_CHARACTERS}
    rows = [
        (f"six deals, players: {players}", f"{len(text)} of {MOST_CHARACTERS[players]} characters")
        for players, text in texts.items()
    ]
    with sync_playwright() as playwright, serving(SITE) as base:
        browser = launch(playwright, optimised=True)
        found = [opened(browser, base, texts[1]) for _ in range(ROUNDS)]
        browser.close()
    times, sizes = zip(*found, strict=True)
    return [
        *rows,
        ("from the link to the first card, first visit", f"{median(times):,.0f} ms"),
        ("downloads until then", f"{median(sizes) / 1024:,.0f} KiB gzip"),
    ]


def joined(players: int) -> Challenge:
    """Return a challenge of six deals that several people have played at random."""
    challenge = empty(count=DEALS)
    for number in range(players):
        rng = random.Random(number)
        games = [play(challenge.game(one), rng) for one in range(DEALS)]
        challenge = add_entry(challenge, games, f"Player {number}")
    return challenge


def opened(browser: Browser, base: str, text: str) -> tuple[float, int]:
    """Open a challenge in a fresh profile and begin it.

    Return the milliseconds from the navigation to the first hand, and the bytes downloaded.
    """
    context = browser.new_context()
    watch = Watch(context, base)
    page = context.new_page()
    page.set_default_timeout(ENGINE_TIMEOUT)
    page.goto(f"{base}{TABLE}#challenge={text}")
    page.get_by_label("Your name, as").fill("Guest")
    page.get_by_role("button", name="Play deal 1").click()
    page.locator("[data-part=prompt] [data-part=choices]").wait_for()
    took: float = page.evaluate("performance.now()")
    paths = set(watch.paths)
    context.close()
    return took, weight(paths)
