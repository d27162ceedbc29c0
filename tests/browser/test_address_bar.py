"""Stepping works while the browser refuses to change the address."""

import re

import pytest
from harness import DEAL_PAGE, no_engine
from pages.replay import Open, ReplayPage
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

NOTHING = "_static/favicon.svg"  # A page of departure, for the history.

# Safari allows a hundred changes in ten seconds and throws at the next. In this test the ten seconds
# never end, so the speed of the machine does not matter.
LIMITED = """
window.changes = 0;
window.shut = false;
for (const name of ["replaceState", "pushState"]) {
  const real = history[name];
  history[name] = (...wanted) => {
    if (window.shut || window.changes >= 100) {
      throw new DOMException(`${name}() more than 100 times per 10 seconds`, "SecurityError");
    }
    window.changes += 1;
    real.apply(history, wanted);
  };
}
"""


def limited(visit: Open, path: str = DEAL_PAGE, **options: object) -> ReplayPage:
    """Open a page in a browser that counts changes of the address. An exception fails the test."""
    reader = visit(NOTHING, **options)
    reader.page.add_init_script(LIMITED)
    no_engine(reader.page)
    reader.page.goto(reader.page.url.replace(NOTHING, path))
    return reader


def test_every_one_of_185_quick_keys_makes_its_step_and_the_same_place_is_not_written_again(
    visit: Open,
) -> None:
    """Hold a key down: 37 steps forward, 37 back, and so on."""
    reader = limited(visit)
    shown, marked = reader.evaluate(
        """figure => {
            const shown = [], marked = [];
            for (let key = 0; key < 185; key += 1) {
                const name = Math.floor(key / 37) % 2 ? "ArrowLeft" : "ArrowRight";
                figure.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true }));
                shown.push(figure.dataset.step);
                marked.push(figure.querySelector("[data-part=sentence]").textContent === figure
                    .querySelector(`template[data-step="${shown.at(-1)}"]`).content
                    .querySelector("[data-part=sentence]").textContent);
            }
            return [shown, marked];
        }"""
    )
    there = reader.evaluate(
        "figure => [...figure.querySelectorAll('[data-part=timeline] g[data-step]')].map(one => one.dataset.step)"
    )
    back = there[::-1]
    assert shown == there[1:] + back[1:] + there[1:] + back[1:] + there[1:]
    assert all(marked)
    reader.until_address("#result")
    before = reader.page.evaluate("changes")
    assert before <= 5
    reader.button("last").focus()
    reader.press(*["End"] * 5)
    reader.page.evaluate(
        "dispatchEvent(new PageTransitionEvent('pagehide'))"
    )  # Writes the pending address.
    assert reader.page.evaluate("changes") == before


def test_a_dragged_slider_shows_every_step_it_passes(visit: Open) -> None:
    """Move the slider through the deal four times, with 152 inputs."""
    reader = limited(visit)
    wrong = reader.evaluate(
        """figure => {
            const slider = figure.querySelector("[data-part=step-slider]");
            const steps = [...figure.querySelectorAll('[data-part=timeline] g[data-step]')].map(one => one.dataset.step);
            const wrong = [];
            for (let input = 0; input < 152; input += 1) {
                const place = Math.floor(input / 38) % 2 ? 37 - (input % 38) : input % 38;
                slider.value = String(place);
                slider.dispatchEvent(new Event("input", { bubbles: true }));
                if (figure.dataset.step !== steps[place]) wrong.push(place);
            }
            return wrong;
        }"""
    )
    assert wrong == []
    assert reader.step == "deal"
    reader.until_address("#deal")


def test_what_the_bar_refuses_is_written_later_and_a_link_copied_meanwhile_is_right(
    visit: Open,
) -> None:
    reader = limited(visit, permissions=["clipboard-read", "clipboard-write"])
    reader.page.evaluate("shut = true")
    reader.go("t6e")
    assert reader.step == "t6e"
    assert reader.page.url.endswith(DEAL_PAGE)
    reader.part("stage").focus()
    reader.press("c")
    expect(reader.part("engine-status")).to_contain_text("The link to this step is copied.")
    copied = reader.page.evaluate("navigator.clipboard.readText()")
    assert copied.endswith(f"{DEAL_PAGE}#t6e")
    reader.page.evaluate("shut = false")
    reader.until_address(f"{DEAL_PAGE}#t6e")


def test_whoever_leaves_amid_the_steps_comes_back_to_the_last(visit: Open) -> None:
    reader = visit(faulty=True)  # Leaving the page aborts its requests.
    no_engine(reader.page)
    reader.evaluate(
        """figure => {
            for (let key = 0; key < 12; key += 1)
                figure.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight" }));
            location.assign("index.html");
        }"""
    )
    expect(reader.page).to_have_url(re.compile("docs/deals/index.html$"))
    reader.page.go_back()
    expect(reader.figure).to_have_attribute("data-step", "t1y")
    reader.until_address("#t1y")
