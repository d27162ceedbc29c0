"""Hints at the table: they name their judge and show progress while the engine thinks."""

import re

import pytest
from case_selection import first
from harness import Modes
from pages.table import Seated
from playwright.sync_api import expect
from saved_games import at_the_play, begun
from test_axe import violations

pytestmark = pytest.mark.browser

# Records all texts of the hint.
LISTEN = """() => {
    window.told = [];
    const place = document.querySelector("[data-part=hint]");
    new MutationObserver(() => window.told.push(place.textContent)).observe(place, {
        childList: true, subtree: true, characterData: true,
    });
}"""


def test_a_hint_for_a_discard_moves_on_and_ends_with_its_costs(seat: Seated, modes: Modes) -> None:
    # A deal of its own, about which the shared engine has not thought before.
    table = seat(begun(f"form=deal&seed=counted-{modes[0][0]}&seat=younger"), phone=True)
    page = table.page
    page.evaluate(LISTEN)
    table.button("hint").click()
    place = table.hint
    expect(place).to_contain_text("Master judges")
    told = page.evaluate("window.told")
    counts = [int(one) for text in told for one in re.findall(r"Master has tried (\d+) of", text)]
    assert len(set(counts)) >= 10
    assert counts == sorted(counts)
    assert "At first sight, as Thumb plays" in told[0]
    expect(place.locator("li")).not_to_have_count(0)
    assert page.locator("[data-part=prompt] label[data-hinted]").count() >= 1
    # Cards are drawn without their names, on one line each. Screen readers get the names.
    drawn = place.locator("b").first.locator("> span")
    assert drawn.count() >= 1
    assert set(drawn.evaluate_all("all => all.map(one => one.getClientRects().length)")) == {1}
    said = table.announcement.text_content() or ""
    assert re.match(r"Lay out ((\w+) of (spades|hearts|diamonds|clubs) ?)+\. ", said)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert violations(page, "[data-part=hint]", modes) == []


def test_a_hint_that_is_stopped_asks_nothing_more(seat: Seated) -> None:
    table = seat(begun("form=deal&seed=stopped&seat=younger"))
    page = table.page
    asked = 'workers[0].asked.filter(one => one.includes(\'"op":"hint"\')).length'
    before = page.evaluate(asked)
    page.evaluate(
        """() => new MutationObserver(() => {
            const stop = [...document.querySelectorAll("[data-part=hint] button")][0];
            if (stop && !window.stopped) { window.stopped = true; stop.click(); }
        }).observe(document.querySelector("[data-part=hint]"), { childList: true, subtree: true })"""
    )
    table.button("hint").click()
    page.wait_for_function("() => window.stopped")
    expect(table.hint).to_be_hidden()
    page.wait_for_function("() => workers[0].asked.length === workers[0].heard.length")
    assert page.evaluate(asked) - before <= 2  # The first request, and one that was under way.
    expect(table.hint).to_be_hidden()


# Returns how far a card is above its place. One call, because the page may be scrolling.
RAISED = (
    """one => one.getBoundingClientRect().y - one.querySelector("span").getBoundingClientRect().y"""
)


@pytest.mark.parametrize("phone", first(1, [True, False]))
def test_the_cards_of_a_hint_are_marked_and_one_tap_raises_them(
    seat: Seated, *, phone: bool
) -> None:
    table = seat(begun("form=deal&seed=axe&seat=younger"), phone=phone)
    page = table.page
    page.locator("[data-part=prompt] [data-choices] label").first.click()  # It is not among them.
    before = page.evaluate("scrollY")
    table.button("hint").click()
    place = table.hint
    expect(place).to_contain_text("Master judges")
    named = place.locator("b").first
    signs = named.locator("svg").count()
    hinted = page.locator("[data-part=prompt] label[data-hinted]")
    assert hinted.count() == signs >= 1
    for card in hinted.all():
        assert abs(card.evaluate(RAISED)) < 1  # Raised means chosen.
        corner = card.locator("span").first
        shape = corner.evaluate("one => getComputedStyle(one, '::after').clipPath")
        assert shape.startswith("polygon(")
    choose = place.get_by_role("button", name="Choose these")
    expect(choose).to_be_in_viewport(ratio=1)
    choose.click()
    ticked = page.locator("[data-part=prompt] [data-choices] label:has(input:checked)")
    assert ticked.count() == signs
    for card in ticked.all():
        expect(card).to_have_attribute("data-hinted", "")
        assert card.evaluate(RAISED) >= 3
    expect(table.part("chosen-count")).to_have_text(f"{signs} chosen")
    lay = page.get_by_role("button", name="Lay them out")
    expect(lay).to_be_focused()
    expect(lay).to_be_in_viewport(ratio=1)
    page.keyboard.press("Enter")
    expect(table.part("story")).to_contain_text("You lay out")
    assert page.evaluate("scrollY") == before  # The next move has the whole felt again.


def test_on_a_phone_a_hint_in_the_play_leaves_the_table_where_it_is(seat: Seated) -> None:
    """Cards and sentence fit, so the page scrolls for neither and at most once while the engine thinks."""
    table = seat(at_the_play("calm"), phone=True)
    page = table.page
    table.region.evaluate("one => one.scrollIntoView()")
    page.evaluate(
        """() => {
            window.places = [scrollY];
            addEventListener("scroll", () => window.places.push(scrollY));
        }"""
    )
    table.button("hint").click()
    place = table.hint
    expect(place).to_contain_text("Master judges")
    expect(page.locator("[data-part=younger-side] [data-part=name]")).to_be_in_viewport(ratio=0.99)
    places = page.evaluate("window.places")
    assert places in (sorted(places), sorted(places, reverse=True))
    assert max(places) - min(places) < 120
    expect(page.locator("[data-part=prompt] [data-hinted]").first).to_be_in_viewport(ratio=0.99)
    expect(place.locator("p").first).to_be_in_viewport(ratio=0.99)


def test_after_a_hint_no_card_looks_chosen_but_the_one_it_means(seat: Seated) -> None:
    """The focus goes to the card, unless the player has moved it meanwhile."""
    table = seat(at_the_play("calm"), phone=False)
    page = table.page
    first = page.locator("[data-part=prompt] [data-part=hand] button[data-move]").first
    first.focus()
    page.keyboard.press("h")
    expect(table.hint).to_contain_text("Master judges")
    meant = page.locator("[data-part=prompt] [data-hinted]")
    expect(meant).to_have_count(1)
    expect(meant).to_be_focused()
    # The mark is in the visible part of the card, at the top right.
    shape = "getComputedStyle(one.querySelector('span'), '::after')"
    top, right = meant.evaluate(f"one => [{shape}.top, parseFloat({shape}.right)]")
    seen = meant.evaluate(
        """one => one.nextElementSibling
          ? one.getBoundingClientRect().right - one.nextElementSibling.getBoundingClientRect().x : 0"""
    )
    assert top == "0px"
    assert abs(right - max(0, seen)) < 2
    log, place = table.part("news"), table.hint
    place.evaluate("one => { for (const part of one.children) part.dataset.before = ''; }")
    page.keyboard.press("h")
    log.evaluate("one => { one.tabIndex = 0; one.focus(); }")
    expect(place.locator("[data-before]")).to_have_count(0)
    expect(place).to_contain_text("Master judges")
    expect(log).to_be_focused()
