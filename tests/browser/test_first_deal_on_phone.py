"""Problems of a beginner's first deal on a phone: the look at the talon, double taps, cut lines, growing cards."""

import time
from typing import Literal

import pytest
from case_selection import first
from pages.lesson import give, item, ready
from pages.replay import Open
from pages.table import Seated
from playwright.sync_api import Page, expect
from saved_games import at_the_play, resumed
from test_tricks import HOLD, due
from touch import BETWEEN, slowed, tap, work

from piquet_core.cards.seat import Seat
from piquet_core.rules import load_ruleset
from piquet_core.sessions import Session, move, start_game
from piquet_core.wording.move_choices import choices

pytestmark = pytest.mark.browser


def before_a_look() -> Session:
    """Return a deal in which the person, elder, has left one card of five and may look at it."""
    session = start_game(load_ruleset("hoyle1909"), "deal", seed="look", seat=Seat.ELDER)
    hand = choices(session.table.state)
    assert hand
    return move(session, "+".join(one.move for one in hand.choices[:4]))


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_card_looked_at_lies_open_until_the_reader_goes_on(
    seat: Seated, motion: Literal["no-preference", "reduce"]
) -> None:
    session = before_a_look()
    table = seat(session, phone=True)
    page = table.page
    page.emulate_media(reduced_motion=motion)
    talon = page.locator("[data-part=talon] [data-part=talon-cards] svg")
    expect(talon).to_have_count(4)
    places = [one.bounding_box() for one in talon.all()]
    page.evaluate(HOLD)
    page.get_by_role("button", name="Look", exact=True).click()
    card = session.table.state.talon[0]
    opened = talon.first.locator("use")
    expect(opened).to_have_attribute("href", f"#pq-{card}")
    expect(table.part("question-text")).to_contain_text("You look at one card of the talon: ")
    assert due(page) == []  # no timer takes the card away, as it would a trick
    assert [one.bounding_box() for one in talon.all()] == places
    on = page.get_by_role("button", name="Go on")
    expect(on).to_be_focused()
    on.click()
    expect(table.part("question-text")).to_have_text("Which point do you call?")


@pytest.mark.parametrize("rate", first(1, [20, 1]))
def test_a_double_tap_leads_one_card(visit: Open, rate: int) -> None:
    """The ace of spades wins, so the hand closes up under the finger and may lead again at once."""
    page = visit_on_touch(visit, at_the_play("tm1"))
    cards = page.locator("[data-part=hand] > button[data-move]")
    box = cards.first.bounding_box()
    assert box
    spot = box["x"] + box["width"] / 2, box["y"] + 12
    made = time.time()
    with slowed(page, rate):
        tap(page, spot, made)
        expect(cards).to_have_count(11)
        work(page, 900)  # The page handles the second tap long after the double-tap interval.
        tap(page, spot, made + BETWEEN)
        page.evaluate("() => 0")  # It has been handled.
    assert cards.first.is_enabled()
    expect(page.locator("[data-part=question-text]")).to_have_text("Which card do you lead?")
    expect(cards).to_have_count(11)
    cards.first.tap()  # A later tap counts.
    expect(cards).to_have_count(10)


def visit_on_touch(visit: Open, session: Session) -> Page:
    return resumed(
        lambda *place, **kept: visit(*place, has_touch=True, **kept), session, phone=True
    ).page


def test_what_has_just_been_said_is_whole_above_the_tools(seat: Seated) -> None:
    """At 360 by 740 the cards taken in are in view. Earlier text scrolls in the same box."""
    table = seat(before_a_look(), phone=True)
    page = table.page
    said = page.get_by_role("group", name="What happened").get_by_role("paragraph").first
    tools = page.get_by_role("group", name="At the table").bounding_box()
    box = said.bounding_box()
    assert box
    assert tools
    assert box["y"] + box["height"] <= tools["y"]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_cards_of_a_deal_that_goes_on_keep_their_size(visit: Open) -> None:
    """Six tricks in the first lesson goes from six cards to four: a forced card is played at once."""
    page = visit("tutorials/01-tricks.html", size=(360, 740)).page
    ready(page)
    box = page.locator("[data-part=exercise-item][data-on]").first
    sizes = "box => [...new Set([...box.querySelectorAll('[data-part=answer] svg')].map((one) => one.clientWidth))]"
    before = box.evaluate(sizes)
    picks = box.locator("[data-part=answer]")
    expect(picks).to_have_count(6)
    give(box, item(box).right[0])
    expect(picks).to_have_count(4)
    assert box.evaluate(sizes) == before
