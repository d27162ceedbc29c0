"""The table in the window: on a phone, in landscape and on a wide screen, all that a player needs is in view."""

from itertools import pairwise

import pytest
from pages.replay import Open
from pages.table import TABLE, Seated
from playwright.sync_api import TimeoutError as TooLong
from playwright.sync_api import expect
from saved_games import asked_for, begun, deal_over

pytestmark = pytest.mark.browser


def test_the_trick_before_lies_in_sight_while_the_next_is_led(seat: Seated) -> None:
    """Both cards and the winner are visible in four window sizes, and nothing covers them."""
    table = seat(asked_for("form=deal&seed=window&seat=younger", "Which card do you play"))
    page = table.page
    expect(table.part("last-trick")).to_have_count(0)  # There is none before the first.
    before, led, laid = table.part("last-trick"), None, None
    for _ in range(12):
        led = page.locator("[data-part=played-card] use").first.get_attribute("href")
        card = page.locator('[data-choices] button:not([aria-disabled="true"])').first
        laid = card.locator("use").get_attribute("href")
        kept = page.evaluate("localStorage.getItem('piquet:game')")
        card.click()
        page.wait_for_function("kept => localStorage.getItem('piquet:game') !== kept", arg=kept)
        table.take_tricks()
        if before.count():
            break
    for width, height in ((360, 740), (360, 640), (768, 1024), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        expect(before).to_be_visible()  # As soon as the trick is taken.
        assert [one.get_attribute("href") for one in before.locator("use").all()] == [led, laid]
        expect(before).to_contain_text("took")
        expect(before.locator("[data-won]")).to_have_count(1)
        page.evaluate("Promise.allSettled(document.getAnimations().map(one => one.finished))")
        table.region.evaluate("one => one.scrollIntoView()")
        free = before.evaluate(
            """one => [...one.querySelectorAll("svg")].every(card => {
              const { left, top, width, height } = card.getBoundingClientRect();
              return [0.1, 0.9].every(at => one.contains(document.elementFromPoint(left + width * at, top + height * at)));
            })"""
        )
        assert free, (width, height)


def test_on_a_phone_the_hand_lies_alike_while_it_calls_and_while_it_plays(seat: Seated) -> None:
    """Two rows, with the index of each card free."""
    table = seat(begun("form=deal&seed=k5&seat=elder&by=hoyle1909"), phone=True)
    page = table.page
    rows = []
    for until in ("do you lay out", "Which point", "Which card do you lead"):
        table.play(until)
        page.evaluate("Promise.allSettled(document.getAnimations().map(one => one.finished))")
        tops = page.locator(
            "[data-part=centre] ~ [data-part$=-side] [data-part=hand] svg"
        ).evaluate_all("cards => cards.map(one => Math.round(one.getBoundingClientRect().top))")
        assert len(tops) == 12
        rows.append(sorted(set(tops)))
        lefts = page.locator(
            "[data-part=centre] ~ [data-part$=-side] [data-part=hand] svg"
        ).evaluate_all("cards => cards.slice(0, 6).map(one => one.getBoundingClientRect().left)")
        assert all(right - left >= 48 for left, right in pairwise(lefts))
    assert [len(one) for one in rows] == [2, 2, 2]


LOOK = """() => {
  const rest = document.querySelector("[data-part=site-header]").getBoundingClientRect();
  const seen = (one) => {
    const box = one.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    return box.top >= Math.max(0, rest.bottom) && box.bottom <= innerHeight && one.contains(document.elementFromPoint(x, y));
  };
  const name = (one) => one.dataset.do ?? one.dataset.act ?? one.getAttribute("aria-label") ?? one.textContent.trim();
  const wanted = ["[data-part=table] [data-part=question-text]", "[data-part=prompt] button", "[data-part=prompt] [data-part=hand]:not([aria-hidden]) > label", '[data-do="hint"]'];
  return wanted.flatMap((one) => [...document.querySelectorAll(one)]).filter((one) => !seen(one)).map(name);
}"""


def test_on_a_phone_hand_question_and_answers_are_in_one_window_and_large_enough_to_tap(
    seat: Seated,
) -> None:
    """Cards, question and tools are in view without scrolling."""
    table = seat(begun("form=deal&seed=window&seat=younger"), phone=True)
    page = table.page
    for until in ("do you lay out", "What do you answer", "Which card do you play"):
        table.play(until)
        for width, height in ((360, 640), (740, 360), (360, 740)):
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
            table.region.evaluate("one => one.scrollIntoView()")
            try:
                page.wait_for_function(f"() => ({LOOK})().length === 0")
            except TooLong:
                pytest.fail(f"{until}, {width} by {height}: {page.evaluate(LOOK)}")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        for box in page.locator("[data-part=prompt] :is(label, button)").all():
            size = box.bounding_box()
            assert size is not None
            assert min(size["width"], size["height"]) >= 44


def test_on_a_phone_a_hint_leaves_the_cards_that_it_names_in_sight(seat: Seated) -> None:
    table = seat(begun("form=deal&seed=phone&seat=elder"), phone=True)
    page = table.page
    table.button("hint").click()
    expect(table.hint).to_contain_text("Master judges")
    expect(page.locator("[data-part=hint] > p").first).to_be_in_viewport(ratio=1)
    hinted = page.locator("[data-part=prompt] [data-part=hand] [data-hinted]")
    assert hinted.count() >= 1
    for card in hinted.all():
        expect(card).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("form", ["deal", "rubicon"])
def test_on_a_phone_the_end_of_a_deal_and_the_way_on_share_one_window(
    seat: Seated, form: str
) -> None:
    """The sources of the points, both hands, the score of the game, and the primary button."""
    played = deal_over(form, "costs", seat="elder", opponent="reckoner")
    table = seat(played, phone=True)
    page = table.page
    table.region.evaluate("one => one.scrollIntoView()")
    for part in (
        "[data-part=game-summary] [data-part=felt-message]",
        "[data-part=ledger]",
        "[data-part=both-hands]",
        "[data-part=deal-result] h2",
        "[data-part=deal-result] :is([data-do=next], [data-do=again])",
    ):
        expect(page.locator(part).first).to_be_in_viewport(ratio=0.99)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_the_laid_table_fits_a_wide_window(visit: Open) -> None:
    page = visit(TABLE, size=(1440, 900)).page
    near = page.locator("[data-part=laid-hand]:visible").bounding_box()
    assert near
    assert near["y"] + near["height"] <= 900


K5 = "form=deal&seed=k5&seat=elder&by=hoyle1909"


def test_the_best_calls_are_in_sight_and_all_others_a_tap_away(seat: Seated) -> None:
    """Hoyle 1909 allows any part of a holding to be called, or nothing: five calls of a point here."""
    table = seat(asked_for(K5, "Which point"))
    page = table.page
    sensible = page.locator(
        "[data-part=question] [data-part=choices] > [data-part=choice-list] > button"
    )
    summary = page.locator("[data-part=question] summary")
    rest = page.locator("[data-part=question] [data-part=smaller-choices] button")
    for width, height in ((1440, 900), (360, 740), (740, 360), (320, 640)):
        page.set_viewport_size({"width": width, "height": height})
        table.region.evaluate("one => one.scrollIntoView()")
        expect(sensible).to_have_text(["Point of six in diamonds: 6"])
        expect(sensible).to_be_in_viewport(ratio=1)
        expect(summary).to_have_text("Call less, or nothing")
        summary.click()
        assert rest.count() == 4
        expect(rest.last).to_have_text("Call nothing")
        rest.last.click(trial=True)  # All can be reached.
        widths = {round(one.bounding_box()["width"]) for one in rest.all()}  # type: ignore[index]
        assert len(widths) == 1, (width, height)
        summary.click()
        expect(rest.last).to_be_hidden()
    summary.click()
    kept = page.evaluate("localStorage.getItem('piquet:game')")
    rest.last.click()  # They do what they say.
    page.wait_for_function("kept => localStorage.getItem('piquet:game') !== kept", arg=kept)
    expect(table.part("story")).to_contain_text("You call no point")


def test_a_hint_to_call_less_opens_what_hides_it(seat: Seated) -> None:
    """The engine never hints at sinking, so the test answers in its place."""
    table = seat(asked_for(K5, "Which point"))
    page = table.page
    page.evaluate(
        """() => {
          const one = document.querySelector("[data-part=smaller-choices] button");
          const real = JSON.parse;
          window.honest = () => { JSON.parse = real; };
          JSON.parse = (text) => {
            const said = real(text);
            if (said?.ok?.moves) said.ok.moves = [one.dataset.move];
            return said;
          };
        }"""
    )
    try:
        table.button("hint").click()
        expect(page.locator("[data-part=smaller-choices] [data-hinted]")).to_be_visible()
    finally:  # Others use this table after the test.
        page.evaluate("honest()")


# Elder has a carte blanche, as in one deal of 1,800. Thumb counts ten for it, then calls a point of six,
# which is good without asking, and a quint.
BLANK_ID = "32-A5X9XY9F023V-G"


def test_what_the_opponent_calls_and_what_he_has_just_scored_are_both_in_sight(
    seat: Seated,
) -> None:
    table = seat(begun(f"form=deal&seed={BLANK_ID}&seat=younger&by=hoyle1909"))
    page = table.page
    for card in page.locator("[data-part=prompt] [data-choices] label").all()[
        :3
    ]:  # All that younger may exchange.
        card.click()
    page.locator('[data-act="lay"]').click()
    expect(table.part("question-text")).to_have_text("What do you answer?")
    for width, height in ((360, 740), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        table.region.evaluate("one => one.scrollIntoView()")
        expect(table.part("called")).to_have_text("“Quint to the jack.”")
        expect(page.locator("[data-part$=-side]").first.locator("[data-part=gained]")).to_have_text(
            "+10"
        )
        boxes = [
            page.locator(one).first.bounding_box()
            for one in ("[data-part=called]", "[data-part=gained]", "[data-part=score]")
        ]
        called, *others = [one for one in boxes if one]
        assert len(others) == 2, (width, height)
        for other in others:
            assert (
                called["x"] + called["width"] <= other["x"]
                or other["y"] + other["height"] <= called["y"]
            ), (width, height)
