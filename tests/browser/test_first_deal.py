"""The first deal comes with tips, until the reader has finished a deal or says that they are not needed."""

import re

import pytest
from harness import quiet
from pages.replay import Open
from pages.table import TABLE, TablePage
from playwright.sync_api import Locator, Page, expect
from saved_games import asked_for, kept, nearly_over

pytestmark = pytest.mark.browser

DEAL = f"{TABLE}?form=deal&seed=b&seat=elder&against=beginner"


def tip(page: Page) -> Locator:
    return page.get_by_role("note", name="Tip")


def begin(visit: Open, way: str, size: tuple[int, int] = (1280, 900)) -> TablePage:
    page = visit(DEAL, size=size).page
    quiet(page)
    page.get_by_role("button", name=way).click()
    table = TablePage(page)
    table.wait_for_question()
    return table


@pytest.mark.parametrize("size", [(1280, 900), (360, 800)])
def test_a_newcomer_is_shown_the_aim_and_each_kind_of_call(
    visit: Open, size: tuple[int, int]
) -> None:
    table = begin(visit, "Show me", size)
    page = table.page
    expect(tip(page)).to_contain_text("The most points win. Swap up to five cards")
    expect(table.announcement).to_contain_text("The most points win.")
    expect(table.question).to_be_in_viewport(ratio=1)
    for wanted, words in (
        ("Which point", "Call your longest suit"),
        ("Which sequence", "cards in a row"),
        ("Which trio", "Three or four of a kind"),
        ("Which card do you lead", "Lead your longest suit"),
    ):
        table.play(wanted)
        expect(tip(page)).to_contain_text(words)
        expect(table.question).to_be_in_viewport(ratio=1)
    page.get_by_role("group", name="Cards to play").get_by_role("button").first.click()
    expect(tip(page)).to_contain_text(re.compile(r"trick, one point\. You have \d, Beginner \d"))
    table.play()
    expect(tip(page)).to_have_count(0)


def test_whoever_knows_the_game_says_so_before_the_deal_or_in_it(visit: Open) -> None:
    page = begin(visit, "I know Piquet").page
    expect(tip(page)).to_have_count(0)
    page.reload()
    expect(page.get_by_role("button", name="Show me")).to_have_count(0)
    page.evaluate("localStorage.clear()")
    page.reload()
    page.get_by_role("button", name="Show me").click()
    tip(page).get_by_role("button", name="I know Piquet").click()
    expect(tip(page)).to_have_count(0)
    table = TablePage(page)
    table.play("Which point")
    expect(tip(page)).to_have_count(0)
    page.get_by_role("group", name="At the table").get_by_role("button", name="Settings").click()
    settings = page.get_by_role("dialog", name="Settings")
    settings.get_by_role("radio", name="Always").check()
    settings.get_by_role("button", name="Close").click()
    expect(tip(page)).to_contain_text("Call your longest suit")


def test_tips_end_with_the_first_deal(visit: Open) -> None:
    page = visit(TABLE, kept=kept(nearly_over())).page
    quiet(page)
    page.get_by_role("button", name="Go on").click()
    expect(tip(page)).to_be_visible()
    page.get_by_role("group", name="Cards to play").get_by_role("button").first.click()
    table = TablePage(page)
    expect(table.result).to_be_visible()
    page.get_by_role("button", name="Play Thumb again").click()  # The reader is younger now.
    table.wait_for_question()
    expect(table.question).to_contain_text("lay out")
    expect(tip(page)).to_have_count(0)


def test_good_points_show_at_once(visit: Open) -> None:
    saved = kept(asked_for("form=deal&seed=c&seat=elder", "Which sequence"))
    page = visit(TABLE, kept=saved).page
    page.get_by_role("button", name="Go on").click()
    score = page.get_by_role("list", name="The state of the game")
    expect(score).to_contain_text(re.compile(r"Point \d, counted when all is called"))


def test_not_good_tells_what_the_other_hand_has(visit: Open) -> None:
    page = visit(TABLE, kept=kept(asked_for("form=deal&seed=b&seat=elder", "Which point"))).page
    page.get_by_role("button", name="Go on").click()
    table = TablePage(page)
    table.wait_for_question()
    table.play("Which sequence")
    said = page.get_by_text(
        "So Thumb has five or more cards of one suit: spades or clubs.", exact=True
    )
    expect(said).to_be_visible()
