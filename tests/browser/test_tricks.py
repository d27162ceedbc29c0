"""Tricks at the table: shown at the chosen pace and in order, and hurried on by a tap or a key."""

import json
from typing import Any

import pytest
from case_selection import first
from harness import Modes, Spoken
from pages.replay import Open
from pages.table import Seated, TablePage
from playwright.sync_api import Page, expect
from saved_games import asked_for, at_the_play, resumed
from test_axe import violations

from piquet_core.players import find_player, turn_of
from piquet_core.replay.what_if import move_of

pytestmark = pytest.mark.browser

TERMS = "form=deal&seed=window&seat=younger&by=hoyle1909"
TAKING = 320  # Milliseconds in which a trick moves to its winner's side.
# Holds timers of these lengths, which time the showing and taking of tricks, until the test rings them.
HOLD = """() => {
  const { setTimeout, clearTimeout } = window;
  window.held = [];
  window.release = () => Object.assign(window, { setTimeout, clearTimeout, release: null });
  window.setTimeout = (act, time, ...more) => {
    if (![320, 450, 900, 1800].includes(time)) return setTimeout(act, time, ...more);
    const id = 1e9 + window.held.length;
    window.held.push({ id, act, time });
    return id;
  };
  window.clearTimeout = (id) => {
    const one = window.held.find((held) => held.id === id);
    if (one) one.act = null;
    else clearTimeout(id);
  };
}"""
RING = """() => {
  const one = window.held.find(({ act }) => act);
  const act = one.act;
  one.act = null;
  act();
  return one.time;
}"""
SHOWING = "[data-part=table][data-showing]"


def due(page: Page) -> list[int]:
    """Return the lengths of the pending timers in milliseconds."""
    found: list[int] = page.evaluate("held.filter(({ act }) => act).map(({ time }) => time)")
    return found


def ring(page: Page) -> int:
    """Run the next pending timer and return its length."""
    time: int = page.evaluate(RING)
    return time


def lying(page: Page) -> list[str]:
    """Return the cards of the trick on the felt."""
    found: list[str] = page.locator("[data-part=trick] use").evaluate_all(
        "all => all.map(one => one.getAttribute('href'))"
    )
    return found


def hand(page: Page) -> list[str]:
    """Return the cards of the reader's hand."""
    found: list[str] = page.locator(
        "[data-part=centre] ~ [data-part$=-side] [data-part=hand] use"
    ).evaluate_all("all => all.map(one => one.getAttribute('href'))")
    return found


def kept(page: Page) -> str:
    """Return the saved game."""
    text: str = json.loads(page.evaluate("localStorage.getItem('piquet:game')"))["text"]
    return text


def card(page: Page) -> Any:
    """Return the first legal card."""
    return page.locator('[data-part=hand][data-choices] > button:not([aria-disabled="true"])').first


def lay(page: Page) -> None:
    """Play the first legal card and wait for the answer."""
    before = kept(page)
    card(page).click()
    page.wait_for_function(
        "before => JSON.parse(localStorage.getItem('piquet:game')).text !== before", arg=before
    )


def lose_a_trick(page: Page) -> list[str]:
    """Play until a trick goes to the other side, and return its cards while it is shown."""
    for _ in range(12):
        TablePage(page).play("Which card do you")
        led = lying(page) if page.locator("[data-part=trick] > *").count() == 1 else []
        chosen = card(page).locator("use").get_attribute("href")
        lay(page)
        if page.locator(SHOWING).count():
            found = lying(page)
            assert chosen in found
            assert not led or led[0] == found[0]
            return found
    raise AssertionError("no trick was lost")


def at_the_first_card(seat: Seated, *, phone: bool = False) -> Page:
    """Return a deal in which the reader, younger, plays to the leads of the other side."""
    return seat(asked_for(TERMS, "Which card do you play"), phone=phone).page


def no_time_passes(page: Page) -> Page:
    """Hold all timers of the trick."""
    page.evaluate(HOLD)
    return page


@pytest.fixture
def table(seat: Seated) -> Page:
    """Return that deal with its timers held."""
    return no_time_passes(at_the_first_card(seat))


def test_a_trick_that_is_lost_lies_and_goes_to_the_other_side_before_the_next_is_led(
    table: Page,
) -> None:
    """Screen readers get one sentence for the move, however many tricks are shown."""
    table.evaluate(
        """() => {
          window.said = [];
          const live = document.querySelector("[data-part=table] [data-part=announcement]");
          window.listening = new MutationObserver(() => window.said.push(live.textContent));
          window.listening.observe(live, { childList: true });
        }"""
    )
    trick = lose_a_trick(table)
    assert len(trick) == 2
    before = hand(table)
    expect(table.locator("[data-part=taken]")).to_contain_text("takes it")
    expect(table.locator("[data-part=question]")).to_be_hidden()  # The page asks nothing meanwhile.
    expect(table.locator("[data-part=question] [data-part=question-text]")).to_have_text(
        "Thumb takes the trick."
    )
    plates = table.locator("[data-part=board] [data-part=score]").evaluate_all(
        "all => all.map(one => one.lastChild.textContent)"
    )
    expect(table.locator("[data-part=deal-scores] [data-part=game-score] b")).to_have_text(
        "–".join(reversed(plates))
    )
    expect(table.locator("[data-part=story] [data-part=sentence]").first).to_contain_text(
        "wins the trick"
    )
    expect(table.locator("[data-swept]")).to_have_count(0)
    assert ring(table) == 900  # The usual pace.
    expect(table.locator('[data-swept][data-taken="far"]')).to_have_count(1)
    assert ring(table) == TAKING
    expect(table.locator(SHOWING)).to_have_count(0)
    assert len(lying(table)) == 1  # The next lead.
    assert hand(table) == before
    expect(table.locator("[data-part=question-text]")).to_have_text("Which card do you play?")
    expect(table.locator("[data-part=last-trick] use")).to_have_count(2)
    assert len(table.evaluate("window.said")) == 1
    assert "Go on" not in Spoken(table).names("button")  # It is there for taps.
    table.evaluate("window.listening.disconnect()")


def test_a_trick_that_you_win_goes_to_your_side_and_hides_no_card(seat: Seated) -> None:
    """A player with the lead may play at once, here Thumb's choice. The trick is taken in its time."""
    session = at_the_play("forced-3")
    state = session.table.state
    chosen = move_of(state, find_player("thumb").make().choose(turn_of(state)))
    table = seat(session)
    page = table.page
    page.evaluate(HOLD)
    page.locator(f'[data-part=hand] > [data-move="{chosen}"]').click()
    expect(page.locator("[data-part=trick] svg")).to_have_count(2)
    expect(page.locator('[data-part=felt][data-taken="near"]')).to_have_count(1)
    expect(table.part("last-trick")).to_be_hidden()
    first = card(page)
    first.focus()
    assert ring(page) == 900
    expect(page.locator("[data-swept]")).to_have_count(1)
    expect(first).to_be_focused()
    expect(table.part("last-trick")).to_be_visible()
    expect(table.part("trick")).to_be_hidden()


def at_the_pace(page: Page, time: int) -> None:
    """Lose a trick and return how long it is shown."""
    lose_a_trick(page)
    expect(page.locator("[data-swept]")).to_have_count(0)
    assert ring(page) == time
    expect(page.locator("[data-swept]")).to_have_count(1)


def test_the_pace_is_chosen_in_the_settings_and_kept_as_is_a_game_with_the_trick_that_lies(
    visit: Open, modes: Modes
) -> None:
    at_table = resumed(visit, asked_for(TERMS, "Which card do you play"))
    page = at_table.page
    window = page.get_by_role("dialog", name="Settings")

    def choose(pace: str) -> None:
        page.get_by_role("button", name="Settings").click()
        window.get_by_label(pace).check()
        window.get_by_role("button", name="Close").click()
        expect(window).to_be_hidden()

    page.get_by_role("button", name="Settings").click()
    assert violations(page, "[data-part=settings]", modes) == []
    page.keyboard.press("Escape")
    choose("Slowly")
    lose_a_trick(no_time_passes(page))
    board = kept(page)
    page.reload()
    at_table.button("resume").click()
    at_table.wait_for_question()
    expect(page.locator(SHOWING)).to_have_count(0)  # Finished tricks are not shown again.
    assert kept(page) == board
    page.evaluate(HOLD)
    at_the_pace(page, 1800)
    page.get_by_role("button", name="Settings").click()
    expect(window.get_by_label("Slowly")).to_be_checked()
    page.keyboard.press("Escape")
    choose("Quickly")
    at_the_pace(page, 450)
    page.evaluate(
        """() => {
          const { chosen } = JSON.parse(localStorage.getItem("piquet:settings"));
          const settings = { version: 2, chosen: { ...chosen, suits: "four" } };
          localStorage.setItem("piquet:settings", JSON.stringify(settings));
        }"""
    )
    page.reload()
    expect(page.locator('[data-set="pace"][value="quick"]')).to_be_checked()
    # Replays and the table share the setting.
    expect(page.locator("html")).to_have_attribute("data-pq-suits", "four")


@pytest.mark.parametrize("rest", [False, True])
def test_for_whoever_taps_or_asked_for_less_motion_a_trick_lies_until_then(
    seat: Seated, rest: bool, modes: Modes
) -> None:
    """A button goes on and has the focus. Nothing moves for readers who prefer reduced motion."""
    page = at_the_first_card(seat)
    if rest:
        page.emulate_media(reduced_motion="reduce")
    else:
        page.get_by_role("button", name="Settings").click()
        page.get_by_label("When I tap").check()
        page.keyboard.press("Escape")
    no_time_passes(page)
    trick = lose_a_trick(page)
    assert due(page) == []
    assert lying(page) == trick
    on = page.get_by_role("button", name="Go on")
    expect(on).to_be_visible()
    expect(on).to_be_focused()
    assert violations(page, "[data-part=stage]", modes) == []
    if rest:
        assert page.evaluate("document.getAnimations().length") == 0
    before = kept(page)
    page.keyboard.press("Space")
    expect(page.locator(SHOWING)).to_have_count(0)
    expect(card(page)).to_be_focused()
    assert kept(page) == before  # The key went on and played no card.
    if rest:
        assert page.evaluate("document.getAnimations().length") == 0


def test_forced_cards_are_played_from_the_moment_one_says_so_and_shown_trick_by_trick(
    seat: Seated,
) -> None:
    """One decision leads to several tricks: each is shown, and a tap goes on to the next."""
    terms = "form=deal&seed=forced-60&seat=elder&by=hoyle1909"
    table = seat(asked_for(terms, "Which card do you", cards=4))
    page = table.page
    table.play("Play forced cards for me")
    page.evaluate(HOLD)
    most, offer, held = (
        0,
        table.part("forced-note"),
        page.locator("[data-choices] button"),
    )
    cards = held.count()
    for number in range(14):
        if table.result.count():
            break
        before = kept(page)
        (card(page) if number else offer).click()
        page.wait_for_function(
            "before => JSON.parse(localStorage.getItem('piquet:game')).text !== before", arg=before
        )
        tricks = []
        while page.locator(SHOWING).count():
            tricks.append(tuple(lying(page)))
            assert len(tricks[-1]) == 2
            table.board.click(position={"x": 60, "y": 200})
        assert len(set(tricks)) == len(tricks)
        most = max(most, len(tricks))
        assert "\nforced yes" in kept(page)
        assert held.count() < cards
        expect(offer).to_have_count(0)  # Forced cards are played without a question.
    expect(table.result).to_be_visible()
    assert most > 1


def test_a_tap_while_a_trick_is_shown_plays_no_card(table: Page) -> None:
    """A tap that began then and ends on the new card plays neither."""
    lose_a_trick(table)
    before = kept(table)
    spot = table.locator(
        "[data-part=centre] ~ [data-part$=-side] [data-part=hand] > *"
    ).first.bounding_box()
    assert spot
    at = spot["x"] + 12, spot["y"] + 20
    table.mouse.click(*at)
    expect(table.locator(SHOWING)).to_have_count(0)  # It went on.
    assert kept(table) == before
    lose_a_trick(table)
    before = kept(table)
    spot = table.locator(
        "[data-part=centre] ~ [data-part$=-side] [data-part=hand] > *"
    ).first.bounding_box()
    assert spot
    table.mouse.move(spot["x"] + 12, spot["y"] + 20)
    table.mouse.down()
    assert [ring(table), ring(table)] == [900, TAKING]
    expect(table.locator(SHOWING)).to_have_count(0)
    table.mouse.up()
    assert kept(table) == before
    table.mouse.click(spot["x"] + 12, spot["y"] + 20)  # The next tap is normal.
    table.wait_for_function(
        "before => JSON.parse(localStorage.getItem('piquet:game')).text !== before", arg=before
    )


def test_a_key_hurries_on_and_one_with_a_meaning_does_it_too(table: Page) -> None:
    lose_a_trick(table)
    before = kept(table)
    table.keyboard.press("Enter")
    expect(table.locator(SHOWING)).to_have_count(0)
    expect(card(table)).to_be_focused()
    assert kept(table) == before
    lose_a_trick(table)
    table.keyboard.press("u")
    expect(table.locator(SHOWING)).to_have_count(0)
    table.wait_for_function(
        "before => JSON.parse(localStorage.getItem('piquet:game')).text === before", arg=before
    )
    # A held key plays one card.
    card(table).focus()
    table.keyboard.down("Enter")
    table.wait_for_function(
        "before => JSON.parse(localStorage.getItem('piquet:game')).text !== before", arg=before
    )
    after = kept(table)
    for _ in range(4):
        table.keyboard.down("Enter")  # A key repeat of the browser.
    assert kept(table) == after
    table.keyboard.up("Enter")


@pytest.mark.parametrize("phone", first(1, [True, False]))
def test_the_last_tricks_can_be_looked_at_again(seat: Seated, phone: bool, modes: Modes) -> None:
    """By a button and by a key, before and after the next trick is complete. It is announced once."""
    page = at_the_first_card(seat, phone=phone)
    button = page.get_by_role("button", name="Last trick")
    expect(button).to_have_attribute("aria-disabled", "true")
    trick = lose_a_trick(page)
    TablePage(page).take_tricks()
    look = page.locator("[data-part=last-trick-view]")
    expect(look).to_be_hidden()
    button.click()
    expect(look).to_be_visible()
    expect(look).to_be_in_viewport(ratio=1)
    assert [one.get_attribute("href") for one in look.locator("use").all()] == trick
    expect(page.locator("[data-part=table] [data-part=announcement]")).to_have_text(
        "Trick 1: Thumb leads and takes it."
    )
    assert violations(page, "[data-part=stage]", modes) == []
    page.set_viewport_size({"width": 360, "height": 740})
    page.keyboard.press("t")
    expect(look).to_be_hidden()
    second = lose_a_trick(page)
    page.keyboard.press("t")  # While the next trick is complete.
    expect(look).to_be_visible()
    assert [one.get_attribute("href") for one in look.locator("use").all()] == [*trick, *second]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_page_of_the_table_needs_no_more_room_for_a_trick(seat: Seated) -> None:
    """Only the played card moves."""
    page = no_time_passes(at_the_first_card(seat, phone=True))
    lose_a_trick(page)
    where = """() => ['[data-part=centre] ~ [data-part$=-side] [data-part=player]', '[data-part=centre] ~ [data-part$=-side] [data-part=hand]', '[data-part=news]']
      .map(one => document.querySelector(`[data-part=table] ${one}`).getBoundingClientRect())
      .map(({ left, top, width }) => [left, top, width].map(Math.round))"""
    before = page.evaluate(where)
    assert [ring(page), ring(page)] == [900, TAKING]
    expect(page.locator(SHOWING)).to_have_count(0)
    assert page.evaluate(where) == before
