"""Two people at one device: the cover between their turns, by tap and by key."""

import json
import re
import time
from typing import Any

import pytest
from case_selection import first
from harness import Modes, Spoken, quiet
from pages.replay import Open
from pages.table import Seated, TablePage
from playwright.sync_api import Page, expect
from saved_games import asked_for, begun
from test_axe import violations
from touch import BETWEEN, middle, slowed, tap, tap_twice, work

from piquet_core.cards.card_names import card_name
from piquet_core.cards.cards import Hand
from piquet_core.cards.seat import Seat
from piquet_core.engine.state import Deal
from piquet_core.notation import loads
from piquet_core.replay.replay import replay_record
from piquet_core.sessions import read_session
from piquet_core.views.card_symbols import card_svg

pytestmark = pytest.mark.browser

TABLE = "tutorials/table.html"
HOLDS = 600  # Milliseconds during which no tap lifts a cover, in handover.js.
SECOND_TAP = (
    800  # Milliseconds during which a second tap at the same point is ignored, in double-tap.js.
)
# Makes the first legal move and lifts covers, until the deal is over or the question contains a text.
HANDS = """async wanted => {
  const ask = document.querySelector("[data-part=prompt]");
  const kept = () => localStorage.getItem("piquet:game");
  const wait = time => new Promise(done => setTimeout(done, time));
  // The time for which a cover holds is not waited for: the tap says that it was made later.
  const tapLater = button => {
    const tap = new MouseEvent("click", { bubbles: true, cancelable: true });
    Object.defineProperty(tap, "timeStamp", { value: performance.now() + 620 });
    button.dispatchEvent(tap);
  };
  let covers = 0;
  for (let moves = 0; moves < 140; moves++) {
    while (document.querySelector("[data-showing]")) ask.querySelector("[data-do=on]").click(); // the last tricks
    if (ask.querySelector("[data-part=deal-result]")) return covers;
    if (wanted && ask.textContent.includes(wanted)) return covers;
    const before = kept();
    const look = ask.querySelector("[data-do=uncover]");
    const set = ask.querySelector("fieldset");
    if (look) { covers++; tapLater(look); }
    else if (set) {
      const boxes = [...ask.querySelectorAll("[data-choices] input")].slice(0, Math.max(1, Number(set.dataset.least)));
      for (const box of boxes) box.click();
      set.querySelector("[data-act=lay]").click();
    } else ask.querySelector("button:not([aria-disabled=true])").click();
    for (let i = 0; i < 500 && kept() === before; i++) await wait(10);
    if (kept() === before) throw new Error("nothing happened: " + ask.textContent);
  }
  throw new Error("a deal without an end");
}"""


def seated(seat: Seated, seed: str, wanted: str = "", *, form: str = "deal") -> Page:
    """Start a deal for two at the shared table, on a phone, and play until a question."""
    names = "opponent=friend&name=Ann&friend=Ben"
    terms = f"form={form}&seed={seed}&seat=elder&by=hoyle1909&{names}"
    return seat(asked_for(terms, wanted) if wanted else begun(terms), phone=True).page


def play(page: Page, until: str = "") -> int:
    covers: int = page.evaluate(HANDS, until)
    return covers


def until_loose(page: Page) -> None:
    """Advance the page's clock past the time during which a cover holds."""
    work(page, HOLDS)


def look(page: Page, name: str) -> None:
    """Lift the cover. It takes a tap of its own."""
    show = page.get_by_role("button", name=f"{name}: show my cards")
    show.wait_for()
    until_loose(page)
    show.click()
    expect(page.locator("[data-part=handover]")).to_have_count(0)


def kept(page: Page) -> str:
    text: str = json.loads(page.evaluate("localStorage.getItem('piquet:game')"))["text"]
    return text


def hands(page: Page) -> Hand:
    """Return all cards in both hands, from the saved game."""
    state = read_session(kept(page)).table.state
    return (
        state.hands[0]
        | state.hands[1]
        | state.discards[0]
        | state.discards[1]
        | Hand.of(state.talon)
    )


def holds_no_card(page: Page) -> None:
    """Check that no card is drawn or named in the document or in an announcement."""
    table = page.locator("[data-part=table]").inner_html()
    read = Spoken(page).text
    for card in hands(page):
        assert card_svg(card) not in table
        assert f"#{card}" not in table
        assert f'"{card}"' not in table
        assert card_name(card) not in table
        assert card_name(card) not in read


def test_two_play_a_deal_and_look_at_it_again(seat: Seated) -> None:
    """The test goes from the first cover to the record with both names and to the next deal."""
    page = seated(seat, "handed", form="rubicon")
    expect(page.locator("[data-part=question-text]")).to_have_text("Hand the device to Ann.")
    assert play(page) > 12
    expect(page.locator("[data-part=deal-result] h2")).to_contain_text("Deal 1 is over")
    expect(page.locator("[data-part=game-summary] [data-part=felt-message]")).to_contain_text(
        re.compile("^(Ann|Ben) wins the deal|draw")
    )
    expect(page.locator("[data-part=both-hands]")).to_contain_text("Ann, elder")
    expect(page.locator("[data-part=both-hands]")).to_contain_text("Ben, younger")
    assert page.locator("[data-part=both-hands] svg").count() == 24
    TablePage(page).open_more()
    with page.expect_download() as saved:
        page.locator('[data-do="record"]').click()
    record = loads(saved.value.path().read_text("utf-8"))
    assert replay_record(record).findings == ()
    assert (record.player(Seat.ELDER), record.player(Seat.YOUNGER)) == ("Ann", "Ben")
    page.get_by_role("button", name="Review the deal").click()
    expect(page.locator("[data-part=deal-review] figure[data-part=replay]")).to_be_visible()
    page.get_by_role("button", name="Next deal: Ann deals").click()
    expect(page.locator("[data-part=question-text]")).to_have_text("Hand the device to Ben.")
    holds_no_card(page)


def test_under_the_cover_no_card_is_on_the_page_and_a_reload_leaves_it_covered(
    seat: Seated, visit: Open, modes: Modes
) -> None:
    page = seated(seat, "covered")
    holds_no_card(page)
    assert violations(page, "[data-part=game]", modes) == []
    page.set_viewport_size({"width": 360, "height": 740})
    look(page, "Ann")
    assert page.locator("[data-part=prompt] [data-choices] input").count() == 12
    for card in page.locator("[data-part=prompt] [data-choices] label").all()[
        :5
    ]:  # All that elder may lay out.
        card.click()
    page.locator('[data-act="lay"]').click()
    expect(TablePage(page).part("question-text")).to_have_text("Hand the device to Ben.")
    expect(TablePage(page).announcement).to_have_text("Hand the device to Ben.")
    holds_no_card(page)
    before = kept(page)
    table = seat(read_session(before), phone=True)
    page = table.page
    expect(table.part("question-text")).to_have_text("Hand the device to Ben.")
    assert kept(page) == before
    holds_no_card(page)
    look(page, "Ben")  # A reload covers an open hand.
    assert page.locator("[data-part=prompt] [data-choices] input").count() == 12
    expect(table.part("story")).to_contain_text("Ann exchanges five cards")
    page = visit(
        TABLE, kept=page.evaluate("localStorage.getItem('piquet:game')"), size=(360, 740)
    ).page
    table = TablePage(page)
    quiet(page)
    assert "Ann 0, Ben 0" in (table.part("saved-game").text_content() or "")
    page.get_by_role("button", name="Go on").click()
    expect(table.part("question-text")).to_have_text("Hand the device to Ben.")
    holds_no_card(page)
    # The panel says so over its button. Buttons without effect are gone.
    expect(table.question).to_be_visible()
    expect(table.button("undo")).to_have_attribute("aria-disabled", "true")
    for tool in ("undo", "hint", "last"):
        expect(page.locator(f'[data-part=actions] [data-do="{tool}"]')).to_be_hidden()


@pytest.mark.parametrize("rate", first(1, [20, 1]))
def test_the_tap_that_covers_does_not_show_the_other_hand(seat: Seated, rate: int) -> None:
    """A double tap on a call meets the cover, however late the page handles it."""
    page = seated(seat, "twice", "Which point do you call")
    play(page, "Which point do you call")
    with slowed(page, rate):
        tap_twice(
            page, middle(page.locator("[data-part=question] [data-part=choice-list] button").first)
        )
        expect(page.locator("[data-part=question-text]")).to_have_text("Hand the device to Ben.")
    holds_no_card(page)


def test_a_tap_made_before_the_cover_could_be_seen_does_not_lift_it(seat: Seated) -> None:
    """Another finger had hit the position of the button while the page was busy."""
    page = seated(seat, "twice", "Which point do you call")
    play(page, "Which point do you call")
    made = time.time()
    tap(
        page,
        middle(page.locator("[data-part=question] [data-part=choice-list] button").first),
        made,
    )
    show = page.get_by_role("button", name="Ben: show my cards")
    show.wait_for()
    until_loose(page)
    tap(page, middle(show), made + BETWEEN)
    holds_no_card(page)
    expect(page.locator("[data-part=question-text]")).to_have_text("Hand the device to Ben.")
    work(page, SECOND_TAP)  # The button lies where the call was, so a tap too soon is a double tap.
    tap(page, middle(show), time.time())
    expect(page.locator("[data-part=handover]")).to_have_count(0)


def test_in_the_play_the_trick_stays_in_sight_and_a_slip_is_taken_back(seat: Seated) -> None:
    page = seated(seat, "trick", "Which card do you lead?")
    play(page, "Which card do you lead?")
    before = page.locator("[data-part=board]").inner_html()
    card = page.locator('[data-choices] button:not([aria-disabled="true"])').first
    led = card.locator("use").get_attribute("href")
    card.click()
    expect(page.locator("[data-part=question-text]")).to_have_text("Hand the device to Ben.")
    expect(page.locator("[data-part=played-card] use")).to_have_attribute("href", led or "")
    holds_no_card(page)
    page.get_by_role("button", name="Take back").click()
    expect(page.locator("[data-part=question-text]")).to_have_text("Which card do you lead?")
    assert page.locator("[data-part=board]").inner_html() == before
    page.locator('[data-choices] button:not([aria-disabled="true"])').first.click()
    look(page, "Ben")
    expect(page.get_by_role("button", name="Take back")).to_have_attribute("aria-disabled", "true")
    expect(page.locator("[data-part=played-card] use")).to_have_attribute("href", led or "")


def lay_five(page: Page) -> None:
    """Choose the first five cards, the most that elder may lay out, and lay them out by keyboard."""
    for place in range(12):
        if place < 5:
            page.keyboard.press("Space")
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")


def lift(page: Page) -> None:
    """Tab to the button of the cover and press it."""
    page.locator("[data-part=handover]").wait_for()
    until_loose(page)
    assert page.evaluate("document.activeElement.dataset.do") != "uncover"
    for _ in range(12):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.do") == "uncover":
            break
    page.keyboard.press("Enter")
    expect(page.locator("[data-part=handover]")).to_have_count(0)
    page.wait_for_function(
        "() => document.querySelector('[data-part=prompt]').contains(document.activeElement)"
    )


def test_the_device_goes_to_and_fro_by_keyboard_alone(seat: Seated) -> None:
    """The focus stays at the table, so nobody lifts the cover by accident."""
    page = seated(seat, "keys")
    page.locator("[data-part=table]").focus()
    lift(page)
    lay_five(page)
    expect(page.locator("[data-part=question-text]")).to_have_text("Hand the device to Ben.")
    page.keyboard.press("Enter")  # A held key does not lift it.
    expect(page.locator("[data-part=question-text]")).to_have_text("Hand the device to Ben.")
    page.keyboard.press("u")
    expect(page.locator("[data-part=prompt] legend")).to_have_count(1)
    lay_five(page)
    lift(page)
    expect(page.locator("[data-part=prompt] legend")).to_have_count(1)


def test_the_cover_and_its_button_share_a_window_and_offend_nothing(
    seat: Seated, modes: Modes
) -> None:
    page = seated(seat, "sizes", "Which card do you lead?")
    play(page, "Which card do you lead?")
    page.locator('[data-choices] button:not([aria-disabled="true"])').first.click()
    page.locator("[data-part=handover]").wait_for()
    for width, height in ((360, 740), (740, 360), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        page.locator("[data-part=table]").evaluate("one => one.scrollIntoView()")
        for part in (
            "[data-part=played-card]",
            "[data-part=question] [data-part=question-text]",
            "[data-part=uncover] button",
        ):
            expect(page.locator(part).first).to_be_in_viewport(ratio=0.99)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        box = page.locator("[data-part=uncover] button").bounding_box()
        assert box
        assert box["height"] >= 44
    assert violations(page, "[data-part=game]", modes) == []


def terms(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(page.evaluate("localStorage.getItem('piquet:settings')"))
    chosen: dict[str, Any] = found["chosen"]
    return chosen


def link_of_two(seat: Seated) -> tuple[str, Deal]:
    """Return the terms in the link of a game for two, and its cards."""
    names = "opponent=friend&name=Ann&friend=Ben"
    table = seat(begun(f"form=deal&seed=linked&seat=elder&by=cavendish&{names}"))
    page = table.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    table.button("link").click()
    expect(table.part("status")).to_contain_text("copied")
    link = page.evaluate("navigator.clipboard.readText()")
    assert "against=friend" in link
    assert "Ann" not in link  # The names are not sent.
    return link.partition("?")[2], read_session(kept(page)).table.state.deal


def test_a_link_offers_a_game_of_two_to_two_others_whose_names_and_forced_cards_are_remembered(
    seat: Seated, visit: Open
) -> None:
    link, deal = link_of_two(seat)
    page = visit(f"{TABLE}?{link}").page
    quiet(page)
    page.locator("[data-part=change-terms]").click()
    page.get_by_role("radio", name="A friend, at this device").check()
    expect(page.locator("[data-part=agreed-terms]")).to_contain_text("Two at this device · ")
    page.get_by_label("Your name, for the record").fill("Zoë")
    page.get_by_label("Your friend’s name").fill("Zoë")
    page.get_by_label("Play forced cards for me").check()
    page.locator("[data-part=start]").click()
    expect(page.locator("[data-part=notice]")).to_contain_text("two names")
    page.get_by_label("Your friend’s name").fill("<b>Ó</b>")
    page.locator("[data-part=start]").click()
    page.locator("[data-part=handover]").wait_for()
    expect(page.locator("[data-part=question-text]")).to_have_text("Hand the device to Zoë.")
    assert read_session(kept(page)).table.state.deal == deal
    assert (terms(page)["name"], terms(page)["friend"], terms(page)["forced"]) == (
        "Zoë",
        "<b>Ó</b>",
        "on",
    )
    quiet(page)
    page.goto(page.url.partition("?")[0])
    expect(page.get_by_label("Your name, for the record")).to_have_value("Zoë")
    expect(page.get_by_label("Your friend’s name")).to_have_value("<b>Ó</b>")
    expect(page.get_by_label("Play forced cards for me")).to_be_checked()
    page.locator("[data-part=change-terms]").click()
    page.get_by_role("radio", name="Thumb Plays").check()
    expect(page.get_by_label("Your friend’s name")).to_be_hidden()
    page.get_by_label("Play forced cards for me").uncheck()
    page.locator("[data-part=start]").click()
    page.locator("[data-part=prompt] fieldset").wait_for()
    assert terms(page)["forced"] == "off"
    assert "\nname Zoë\nforced no" in kept(page)
