"""The stage is stable: a step moves cards and nothing else, at every width."""

import json
import re
from typing import Any

import pytest
from case_selection import first
from harness import DEAL_PAGE
from pages.replay import Open, ReplayPage
from playwright.sync_api import Route, ViewportSize, expect

pytestmark = pytest.mark.browser

DESK: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 360, "height": 740}
SIZES: list[ViewportSize] = [
    DESK,
    {"width": 1024, "height": 768},
    {"width": 768, "height": 1024},
    PHONE,
]
LARGE: ViewportSize = {"width": 1920, "height": 1080}
# A desktop and a phone on every run; the sizes between them with `make test-all`.
SETS = first(1, [((DESK, PHONE),), (tuple(SIZES),)])
DEALS = (DEAL_PAGE, "docs/deals/facheux.html", "docs/deals/cavendish-p16.html")

# Returns the boxes of all fixed parts, the height of the page, and the cards outside the board.
LOOK = """(figure) => {
  const box = (one) => { const { x, y, width, height } = one.getBoundingClientRect(); return [x, y, width, height].map(Math.round).join(" "); };
  const still = ["[data-part=stage]", "[data-part=board]", "[data-part=story-panel]", "[data-part=pages]", "[data-part=rail]", "[data-part=timeline]", "[data-part=rule-set-results]", "[data-part=tools]",
    '[data-act="first"]', '[data-act="prev"]', '[data-act="play"]', '[data-act="next"]', '[data-act="last"]',
    '[data-act="whatif"]', '[data-act="why"]', '[data-act="undo"]', '[data-act="auto"]', '[data-act="back"]'];
  const board = figure.querySelector("[data-part=board]").getBoundingClientRect();
  const cards = [...figure.querySelectorAll("[data-part=board] svg:not(span > svg)")].map((one) => one.getBoundingClientRect());
  return {
    step: figure.dataset.step,
    still: still.map((one) => `${one} ${box(figure.querySelector(one))}`),
    page: document.documentElement.scrollHeight,
    scrolled: scrollY,
    outside: cards.filter((one) => one.left < board.left || one.right > board.right || one.top < board.top || one.bottom > board.bottom).length,
  };
}"""


def look(reader: ReplayPage) -> dict[str, Any]:
    found: dict[str, Any] = reader.evaluate(LOOK)
    return found


# Clicks at one point repeatedly and returns the state after each frame.
PRESS = """async ([figure, x, y, times]) => {
  const found = [];
  for (let time = 0; time < times; time += 1) {
    document.elementFromPoint(x, y).click();
    await new Promise(requestAnimationFrame);
    found.push((LOOK)(figure));
  }
  return found;
}""".replace("LOOK", LOOK)


def press_at_one_place(reader: ReplayPage, start: str = "") -> None:
    """Step through the line with the pointer resting on *Next*. Only cards may move."""
    if start:
        reader.go(start)
    else:
        reader.button("first").click()
    box = reader.button("next").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    reader.page.mouse.move(x, y)
    begin = look(reader)
    ids = reader.evaluate(
        "figure => [...figure.querySelectorAll('[data-part=timeline] g[data-step]:not([data-unmade])')].map(one => one.dataset.step)"
    )
    ids = ids[ids.index(start) :] if start else ids
    reader.page.mouse.click(x, y)
    after = [look(reader)]
    after += reader.page.evaluate(PRESS, [reader.figure.element_handle(), x, y, len(ids) - 2])
    for found in after:
        assert {**found, "step": ""} == {**begin, "step": ""}, found["step"]
    assert [one["step"] for one in (begin, *after)] == ids
    assert begin["outside"] == 0


@pytest.mark.parametrize(
    "size", first(2, [PHONE, DESK, *SIZES[1:3], LARGE]), ids=lambda size: str(size["width"])
)
@pytest.mark.parametrize("path", first(1, DEALS))
def test_next_pressed_at_one_place_goes_through_the_whole_deal(
    visit: Open, live: ReplayPage, path: str, size: ViewportSize
) -> None:
    reader = live if path == DEAL_PAGE else visit(path)
    reader.page.set_viewport_size(size)
    reader.button("next").scroll_into_view_if_needed()
    reader.button("next").click()
    reader.until_live()  # Its status line has gone.
    press_at_one_place(reader)


@pytest.mark.parametrize("size", first(1, [PHONE, DESK]), ids=lambda size: str(size["width"]))
def test_next_stands_as_still_in_a_line_of_ones_own(live: ReplayPage, size: ViewportSize) -> None:
    live.page.set_viewport_size(size)
    live.go("t8e")
    live.button("whatif").click()
    live.button("auto").click()
    expect(live.part("results")).to_contain_text(re.compile(r"this line \d"))
    live.button("next").scroll_into_view_if_needed()
    press_at_one_place(live, start="t7e")  # The steps before it are the recorded ones.
    live.press("Escape")
    expect(live.what_if).to_be_hidden()


@pytest.mark.parametrize(
    "size",
    first(
        1,
        [
            {"width": 640, "height": 480},
            {"width": 360, "height": 560},
            {"width": 900, "height": 700},
        ],
    ),
    ids=lambda size: str(size["width"]),
)
def test_next_stands_as_still_in_a_frame(framed: ReplayPage, size: ViewportSize) -> None:
    """An embedded replay has neither rule sets nor steps in words. The rest is as on the page."""
    framed.page.set_viewport_size(size)
    press_at_one_place(framed)


def test_a_hand_to_choose_from_stays_on_the_felt_of_a_frame(framed: ReplayPage) -> None:
    """Eleven cards of B, who answers the lead of trick 2, in a frame as wide as a blog's text."""
    framed.page.set_viewport_size({"width": 660, "height": 1080})
    framed.fork("t2y")
    felt, last = (
        framed.find(one).bounding_box()
        for one in ("[data-part=felt]", "[data-choices] > :nth-child(11)")
    )
    assert felt
    assert last
    assert last["x"] + last["width"] <= felt["x"] + felt["width"] - 8
    framed.leave()


# Returns the left edges of names and roles, and of the first and last card of each hand.
ENDS = """figure => ["[data-part=name]", "[data-part=role]", "[data-part=hand] > :first-child", "[data-part=hand] > :last-child"].flatMap((one) =>
  ["younger", "elder"].map((seat) => figure.querySelector(`[data-part=${seat}-side] ${one}`).getBoundingClientRect().left))"""


def test_in_a_frame_hands_keep_their_spacing_and_names_their_place(framed: ReplayPage) -> None:
    """At B's answer to the lead of trick 2, at A's lead of trick 2, and at the recorded trick 1."""
    framed.page.emulate_media(reduced_motion="reduce")
    for width, height in ((740, 640), (660, 900)):
        framed.page.set_viewport_size({"width": width, "height": height})
        (printed,) = framed.each(["t1y"], ENDS)
        framed.fork("t2e")
        led = framed.evaluate(ENDS)
        assert led == pytest.approx(printed, abs=1)  # B's answer is on the table in both.
        framed.leave()
        framed.fork("t2y")
        assert framed.evaluate(ENDS)[:4] == led[:4]
        framed.leave()


def test_in_a_frame_of_a_hands_breadth_a_question_makes_no_card_smaller(framed: ReplayPage) -> None:
    framed.page.emulate_media(reduced_motion="reduce")
    framed.page.set_viewport_size({"width": 640, "height": 940})
    (before,) = framed.each(["t4y"], WIDE)
    framed.go("t5y")
    framed.button("whatif").click()
    expect(framed.find("[data-choices] > *").first).to_be_visible()
    assert framed.evaluate(WIDE) == pytest.approx(before, abs=0.1)
    framed.leave()


@pytest.mark.parametrize("sizes", SETS, ids=["two", "all"])
def test_the_first_step_moves_nothing_while_the_engine_starts(
    visit: Open, sizes: tuple[ViewportSize, ...]
) -> None:
    """The test holds the WebAssembly back until it has checked every width during the start."""
    reader = visit()
    held: list[Route] = []
    reader.page.context.route(re.compile(r"\.wasm$"), lambda route: held.append(route))  # noqa: PLW0108 - Playwright marks what it calls

    def at_every_width() -> list[tuple[list[str], int]]:
        found = []
        for size in sizes:
            reader.page.set_viewport_size(size)
            looked = look(reader)
            found.append((looked["still"], looked["page"]))
        return found

    before = at_every_width()
    reader.page.evaluate("scrollTo(0, 0)")
    reader.go("xe")
    during = at_every_width()
    assert reader.figure.get_attribute("data-engine") == "starting"
    for route in held:
        route.continue_()
    reader.page.context.unroute_all()
    reader.until_live()
    assert before == during == at_every_width()


WINDOWS = [
    ((1920, 1080), (1366, 768), (844, 390), (360, 740)),
    ((1600, 960), (1024, 768), (768, 1024)),
]


# Returns the width of the first card in the named parts of the board.
WIDTHS = """(figure) => PARTS.map((part) => figure.querySelector(`${part} svg`).getBoundingClientRect().width)"""
HANDS = ["[data-part=elder-side] [data-part=hand]", "[data-part=younger-side] [data-part=hand]"]
WIDE = WIDTHS.replace("PARTS", json.dumps([*HANDS, "[data-part=played-card]"]))


@pytest.mark.parametrize("windows", first(1, [(one,) for one in WINDOWS]), ids=["most", "rest"])
def test_in_every_window_your_own_hand_has_the_largest_cards(
    live: ReplayPage, windows: tuple[tuple[int, int], ...]
) -> None:
    """On a desktop they are at least 100 px wide, even in the most common window size of 2026."""
    live.page.emulate_media(reduced_motion="reduce")
    live.go("t3e")
    for width, height in windows:
        live.page.set_viewport_size({"width": width, "height": height})
        own, far, trick = live.evaluate(WIDE)
        assert own >= trick - 0.1, width
        assert trick > far, width
        if width >= 1366:
            assert own >= 100, width
            following = live.button("next").bounding_box()
            assert following
            assert following["y"] + following["height"] <= height, width


@pytest.mark.parametrize(("width", "height"), first(1, [(360, 640), (360, 740), (768, 1024)]))
def test_cards_have_one_size_through_the_deal(live: ReplayPage, width: int, height: int) -> None:
    """The calls between the hands make no hand smaller, and questions make no trick smaller."""
    live.page.emulate_media(reduced_motion="reduce")
    live.page.set_viewport_size({"width": width, "height": height})
    look = WIDTHS.replace("PARTS", json.dumps(HANDS))
    sizes = live.each(("deal", "xe", "pe", "qy", "ce", "t1e", "t4e"), look)
    assert all(one == sizes[0] for one in sizes)


# For both hands, elder's first: the width of the first card and the centres of hand and board.
HAND_BOXES = """(figure) => ["elder", "younger"].map((seat) => {
  const cards = [...figure.querySelectorAll(`[data-part=${seat}-side] [data-part=hand] > *`)].map((one) => one.getBoundingClientRect());
  const board = figure.querySelector("[data-part=board]").getBoundingClientRect();
  return [figure.querySelector(`[data-part=${seat}-side] [data-part=hand] svg`).getBoundingClientRect().width,
    (cards[0].left + cards.at(-1).right) / 2, (board.left + board.right) / 2];
})"""


def test_your_own_hand_is_the_largest_the_middle_and_in_your_view_the_near_one(
    live: ReplayPage,
) -> None:
    live.page.set_viewport_size(DESK)
    live.page.emulate_media(reduced_motion="reduce")
    for hands in live.each(("deal", "xe", "t3e", "t10e"), HAND_BOXES):
        (own, *_), (far, *_) = hands
        assert own >= 100
        assert own > far
        for _, hand, board in hands:
            assert abs(hand - board) <= 2
    live.look("y")
    below, above = (
        live.find(f"[data-part={seat}-side]").bounding_box() for seat in ("younger", "elder")
    )
    assert below is not None
    assert above is not None
    assert below["y"] > above["y"]


# The offset from card to card, as a fraction of the width, and whether the face is small.
STRIPS = """(figure) => [...figure.querySelectorAll("[data-part=hand]")].flatMap((hand) => {
  const cards = [...hand.children].map((one) => one.getBoundingClientRect());
  const small = getComputedStyle(hand.querySelector("use")).getPropertyValue("--full").trim() === "none";
  return cards.slice(1).map((one, place) => [(one.left - cards[place].left) / one.width, small]);
})"""


@pytest.mark.parametrize("sizes", SETS, ids=["two", "all"])
def test_no_card_covers_the_index_of_another(
    live: ReplayPage, sizes: tuple[ViewportSize, ...]
) -> None:
    """The index takes 18% of a full face and 37% of a small one."""
    live.page.emulate_media(reduced_motion="reduce")
    for size in sizes:
        live.page.set_viewport_size(size)
        for strips in live.each(("deal", "ce", "t1e"), STRIPS):
            assert strips
            for share, small in strips:
                assert share >= (0.365 if small else 0.3), size


def test_the_story_scrolls_in_its_own_place(live: ReplayPage) -> None:
    live.page.set_viewport_size({"width": 1440, "height": 700})  # With little room.
    live.go("cy")
    pages = live.part("pages")
    assert pages.evaluate("one => one.scrollHeight > one.clientHeight")
    pages.evaluate("one => { one.scrollTop = 60; }")
    live.go("deal")
    assert pages.evaluate("one => one.scrollTop") == 0


@pytest.mark.parametrize("sizes", SETS, ids=["two", "all"])
def test_at_the_end_the_table_says_where_the_points_came_from(
    live: ReplayPage, sizes: tuple[ViewportSize, ...]
) -> None:
    live.go("result")
    expect(live.part("sentence")).to_have_text("The deal is over: A 43, B 23.")
    ledger = live.find("[data-part=centre] > [data-part=ledger]")
    for size in sizes:
        live.page.set_viewport_size(size)
        expect(ledger.locator("tfoot td")).to_have_text(["43", "23"])
        sheet, middle = ledger.bounding_box(), live.part("centre").bounding_box()
        assert sheet is not None
        assert middle is not None
        assert sheet["y"] >= middle["y"], size
        assert sheet["y"] + sheet["height"] <= middle["y"] + middle["height"], size


BOX = """(figure) => {
  const { x, y, width, height } = figure.querySelector("PART").getBoundingClientRect();
  return [x, y, width, height];
}"""


@pytest.mark.parametrize("size", first(1, [PHONE, DESK]), ids=lambda size: str(size["width"]))
def test_what_is_led_lies_where_it_stays_and_the_calls_keep_their_edge(
    live: ReplayPage, size: ViewportSize
) -> None:
    """The answer to a lead moves no card, and another call moves none of the earlier ones."""
    live.page.set_viewport_size(size)
    live.page.emulate_media(reduced_motion="reduce")
    boxes = live.each(("t2e", "t2y"), BOX.replace("PART", "[data-part=played-card] svg"))
    assert boxes[0] == boxes[1]
    edges = live.each(("pe", "py", "se", "qy"), BOX.replace("PART", "[data-part=calls]"))
    assert len({(x, y, width) for x, y, width, _ in edges}) == 1


def test_on_a_phone_what_if_its_cards_and_its_buttons_are_in_sight_and_cover_nothing(
    live: ReplayPage,
) -> None:
    """Two even rows for either player: B at trick 8 has five cards, A after the deal twelve.

    The index of each is free, and the buttons are below them.
    """
    live.page.set_viewport_size(PHONE)
    live.page.evaluate("scrollTo(0, 0)")
    box = live.button("whatif").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 740
    live.page.emulate_media(reduced_motion="reduce")
    cards = live.find("[data-choices] > *")
    for step in ("t8y", "t6e", "xe", "t2y"):
        live.go(step)
        live.button("whatif").click()
        expect(cards.first).to_be_visible()
        if step == "t2y":
            led = live.find("[data-part=played-card] svg").bounding_box()
            near = live.find("[data-part=elder-side] [data-part=hand]").bounding_box()
            assert led is not None
            assert near is not None
            assert led["y"] + led["height"] <= near["y"]
        else:
            ends = cards.evaluate_all(
                "all => all.map(one => one.getBoundingClientRect()).map(box => [box.top, box.bottom])"
            )
            assert ends
            assert all(top > 0 and bottom < 680 for top, bottom in ends), step
        live.button("back").click()
        expect(live.what_if).to_be_hidden()
    live.go("deal")
    live.button("whatif").click()
    expect(cards).to_have_count(12)
    buttons = [live.button(act).bounding_box() for act in ("lay", "undo", "auto", "back")]
    assert all(box and box["y"] + box["height"] <= 740 for box in buttons)
    lay, undo = buttons[:2]
    assert lay
    assert undo
    assert lay["y"] + lay["height"] <= undo["y"]
    following = live.button("next").bounding_box()
    assert following
    assert lay["y"] + lay["height"] <= following["y"]  # None covers another.
    upper, lower = (cards.nth(place).locator("svg").bounding_box() for place in (0, 6))
    assert upper
    assert lower
    # The index of a small face ends a little below the width of the card.
    assert lower["y"] - upper["y"] >= upper["width"]
    live.button("back").click()
    expect(live.what_if).to_be_hidden()
