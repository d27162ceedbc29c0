"""The stage in small windows: calls, story and buttons on a phone, and twice as many rule sets."""

import pytest
from case_selection import first
from harness import DEAL_PAGE
from pages.replay import Open
from playwright.sync_api import ViewportSize, expect
from test_stage import SETS

pytestmark = pytest.mark.browser

# Returns the calls that do not fit: lines below a hand, text beside the board, and calls of two lines.
CALLS_CUT = """figure => {
  const calls = figure.querySelector("[data-part=calls]");
  const [{ bottom: end }, { top: start }] = ["younger", "elder"].map((one) => figure.querySelector(`[data-part=${one}-side] [data-part=hand]`).getBoundingClientRect());
  const { top, bottom, right } = calls.getBoundingClientRect();
  const cut = [top < end && "above", bottom > start && "below", right > calls.parentElement.getBoundingClientRect().right + 1 && "beside"];
  const high = [...calls.rows].filter((one) => one.offsetHeight > 27).map((one) => one.textContent);
  return [...cut.filter(Boolean), ...high];
}"""


@pytest.mark.parametrize(
    ("deal", "step"),
    first(
        2,
        [
            ("facheux", "ce"),
            ("embed/facheux", "ce"),
            ("cavendish-s3", "qy"),
            ("cavendish-p16", "ce"),
        ],
    ),
)
def test_in_little_room_no_call_is_cut(visit: Open, deal: str, step: str) -> None:
    """The longest printed names, calls and answers, at a step with three of each."""
    reader = visit(f"docs/deals/{deal}.html#{step}")
    reader.page.emulate_media(reduced_motion="reduce")
    expect(reader.figure).to_have_attribute("data-step", step)
    for width, height in [(320, 640), (360, 640), (360, 740), (640, 900)]:
        reader.page.set_viewport_size({"width": width, "height": height})
        assert reader.evaluate(CALLS_CUT) == [], (width, height)


@pytest.mark.parametrize("height", first(1, [640, 740]))
def test_on_a_phone_three_lines_of_the_story_stand_above_the_buttons(
    seen: Open, height: int
) -> None:
    page = seen().page
    page.set_viewport_size({"width": 360, "height": height})
    story, bar = (
        page.locator(one).bounding_box()
        for one in ("[data-part=sentence]", "[data-part=step-buttons]")
    )
    assert story is not None
    assert bar is not None
    assert bar["y"] + bar["height"] <= height
    assert bar["y"] - story["y"] >= 3 * 32


@pytest.mark.parametrize(
    ("path", "script"),
    first(
        3,
        [
            (DEAL_PAGE, True),
            (DEAL_PAGE, False),
            ("tutorials/index.html", True),
            ("tutorials/index.html", False),
        ],
    ),
)
@pytest.mark.parametrize("height", first(1, [640, 740]))
def test_on_a_phone_nothing_covers_the_first_sentence(
    seen: Open, path: str, script: bool, height: int
) -> None:
    """Table, sentence and the way on are in one window. Without scripts the way on is a link."""
    page = seen(path, java_script_enabled=script).page
    page.set_viewport_size({"width": 360, "height": height})
    figure = page.locator("figure[data-part=replay]")
    if path != DEAL_PAGE:  # Pictures explain the table first.
        figure.evaluate("one => one.scrollIntoView({ block: 'start' })")
    onward = page.locator('[data-act="next"]' if script else "[data-part=in-words] a").first
    for one in (
        figure.locator("[data-part=board]").first,
        page.locator("[data-part=sentence]").first,
        onward,
    ):
        expect(one).to_be_in_viewport(ratio=1)
    said = page.locator("[data-part=sentence]").first.bounding_box()
    below = (onward if script else page.locator("[data-part=rail]").first).bounding_box()
    assert said
    assert below
    assert said["y"] + said["height"] <= below["y"]


@pytest.mark.parametrize("sizes", SETS, ids=["two", "all"])
def test_twenty_four_books_find_room(visit: Open, sizes: tuple[ViewportSize, ...]) -> None:
    reader = visit()
    reader.page.evaluate(
        """() => {
            const row = document.querySelector("[data-part=rule-sets]");
            const first = [...row.children];
            for (let place = 0; row.children.length < 24; place += 1) row.append(first[place % first.length].cloneNode(true));
        }"""
    )
    books = reader.find("a[data-book]")
    assert books.count() == 24
    for size in sizes:
        reader.page.set_viewport_size(size)
        assert reader.page.evaluate("document.documentElement.scrollWidth") <= size["width"]
        cut = books.evaluate_all(
            "books => books.filter(one => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1).length"
        )
        assert cut == 0
        books.last.scroll_into_view_if_needed()
        expect(books.last).to_be_in_viewport()
        box = books.last.bounding_box()
        assert box is not None
        assert box["height"] >= 44
