"""The end of a deal at the table: one primary button, two ways to review, and folded details."""

import re

import pytest
from case_selection import first
from harness import GARBLED, Modes
from pages.table import Seated, TablePage
from playwright.sync_api import Page, expect
from saved_games import deal_over
from test_axe import violations

pytestmark = pytest.mark.browser

# Returns the labels of the buttons with a surface, and of those with a coloured surface.
SURFACES = """() => {
    const seen = [...document.querySelectorAll("[data-part=stage] button")].filter((one) => one.checkVisibility());
    const look = (one) => getComputedStyle(one).backgroundColor;
    const sheet = getComputedStyle(document.querySelector("[data-part=stage]")).backgroundColor;
    const solid = seen.filter((one) => ![sheet, "rgba(0, 0, 0, 0)"].includes(look(one)));
    const framed = seen.filter((one) => parseFloat(getComputedStyle(one).borderTopWidth) > 0);
    const words = (list) => list.map((one) => one.textContent);
    return { solid: words(solid), framed: words(framed), all: words(seen) };
}"""


def over(seat: Seated, form: str, *, phone: bool) -> Page:
    return seat(deal_over(form, "axe", seat="younger"), phone=phone).page


@pytest.mark.parametrize(
    ("form", "main", "phone"),
    first(
        2,
        [
            ("deal", "Play Thumb again", False),
            ("rubicon", "Next deal: Thumb deals", True),
            ("deal", "Play Thumb again", True),
            ("rubicon", "Next deal: Thumb deals", False),
        ],
    ),
)
def test_one_way_on_stands_out(
    seat: Seated, modes: Modes, form: str, main: str, phone: bool
) -> None:
    page = over(seat, form, phone=phone)
    again = page.get_by_role("group", name="What cost you most").get_by_role("button")
    expect(again).to_have_text("Play that moment again")
    found = page.evaluate(SURFACES)
    assert found["solid"] == [main]
    assert found["framed"] == ["Play that moment again", main, "Review the deal"]
    TablePage(page).open_more()
    found = page.evaluate(SURFACES)
    for quiet in (
        "What cost most?",
        "Save the record",
        "A new game" if form == "deal" else "Leave the table",
        "Your games",
    ):
        assert quiet in found["all"]
    assert found["all"].count("Leave the table") == (form == "rubicon")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert violations(page, "[data-part=stage]", modes) == []


@pytest.mark.parametrize("form", first(1, ["rubicon", "deal"]))
def test_on_a_wide_page_what_cost_most_has_its_width_below_a_stage_of_one_height(
    seat: Seated, modes: Modes, form: str
) -> None:
    page = over(seat, form, phone=False)
    expect(page.locator("[data-part=deal-result] h2")).to_contain_text("is over.")
    worst = page.get_by_role("group", name="What cost you most")
    expect(worst.get_by_role("button")).to_have_text("Play that moment again")
    TablePage(page).open_more()
    button = page.get_by_role("button", name="What cost most?")
    stays = [
        button,
        *page.locator("[data-part=table] :is([data-part=board], [data-part=both-hands])").all(),
    ]
    stays += [page.locator("[data-part=game-summary] [data-part=ledger]").first]
    on_the_page = """one => { const { x, y, width, height } = one.getBoundingClientRect();
      return [x, y + scrollY, width, height]; }"""
    before = [one.evaluate(on_the_page) for one in stays]
    button.press("Enter")
    lines = page.locator("[data-part=mistakes] li")
    lines.first.wait_for()
    assert [one.evaluate(on_the_page) for one in stays] == before
    # Nothing scrolls inside the panel. The page scrolls no further than to the first decision.
    for one in page.locator("[data-part=deal-result] [data-part=actions] button").all():
        expect(one).to_be_in_viewport(ratio=1)
    expect(lines.first).to_be_in_viewport(ratio=0.95)
    for part in ("[data-part=deal-result]", "[data-part=question]", "[data-part=mistakes]"):
        assert page.locator(part).evaluate("one => one.scrollHeight - one.clientHeight") <= 0
    # The count of good decisions is beside the result, the list below both.
    expect(page.locator("[data-part=deal-result]")).to_contain_text("Forced cards are left out")
    board = page.locator("[data-part=table] [data-part=board]").bounding_box()
    boxes = [one.bounding_box() for one in lines.all()]
    assert board
    assert len(boxes) >= 2
    assert all(box and box["y"] > board["y"] + board["height"] for box in boxes)
    # Keyboard users go on from the list.
    assert page.locator("[data-part=mistakes]").evaluate("one => one === document.activeElement")
    page.keyboard.press("Tab")
    expect(lines.first.get_by_role("button").first).to_be_focused()
    page.locator("[data-part=mistakes] summary").click()
    assert [one.evaluate(on_the_page) for one in stays] == before
    assert violations(page, "[data-part=stage]", modes) == []


def test_what_cost_most_is_a_list_with_labelled_prices(seat: Seated) -> None:
    page = over(seat, "rubicon", phone=True)
    TablePage(page).show_costs()
    lines = page.locator("[data-part=mistakes] li")
    lines.first.wait_for()
    assert 1 <= lines.count() <= 3
    for line in lines.all():
        expect(line.locator("dl > div").first).to_contain_text(
            re.compile(r"your chance to win the partie fell by (about )?[\d.]+%")
        )
        expect(line.locator("dt").first).to_have_text("As far as you could know:")
    spoken = page.locator("[data-part=table] [data-part=announcement]").text_content() or ""
    assert not GARBLED.search(spoken)
    assert "What cost you most. " in spoken
    assert re.search(r"\bYou (played|laid out|led) .*(spades|hearts|diamonds|clubs)", spoken)
    assert "As far as you could know: " in spoken
    assert "Better line" not in spoken  # A button, visible as such.
    assert "Judged for" not in spoken  # Folded.
    how = page.locator("[data-part=mistakes] details")
    expect(how).not_to_have_attribute("open", "")
    how.locator("summary").click()
    expect(how).to_contain_text("as Master judges")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_deal_is_told_first_and_its_worst_moment_played_again_in_one_tap(seat: Seated) -> None:
    page = over(seat, "deal", phone=True)
    table = TablePage(page)
    # The result has spaces that do not break; the announcement, which does not stay, has others.
    told = page.get_by_text(
        re.compile(r"You (won|lost) this deal in the (calls|play),\s\d+ to\s\d+")
    )
    expect(told.first).to_be_visible()
    expect(page.get_by_role("img", name=re.compile("The result|Trick")).first).to_be_visible()
    scores = page.evaluate("localStorage.getItem('piquet:played')")
    again = page.get_by_role("button", name="Play that moment again")
    again.click()
    table.wait_for_question()
    expect(table.question).to_be_visible()
    expect(table.result).to_have_count(0)
    table.play()
    expect(table.result).to_contain_text(re.compile(r"The first time it came to \d+–\d+"))
    assert page.evaluate("localStorage.getItem('piquet:played')") == scores  # Not counted again.


def test_from_the_replay_of_a_deal_one_tap_plays_on_from_the_step_that_is_shown(
    seat: Seated,
) -> None:
    page = over(seat, "rubicon", phone=False)
    page.get_by_role("button", name="Review the deal").click()
    onward = page.get_by_role("button", name="Play on from here")
    onward.click()
    table = TablePage(page)
    table.wait_for_question()
    expect(table.question).to_contain_text("lay out")  # The replay begins with the deal.
    expect(onward).to_have_count(0)
    expect(page.get_by_text("Set aside (1)")).to_be_visible()  # The partie goes on later.
    page.get_by_role("group", name="At the table").get_by_role(
        "button", name="Back to the game"
    ).click()
    expect(table.result).to_be_visible()
    expect(page.get_by_role("button", name="Next deal")).to_be_visible()
    expect(page.get_by_role("button", name="Back to the game")).to_be_hidden()
    expect(page.get_by_text("Set aside (1)")).to_be_visible()  # The moment, and the partie no more.
