"""The timeline of a deal under its table, and its text for screen readers."""

import re

import pytest
from pages.replay import Open, ReplayPage
from playwright.sync_api import ViewportSize, expect

pytestmark = pytest.mark.browser

DESK: ViewportSize = {"width": 1440, "height": 900}


def test_the_picture_of_the_acts_names_the_points_and_leads_to_the_steps(live: ReplayPage) -> None:
    live.page.set_viewport_size(DESK)
    strip = live.part("timeline")
    strip.get_by_role("link", name="Trick 1: A 1, B 17").click(position={"x": 4, "y": 10})
    assert live.step == "t1e"
    column = live.find('[data-part=timeline] g[data-step="cy"] rect:first-child').bounding_box()
    assert column is not None
    live.page.mouse.click(column["x"] + column["width"] / 2, column["y"] + 50)
    assert live.step == "cy"  # The column, not only the act.
    live.page.mouse.down()
    later = live.find('[data-part=timeline] g[data-step="t7e"] rect:first-child').bounding_box()
    assert later is not None
    live.page.mouse.move(later["x"] + later["width"] / 2, later["y"] + 50, steps=8)
    live.page.mouse.up()
    assert live.step == "t7e"
    cursor = live.find("[data-part=cursor] circle").bounding_box()
    assert cursor is not None
    assert abs(cursor["x"] + 5 - later["x"] - later["width"] / 2) <= 2


def test_without_a_script_the_picture_leads_into_the_account(visit: Open) -> None:
    page = visit(java_script_enabled=False).page
    page.get_by_role("link", name="Trick 3: B 1").click()
    assert page.url.endswith("#t3y")
    assert page.locator("tr:target").get_attribute("id") == "t3y"
    expect(page.locator("[data-part=controls]")).to_be_hidden()


def test_a_variation_shows_both_lines_and_both_results(live: ReplayPage) -> None:
    live.page.set_viewport_size(DESK)
    live.go("t3e")
    live.button("whatif").click()
    expect(live.part("results")).to_have_text("Printed 43–23 · so far 26–19")
    # Names and scores share a line. The results of the rule sets belong to the recorded line.
    lines = live.find("[data-part=results] > span").evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect().top)"
    )
    assert len(set(lines)) == 1
    assert (
        live.find("[data-part=results] > span").first.evaluate(
            "one => getComputedStyle(one).whiteSpace"
        )
        == "nowrap"
    )
    expect(live.part("rule-set-note")).to_have_text("as printed")
    expect(live.part("rule-set-note")).to_be_visible()
    assert live.find("[data-part=timeline] [data-unmade] [data-part=printed-points]").count() > 0
    live.page.emulate_media(
        media="print"
    )  # A hand with choices is drawn as a hand. Points not scored have no bar.
    expect(live.find("[data-choices] > :first-child")).to_be_visible()
    expect(live.find("[data-part=timeline] [data-part=printed-points]").first).to_have_css(
        "fill", "rgb(255, 255, 255)"
    )
    live.page.emulate_media(media="null")
    live.button("auto").click()
    expect(live.part("results")).to_contain_text(re.compile(r"this line \d"))
    assert live.find("[data-part=timeline] [data-unmade]").count() == 0
    live.press("Escape")
    expect(live.what_if).to_be_hidden()
    assert live.find("[data-part=timeline] [data-part=printed-points]").count() == 0


# Returns the seats whose names have the mark of the turn.
MARKED = """figure => ["elder", "younger"].filter((seat) =>
  getComputedStyle(figure.querySelector(`[data-part=${seat}-side] [data-part=player]`), "::before").boxShadow !== "none")"""


@pytest.mark.parametrize(("step", "seat"), [("pe", "elder"), ("t2y", "younger")])
def test_whoever_is_asked_has_the_mark_and_nobody_once_the_question_is_left(
    live: ReplayPage, step: str, seat: str
) -> None:
    live.go(step)
    live.button("whatif").click()
    expect(live.question).to_be_visible()
    assert live.evaluate(MARKED) == [seat]
    live.button("back").click()
    expect(live.what_if).to_be_hidden()
    assert live.evaluate(MARKED) == []


# -- the centuries ---------------------------------------------------------------------------------
