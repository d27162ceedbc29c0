"""The score keeper: saved scores, reloads, damaged data, and counting a hand."""

import json

import pytest
from harness import Modes
from pages.replay import Open
from playwright.sync_api import Page, expect
from test_axe import violations

pytestmark = pytest.mark.browser

PAGE = "tutorials/score-keeper.html"
KEY = "piquet:score"


def enter(page: Page, *points: int) -> None:
    for name, number in zip(("hand0", "hand1", "play0", "play1"), points, strict=True):
        page.locator(f'[name="{name}"]').fill(str(number))
    page.keyboard.press("Enter")


def test_a_hundred_is_kept_deal_by_deal_and_settled_and_a_hand_counted_beside_it(
    visit: Open, modes: Modes
) -> None:
    page = visit(PAGE).page
    in_a_wide_window_the_score_stands_beside_what_a_hand_is_worth(page)
    page.locator("[data-part=score-terms] summary").click()
    page.get_by_label("Form of the game").select_option("A hundred up")
    page.get_by_role("textbox", name="First player").fill("Anna")
    page.get_by_role("textbox", name="Second player").fill("<i>Ben")
    page.get_by_label("Elder in the first deal").select_option("<i>Ben")
    page.get_by_role("button", name="Begin the score").click()
    standing = page.locator("[data-part=standing]")
    expect(standing).to_contain_text("<i>Ben is elder in the first deal.")
    page.locator('[name="hand0"]').focus()
    enter(page, 0, 0, 3, 2)
    expect(page.get_by_role("alert")).to_have_text(
        "The play of a deal makes at least 14 between you, not 5: count again."
    )
    enter(page, 64, 85, 20, 6)
    expect(standing).to_contain_text(
        "<i>Ben leads the game, 91 to 84. Anna needs 16 to win, <i>Ben 9."
    )
    expect(page.locator("[data-part=score-keeper] > [role=status]")).to_have_text(
        "Anna 84. <i>Ben 91. <i>Ben leads the game, 91 to 84. Anna needs 16 to win, <i>Ben 9."
    )
    expect(page.locator('[name="hand0"]')).to_be_focused()

    page.reload()
    expect(standing).to_contain_text("<i>Ben leads the game, 91 to 84.")
    page.locator('[name="hand0"]').focus()
    enter(page, 0, 0, 20, 12)
    question = page.get_by_role("group", name="Both have reached 100 in this deal.")
    expect(question.get_by_label("Anna")).to_be_focused()
    assert violations(page, "main", modes) == []
    question.get_by_label("Anna").check()
    page.get_by_role("button", name="Write it down").click()
    expect(standing).to_contain_text("Anna won, 104 to 91")
    expect(page.locator("[data-part=score-deal]")).to_have_count(0)
    page.get_by_role("button", name="Strike out the last deal").click()
    expect(standing).to_contain_text("<i>Ben leads the game")
    page.get_by_role("button", name="A new score").click()
    page.get_by_role("button", name="Begin anew?").click()
    expect(page.get_by_role("button", name="Begin the score")).to_be_visible()
    assert page.evaluate("key => localStorage.getItem(key)", KEY) is None
    an_answer_does_not_undo_what_was_typed_before_it_came(page)
    a_hand_is_picked_and_counted_by_the_book_that_is_chosen(page, modes)


def test_a_score_that_cannot_be_read_is_set_aside(visit: Open) -> None:
    """The page rejects it, or the engine, which knows more about scores."""
    page = visit(PAGE).page
    for kept in ("nothing to read", json.dumps({"version": 2, "score": '{"score": 1}'})):
        page.evaluate("localStorage.clear()")
        page.evaluate("([key, text]) => localStorage.setItem(key, text)", [KEY, kept])
        page.reload()
        expect(page.get_by_role("alert")).to_contain_text("cannot be read")
        expect(page.get_by_role("button", name="Begin the score")).to_be_visible()
        held = page.evaluate(
            "Object.entries(localStorage).filter(([key]) => key.startsWith('piquet:'))"
        )
        (key, aside), *others = held
        assert not others
        assert key.startswith("piquet:aside:")
        text = json.loads(aside)["text"]
        assert text in (kept, '{"score": 1}')


def a_hand_is_picked_and_counted_by_the_book_that_is_chosen(page: Page, modes: Modes) -> None:
    """A point of five, a quint, a tierce and two quatorzes: 51, and 60 for the repique."""
    hand = page.locator("[data-part=hand-value]")
    expect(hand.get_by_role("button", name="Count it")).to_have_attribute("aria-disabled", "true")
    for name in ["SA", "SK", "SQ", "SJ", "ST", "HA", "HK", "HQ", "DA", "DK", "CA", "CK"]:
        hand.locator(f'[value="{name}"]').check(force=True)
    expect(hand.locator("output")).to_have_text("12 of 12")
    pack = "document.querySelector('[data-part=answers]').offsetTop"
    lay = page.evaluate(pack)
    hand.get_by_role("button", name="Count it").click()
    answer = hand.locator("[data-part=hand-value-result]")
    expect(answer).to_contain_text("111 in hand")
    assert page.evaluate(pack) == lay  # Counting moves no card.
    expect(answer.locator("p").first).to_be_in_viewport(ratio=1)
    expect(answer.get_by_role("link", name="“Repique” ¶ 1")).to_have_attribute(
        "href", "../docs/sources.html#source-hoyle1909-repique"
    )
    assert violations(page, "[data-part=hand-value]", modes) == []
    expect(hand.locator('[value="S6"]')).to_be_hidden()
    hand.get_by_label("By the rules of").select_option("old36")
    expect(hand.locator('[value="S6"]')).to_be_enabled()
    expect(answer).to_be_empty()
    hand.locator('[value="CK"]').uncheck(force=True)
    hand.get_by_role("button", name="Count it").click(force=True)  # It says what is missing.
    expect(hand.get_by_role("button", name="Count it")).to_have_attribute("aria-disabled", "true")
    expect(answer).to_contain_text("You have picked 11 of the 12 cards of a hand: pick 1 more.")
    expect(answer.get_by_role("link")).not_to_have_count(0)


def in_a_wide_window_the_score_stands_beside_what_a_hand_is_worth(page: Page) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    score, worth = (
        page.locator(one).bounding_box()
        for one in ("[data-part=score-keeper]", "[data-part=hand-value]")
    )
    assert score
    assert worth
    assert worth["x"] >= score["x"] + score["width"]
    assert abs(worth["y"] - score["y"]) < 1
    page.set_viewport_size({"width": 1280, "height": 900})


def an_answer_does_not_undo_what_was_typed_before_it_came(page: Page) -> None:
    """A player who types the next deal while the engine works finds it in the new boxes."""
    before = begun(page)
    page.get_by_role("button", name="Begin the score").evaluate(
        "button => { button.click(); button.click(); }"
    )
    page.locator('[name="hand0"]').focus()
    enter(page, 8, 20, 7, 7)
    page.evaluate("""() => {
      const box = document.querySelector('[name="hand1"]');
      box.focus();
      box.value = "31";
    }""")
    expect(page.locator("[data-part=standing]")).to_contain_text("27 to 15")
    expect(page.locator('[name="hand0"]')).to_have_value("")
    expect(page.locator('[name="hand1"]')).to_have_value("31")
    expect(page.locator('[name="hand1"]')).to_be_focused()
    assert begun(page) == before + 1


def begun(page: Page) -> int:
    """Return the number of requests to begin a score."""
    asked: str = page.evaluate("window.workers.flatMap(({ asked }) => asked).join()")
    return asked.count("score-begin")
