"""What a beginner on a phone stumbled over in a first deal: a look nobody saw, a second tap, lines cut off, cards that grew."""

from typing import Literal

import pytest
from kept_games import Seated, at_the_play, resumed
from playwright.sync_api import Locator, Page, expect
from reading import ENGINE_TIMEOUT, Open
from test_lessons import ready

from piquet_core.pack.seat import Seat
from piquet_core.playing import Session, move, start
from piquet_core.rules import load_ruleset
from piquet_core.words.choices import choices

pytestmark = pytest.mark.browser

# The second tap of a double tap, as in test_second_tap.
BETWEEN = 350


def before_a_look() -> Session:
    """A deal whose person, elder, has left one card of five and may look at it."""
    session = start(load_ruleset("hoyle1909"), "deal", seed="look", seat=Seat.ELDER)
    hand = choices(session.table.state)
    assert hand
    return move(session, "+".join(one.move for one in hand.choices[:4]))


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_card_looked_at_lies_open_until_the_reader_goes_on(
    seat: Seated, motion: Literal["no-preference", "reduce"]
) -> None:
    session = before_a_look()
    page = seat(session, phone=True)
    page.emulate_media(reduced_motion=motion)
    talon = page.locator(".pq-talon .pq-cards .pq-card")
    expect(talon).to_have_count(4)
    places = [one.bounding_box() for one in talon.all()]
    page.get_by_role("button", name="Look", exact=True).click()
    card = session.table.state.talon[0]
    opened = talon.first.locator("use")
    expect(opened).to_have_attribute("href", f"#pq-{card}", timeout=ENGINE_TIMEOUT)
    expect(page.locator(".pq-asked")).to_contain_text("You look at one card of the talon: ")
    page.wait_for_timeout(1500)  # longer than a trick lies at the usual pace
    expect(opened).to_have_attribute("href", f"#pq-{card}")
    assert [one.bounding_box() for one in talon.all()] == places
    on = page.get_by_role("button", name="Go on")
    expect(on).to_be_focused()
    on.click()
    expect(page.locator(".pq-asked")).to_have_text("Which point do you call?")


def lead_twice(page: Page) -> Locator:
    """Tap the first card of the hand twice, and return the cards that may still be tapped."""
    cards = page.locator(".pq-hand > button[data-move]")
    box = cards.first.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + 12
    page.touchscreen.tap(x, y)
    expect(cards).to_have_count(11, timeout=ENGINE_TIMEOUT)
    page.touchscreen.tap(x, y)
    return cards


def test_a_double_tap_leads_one_card(visit: Open) -> None:
    """The ace of spades wins, so that the hand closes up under the finger and may lead again at once."""
    page = visit_on_touch(visit, at_the_play("tm1"))
    cards = lead_twice(page)
    page.wait_for_timeout(BETWEEN)
    expect(cards).to_have_count(11)
    expect(page.locator(".pq-asked")).to_have_text("Which card do you lead?")
    page.wait_for_timeout(900)  # longer than a double tap: the next one counts
    cards.first.tap()
    expect(cards).to_have_count(10, timeout=ENGINE_TIMEOUT)


def visit_on_touch(visit: Open, session: Session) -> Page:
    return resumed(
        lambda *place, **kept: visit(*place, has_touch=True, **kept), session, phone=True
    )


def test_what_has_just_been_said_is_whole_above_the_tools(seat: Seated) -> None:
    """At 360 by 740, what was taken in; what goes on below the tools fades towards them."""
    page = seat(before_a_look(), phone=True)
    said = page.locator(".pq-tell .pq-say").first.bounding_box()
    bar = page.locator(".pq-stage > .pq-ownbar")
    tools = bar.bounding_box()
    assert said
    assert tools
    assert said["y"] + said["height"] <= tools["y"]
    faded = "one => getComputedStyle(one, '::before').backgroundImage"
    assert "linear-gradient" in bar.evaluate(faded)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_cards_of_a_deal_that_goes_on_keep_their_size(visit: Open) -> None:
    """From six cards to five: the first lesson's last exercise."""
    page = visit("tutorials/01-tricks.html", size=(360, 740)).page
    ready(page)
    item = page.locator(".pq-item[data-on]").first
    sizes = "box => [...new Set([...box.querySelectorAll('.pq-pick-one .pq-card')].map((one) => one.clientWidth))]"
    before, id = item.evaluate(sizes), item.get_attribute("data-item")
    picks = item.locator(".pq-pick-one")
    expect(picks).to_have_count(6)
    for place in range(6):
        picks.nth(place).click()
        page.wait_for_timeout(300)
        if page.locator(f'.pq-item[data-item="{id}"] [data-judged="right"]').count():
            break
    expect(picks).to_have_count(5, timeout=ENGINE_TIMEOUT)
    assert item.evaluate(sizes) == before
