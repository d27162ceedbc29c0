"""The table on a phone: score, hand and tools stay in place, and the newest event is in view."""

import pytest
from case_selection import first
from harness import Spoken
from pages.table import Seated
from playwright.sync_api import Locator, Page, expect
from saved_games import SOON_JUDGED, asked_for, at_the_play, begun, deal_over

pytestmark = pytest.mark.browser

SEEDS = [("window", "younger"), pytest.param("k5", "elder", marks=pytest.mark.thorough)]
PHONES = [(390, 844), (360, 740)]

# Sums the layout shifts without input from the first decision on.
WATCH_SHIFTS = """() => {
  window.shifted = 0;
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) if (!one.hadRecentInput) window.shifted += one.value;
  }).observe({ type: "layout-shift", buffered: false });
}"""


def score(page: Page) -> Locator:
    return page.get_by_role("list", name="The state of the game")


def tools(page: Page) -> Locator:
    return page.get_by_role("group", name="At the table")


def story(page: Page) -> Locator:
    return page.get_by_role("group", name="What happened")


def decide(page: Page) -> bool:
    """Make the first legal decision, and return whether there was one."""
    if page.get_by_role("button", name="Review the deal").count():
        return False
    before = page.evaluate("localStorage.getItem('piquet:game')")
    lay = page.get_by_role("button", name="Lay them out")
    if lay.count():
        page.get_by_role("group", name="Cards to lay out").get_by_role("checkbox").first.check()
        lay.click()
    else:
        group = page.get_by_role("group", name="Answers").or_(
            page.get_by_role("group", name="Cards to play")
        )
        group.get_by_role("button", disabled=False).first.click()
    page.wait_for_function("kept => localStorage.getItem('piquet:game') !== kept", arg=before)
    page.wait_for_function("() => !document.querySelector('[data-showing]')")
    return True


def tops(page: Page, who: str) -> list[float]:
    """Return the top edges of the score, the tools and the highest card of the reader's hand."""
    hand = page.locator(f'[data-part="{who}-side"] [data-cards] svg').evaluate_all(
        "cards => Math.min(...cards.map((one) => one.getBoundingClientRect().top))"
    )
    boxes = [score(page).bounding_box(), tools(page).bounding_box()]
    return [round(one) for one in (*(box["y"] for box in boxes if box), hand)]


@pytest.mark.parametrize("size", first(1, [(one,) for one in PHONES]))
@pytest.mark.parametrize(("seed", "who"), SEEDS)
def test_score_hand_and_tools_keep_their_place_through_a_whole_deal(
    seat: Seated, size: tuple[int, int], seed: str, who: str
) -> None:
    table = seat(begun(f"form=deal&seed={seed}&seat={who}"), size=size)
    page = table.page
    page.emulate_media(reduced_motion="no-preference")
    page.get_by_role("region", name="The table").evaluate("one => one.scrollIntoView()")
    page.evaluate(WATCH_SHIFTS)
    places, decisions = set(), 0
    while page.get_by_role("button", name="Review the deal").count() == 0:
        page.mouse.move(1, 1)  # A card under the mouse is raised.
        page.evaluate("Promise.allSettled(document.getAnimations().map(one => one.finished))")
        places.add(tuple(tops(page, who)))
        for part in (score(page), tools(page)):
            expect(part).to_be_in_viewport(ratio=1)
        decide(page)
        decisions += 1
    assert decisions >= 12
    assert len(places) == 1, places
    assert page.evaluate("window.shifted") < 0.1


@pytest.mark.parametrize("size", first(2, [(one,) for one in ((1280, 800), *PHONES, (390, 664))]))
def test_the_newest_event_is_in_sight_above_the_tools(seat: Seated, size: tuple[int, int]) -> None:
    """The story scrolls in its box, the page does not.

    The previous game is over; the box is absent then.
    """
    seat(deal_over(), size=size)
    table = seat(
        asked_for("form=deal&seed=window&seat=younger", "Which card do you play"), size=size
    )
    page = table.page
    page.get_by_role("region", name="The table").evaluate("one => one.scrollIntoView()")
    before = page.evaluate("scrollY")
    for _ in range(3):
        newest = story(page).get_by_role("paragraph").filter(visible=True).last
        box, frame = newest.bounding_box(), story(page).bounding_box()
        assert box
        assert frame
        assert frame["y"] <= box["y"] + 1
        assert box["y"] + box["height"] <= frame["y"] + frame["height"] + 1
        expect(newest).to_be_in_viewport(ratio=0.99)
        decide(page)
    assert page.evaluate("scrollY") == before


def test_each_event_has_one_why_that_names_its_rules_and_links_to_them(seat: Seated) -> None:
    table = seat(asked_for("form=deal&seed=window&seat=younger", "Which card do you play"))
    page = table.page
    events = story(page).get_by_role("group")
    assert events.count() >= 1
    for event in events.all():
        expect(event.get_by_text("Why?")).to_have_count(1)
        expect(event.get_by_role("link").first).to_be_hidden()  # The citations are behind it.
        event.get_by_text("Why?").press("Enter")
        for link in event.get_by_role("link").all():
            expect(link).to_be_visible()
        lines = event.get_by_role("listitem").all()
        rules = [line.get_by_role("link").first.inner_text() for line in lines]
        assert rules
        spoken = event.locator("summary").text_content() or ""
        assert spoken == f"Why? {'; '.join(rules)}"
    names = Spoken(page).names("DisclosureTriangle")
    assert any(name.startswith("Why? The point for leading") for name in names)


def test_settings_are_among_the_tools(seat: Seated) -> None:
    table = seat(begun("form=deal&seed=window&seat=younger"), size=(360, 740))
    page = table.page
    page.get_by_role("region", name="The table").evaluate("one => one.scrollIntoView()")
    settings = tools(page).get_by_role("button", name="Settings")
    expect(settings).to_be_in_viewport(ratio=1)
    settings.click()
    window = page.get_by_role("dialog", name="Settings")
    expect(window).to_be_visible()
    window.get_by_role("button", name="Close").click()
    expect(window).to_be_hidden()


def test_what_is_said_of_a_trick_makes_room_for_what_is_said_of_it_aside(seat: Seated) -> None:
    """The reader's ace wins. Once the trick is swept, one of the two sentences remains."""
    table = seat(at_the_play("tm1"), size=(390, 844))
    page = table.page
    page.emulate_media(reduced_motion="no-preference")
    # Checks the frame in which the sweep begins, long before it ends.
    page.evaluate(
        """() => {
          window.seen = new Promise((found) => {
            const look = () => {
              const swept = document.querySelector("[data-swept]");
              if (!swept) return requestAnimationFrame(look);
              const says = (words) => [...swept.querySelectorAll("p")].filter((one) => one.textContent.includes(words));
              const shown = (one) => one.checkVisibility({ visibilityProperty: true });
              found([says("take it").some(shown), says("took").some(shown)]);
            };
            look();
          });
        }"""
    )
    page.get_by_role("group", name="Cards to play").get_by_role("button").first.click()
    assert page.evaluate("window.seen") == [False, True]


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
def test_the_value_of_a_cost_stands_by_its_label(seat: Seated, size: tuple[int, int]) -> None:
    table = seat(deal_over(seed=SOON_JUDGED, seat="younger"), size=size)
    page = table.page
    table.show_costs()
    label = page.get_by_text("As far as you could know:").first
    label.wait_for()
    gap, line = label.evaluate(
        """one => {
          const [name, value] = [one, one.nextElementSibling].map((part) => {
            const range = document.createRange();
            range.selectNodeContents(part);
            return range.getBoundingClientRect();
          });
          return [value.left - name.right, value.top - name.bottom];
        }"""
    )
    assert gap <= 16 or line >= -8  # Beside it, or on the line below.
    if line >= -8:
        assert gap <= 0
