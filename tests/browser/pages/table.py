"""The page *Play at the table*, and the steps of a player there."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from harness import quiet
from playwright.sync_api import Locator, Page

from pages.replay import Open

TABLE = "tutorials/table.html"
# Makes the first legal move until the deal is over, or until the question contains a text.
AUTOPLAY = """async wanted => {
  const prompt = document.querySelector("[data-part=prompt]");
  const saved = () => localStorage.getItem("piquet:game");
  for (let moves = 0; moves < 60; moves++) {
    // A player who taps goes on from trick to trick.
    while (document.querySelector("[data-showing]")) prompt.querySelector("[data-do=on]").click();
    if (prompt.querySelector("[data-part=deal-result]")) return moves;
    if (wanted && prompt.textContent.includes(wanted)) return moves;
    const before = saved();
    const set = prompt.querySelector("fieldset");
    if (set) {
      const boxes = [...prompt.querySelectorAll("[data-choices] input")].slice(0, Math.max(1, Number(set.dataset.least)));
      for (const box of boxes) box.click();
      set.querySelector("[data-act=lay]").click();
    } else prompt.querySelector("button:not([aria-disabled=true])").click();
    while (saved() === before) await new Promise(requestAnimationFrame);
  }
  throw new Error("a deal without an end");
}"""


class TablePage:
    """The table in a browser."""

    def __init__(self, page: Page) -> None:
        self.page = page

    @classmethod
    def start(cls, visit: Open, terms: str, *, phone: bool = False) -> TablePage:
        """Open the page with terms in its address, start the game and wait for the first question."""
        page = visit(f"{TABLE}?{terms}", size=(360, 740) if phone else (1280, 900)).page
        quiet(page)
        table = cls(page)
        table.part("start").click()
        table.wait_for_question()
        return table

    # -- elements --------------------------------------------------------------------------------

    def part(self, name: str) -> Locator:
        """Return the parts of the page with a name."""
        return self.page.locator(f"[data-part={name}]")

    def button(self, action: str) -> Locator:
        """Return the button for an action, such as ``undo``."""
        return self.page.locator(f'[data-do="{action}"]')

    @property
    def region(self) -> Locator:
        """The table: stage, settings and announcements."""
        return self.part("table")

    @property
    def board(self) -> Locator:
        """The felt with the cards."""
        return self.region.locator("[data-part=board]")

    @property
    def prompt(self) -> Locator:
        """The board with the question and its choices."""
        return self.part("prompt")

    @property
    def question(self) -> Locator:
        """The text of the question."""
        return self.part("question").locator("[data-part=question-text]")

    @property
    def result(self) -> Locator:
        """The panel at the end of a deal."""
        return self.part("deal-result")

    @property
    def announcement(self) -> Locator:
        """The live region for screen readers."""
        return self.region.locator("[data-part=announcement]")

    @property
    def hint(self) -> Locator:
        """The hint of the strongest player."""
        return self.part("hint")

    @property
    def score_rows(self) -> Locator:
        """The rows of the score sheet, one for each deal."""
        return self.part("scores").locator("tbody tr")

    # -- steps of a player -----------------------------------------------------------------------

    def take_tricks(self) -> None:
        """Take all tricks that are being shown."""
        self.page.evaluate(
            "while (document.querySelector('[data-showing]')) document.querySelector('[data-do=on]').click()"
        )

    def play(self, until: str = "") -> int:
        """Make the first legal move until the deal is over, or until the question contains a text.

        Returns the number of moves.
        """
        moves: int = self.page.evaluate(AUTOPLAY, until)
        return moves

    def open_more(self) -> None:
        """Show the secondary actions after a deal."""
        self.result.get_by_text("More", exact=True).click()

    def show_costs(self) -> None:
        """Ask for all decisions that cost something in the finished deal."""
        self.open_more()
        self.page.get_by_role("button", name="What cost most?").click()

    # -- state -----------------------------------------------------------------------------------

    def wait_for_question(self) -> None:
        """Wait for a question or for the end of the deal."""
        ready = "[data-part=prompt] :is([data-part=choices], [data-part=deal-result])"
        self.page.locator(ready).wait_for()

    def engine_answers(self) -> list[dict[str, Any]]:
        """Return all answers of the engine."""
        texts: list[str] = self.page.evaluate("window.workers.flatMap(worker => worker.heard)")
        return [json.loads(text).get("ok", {}) for text in texts]


# The type of the fixture `seat`, which sits down at the shared table to a game.
Seated = Callable[..., TablePage]
