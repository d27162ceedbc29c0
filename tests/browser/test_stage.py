"""The stage stands still: a step moves cards and nothing else, at every width."""

import re
from itertools import product
from typing import Any

import pytest
from cases import first
from playwright.sync_api import Route, ViewportSize, expect
from reading import DEAL_PAGE, Open, Reader, quiet

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
DEALS = (DEAL_PAGE, "docs/deals/facheux.html", "docs/deals/cavendish-p16.html")

# The box of everything that must not move, the height of the page, and whether a card is out of bounds.
LOOK = """(figure) => {
  const box = (one) => { const { x, y, width, height } = one.getBoundingClientRect(); return [x, y, width, height].map(Math.round).join(" "); };
  const still = [".pq-stage", ".pq-board", ".pq-leaf", ".pq-pages", ".pq-rail", ".pq-strip", ".pq-books", ".pq-tools",
    '[data-act="first"]', '[data-act="prev"]', '[data-act="play"]', '[data-act="next"]', '[data-act="last"]',
    '[data-act="whatif"]', '[data-act="why"]', '[data-act="undo"]', '[data-act="auto"]', '[data-act="back"]'];
  const board = figure.querySelector(".pq-board").getBoundingClientRect();
  const cards = [...figure.querySelectorAll(".pq-board .pq-card")].map((one) => one.getBoundingClientRect());
  return {
    step: figure.dataset.step,
    still: still.map((one) => `${one} ${box(figure.querySelector(one))}`),
    page: document.documentElement.scrollHeight,
    scrolled: scrollY,
    outside: cards.filter((one) => one.left < board.left || one.right > board.right || one.top < board.top || one.bottom > board.bottom).length,
  };
}"""


def look(reader: Reader) -> dict[str, Any]:
    found: dict[str, Any] = reader.evaluate(LOOK)
    return found


# Presses what lies at a place, over and over, and tells what is there after each frame.
PRESS = """async ([figure, x, y, times]) => {
  const found = [];
  for (let time = 0; time < times; time += 1) {
    document.elementFromPoint(x, y).click();
    await new Promise(requestAnimationFrame);
    found.push((LOOK)(figure));
  }
  return found;
}""".replace("LOOK", LOOK)


def press_at_one_place(reader: Reader, start: str = "") -> None:
    """Go through the line that is shown, the pointer resting on *Next*: nothing but cards may move."""
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
        "figure => [...figure.querySelectorAll('.pq-strip g[data-step]:not(.pq-unmade)')].map(one => one.dataset.step)"
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
    visit: Open, live: Reader, path: str, size: ViewportSize
) -> None:
    reader = live if path == DEAL_PAGE else visit(path)
    reader.page.set_viewport_size(size)
    reader.button("next").scroll_into_view_if_needed()
    reader.button("next").click()
    reader.until_live()  # what it says on its way is over
    press_at_one_place(reader)


@pytest.mark.parametrize("size", first(1, [PHONE, DESK]), ids=lambda size: str(size["width"]))
def test_next_stands_as_still_in_a_line_of_ones_own(live: Reader, size: ViewportSize) -> None:
    live.page.set_viewport_size(size)
    live.go("t8e")
    live.button("whatif").click()
    live.button("auto").click()
    expect(live.find(".pq-results")).to_contain_text(re.compile(r"this line \d"))
    live.button("next").scroll_into_view_if_needed()
    press_at_one_place(live, start="t7e")  # the steps before that are the printed ones
    live.press("Escape")
    expect(live.find(".pq-own")).to_be_hidden()


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
def test_next_stands_as_still_in_a_frame(visit: Open, size: ViewportSize) -> None:
    """A frame has neither books nor an account; the rest is as on the page."""
    reader = visit("docs/deals/embed/hoyle1909-ab.html")
    reader.page.set_viewport_size(size)
    reader.button("next").click()
    reader.until_live()
    press_at_one_place(reader)


def test_the_first_step_moves_nothing_while_the_engine_starts(visit: Open) -> None:
    """The WebAssembly is kept back until every width has been looked at during the start."""
    reader = visit()
    held: list[Route] = []
    reader.page.context.route(re.compile(r"\.wasm$"), lambda route: held.append(route))  # noqa: PLW0108 - Playwright marks what it calls

    def at_every_width() -> list[tuple[list[str], int]]:
        found = []
        for size in SIZES:
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


WINDOWS = [(1920, 1080), (1600, 960), (1366, 768), (1024, 768), (768, 1024), (844, 390), (360, 740)]


def widths(reader: Reader, *parts: str) -> list[float]:
    """Return how wide the cards are in some parts of the board."""
    return [
        reader.find(f"{part} .pq-card").first.evaluate("one => one.getBoundingClientRect().width")
        for part in parts
    ]


def test_in_every_window_your_own_hand_has_the_largest_cards(live: Reader) -> None:
    """On a desk they are 100 px wide or more, in the commonest window of 2026 too."""
    live.page.emulate_media(reduced_motion="reduce")
    live.go("t3e")
    for width, height in WINDOWS:
        live.page.set_viewport_size({"width": width, "height": height})
        own, far, trick = widths(live, ".pq-elder .pq-hand", ".pq-younger .pq-hand", ".pq-played")
        assert own >= trick - 0.1, width
        assert trick > far, width
        if width >= 1366:
            assert own >= 100, width
            following = live.button("next").bounding_box()
            assert following
            assert following["y"] + following["height"] <= height, width


@pytest.mark.parametrize(("width", "height"), first(1, [(360, 640), (360, 740), (768, 1024)]))
def test_cards_have_one_size_through_the_deal(live: Reader, width: int, height: int) -> None:
    """The calls between the hands make none of them smaller, nor does a question the trick."""
    live.page.emulate_media(reduced_motion="reduce")
    live.page.set_viewport_size({"width": width, "height": height})
    parts = (".pq-elder .pq-hand", ".pq-younger .pq-hand")
    sizes = []
    for step in ("deal", "xe", "pe", "qy", "ce", "t1e", "t4e"):
        live.go(step)
        sizes.append(widths(live, *parts))
    assert all(one == sizes[0] for one in sizes)


def test_in_a_frame_of_a_hands_breadth_a_question_makes_no_card_smaller(visit: Open) -> None:
    reader = visit("docs/deals/embed/hoyle1909-ab.html")
    reader.page.emulate_media(reduced_motion="reduce")
    reader.page.set_viewport_size({"width": 640, "height": 940})
    parts = (".pq-elder .pq-hand", ".pq-younger .pq-hand", ".pq-played")
    quiet(reader.page)
    reader.go("t4y")
    expect(reader.figure).to_have_attribute("data-step", "t4y")
    before = widths(reader, *parts)
    reader.go("t5y")
    reader.until_live()
    reader.button("whatif").click()
    expect(reader.find(".pq-pick-cards > *").first).to_be_visible()
    assert widths(reader, *parts) == pytest.approx(before, abs=0.1)


def test_your_own_hand_is_the_largest_and_lies_in_the_middle(live: Reader) -> None:
    live.page.set_viewport_size(DESK)
    live.page.emulate_media(reduced_motion="reduce")
    for step in ("deal", "xe", "t3e", "t10e"):
        live.go(step)
        own, far = (
            live.find(f".pq-{seat} .pq-hand .pq-card").first.bounding_box()
            for seat in ("elder", "younger")
        )
        assert own is not None
        assert far is not None
        assert own["width"] >= 100
        assert own["width"] > far["width"]
        for seat in ("elder", "younger"):
            middles = live.find(f".pq-{seat} .pq-hand").evaluate(
                """(hand) => {
                    const cards = [...hand.children].map((one) => one.getBoundingClientRect());
                    const board = hand.closest(".pq-board").getBoundingClientRect();
                    return [(cards[0].left + cards.at(-1).right) / 2, (board.left + board.right) / 2];
                }"""
            )
            assert abs(middles[0] - middles[1]) <= 2


def test_in_a_players_view_that_players_hand_is_the_near_one(live: Reader) -> None:
    live.page.emulate_media(reduced_motion="reduce")
    live.look("y")
    below, above = (live.find(f".pq-{seat}").bounding_box() for seat in ("younger", "elder"))
    assert below is not None
    assert above is not None
    assert below["y"] > above["y"]
    live.look("both")


def test_no_card_covers_the_index_of_another(live: Reader) -> None:
    """The index is 18 % of a whole face, 37 % of a sign alone."""
    live.page.emulate_media(reduced_motion="reduce")
    for size, step in product(SIZES, ("deal", "ce", "t1e")):
        live.page.set_viewport_size(size)
        live.go(step)
        strips = live.find(".pq-hand").evaluate_all(
            """(hands) => hands.flatMap((hand) => {
                const cards = [...hand.children].map((one) => one.getBoundingClientRect());
                const small = getComputedStyle(hand.querySelector("use")).getPropertyValue("--full").trim() === "none";
                return cards.slice(1).map((one, place) => [(one.left - cards[place].left) / one.width, small]);
            })"""
        )
        assert strips
        for share, small in strips:
            assert share >= (0.365 if small else 0.3), (size, step)


def test_the_story_scrolls_in_its_own_place(live: Reader) -> None:
    live.page.set_viewport_size({"width": 1440, "height": 700})  # where it has little room
    live.go("cy")
    pages = live.find(".pq-pages")
    assert pages.evaluate("one => one.scrollHeight > one.clientHeight")
    pages.evaluate("one => { one.scrollTop = 60; }")
    live.go("deal")
    assert pages.evaluate("one => one.scrollTop") == 0


def test_at_the_end_the_table_says_where_the_points_came_from(live: Reader) -> None:
    live.go("result")
    expect(live.find(".pq-say")).to_have_text("The deal is over: A 43, B 23.")
    ledger = live.find(".pq-middle > .pq-ledger")
    for size in SIZES:
        live.page.set_viewport_size(size)
        expect(ledger.locator("tfoot td")).to_have_text(["43", "23"])
        sheet, middle = ledger.bounding_box(), live.find(".pq-middle").bounding_box()
        assert sheet is not None
        assert middle is not None
        assert sheet["y"] >= middle["y"], size
        assert sheet["y"] + sheet["height"] <= middle["y"] + middle["height"], size


def test_on_a_phone_what_if_is_in_sight_with_the_steps(live: Reader) -> None:
    live.page.set_viewport_size(PHONE)
    live.page.evaluate("scrollTo(0, 0)")
    box = live.button("whatif").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 740


@pytest.mark.parametrize("size", first(1, [PHONE, DESK]), ids=lambda size: str(size["width"]))
def test_what_is_led_lies_where_it_stays_and_the_calls_keep_their_edge(
    live: Reader, size: ViewportSize
) -> None:
    """The answer to a lead moves no card, and one more call moves none of those before it."""
    live.page.set_viewport_size(size)
    live.page.emulate_media(reduced_motion="reduce")
    boxes = []
    for step in ("t2e", "t2y"):
        live.go(step)
        boxes.append(live.find(".pq-played .pq-card").first.bounding_box())
    assert boxes[0] == boxes[1]
    edges = []
    for step in ("pe", "py", "se", "qy"):
        live.go(step)
        box = live.find(".pq-calls").bounding_box()
        assert box
        edges.append((box["x"], box["y"], box["width"]))
    assert len(set(edges)) == 1


def test_on_a_phone_no_hand_covers_the_card_that_was_led(live: Reader) -> None:
    live.page.set_viewport_size(PHONE)
    live.page.emulate_media(reduced_motion="reduce")
    live.go("t2y")
    live.button("whatif").click()
    expect(live.find(".pq-pick-cards > *").first).to_be_visible()
    led = live.find(".pq-played .pq-card").bounding_box()
    near = live.find(".pq-elder .pq-hand").bounding_box()
    assert led is not None
    assert near is not None
    assert led["y"] + led["height"] <= near["y"]
    live.button("back").click()


def test_on_a_phone_the_cards_to_be_tapped_are_in_sight(live: Reader) -> None:
    """In two even rows, whoever is asked: B at trick 8 has five, A after the deal twelve."""
    live.page.set_viewport_size(PHONE)
    live.page.emulate_media(reduced_motion="reduce")
    for step in ("t8y", "t6e", "xe"):
        live.go(step)
        live.button("whatif").click()
        cards = live.find(".pq-pick-cards > *")
        expect(cards.first).to_be_visible()
        boxes = [one.bounding_box() for one in cards.all()]
        assert all(box and box["y"] > 0 and box["y"] + box["height"] < 680 for box in boxes), step
        live.button("back").click()
        expect(live.find(".pq-own")).to_be_hidden()


def test_on_a_phone_hand_question_and_its_buttons_share_one_window(live: Reader) -> None:
    """The twelve cards after the deal in two rows, the sign of each free, and what one may do below them."""
    live.page.set_viewport_size(PHONE)
    live.page.emulate_media(reduced_motion="reduce")
    live.go("deal")
    live.button("whatif").click()
    cards = live.find(".pq-pick-cards > *")
    expect(cards).to_have_count(12)
    buttons = [live.button(act).bounding_box() for act in ("lay", "undo", "auto", "back")]
    assert all(box and box["y"] + box["height"] <= 740 for box in buttons)
    lay, undo = buttons[:2]
    assert lay
    assert undo
    assert lay["y"] + lay["height"] <= undo["y"]
    following = live.button("next").bounding_box()
    assert following
    assert lay["y"] + lay["height"] <= following["y"]  # and none covers another
    upper, lower = (cards.nth(place).locator(".pq-card").bounding_box() for place in (0, 6))
    assert upper
    assert lower
    # The sign of a small face ends a little below the width of the card.
    assert lower["y"] - upper["y"] >= upper["width"]
    live.button("back").click()
    expect(live.find(".pq-own")).to_be_hidden()
