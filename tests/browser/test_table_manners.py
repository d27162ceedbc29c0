"""Manners of the table: keys for the cards, sound, claims to the rest, both hands open, the ladder."""

import json

import pytest
from harness import quiet
from pages.replay import Open
from pages.table import TABLE, TablePage
from playwright.sync_api import Page, expect
from saved_games import at_the_play, begun, deal_over, kept, resumed

pytestmark = pytest.mark.browser

# Counts the sounds that a page starts.
COUNT_SOUNDS = """() => {
  window.sounds = 0;
  for (const type of [OscillatorNode, AudioBufferSourceNode]) {
    const start = type.prototype.start;
    type.prototype.start = function (...args) { window.sounds += 1; return start.apply(this, args); };
  }
}"""


def sounds(page: Page) -> int:
    count: int = page.evaluate("window.sounds")
    return count


def settings(page: Page) -> dict[str, str]:
    found: dict[str, str] = json.loads(page.evaluate("localStorage.getItem('piquet:settings')"))[
        "chosen"
    ]
    return found


def test_arrows_move_along_the_hand_and_digits_choose_cards(visit: Open) -> None:
    table = resumed(visit, begun("form=deal&seed=keys&seat=elder"))
    page = table.page
    cards = table.prompt.get_by_role("checkbox")
    expect(cards).to_have_count(12)
    cards.nth(0).focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(cards.nth(2)).to_be_focused()
    page.keyboard.press("End")
    expect(cards.nth(11)).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(cards.nth(10)).to_be_focused()
    page.keyboard.press("Digit3")
    expect(cards.nth(2)).to_be_checked()
    page.keyboard.press("Equal")
    expect(cards.nth(11)).to_be_checked()
    page.keyboard.press("Digit3")
    expect(cards.nth(2)).not_to_be_checked()


def test_nothing_sounds_until_sound_is_switched_on(visit: Open) -> None:
    table = resumed(visit, at_the_play("sounds"))
    page = table.page
    page.evaluate(COUNT_SOUNDS)
    page.keyboard.press("Digit1")
    expect(table.prompt.get_by_role("button", name="The rest are mine")).to_be_visible()
    assert sounds(page) == 0
    table.button("settings").click()
    dialog = page.get_by_role("dialog", name="Settings")
    dialog.get_by_role("group", name="Sound").get_by_label("On").check()
    assert sounds(page) > 0
    assert settings(page)["sound"] == "on"
    dialog.get_by_role("group", name="Sound").get_by_label("Off").check()
    assert settings(page)["sound"] == "off"


def test_a_claim_that_does_not_hold_is_explained_and_leaves_the_game(visit: Open) -> None:
    table = resumed(visit, at_the_play("claimed"))
    page = table.page
    before = page.evaluate("localStorage.getItem('piquet:game')")
    table.prompt.get_by_role("button", name="The rest are mine").click()
    expect(table.region.get_by_text("The rest are not certain.")).to_be_visible()
    assert page.evaluate("localStorage.getItem('piquet:game')") == before


def test_two_play_with_both_hands_open_and_hand_nothing_over(visit: Open) -> None:
    page = visit(TABLE).page
    quiet(page)
    page.locator("[data-part=change-terms]").click()
    page.get_by_role("radio", name="A friend, at this device").check()
    page.get_by_role("checkbox", name="Play with both hands open").check()
    table = TablePage(page)
    table.part("start").click()
    table.wait_for_question()
    expect(page.get_by_text("Hand the device")).to_have_count(0)
    expect(table.board.get_by_role("checkbox")).to_have_count(12)
    page.keyboard.press("Escape")


def test_the_ladder_shows_each_opponent_and_offers_the_next(visit: Open) -> None:
    over = deal_over(seed="ladder", opponent="beginner")
    page = visit(TABLE, kept=kept(over)).page
    quiet(page)
    table = TablePage(page)
    table.button("resume").click()
    table.part("deal-result").wait_for()
    table.button("tally").click()
    ladder = page.get_by_role("table", name="The ladder")
    row = ladder.get_by_role("row", name="Beginner")
    expect(row.get_by_role("cell").first).to_have_text("1")
    ladder.get_by_role("button", name="Play Beginner").click()
    table.wait_for_question()
    expect(ladder.get_by_role("button", name="Play Pupil")).to_be_hidden()
