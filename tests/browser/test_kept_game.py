"""A saved game in two tabs and without room: no position is overwritten, and a replaced one is set aside."""

import json

import pytest
from harness import quiet
from pages.replay import Open
from pages.table import Seated, TablePage
from playwright.sync_api import Page, expect
from saved_games import begun
from test_kept import EMPTY, FILL, storage

pytestmark = pytest.mark.browser


def kept_game(page: Page) -> str:
    """Return the saved game."""
    return str(json.loads(storage(page)["piquet:game"])["text"])


def second_tab(page: Page) -> Page:
    """Save the same game from another tab, with the table's own script."""
    other = page.context.new_page()
    url = page.url.split("/tutorials/")[0] + "/_static/storage/saved-game.js"
    other.goto(url)  # Any address of the same origin will do.
    other.evaluate(
        """async url => {
            const { SavedGame } = await import(url);
            const game = window.game = new SavedGame();
            const { text, title } = game.load();
            game.save({ text, title });
        }""",
        url,
    )
    return other


def test_of_two_tabs_with_a_game_the_one_that_is_behind_overwrites_nothing(visit: Open) -> None:
    """The page says so and offers both games. The other one is set aside and can be continued."""
    table = TablePage.start(visit, "form=deal&seed=tabs&by=hoyle1909")
    page = table.page
    keeping = table.part("saving-note")
    first = kept_game(page)
    expect(keeping).to_be_hidden()
    other = second_tab(page)
    table.play("Which card do you lead?")
    second = kept_game(page)
    assert second != first
    assert other.evaluate("game.save({ text: 'piquet game 1', title: 'behind' })") == "behind"
    assert kept_game(page) == second

    # The other way round: the other tab plays on, and the table is behind.
    other.evaluate("text => { game.load(); game.save({ text, title: 'newer' }); }", first)
    expect(keeping).to_contain_text("Another tab has gone on with this game.")
    page.locator('[data-part=prompt] button:not([aria-disabled="true"])').first.click()
    expect(table.board).to_contain_text("trick")
    assert kept_game(page) == first
    keeping.get_by_role("button", name="Take over the newer position").click()
    expect(page.locator("[data-part=prompt] legend")).to_have_count(1)  # Back at the exchange.
    expect(keeping).to_be_hidden()
    expect(page.locator("[data-part=set-aside] > summary")).to_have_text("Set aside (1)")

    # A reload offers the game set aside, and its replacement is set aside in turn.
    page.reload()
    quiet(page)
    page.locator("[data-part=set-aside] > summary").click()
    table.part("set-aside").get_by_role("button", name="Go on with it").click()
    table.wait_for_question()
    assert kept_game(page) != first
    expect(page.locator("[data-part=set-aside] > summary")).to_have_text("Set aside (1)")


def test_a_game_that_another_tab_removes_or_replaces_can_be_kept_or_left(seat: Seated) -> None:
    """The reader who replaces a game sets it aside."""
    table = seat(begun("form=deal&seed=tabs"))
    page = table.page
    keeping = table.part("saving-note")
    first = kept_game(page)
    other = second_tab(page)
    table.play("Which card do you lead?")
    other.evaluate("localStorage.removeItem('piquet:game')")
    expect(keeping).to_contain_text("was removed in another tab")
    keeping.get_by_role("button", name="Keep this game").click()
    expect(keeping).to_be_hidden()

    mine = kept_game(page)
    other.evaluate("text => { game.load(); game.replace({ text, title: 'Another' }); }", first)
    expect(keeping).to_contain_text(
        "Another game is kept here, begun in another tab or before this one."
    )
    keeping.get_by_role("button", name="Go to that game").click()
    expect(page.locator("[data-part=prompt] legend")).to_have_count(1)
    assert kept_game(page) == first
    aside = [text for key, text in storage(page).items() if key.startswith("piquet:aside:")]
    assert mine in {json.loads(text)["text"] for text in aside}
    other.close()


def test_without_room_the_table_says_so_and_gives_the_game_as_a_file(seat: Seated) -> None:
    """The saved game stays, and the file contains it unchanged."""
    table = seat(begun("form=deal&seed=tabs"))
    page = table.page
    keeping = table.part("saving-note")
    page.evaluate(FILL)
    before = kept_game(page)
    page.locator("[data-part=prompt] [data-choices] label").first.click()
    page.locator('[data-act="lay"]').click()
    expect(keeping).to_contain_text("no room left")
    assert kept_game(page) == before
    with page.expect_download() as saved:
        keeping.get_by_role("button", name="Save the game as a file").click()
    game = json.loads(saved.value.path().read_text("utf-8"))["game"]
    assert game["text"].startswith("piquet game 1")
    assert game["text"] != before
    table.button("leave").click()
    expect(table.region).to_be_visible()
    page.evaluate(EMPTY)
