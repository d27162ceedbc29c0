"""Starting a game: offers and messages before the first card is dealt."""

import re

import pytest
from case_selection import first
from harness import Modes, printed, quiet
from pages.replay import Open
from pages.table import TABLE, Seated, TablePage
from playwright.sync_api import Page, Route, expect
from saved_games import nearly_over
from start_frames import EACH_FRAME, HAND, untold
from test_axe import violations

from piquet_core.players import PLAYERS

pytestmark = pytest.mark.browser


def test_a_table_says_in_the_first_window_what_it_begins_and_all_there_is_of_an_opponent(
    visit: Open, modes: Modes
) -> None:
    page = visit(TABLE, has_touch=True, is_mobile=True).page
    keys_are_listed_only_where_a_keyboard_is_likely(page, touch=True)
    page.set_viewport_size({"width": 360, "height": 740})
    expect(page.locator("[data-part=start]")).to_be_in_viewport(ratio=1)
    expect(page.locator("[data-part=start]")).to_have_text("Show me")  # Nothing was played yet.
    expect(page.locator("[data-part=agreed-terms]")).to_have_text(
        re.compile("^Against Beginner · .* · A single deal$")
    )
    terms = page.get_by_role("group", name="Your opponent")
    expect(terms).to_be_hidden()
    page.locator("[data-part=change-terms]", has_text="Change").tap()
    expect(terms).to_be_visible()
    for one in ("Rules", "What to play", "Your name, for the record of the deals"):
        expect(page.locator("[data-part=new-game]").get_by_label(one, exact=True)).to_be_visible()
    expect(page.get_by_role("radio", name="You deal, and are younger")).to_be_visible()
    # The button stays in view below the heading. Another one follows the last of the terms.
    bar = page.locator("[data-part=site-header]").bounding_box()
    go = page.locator("[data-part=start]").bounding_box()
    assert bar
    assert go
    assert go["y"] >= bar["y"] + bar["height"]
    assert violations(page, "[data-part=new-game]", modes) == []
    for width in (768, 1440, 360):
        page.set_viewport_size({"width": width, "height": 900})
        opponents_are_read_whole(page, width)
    page.locator("[data-part=play-now]").get_by_role("button", name="Play now").tap()
    TablePage(page).wait_for_question()
    game = page.evaluate("localStorage.getItem('piquet:game')")
    assert list(PLAYERS)[-1] in game  # The last choice.


def keys_are_listed_only_where_a_keyboard_is_likely(page: Page, *, touch: bool) -> None:
    help_with_keys = page.locator(".pq-keyboard")
    expect(help_with_keys).to_have_count(1)
    if touch:
        expect(help_with_keys).to_be_hidden()
    else:
        expect(help_with_keys).to_be_visible()


def opponents_are_read_whole(page: Page, width: int) -> None:
    """Choose one after the other and check that no description is cut."""
    for one in PLAYERS.values():
        card = page.get_by_role("radio", name=f"{one.name} {printed(one.words)}")
        card.check()
        said = page.locator("[data-part=opponents] label:has(:checked) span")
        assert said.evaluate("one => one.scrollWidth <= one.clientWidth + 1")
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_second_tap_from_the_landing_page_chooses_a_card_and_until_then_something_true_is_in_sight(
    visit: Open,
) -> None:
    """On a phone, by touch, without a word about rules or forms. A saved game is not replaced.

    Every frame is checked, on a slow connection.
    """
    page = visit("index.html", has_touch=True, is_mobile=True, size=(360, 740)).page
    page.add_init_script(EACH_FRAME)

    held: list[Route] = []
    page.context.route("**/pyodide.asm.js", lambda route: held.append(route))  # noqa: PLW0108 - Playwright marks what it calls
    page.get_by_role("link", name="Play now").tap()
    page.wait_for_url("**/tutorials/table.html*")
    page.wait_for_function(
        "inSight.some(({ words }) => words.some(text => text.includes('The engine')))"
    )
    for route in held:
        route.continue_()
    page.context.unroute_all()
    page.locator(HAND).first.wait_for()
    assert untold(page) == []
    said = "\n".join(page.evaluate("window.inSight.flatMap(one => one.words)"))
    assert "The table is laid" in said
    assert "The engine" in said
    TablePage(page).wait_for_question()
    card = page.locator("[data-part=prompt] [data-choices] > *").first
    expect(card).to_be_in_viewport(ratio=1)
    card.tap()
    expect(page.locator("[data-part=chosen-count]")).to_have_text("1 chosen")
    kept = page.evaluate("localStorage.getItem('piquet:game')")
    page.go_back()
    page.get_by_role("link", name="Play now").tap()
    expect(page.get_by_role("button", name="Go on: your deal, 0–0")).to_be_in_viewport()
    assert page.evaluate("localStorage.getItem('piquet:game')") == kept


def test_a_deal_that_is_over_can_be_looked_at_again_and_gives_way_to_the_next(
    seat: Seated, visit: Open
) -> None:
    """The game is over and can only be reviewed."""
    table = seat(nearly_over())
    page = table.page
    page.locator('[data-part=prompt] [data-move]:not([aria-disabled="true"])').first.click()
    expect(table.result).to_be_visible()
    page = visit(TABLE, kept=page.evaluate("localStorage.getItem('piquet:game')")).page
    table = TablePage(page)
    quiet(page)
    offered = table.part("saved-game")
    expect(offered).to_contain_text(re.compile(r"Your last deal: you \d+, Thumb \d+\."))
    expect(offered.get_by_text("A game of yours is kept here.")).to_be_hidden()
    expect(offered.get_by_role("button", name="Go on")).to_have_count(0)
    offered.get_by_role("button", name="Look at it again").click()
    expect(table.result).to_be_visible()
    page.goto(page.url.partition("/tutorials/")[0] + "/index.html")
    page.get_by_role("link", name="Play now").click()
    table.wait_for_question()
    expect(page.locator("[data-part=prompt] [data-choices] > *").first).to_be_visible()


@pytest.mark.parametrize(("width", "height"), first(1, [(360, 740), (1440, 900)]))
def test_while_the_game_starts_the_felt_says_so_where_the_button_was(
    visit: Open, width: int, height: int
) -> None:
    """The page does not scroll, and the progress is in view."""
    page = visit(TABLE).page
    keys_are_listed_only_where_a_keyboard_is_likely(page, touch=False)
    page.set_viewport_size({"width": width, "height": height})
    go = page.locator("[data-part=start]")
    go.scroll_into_view_if_needed()
    before = page.evaluate("scrollY")
    there = go.bounding_box()
    page.route("**/*.pack", lambda _: None)  # An engine that never arrives.
    page.route("**/*.wasm", lambda _: None)
    go.click()
    bar = page.locator("[data-part=welcome] [data-part=engine-notice] progress")
    bar.wait_for()
    expect(go).to_be_hidden()
    assert page.evaluate("scrollY") == before
    box = bar.bounding_box()
    assert there
    assert box
    assert there["y"] - 8 <= box["y"] <= there["y"] + there["height"] + 8
    assert bar.evaluate("one => !one.closest('[inert]')"), "whoever listens hears of it"
