"""Kept places: from the citation panel to the list, with notes, export, files, print and keyboard."""

import json
import re
from pathlib import Path

import pytest
from harness import DEAL_PAGE, Modes, no_engine
from pages.replay import Open
from playwright.sync_api import Locator, Page, expect
from pybtex.database import parse_string
from test_axe import BY_DAY_AND_NIGHT, violations

pytestmark = pytest.mark.browser

RULE = "docs/rules/play.low-cards.html#at-little"
LIST = "docs/kept-places.html"
BOOKS = "docs/bibliography.html"
REVIEW = "tutorials/review.html"
KEY = "piquet:places"
CLIPBOARD = {"permissions": ["clipboard-read", "clipboard-write"]}


def keep(panel: Locator) -> None:
    """Open a panel by keyboard and keep its place."""
    panel.locator("> summary").press("Enter")
    panel.get_by_role("button", name="Keep this place").press("Enter")
    expect(panel.get_by_role("status").filter(has_text="Kept.")).to_be_visible()


def answer(page: Page, ruleset: str) -> Locator:
    return page.locator(f"#at-{ruleset} details[data-part=citation]").first


def other(page: Page, path: str) -> Page:
    """Open another tab."""
    tab = page.context.new_page()
    tab.goto(re.sub(r"(?<=\d)/.*", f"/{path}", page.url))
    return tab


def listed(page: Page) -> Locator:
    return page.get_by_role("list", name="Kept places").get_by_role("listitem")


def exported(page: Page, form: str) -> str:
    page.get_by_label("Format").select_option(label=form)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Download").click()
    return saved.value.path().read_text("utf-8")


def test_a_rule_a_step_and_a_work_are_kept_with_notes_and_exported(
    visit: Open, tmp_path: Path
) -> None:
    page = visit(RULE, faulty=True, **CLIPBOARD).page
    keep(answer(page, "little"))
    page.get_by_role("link", name="Your kept places").and_(page.locator(":visible")).click()
    expect(listed(page)).to_have_count(1)
    deal = other(page, f"{DEAL_PAGE}#t6e")
    no_engine(deal)
    deal.get_by_role("button", name="Cite or share").click()
    shared = deal.get_by_role("dialog")
    shared.get_by_role("button", name="Keep this place").click()
    expect(shared.get_by_text("Kept.", exact=True)).to_be_visible()
    books = other(page, BOOKS)
    keep(books.locator("article details[data-part=citation]").first)
    # The list of the first tab follows the others, the latest first.
    expect(listed(page)).to_have_count(3)
    expect(listed(page).nth(1)).to_contain_text("A and B play at Piquet, step t6e")
    expect(listed(page).nth(2)).to_contain_text("answer play.low-cards@little")
    for row in listed(page).all():
        expect(row).to_contain_text(re.compile(r"edition [\d.]+, .*; kept on "))
    note = page.get_by_label("Your note on A and B play")
    note.fill("<b>Why not the ten?</b>")
    page.reload()
    expect(note).to_have_value("<b>Why not the ten?</b>")
    entries = parse_string(exported(page, "BibTeX"), "bibtex").entries
    assert any(key.startswith("piquet:hoyle1909-ab:t6e:") for key in entries)
    references = json.loads(exported(page, "CSL-JSON"))
    assert [one["id"] for one in references] == list(entries)
    records = exported(page, "RIS").strip().split("ER  -")
    assert [re.findall(r"^ID  - (.*)$", one, re.MULTILINE) for one in records if one] == [
        [key] for key in entries
    ]
    told = exported(page, "Markdown, with your notes")
    assert told.count("\n## [") == 3
    assert r"> \<b\>Why not the ten?\</b\>" in told
    assert f"{DEAL_PAGE}#t6e>)" in told
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("status").filter(has_text="Copied: 3 places.")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == told
    page.get_by_role("link", name="A and B play at Piquet, step t6e").click()
    expect(page).to_have_url(re.compile(f"{DEAL_PAGE}#t6e$"))


def test_a_file_carries_the_places_to_another_device(visit: Open, tmp_path: Path) -> None:
    page = visit(RULE, faulty=True).page
    keep(answer(page, "little"))
    page.goto(re.sub("docs/.*", REVIEW, page.url))
    expect(page.get_by_text("Kept here: ")).to_contain_text("one kept place")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save everything").click()
    file = tmp_path / "piquet.json"
    saved.value.save_as(file)
    there = visit(REVIEW, faulty=True).page
    there.get_by_label("Load a saved file").set_input_files(file)
    expect(there.get_by_text("piquet.json is loaded.")).to_contain_text("one kept place")
    there.goto(re.sub("tutorials/.*", LIST, there.url))
    expect(listed(there)).to_have_count(1)


def test_by_keyboard_a_place_is_removed_and_brought_back_with_its_note(visit: Open) -> None:
    page = visit(RULE, faulty=True).page
    keep(answer(page, "little"))
    page.goto(re.sub("docs/.*", LIST, page.url))
    note = page.get_by_label("Your note on")
    note.focus()
    page.keyboard.type("Mine")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Remove ")).to_be_focused()
    page.keyboard.press("Enter")
    expect(note).to_have_count(0)
    undo = page.get_by_role("button", name="Undo")
    expect(undo).to_be_focused()
    assert json.loads(page.evaluate(f"localStorage['{KEY}']"))["places"] == {}
    page.keyboard.press("Enter")
    expect(note).to_have_value("Mine")
    expect(listed(page).get_by_role("link")).to_be_focused()
    # Removed for good, it can be kept again on its page, in another tab.
    page.get_by_role("button", name="Remove ").click()
    page.reload()
    expect(page.get_by_text("Nothing is kept here yet.")).to_be_visible()
    tab = other(page, RULE)
    keep(answer(tab, "little"))
    expect(listed(page)).to_have_count(1)


def test_a_place_of_another_edition_or_without_its_page_says_so(visit: Open) -> None:
    page = visit(RULE, faulty=True).page
    keep(answer(page, "little"))
    page.evaluate(
        """key => {
            const stored = JSON.parse(localStorage[key]);
            const [[address, place]] = Object.entries(stored.places);
            const old = { ...place, edition: "edition 0.0.1, 2 January 2020", note: "Old" };
            stored.places = { [address]: old, "docs/rules/gone.html#at-little": { ...old, title: "Gone" } };
            localStorage[key] = JSON.stringify(stored);
        }""",
        KEY,
    )
    page.reload()
    panel = answer(page, "little")
    panel.locator("> summary").press("Enter")
    expect(panel.get_by_text("Kept from edition 0.0.1, 2 January 2020.")).to_be_visible()
    tab = other(page, LIST)
    gone = listed(tab).filter(has=tab.get_by_role("link", name="Gone"))
    expect(gone).to_contain_text("no page at this address any more")
    expect(listed(tab)).to_have_count(2)
    old = listed(tab).filter(has_not=tab.get_by_role("link", name="Gone"))
    expect(old).to_contain_text("kept from another edition")
    panel.get_by_role("button", name="Keep it in this edition").click()
    expect(tab.get_by_text("kept from another edition")).to_have_count(0)
    expect(tab.get_by_label("Your note on Low cards")).to_have_value("Old")


def test_damaged_places_are_explained_and_lost_neither_now_nor_later(visit: Open) -> None:
    page = visit(LIST, faulty=True).page
    page.evaluate(f"localStorage['{KEY}'] = '{{\"version\": 2, \"places\": 5}}'")
    page.reload()
    expect(page.get_by_text("What is stored here cannot be shown")).to_be_visible()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save it as a file").click()
    assert saved.value.path().read_text("utf-8") == '{"version": 2, "places": 5}'
    tab = other(page, RULE)
    keep(answer(tab, "little"))
    expect(listed(page)).to_have_count(1)
    aside = tab.evaluate("Object.keys(localStorage).filter(key => key.startsWith('piquet:aside:'))")
    assert len(aside) == 1


def test_a_section_of_a_page_is_kept_by_its_own_name(visit: Open) -> None:
    page = visit("docs/history/pack.html#the-sixes-go", faulty=True).page
    keep(page.locator("article details[data-part=citation]").last)
    tab = other(page, LIST)
    link = listed(tab).get_by_role("link")
    expect(link).to_have_text("The history of the pack: The sixes go")
    expect(link).to_have_attribute("href", "../docs/history/pack.html#the-sixes-go")


@pytest.mark.parametrize("modes", BY_DAY_AND_NIGHT, ids=["day", "night"])
def test_axe_finds_nothing_in_the_list_and_paper_has_the_notes(visit: Open, modes: Modes) -> None:
    page = visit(RULE, faulty=True).page
    keep(answer(page, "little"))
    page.goto(re.sub("docs/.*", LIST, page.url))
    page.get_by_label("Your note on").fill("Ask Anna.\nTwice.")
    assert violations(page, "[data-part=kept-places]", modes) == []
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.emulate_media(media="print")
    expect(page.get_by_text("Ask Anna.").and_(page.locator("p"))).to_be_visible()
    expect(page.get_by_role("button")).to_have_count(0)


def test_without_a_script_the_list_says_why_it_is_empty(visit: Open) -> None:
    page = visit(LIST, java_script_enabled=False).page
    expect(page.get_by_text("without it nothing is kept here")).to_be_visible()
    expect(page.get_by_role("button", name="Download")).to_have_count(0)
