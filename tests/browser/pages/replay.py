"""A page with a replay, and the steps of a reader there."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from harness import Watch
from playwright.sync_api import Locator, Page, expect

# Returns the text of an element as a screen reader reads it, without the visual signs of cards.
READ_ALOUD = """element => {
  const copy = element.cloneNode(true);
  for (const hidden of copy.querySelectorAll('[aria-hidden="true"]')) hidden.remove();
  return copy.textContent;
}"""
# Goes to each step as `ReplayPage.go` does and calls LOOK there. The browser paints nothing between two calls.
EACH_STEP = """async ([figure, steps]) => {
  const results = [];
  for (const step of steps) {
    figure.querySelector(`[data-part=timeline] g[data-step="${step}"] rect`).dispatchEvent(new MouseEvent("click", { bubbles: true }));
    results.push([figure.dataset.step, await (LOOK)(figure)]);
  }
  return results;
}"""


class ReplayPage:
    """A page with a replay, opened in a profile of its own."""

    def __init__(self, page: Page, watch: Watch, figure: str = "figure[data-part=replay]") -> None:
        self.page = page
        self.watch = watch
        self.figure = page.locator(figure)

    # -- elements --------------------------------------------------------------------------------

    def find(self, selector: str) -> Locator:
        """Return the elements of the replay that match a selector."""
        return self.figure.locator(selector)

    def part(self, name: str) -> Locator:
        """Return the parts of the replay with a name."""
        return self.find(f"[data-part={name}]")

    def button(self, act: str) -> Locator:
        """Return the button for an action."""
        return self.find(f'[data-act="{act}"]')

    @property
    def what_if(self) -> Locator:
        """The panel in which a reader plays a variation."""
        return self.part("what-if")

    @property
    def question(self) -> Locator:
        """The text of the question in the what-if panel."""
        return self.what_if.locator("[data-part=question-text]")

    # -- state -----------------------------------------------------------------------------------

    @property
    def step(self) -> str:
        """The id of the step shown."""
        return self.figure.get_attribute("data-step") or ""

    @property
    def sentence(self) -> str:
        """The sentence of the step shown, as a screen reader reads it."""
        return str(self.part("sentence").evaluate(READ_ALOUD))

    @property
    def status(self) -> str:
        """The message about the engine."""
        message = self.part("engine-status").text_content() or self.part("proof").text_content()
        return message or ""

    @property
    def scores(self) -> tuple[int, int]:
        """Elder's total and younger's, as drawn."""
        elder, younger = (
            int(
                (
                    self.find(f"[data-part={seat}-side] [data-part=score]").text_content() or ""
                ).split()[-1]
            )
            for seat in ("elder", "younger")
        )
        return elder, younger

    def shown(self) -> str:
        """Return the markup of the step shown."""
        return self.part("board").inner_html() + self.part("story").inner_html()

    def evaluate(self, script: str) -> Any:
        """Call a JavaScript function with the figure."""
        return self.page.evaluate(script, self.figure.element_handle())

    def each(self, steps: Iterable[str], look: str) -> list[Any]:
        """Go to each step and return the results of a JavaScript function of the figure.

        One call to the browser does it all.
        """
        wanted = list(steps)
        results = self.page.evaluate(
            EACH_STEP.replace("LOOK", look), [self.figure.element_handle(), wanted]
        )
        assert [step for step, _ in results] == wanted
        return [result for _, result in results]

    # -- steps of a reader -----------------------------------------------------------------------

    def press(self, *keys: str) -> None:
        """Press keys, wherever the focus is."""
        for key in keys:
            self.page.keyboard.press(key)

    def go(self, step: str) -> None:
        """Go to a step through the timeline."""
        self.find(f'[data-part=timeline] g[data-step="{step}"] rect').first.dispatch_event("click")

    def play_by(self, rules: str) -> None:
        """Replay the cards under another rule set, or under that of the record ("")."""
        self.find(f'[data-part=rule-sets] a[data-book="{rules}"]').click()

    def open(self, dialog: str) -> Locator:
        """Open a dialog of the replay and return it."""
        self.button(dialog).click()
        opened = self.find(f"dialog[data-part={dialog}]")
        expect(opened).to_be_visible()
        return opened

    def close(self) -> None:
        """Close the open dialog."""
        self.find("dialog[open] [data-act=close]").click()

    def choose(self, name: str, value: str) -> None:
        """Choose an option in the settings."""
        self.open("settings").locator(f'input[data-set="{name}"][value="{value}"]').check()
        self.close()

    def look(self, view: str) -> None:
        """Choose one player's view, or both, and wait until it is drawn."""
        self.page.evaluate(
            """([figure, view]) => {
                const input = figure.querySelector(`input[data-set=view][value=${view}]`);
                input.checked = true;
                input.dispatchEvent(new Event("change", { bubbles: true }));
            }""",
            [self.figure.element_handle(), view],
        )
        hidden = {"both": 0, "e": "younger", "y": "elder"}[view]
        if hidden:
            back = self.find(f'[data-part={hidden}-side] use[href="#pq-back"]')
            back.first.wait_for(state="attached")

    def fork(self, step: str) -> None:
        """Go to a step and ask what if."""
        self.go(step)
        self.button("whatif").click()
        expect(self.question).to_be_visible()

    def pick(self, move: str, step: str) -> None:
        """Choose a move and wait for the step that follows."""
        self.find(f'[data-part=stage] [data-move="{move}"]').click()
        expect(self.figure).to_have_attribute("data-step", step)

    def leave(self) -> None:
        """Return to the recorded line with Escape and wait until it is drawn."""
        self.part("stage").focus()
        self.press("Escape")
        expect(self.what_if).to_be_hidden()

    # -- waiting ---------------------------------------------------------------------------------

    def until_address(self, end: str) -> None:
        """Wait until the address ends with a text. The page updates it after a delay."""
        expect(self.page).to_have_url(re.compile(f"{re.escape(end)}$"))

    def until_live(self) -> None:
        """Wait until the engine runs."""
        self.until("live")

    def until(self, state: str) -> None:
        """Wait until the engine runs or has failed, and check which of them."""
        handle = self.figure.element_handle()
        self.page.wait_for_function(
            "figure => ['live', 'failed'].includes(figure.dataset.engine)",
            arg=handle,
        )
        assert self.figure.get_attribute("data-engine") == state, self.status


# The type of the fixture `visit`, which opens a page in a new profile.
Open = Callable[..., ReplayPage]
