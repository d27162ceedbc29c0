"""Court figures are only for readers who ask for them; without them the letters stay."""

import pytest
from playwright.sync_api import Route, expect
from reading import DEAL_PAGE, ROOT, SITE, Open, Reader, add_style

from piquet_core.site.courts import FOLDER, courts

pytestmark = pytest.mark.browser

FILES = {f"{FOLDER}{card}.svg" for card in courts()}


def fetched(reader: Reader) -> set[str]:
    return {path for path in reader.watch.paths if path.startswith(FOLDER)}


def choose(reader: Reader, what: str) -> None:
    options = reader.find(".pq-options")
    if options.get_attribute("open") is None:
        options.locator("summary").click()
    reader.find(f'input[data-set="courts"][value="{what}"]').click()


def shows(reader: Reader, kind: str) -> None:
    """Wait until the root says which courts are shown; absent means letters."""
    root = reader.page.locator("html")
    if kind == "figures":
        expect(root).to_have_attribute("data-pq-courts", "figures")
    else:
        expect(root).not_to_have_attribute("data-pq-courts", "figures")


def drawn(reader: Reader) -> tuple[str, str]:
    """How the letter and the figure of the first court in the sprite are displayed."""
    letter, figure = reader.page.evaluate(
        """() => ["#pq-SK .pq-letter", "#pq-SK .pq-figure"].map(
            (part) => getComputedStyle(document.querySelector(part)).display)"""
    )
    return letter, figure


def test_nothing_is_fetched_before_the_choice_and_all_twelve_after_it(visit: Open) -> None:
    reader = visit()
    reader.page.wait_for_load_state("networkidle")
    assert fetched(reader) == set()
    assert drawn(reader) == ("inline", "none")
    choose(reader, "figures")
    shows(reader, "figures")
    assert fetched(reader) == FILES
    assert len(FILES) == 12  # king, queen and jack of four suits
    assert drawn(reader) == ("none", "inline")
    pictures = reader.page.evaluate(
        "[...document.querySelectorAll('.pq-sprite image')].map((one) => one.getAttribute('href'))"
    )
    assert {path.rpartition("/")[2] for path in pictures} == {f"{card}.svg" for card in courts()}
    choose(reader, "letters")
    shows(reader, "letters")
    assert drawn(reader) == ("inline", "none")


def test_choice_is_remembered_on_every_page_with_cards(visit: Open) -> None:
    reader = visit()
    choose(reader, "figures")
    shows(reader, "figures")
    reader.page.wait_for_load_state("networkidle")
    reader.page.goto(reader.page.url.replace("hoyle1909-ab", "cavendish-p1").partition("#")[0])
    shows(reader, "figures")
    assert reader.find('input[data-set="courts"][value="figures"]').is_checked()
    reader.page.wait_for_load_state("networkidle")


def test_figure_is_seen_on_the_card(visit: Open) -> None:
    """The picture is painted where the card lies, through the reference into the sprite."""
    reader = visit()
    king = reader.find('.pq-cards svg:has(use[href="#pq-HK"])')  # in the talon
    king.scroll_into_view_if_needed()
    letters = king.screenshot()
    choose(reader, "figures")
    shows(reader, "figures")
    reader.find(".pq-options summary").click()
    king.scroll_into_view_if_needed()
    # A letter in its frame compresses to much less than a figure in four colours.
    assert len(king.screenshot()) > 1.5 * len(letters)


def test_a_card_on_the_table_is_drawn_anew_when_the_figures_come(visit: Open) -> None:
    """WebKit shows a picture that came later only in references made after it."""
    reader = visit()
    uses = ".pq-board .pq-card > use"
    before = reader.find(uses).count()
    reader.find(uses).evaluate_all("uses => uses.forEach(one => { one.old = true; })")
    choose(reader, "figures")
    shows(reader, "figures")
    assert reader.find(uses).count() == before
    assert reader.find(uses).evaluate_all("uses => uses.filter(one => one.old).length") == 0


def test_a_small_card_hands_its_large_index_to_the_drawing(visit: Open) -> None:
    """WebKit lets no container query reach into a reference: it must be said to the reference itself."""
    reader = visit()
    card = reader.find(".pq-board .pq-hand .pq-card > use").first
    zoom = "use => getComputedStyle(use).getPropertyValue('--pq-zoom').trim()"
    for width, wanted in ((1280, ""), (360, "scale(1.75)")):
        reader.page.set_viewport_size({"width": width, "height": 740})
        assert card.evaluate(zoom) == wanted
    # The drawing that the reference stands for obeys.
    small = card.screenshot()
    add_style(reader.page, ".pq-card > use { --pq-zoom: none !important; }")
    assert card.screenshot() != small


def test_without_the_files_letters_stay_and_that_is_said(visit: Open) -> None:
    reader = visit(faulty=True)

    def refuse(route: Route) -> None:
        route.abort()

    reader.page.route(f"**/{FOLDER}HQ.svg", refuse)
    choose(reader, "figures")
    expect(reader.find(".pq-engine")).to_contain_text("could not be fetched")
    shows(reader, "letters")
    assert drawn(reader) == ("inline", "none")
    assert reader.find('input[data-set="courts"][value="letters"]').is_checked()
    # The reader may try again.
    reader.page.unroute(f"**/{FOLDER}HQ.svg")
    choose(reader, "figures")
    shows(reader, "figures")


def test_licence_authors_and_changes_lie_beside_the_figures() -> None:
    folder = SITE / FOLDER
    assert "LESSER GENERAL PUBLIC LICENSE" in (folder / "LICENSE.txt").read_text("utf-8")
    assert "David Bellot" in (folder / "AUTHORS.txt").read_text("utf-8")
    assert "What was changed" in (folder / "README.txt").read_text("utf-8")
    for path in FILES:
        assert "David Bellot" in (SITE / path).read_text("utf-8")
    assert "svg-cards" in (ROOT / "package.json").read_text("utf-8")


def test_a_page_without_figures_offers_no_choice(visit: Open) -> None:
    reader = visit(DEAL_PAGE)
    expect(reader.find('input[data-set="courts"]')).to_have_count(2)

    def bare(route: Route) -> None:
        text = (SITE / DEAL_PAGE).read_text("utf-8")
        assert "data-courts=" in text
        route.fulfill(body=text.replace(" data-courts=", " data-was="), content_type="text/html")

    reader.page.wait_for_load_state("networkidle")
    reader.page.route(f"**/{DEAL_PAGE}", bare)
    reader.page.reload()
    expect(reader.find(".pq-controls")).to_be_visible()
    expect(reader.find('input[data-set="courts"]')).to_have_count(0)
    reader.page.wait_for_load_state("networkidle")
