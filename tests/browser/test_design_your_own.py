"""Design your own: changing answers, conflicts, the table, quick deals, links whole and hostile, and no script."""

from __future__ import annotations

import re

import pytest
from harness import Modes
from pages.replay import Open
from pages.table import TABLE, TablePage
from playwright.sync_api import Locator, Page, expect
from test_axe import violations
from test_layout import too_wide

from piquet_core.laboratory.experiment import parse_experiment
from piquet_core.rules import catalogue

pytestmark = pytest.mark.browser

DESIGN = "docs/design-your-own.html"
TWO = "hoyle1909,blank.points=20,play.lead=0"
PHONE = (360, 740)


def question(page: Page, title: str) -> Locator:
    """Return the group of answers to a question, in its opened part of the page."""
    found = page.get_by_role("group", name=title, exact=True)
    legend = page.locator("legend", has_text=re.compile(f"^{title}$"))
    fold = page.locator("details", has=legend)
    if not found.is_visible():
        fold.locator("summary").first.click()
    return found


def region(page: Page) -> Locator:
    """Return the region with the result."""
    return page.locator("[data-part=design-result]")


def count(page: Page) -> Locator:
    """Return the live region with the number of changes."""
    return page.locator("[data-part=design-count]")


def test_two_answers_are_changed_and_the_address_leads_to_them(visit: Open, modes: Modes) -> None:
    page = visit(DESIGN, size=PHONE).page
    expect(count(page)).to_have_text("Hoyle 1909, unchanged")
    question(page, "The point for leading").get_by_role("radio", name="0 points").check()
    expect(count(page)).to_have_text("1 change from Hoyle 1909")
    worth = question(page, "The worth of a carte blanche")
    worth.get_by_role("spinbutton").fill("20")
    expect(worth.get_by_role("radio", name="Another number")).to_be_checked()
    expect(count(page)).to_have_text("2 changes from Hoyle 1909")
    expect(page).to_have_url(re.compile(rf"{re.escape(TWO)}$"))
    expect(region(page).get_by_role("listitem")).to_have_count(2)
    expect(region(page).get_by_role("listitem").first).to_contain_text("20 points")
    expect(page.get_by_role("button", name="Let the engine play fifty deals")).to_be_enabled()
    assert too_wide(page) == []
    assert violations(page, "[data-part=design]", modes) == []

    page.get_by_label("Name of your game").fill("Aunt Jo’s game")
    expect(page.get_by_role("heading", name="Aunt Jo’s game")).to_be_visible()
    expect(page).to_have_url(re.compile("name=Aunt%20Jo"))
    page.get_by_role("button", name="Change it back: The point for leading").click()
    expect(count(page)).to_have_text("1 change from Hoyle 1909")
    page.get_by_role("button", name="Change everything back").click()
    expect(count(page)).to_have_text("Hoyle 1909, unchanged")


def test_a_conflict_is_told_beside_its_answer_and_the_design_before_stays_playable(
    visit: Open,
) -> None:
    page = visit(f"{DESIGN}?by={TWO}").page
    link = page.get_by_role("link", name="Play it at the table")
    expect(page.locator("[data-part=design-toml]")).to_contain_text('"play.lead" = 0')
    question(page, "The pack").get_by_role("radio", name="36 cards").check()
    ranks = question(page, "The order of the cards")
    expect(ranks).to_have_accessible_description(re.compile("A pack of 36 has its 9 ranks"))
    expect(count(page)).to_have_text("3 changes, which do not go together")
    expect(region(page)).to_contain_text("the last that did, with 2 changes")
    expect(link).to_have_attribute("href", re.compile(rf"{re.escape(TABLE)}\?by={re.escape(TWO)}$"))
    region(page).get_by_role("link", name="The order of the cards").click()
    expect(ranks).to_be_in_viewport()
    question(page, "The pack").get_by_role("radio", name="32 cards").check()
    expect(ranks).to_have_accessible_description("")
    expect(count(page)).to_have_text("2 changes from Hoyle 1909")


def test_the_table_plays_a_design_to_its_end_and_keeps_it(visit: Open) -> None:
    page = visit(f"{DESIGN}?by={TWO}", size=PHONE).page
    page.get_by_role("link", name="Play it at the table").click()
    table = TablePage(page)
    # The menu of the site has this label too. The list is folded away, so it has no role.
    rules = page.locator("select").and_(page.get_by_label("Rules", exact=True))
    expect(rules).to_have_value(TWO)
    table.part("start").click()
    table.wait_for_question()
    assert f"rules {TWO}\n" in (page.evaluate("localStorage.getItem('piquet:game')") or "").replace(
        "\\n", "\n"
    )
    page.reload()
    table.button("resume").click()
    table.wait_for_question()
    expect(page.get_by_text("Changed: The worth of a carte blanche: 20 points;")).to_be_visible()
    table.play()
    expect(table.result).to_be_visible()
    table.button("review").first.click()
    replay = page.locator("[data-part=deal-review]")
    expect(replay).to_contain_text("the point for leading: 0 points")
    table.button("tally").click()
    expect(page.get_by_role("row", name=re.compile("Hoyle.*, changed"))).to_be_visible()


def test_fifty_deals_show_their_progress_can_be_stopped_and_go_on(visit: Open) -> None:
    page = visit(f"{DESIGN}?by={TWO}").page
    page.get_by_role("button", name="Let the engine play fifty deals").click()
    deals = page.get_by_role("region", name="Fifty quick deals")
    expect(deals).to_contain_text(re.compile(r"\d+ of 50 deals played by both"))
    deals.get_by_role("button", name="Stop").click()
    expect(deals).to_contain_text("Stopped.")
    deals.get_by_role("button", name="Go on").click()
    figures = deals.get_by_role("table", name="50 deals by each")
    expect(figures.get_by_role("row", name="Elder’s advantage")).to_contain_text("±")
    expect(figures.get_by_role("row", name="Capots")).to_be_visible()
    expect(deals).to_be_focused()  # where the button *Stop* was
    question(page, "The point for leading").get_by_role("radio", name="1 point").check()
    expect(figures).to_have_count(0)


def test_a_shared_link_opens_the_same_game_in_another_browser(visit: Open) -> None:
    page = visit(f"{DESIGN}?by={TWO}&name=Ours").page
    expect(page.get_by_role("heading", name="Ours")).to_be_visible()
    leading = question(page, "The point for leading")
    expect(leading.get_by_role("radio", name="0 points")).to_be_checked()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save it as TOML").click()
    assert saved.value.suggested_filename == "ours.toml"
    experiment = parse_experiment(saved.value.path().read_text("utf-8"), "ours")
    assert [one.rules.id for one in experiment.variants] == ["hoyle1909", TWO]


@pytest.mark.parametrize(
    ("query", "said", "changes"),
    [
        ("by=hoyle1909,play.leed=0,play.lead=0", "There is no rule “play.leed”", 1),
        (
            "by=hoyle1909,play.lead=no,blank.points=20",
            "“no” is not an answer to “The point for leading” (play.lead)",
            1,
        ),
        ("by=<img src=x onerror=alert(1)>,play.lead=0", "There is no rule set “<img src=x", 1),
        ("by=hoyle1909,play.lead=1e9,=,%00", "There is no rule “”", 0),
        (f"by=hoyle1909,{'x' * 9000}", "x…”", 0),
    ],
)
def test_a_hostile_link_names_its_fault_and_the_rest_applies(
    visit: Open, query: str, said: str, changes: int
) -> None:
    page = visit(f"{DESIGN}?{query}").page
    expect(page.locator("form [role=alert]")).to_contain_text(said)
    expect(region(page).get_by_role("listitem")).to_have_count(changes)


def test_without_a_script_every_question_has_its_answers_and_their_books(visit: Open) -> None:
    page = visit(DESIGN, java_script_enabled=False).page
    assert page.locator("fieldset[data-rule]").count() == len(catalogue())
    leading = question(page, "The point for leading")
    expect(leading).to_contain_text("1 point")
    expect(leading).to_contain_text("Hoyle 1909")
    expect(leading.get_by_role("radio")).to_have_count(0)
    expect(page.locator("pre").filter(has_text="[variants.answers]").last).to_be_visible()


def test_on_paper_the_sheet_has_the_chosen_answers_alone(visit: Open) -> None:
    page = visit(f"{DESIGN}?by={TWO}").page
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    leading = page.get_by_role("group", name="The point for leading", exact=True)
    expect(leading.get_by_text("0 points")).to_be_visible()
    expect(leading.get_by_text("1 point", exact=True)).to_be_hidden()
    expect(
        page.get_by_role("group", name="The pack", exact=True).get_by_text("32 cards")
    ).to_be_visible()


def test_a_number_that_is_no_answer_is_refused_in_words(visit: Open) -> None:
    page = visit(f"{DESIGN}?by={TWO}").page
    worth = question(page, "The worth of a carte blanche")
    worth.get_by_role("spinbutton").fill("5000")
    expect(worth).to_have_accessible_description(
        re.compile("Give a whole number from 0 to 999. .* keeps its answer: 20 points")
    )
    expect(count(page)).to_have_text("2 changes from Hoyle 1909")
    worth.get_by_role("spinbutton").fill("50")
    expect(worth).to_have_accessible_description("")
    expect(region(page)).to_contain_text("50 points")
