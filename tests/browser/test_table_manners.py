"""Manners of the table: keys for the cards, sound, claims to the rest, both hands open, the ladder, sharing."""

from __future__ import annotations

import json
from functools import cache

import pytest
from harness import Modes, quiet
from pages.replay import Open
from pages.table import TABLE, Seated, TablePage
from playwright.sync_api import Download, Locator, Page, expect
from saved_games import at_the_play, begun, deal_over, resumed
from test_axe import violations
from test_today import TODAY, this_day, with_days

from piquet_core.engine.state import Phase
from piquet_core.players import ThumbPlayer, turn_of
from piquet_core.replay.what_if import move_of
from piquet_core.sessions import Session, move
from piquet_core.sessions.session import claim_of

pytestmark = pytest.mark.browser

PROBLEMS = "tutorials/problems/books.html"
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


def chosen_settings(page: Page) -> dict[str, str]:
    found: dict[str, str] = json.loads(page.evaluate("localStorage.getItem('piquet:settings')"))[
        "chosen"
    ]
    return found


def saved_game(page: Page) -> str:
    text: str = json.loads(page.evaluate("localStorage.getItem('piquet:game')"))["text"]
    return text


@cache
def sure_of_the_rest() -> Session:
    """Return a game in which the person leads with three cards or more that win every trick."""
    for number in range(100):
        session = begun(f"form=deal&seed=sure-{number}&seat=elder")
        while not session.deal_is_over:
            state = session.table.state
            if (
                state.phase is Phase.LEAD
                and len(state.hands[session.table.seat]) >= 3
                and claim_of(session).holds
            ):
                return session
            session = move(session, move_of(state, ThumbPlayer().choose(turn_of(state))))
    raise AssertionError("no such game")


def claim(table: TablePage) -> Locator:
    return table.prompt.get_by_role("button", name="The rest are mine")


def open_settings(table: TablePage) -> Locator:
    table.region.get_by_role("button", name="Settings").click()
    return table.page.get_by_role("dialog", name="Settings")


def test_arrows_move_along_the_hand_and_digits_choose_cards(seat: Seated) -> None:
    table = seat(begun("form=deal&seed=keys&seat=elder"))
    page = table.page
    cards = table.prompt.get_by_role("checkbox")
    expect(cards).to_have_count(12)
    cards.nth(0).focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(cards.nth(2)).to_be_focused()
    page.keyboard.press("End")
    page.keyboard.press("ArrowRight")
    expect(cards.nth(11)).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(cards.nth(10)).to_be_focused()
    page.keyboard.press("Digit3")
    expect(cards.nth(2)).to_be_checked()
    page.keyboard.press("Equal")
    expect(cards.nth(11)).to_be_checked()
    page.keyboard.press("Digit3")
    expect(cards.nth(2)).not_to_be_checked()
    expect(cards.nth(11)).to_be_checked()


def test_nothing_sounds_until_sound_is_switched_on(visit: Open, modes: Modes) -> None:
    table = resumed(visit, at_the_play("sounds"))
    page = table.page
    page.evaluate(COUNT_SOUNDS)
    table.prompt.get_by_role("button").first.focus()
    page.keyboard.press("Digit1")
    expect(page.locator("[data-showing]").or_(table.question)).not_to_have_count(0)
    table.take_tricks()
    table.wait_for_question()
    assert sounds(page) == 0
    dialog = open_settings(table)
    sound = dialog.get_by_role("group", name="Sound")
    expect(sound.get_by_label("Off")).to_be_checked()
    assert violations(page, "dialog[open]", modes) == []
    sound.get_by_label("On").check()
    assert sounds(page) > 0
    assert chosen_settings(page)["sound"] == "on"
    sound.get_by_label("Off").check()
    before = sounds(page)
    assert chosen_settings(page)["sound"] == "off"
    page.keyboard.press("Escape")
    table.play()
    assert sounds(page) == before


def test_a_claim_that_does_not_hold_names_the_card_and_leaves_the_game(
    seat: Seated, modes: Modes
) -> None:
    session = at_the_play("claimed")
    assert not claim_of(session).holds
    table = seat(session)
    before = saved_game(table.page)
    claim(table).click()
    expect(table.hint).to_contain_text("The rest are not certain.")
    expect(table.hint).to_contain_text("may lose to the")
    expect(table.announcement).to_contain_text("The rest are not certain.")
    assert saved_game(table.page) == before
    assert violations(table.page, "[data-part=table]", modes) == []


def test_a_claim_that_holds_ends_the_deal_and_is_taken_back_in_one_step(seat: Seated) -> None:
    table = seat(sure_of_the_rest())
    before = saved_game(table.page)
    claim(table).click()
    table.part("board").wait_for()
    table.take_tricks()
    expect(table.result).to_be_visible()
    table.button("undo").click()
    expect(claim(table)).to_be_visible()
    assert saved_game(table.page) == before


def test_two_play_with_both_hands_open_and_hand_nothing_over(visit: Open, modes: Modes) -> None:
    page = visit(TABLE).page
    quiet(page)
    page.get_by_text("Change the terms").click()
    page.get_by_role("radio", name="A friend, at this device").check()
    page.get_by_role("checkbox", name="Play with both hands open").check()
    table = TablePage(page)
    table.part("start").click()
    table.wait_for_question()
    expect(page.get_by_text("Hand the device to")).to_have_count(0)
    expect(table.prompt.get_by_role("checkbox")).to_have_count(12)
    assert violations(page, "[data-part=table]", modes) == []
    assert table.play() > 12
    expect(table.result).to_be_visible()


def test_the_ladder_shows_each_opponent_and_offers_the_next(visit: Open, modes: Modes) -> None:
    over = deal_over(seed="ladder", opponent="beginner")
    table = resumed(visit, over)
    page = table.page
    table.button("tally").click()
    ladder = page.get_by_role("table", name="The ladder")
    row = ladder.get_by_role("row", name="Beginner")
    expect(row.get_by_role("cell").first).to_have_text("1")
    lead = over.totals[0] - over.totals[1]
    expect(row.get_by_role("cell").nth(1)).to_have_text(
        f"{'+' if lead > 0 else '−' if lead < 0 else ''}{abs(lead)}.0"
    )
    expect(ladder.get_by_role("button")).to_have_text(["Play Beginner"])
    assert violations(page, "[data-part=statistics]", modes) == []
    ladder.get_by_role("button", name="Play Beginner").click()
    expect(table.result).to_have_count(0)
    assert "opponent beginner" in saved_game(page)


def is_picture(saved: Download, name: str) -> None:
    assert saved.suggested_filename == name
    assert saved.path().read_bytes().startswith(b"\x89PNG")


def test_the_result_of_the_day_is_shared_as_a_picture(visit: Open) -> None:
    page = visit(TODAY).page
    with_days(page, this_day())
    with page.expect_download() as saved:
        page.get_by_role("button", name="Picture of it").click()
    is_picture(saved.value, f"piquet-{this_day()}.png")


def test_a_problem_is_shared_as_a_line_or_a_picture_without_its_answer(
    visit: Open, modes: Modes
) -> None:
    page = visit(PROBLEMS).page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Share this problem").nth(2).click()
    page.get_by_role("button", name="Copy this line").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    title = page.locator("#exercise-3").get_by_role("heading").first.text_content() or ""
    line = page.evaluate("navigator.clipboard.readText()")
    assert line == f"A Piquet problem: {title.partition('. ')[2]}. {page.url}#exercise-3"
    with page.expect_download() as saved:
        page.get_by_role("button", name="Picture of it").click()
    is_picture(saved.value, "piquet-problem-exercise-3.png")
    assert violations(page, "#exercise-3 + p", modes) == []
