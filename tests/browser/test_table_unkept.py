"""A game that cannot be saved: another tab is ahead, or there is no room, and nothing is lost.

A fake worker answers at once. The tests check how the page handles an answer. The worker's games are lists
of moves.
"""

import json
from typing import Any

import pytest
from harness import quiet
from pages.replay import Open
from pages.table import TABLE, TablePage
from playwright.sync_api import Locator, Page, Route, expect
from test_kept import EMPTY, FILL, OPEN, storage

pytestmark = pytest.mark.browser

# It ends the deal for a game that contains the end, and takes back bad moves.
WORKER = """
self.onmessage = ({ data }) => {
  if (typeof data !== "string") return self.postMessage({ state: "ready" });
  const { id, op, args } = JSON.parse(data);
  if (args.game?.includes("dies") || (op === "undo" && args.game.endsWith("bad"))) {
    return self.postMessage({ state: "died", detail: "as the test wants it" });
  }
  let game = args.game ?? "piquet game 1\\nnew";
  if (op === "move") game += "\\n" + args.move;
  const over = game.endsWith("last");
  const question = over
    ? "<div class='pq-ended'><button type='button' data-do='new'>A new game</button></div>"
    : ["card", "bad", "last"].map((one) => `<button type="button" data-move="${one}">${one}</button>`).join("");
  const drawn = { game, title: game, terms: {}, board: game, tricks: [], question, news: "", log: "", rail: "", sheet: "", said: "", undo: true, asks: !over, forced: false, outcome: null };
  self.postMessage(JSON.stringify({ id, ok: op === "hint" ? { html: "Play.", moves: [] } : drawn }));
};
"""
MINE = "piquet game 1\nnew"
NEWER = MINE + "\ncard\ntheirs"
NEXT = """async ([url, text]) => {
  const { SavedGame } = await import(url);
  const game = new SavedGame();
  game.load();
  if (game.save({ text, title: "theirs" })) throw new Error("not kept");
}"""


def sit(visit: Open) -> TablePage:
    """Start a game of the fake worker."""
    page = visit(TABLE).page
    quiet(page)

    def stand_in(route: Route) -> None:
        route.fulfill(body=WORKER, content_type="text/javascript")

    page.context.route("**/worker.js*", stand_in)
    page.locator("[data-part=start]").click()
    expect(page.locator("[data-part=table] [data-part=board]")).to_have_text(MINE)
    return TablePage(page)


def play(table: TablePage, move: str) -> None:
    table.prompt.locator(f'[data-move="{move}"]').click()
    expect(table.board).to_contain_text(move)


def fall_behind(page: Page, text: str = NEWER) -> None:
    """Continue the game in another tab."""
    other = page.context.new_page()
    script = page.url.split("/tutorials/")[0] + "/_static/storage/saved-game.js"
    other.goto(script)  # Any address of the same origin will do.
    other.evaluate(NEXT, [script, text])
    other.close()
    expect(keeping(page)).to_contain_text("Another tab has gone on with this game.")


def keeping(page: Page) -> Locator:
    return page.locator("[data-part=saving-note]")


def press(page: Page, name: str) -> None:
    keeping(page).get_by_role("button", name=name, exact=True).click()


def kept(page: Page) -> str:
    return str(json.loads(storage(page)["piquet:game"])["text"])


def aside(page: Page) -> set[str]:
    """Return the texts of all games set aside."""
    found: list[dict[str, Any]] = [
        json.loads(text) for key, text in storage(page).items() if key.startswith("piquet:aside:")
    ]
    return {one["text"] for one in found}


def test_a_position_that_cannot_be_carried_over_is_not_overwritten(visit: Open) -> None:
    """Until the newer game is drawn, the game on the table stays behind."""
    table = sit(visit)
    page = table.page
    theirs = NEWER + "\ndies"
    fall_behind(page, theirs)
    press(page, "Take over the newer position")
    notice = page.locator("[data-part=prompt] [data-part=engine-notice]")
    expect(notice).to_contain_text("stopped again")
    notice.get_by_role("button", name="Try again").click()
    expect(notice).to_contain_text("stopped again")
    play(table, "card")
    expect(notice).to_have_count(0)
    assert kept(page) == theirs
    expect(keeping(page)).to_contain_text("Another tab has gone on with this game.")
    # The hint comes from another engine and brings no old question back.
    table.button("hint").click()
    expect(table.hint).to_be_visible()
    expect(notice).to_have_count(0)
    assert kept(page) == theirs
    # A game that can be drawn replaces this one, and play goes on.
    fall_behind(page, NEWER)
    press(page, "Take over the newer position")
    expect(table.board).to_have_text(NEWER)
    expect(keeping(page)).to_be_hidden()
    play(table, "card")
    expect(table.board).to_have_text(NEWER + "\ncard")
    assert kept(page) == NEWER + "\ncard"
    assert MINE + "\ncard" in aside(page)


def test_a_question_of_another_position_is_not_asked_again(visit: Open) -> None:
    table = sit(visit)
    page = table.page
    play(table, "bad")
    table.button("undo").click()
    notice = page.locator("[data-part=prompt] [data-part=engine-notice]")
    expect(notice).to_contain_text("stopped again")
    play(table, "card")
    table.button("hint").click()
    expect(table.hint).to_be_visible()
    expect(notice).to_have_count(0)


def test_a_game_without_room_is_left_at_a_second_tap(visit: Open) -> None:
    """The same between two deals. The tapped button is the one that asks."""
    table = sit(visit)
    page = table.page
    left_at_a_second_tap(page, "new")
    page.evaluate(EMPTY)
    table.part("start").click()
    expect(table.board).to_have_text(MINE)
    left_at_a_second_tap(page, "leave")


def left_at_a_second_tap(page: Page, what: str) -> None:
    play(TablePage(page), "card")
    before = kept(page)
    page.evaluate(FILL)
    play(TablePage(page), "last" if what == "new" else "card")
    expect(keeping(page)).to_contain_text(
        "this game is not kept any more, only an earlier position"
    )
    button = page.locator(f'[data-part=table] [data-do="{what}"]')
    others = page.locator(f'[data-part=table] [data-do]:not([data-do="{what}"])')
    words = others.all_inner_texts()
    button.click()
    expect(button).to_have_text("Leave it unkept")
    assert others.all_inner_texts() == words
    expect(page.locator("[data-part=table]")).to_be_visible()
    button.click()
    expect(page.locator("[data-part=table]")).to_be_hidden()
    expect(page.locator("[data-part=new-game]")).to_be_visible()
    assert kept(page) == before


def test_a_game_between_two_deals_is_set_aside_when_another_tab_is_ahead(visit: Open) -> None:
    table = sit(visit)
    page = table.page
    fall_behind(page)
    play(table, "last")
    page.locator('[data-part=table] [data-do="new"]').click()
    expect(table.region).to_be_hidden()
    assert aside(page) == {MINE + "\nlast"}
    assert kept(page) == NEWER


def test_what_was_set_aside_can_be_continued_and_the_game_on_the_table_stays(visit: Open) -> None:
    table = sit(visit)
    page = table.page
    fall_behind(page)
    press(page, "Go on with this one")
    assert aside(page) == {NEWER}
    fall_behind(page, MINE + "\ncard")
    play(table, "bad")
    page.locator("[data-part=set-aside] > summary").click()
    table.part("set-aside").get_by_role("button", name="Go on with it").click()
    expect(table.board).to_have_text(NEWER)
    assert kept(page) == NEWER
    assert aside(page) == {MINE + "\nbad", MINE + "\ncard"}


def test_without_room_while_another_tab_is_ahead_each_way_is_open(visit: Open) -> None:
    """As a file, or the newer position at a second tap. The page says that this one is not saved."""
    table = sit(visit)
    page = table.page
    page.evaluate(OPEN, ["piquet:aside:x", json.dumps(ASIDE)])
    fall_behind(page)
    play(table, "bad")
    page.evaluate(FILL)
    page.locator("[data-part=set-aside] > summary").click()
    table.part("set-aside").get_by_role("button", name="Go on with it").click()
    expect(keeping(page)).to_contain_text("save this game as a file first")
    press(page, "Go on with this one")
    expect(keeping(page)).to_contain_text("no room left for this site: this game is not kept.")
    play(table, "card")
    mine = MINE + "\nbad\ncard"
    with page.expect_download() as saved:
        press(page, "Save the game as a file")
    assert json.loads(saved.value.path().read_text("utf-8"))["game"]["text"] == mine
    press(page, "Take over the newer position")
    expect(keeping(page)).to_contain_text("save this game as a file first")
    expect(table.board).to_have_text(mine)
    assert kept(page) == NEWER
    press(page, "Leave it unkept")
    expect(table.board).to_have_text(NEWER)
    page.evaluate(EMPTY)
    play(table, "card")
    expect(table.board).to_have_text(NEWER + "\ncard")  # It had one before.
    assert kept(page) == NEWER + "\ncard"
    assert aside(page) == {ASIDE["text"]}


ASIDE = {
    "version": 2,
    "kind": "game",
    "text": "piquet game 1\nold",
    "title": "",
    "why": "",
    "at": 0,
}
