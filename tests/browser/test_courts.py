"""Card faces: figures on large cards, indices on small ones, letters on request."""

import pytest
from harness import DEAL_PAGE, add_style, quiet
from pages.replay import Open, ReplayPage
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


def drawn(reader: ReplayPage, card: str = "SK") -> tuple[str, str]:
    """Return how the letter and the figure of a court card are displayed."""
    letter, figure = reader.page.evaluate(
        """(card) => [`#pq-${card} .pq-letter`, `#pq-${card} .pq-figure`].map(
            (part) => getComputedStyle(document.querySelector(part)).display)""",
        card,
    )
    return letter, figure


def test_figures_are_in_the_page_and_nothing_is_fetched_for_them(visit: Open) -> None:
    reader = visit()
    quiet(reader.page)
    assert drawn(reader) == ("none", "inline")
    assert not [path for path in reader.watch.paths if "court" in path]


def test_letters_are_for_readers_who_choose_them_on_every_page_with_cards(visit: Open) -> None:
    reader = visit(faulty=True)  # Leaving the page aborts its requests.
    reader.choose("courts", "letters")
    assert drawn(reader) == ("inline", "none")
    reader.page.goto(reader.page.url.replace("hoyle1909-ab", "cavendish-p1").partition("#")[0])
    expect(reader.page.locator("html")).to_have_attribute("data-pq-courts", "letters")
    assert drawn(reader) == ("inline", "none")
    assert reader.find('input[data-set="courts"][value="letters"]').is_checked()
    reader.choose("courts", "figures")
    assert drawn(reader) == ("none", "inline")


def test_what_an_earlier_edition_kept_of_the_courts_still_holds(visit: Open) -> None:
    """Version 0.2.0 saved each setting under a key of its own."""
    reader = visit(faulty=True)
    reader.page.evaluate("localStorage.setItem('pq-courts', 'letters')")
    reader.page.goto("about:blank")
    reader.page.go_back()
    expect(reader.page.locator("html")).to_have_attribute("data-pq-courts", "letters")


def test_figure_is_seen_on_the_card(visit: Open) -> None:
    """The figure is painted through the references of the sprite."""
    reader = visit()
    king = reader.find('[data-part=talon-cards] svg:has(use[href="#pq-HK"])')  # In the talon.
    king.scroll_into_view_if_needed()
    figure = king.screenshot()
    reader.choose("courts", "letters")
    king.scroll_into_view_if_needed()
    # A letter in its frame compresses much better than a figure in four colours.
    assert len(figure) > 1.5 * len(king.screenshot())


def test_a_small_card_shows_its_sign_alone_and_says_so_to_the_drawing(visit: Open) -> None:
    """WebKit does not apply container queries inside a reference, so the rule applies to the reference itself."""
    reader = visit(DEAL_PAGE)
    card = reader.find("[data-part=younger-side] [data-part=hand] svg > use").first
    full = "use => getComputedStyle(use).getPropertyValue('--full').trim()"
    for width, wanted in ((1280, "inline"), (360, "none")):
        reader.page.set_viewport_size({"width": width, "height": 900})
        assert card.evaluate(full) == wanted
    # The referenced drawing follows.
    small = card.screenshot()
    add_style(
        reader.page,
        "[data-part=replay] [data-part=hand] svg > use { --full: inline !important; --small: none !important; }",
    )
    assert card.screenshot() != small
