"""Work for a class: a teacher makes a set, a pupil works through it offline, and the results come back."""

from __future__ import annotations

import csv
import json
import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from harness import ROOT, Modes, quiet, wait_until
from pages.replay import Open
from playwright.sync_api import Locator, Page, expect
from test_axe import violations
from test_offline import until_kept

from piquet_core.exercises import find_exercise
from piquet_core.exercises.exercise import answer_words
from piquet_core.exercises.problems import read_problems
from piquet_core.rules import load_ruleset
from piquet_core.sessions import start_game
from piquet_core.sessions.session import ONE_DEAL
from piquet_core.teaching import (
    ItemKind,
    ItemResult,
    ItemState,
    WorkItem,
    WorkSet,
    deal_of_code,
    lay_set,
    read_result,
    read_set,
    write_result,
    write_set,
    write_short_code,
)
from piquet_core.teaching.work_result import result_of
from piquet_core.teaching.work_set import check_of

pytestmark = pytest.mark.browser

MAKER, WORK = "tutorials/set-work.html", "tutorials/class-work.html"
STORAGE = "JSON.stringify(Object.entries(localStorage).sort())"


@cache
def capot() -> tuple[str, ...]:
    """Return the ids of the first problems of *Save the capot*."""
    return tuple(one.item().id for one in read_problems(ROOT / "tutorials/problems/capot.toml")[:3])


def wrong_card(id: str) -> str:
    """Return a card that does not solve a problem."""
    item = find_exercise(id)
    return next(one.value for one in item.posed.options if one.value not in item.right)


def laid() -> WorkSet:
    """Return a set of two problems and a position."""
    problems = [
        WorkItem(
            kind=ItemKind.PROBLEM,
            place=f"tutorials/problems/capot#exercise-{number}",
            check=check_of(id),
        )
        for number, id in enumerate(capot()[:2], 1)
    ]
    position = "docs/positions/cavendish#position-cavendish-p3"
    return lay_set(
        "Two capots",
        "Look at both hands.",
        [*problems, WorkItem(kind=ItemKind.POSITION, place=position)],
    )


def part(page: Page, name: str) -> Locator:
    return page.locator(f"main [data-part={name}]")


def add(page: Page, search: str, name: str) -> None:
    """Find an item and add it, by keyboard alone."""
    field = page.get_by_label("Search the items")
    field.fill(search)
    page.get_by_role("button", name=f"Add: {name}", exact=True).press("Enter")


def choose(page: Page, card: str) -> None:
    """Answer the problem on the stage with a card, by keyboard."""
    stage = part(page, "stage")
    stage.locator(f"input[value={card}]").press("Space")
    stage.get_by_role("button", name="Answer", exact=True).press("Enter")


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def line_of(place: Locator, name: str) -> str:
    line = place.locator(f"[data-part={name}-line]")
    expect(line).to_be_visible()
    return line.text_content() or ""


def test_a_set_goes_to_a_pupil_offline_and_its_result_comes_back(
    visit: Open, base: str, tmp_path: Path
) -> None:
    teacher = visit(MAKER).page
    quiet(teacher)
    teacher.get_by_label("Title").fill("Two capots")
    teacher.get_by_label("A note for your pupils").fill("Look at both hands.")
    add(teacher, "capot 1", "Save the capot, 1")
    add(teacher, "capot 2", "Save the capot, 2")
    add(teacher, "unguard", "Unguard a king")
    expect(part(teacher, "items").get_by_role("listitem")).to_have_count(3)
    teacher.reload()  # what has no link yet is kept as well
    expect(part(teacher, "items").get_by_role("listitem")).to_have_count(3)
    teacher.get_by_role("button", name="Make the link").press("Enter")
    link = line_of(part(teacher, "link"), "set")
    assert len(link) <= 1500
    assert read_set(link.partition("#set=")[2]) == laid()

    reader = visit(WORK + link[link.index("#") :], size=(360, 740), early=True, faulty=True)
    pupil = reader.page
    quiet(pupil)
    expect(part(pupil, "work")).to_contain_text("Look at both hands.")
    expect(part(pupil, "progress")).to_contain_text("0 of 3 done")
    until_kept(pupil, base)
    pupil.context.set_offline(True)
    begin = part(pupil, "items").get_by_role("button", name="Begin: Save the capot, 1")
    begin.press("Enter")
    first, second = capot()[:2]
    choose(pupil, wrong_card(first))
    expect(part(pupil, "items")).to_contain_text("not solved yet")
    part(pupil, "stage").get_by_role("button", name="Try again").press("Enter")
    choose(pupil, find_exercise(first).right[0])
    part(pupil, "stage").get_by_role("button", name="Next").press("Enter")
    expect(part(pupil, "stage")).to_contain_text("2 of 3")
    choose(pupil, find_exercise(second).right[0])
    expect(part(pupil, "open-items")).to_contain_text("One item is not done yet")
    part(pupil, "stage").get_by_role("button", name="Next: Unguard a king").press("Enter")
    expect(part(pupil, "items").get_by_role("link", name="Open: Unguard a king")).to_be_focused()
    part(pupil, "items").get_by_label("I have read it").press("Space")
    expect(part(pupil, "progress")).to_contain_text("3 of 3 done")
    expect(part(pupil, "open-items")).to_have_text("Every item is done.")
    pupil.get_by_label("Your name").fill("Anna")
    pupil.get_by_label("Your name").press("Enter")
    line = line_of(part(pupil, "result"), "result")
    code = pupil.get_by_text(re.compile(r"^A[A-Z2-9]{3}(-[A-Z2-9]+)+$")).text_content() or ""
    assert fits(pupil)
    assert [one for one in reader.watch.faults if one.startswith("another host")] == []
    result = read_result(line.partition("#result=")[2].strip())
    assert [one.state for one in result.items] == [
        ItemState.SOLVED,
        ItemState.RIGHT,
        ItemState.RIGHT,
    ]
    assert result.items[0].answer == wrong_card(first)

    other = result_of(
        laid(), "Cem", [ItemResult(state=ItemState.TRIED, tries=1, answer=wrong_card(first))] * 3
    )
    teacher.get_by_label("Paste the links").fill(
        f"{line}\nBo: {code}\n#result={write_result(other)}\nnonsense"
    )
    teacher.get_by_role("button", name="Add these results").press("Enter")
    table = part(teacher, "class")
    expect(table.get_by_role("rowheader")).to_have_text(["Anna", "Bo", "Cem", "Missed at first"])
    expect(part(teacher, "notices")).to_contain_text("Line 4: ")
    missed = part(teacher, "most-missed")
    expect(missed).to_contain_text("1. Save the capot, 1: 3 of 3 missed it at first.")
    expect(missed).to_contain_text(answer_words(find_exercise(first), wrong_card(first)))
    with teacher.expect_download() as saved:
        teacher.get_by_role("button", name="Save as CSV").press("Enter")
    file = tmp_path / "results.csv"
    saved.value.save_as(file)
    rows = list(csv.reader(file.read_text("utf-8-sig").splitlines()))
    assert [row[0] for row in rows] == ["Name", "Anna", "Bo", "Cem"]
    assert rows[1][1:4] == ["solved later", "right at first", "done"]

    remove = table.get_by_role("button", name="Remove the result of Bo")
    remove.press("Enter")
    table.get_by_text("Remove it for good?").press("Enter")
    expect(table.get_by_role("rowheader")).to_have_text(["Anna", "Cem", "Missed at first"])
    teacher.reload()
    teacher.get_by_role("button", name="Open: Two capots").press("Enter")
    expect(table.get_by_role("rowheader")).to_have_text(["Anna", "Cem", "Missed at first"])


def test_the_link_of_a_result_adds_it_to_the_set_that_is_kept(visit: Open) -> None:
    page = visit(f"{MAKER}#set={write_set(laid())}").page
    expect(part(page, "set").get_by_label("Title")).to_have_value("Two capots")
    expect(part(page, "results")).to_be_visible()
    made = result_of(laid(), "Anna", [ItemResult(state=ItemState.RIGHT, tries=1)] * 3)
    page.evaluate("hash => { location.hash = hash }", f"result={write_result(made)}")
    expect(part(page, "class").get_by_role("rowheader").first).to_have_text("Anna")
    stored: dict[str, Any] = json.loads(page.evaluate("localStorage['piquet:sets']"))
    (kept,) = stored["sets"].values()
    assert kept["names"] == ["Anna"]
    page.evaluate("location.hash = ''")
    page.evaluate("hash => { location.hash = hash }", f"result={write_result(made)}")
    expect(part(page, "notices")).to_have_text("The result of Anna was here already.")
    expect(part(page, "notice")).to_be_hidden()
    other = result_of(replace(laid(), items=laid().items[:2]), "Bo", [ItemResult()] * 2)
    page.evaluate("hash => { location.hash = hash }", f"result={write_result(other)}")
    expect(part(page, "notice")).to_contain_text("The result of Bo belongs to none of the sets")


def test_a_new_title_keeps_the_results_and_other_items_make_another_set(visit: Open) -> None:
    page = visit(f"{MAKER}#set={write_set(laid())}").page
    expect(part(page, "results")).to_be_visible()
    made = result_of(laid(), "Anna", [ItemResult(state=ItemState.RIGHT, tries=1)] * 3)
    page.get_by_label("Paste the links").fill(f"#result={write_result(made)}")
    page.get_by_role("button", name="Add these results").click()
    names = part(page, "class").get_by_role("rowheader")
    expect(names.first).to_have_text("Anna")
    part(page, "set").get_by_label("Title").fill("Renamed")
    page.get_by_role("button", name="Make the link").click()
    expect(names.first).to_have_text("Anna")
    expect(part(page, "kept-sets").get_by_role("listitem")).to_have_text(
        re.compile("^Renamed: 3 items, 1 result")
    )
    part(page, "items").get_by_role("button", name="Take out: Unguard a king").click()
    page.get_by_role("button", name="Make the link").click()
    expect(part(page, "kept-sets").get_by_role("listitem")).to_have_count(2)
    expect(part(page, "class")).to_contain_text("No results yet")


def test_a_result_goes_away_when_the_pupil_does_more(visit: Open) -> None:
    page = visit(f"{WORK}#set={write_set(laid())}").page
    expect(part(page, "open-items")).to_contain_text("3 items are not done yet")
    page.get_by_label("Your name").fill("Anna")
    page.get_by_role("button", name="Make my result").click()
    line_of(part(page, "result"), "result")
    part(page, "items").get_by_label("I have read it").check()
    expect(part(page, "result")).to_contain_text("You have done more since you made your result")
    expect(part(page, "result").locator("[data-part=result-line]")).to_have_count(0)
    page.get_by_role("button", name="Make my result").click()
    line = line_of(part(page, "result"), "result")
    made = read_result(line.partition("#result=")[2].strip())
    assert [one.state for one in made.items] == [ItemState.OPEN, ItemState.OPEN, ItemState.RIGHT]


def test_a_shown_solution_leads_on_to_the_next_item(visit: Open) -> None:
    page = visit(f"{WORK}#set={write_set(laid())}").page
    part(page, "items").get_by_role("button", name="Begin: Save the capot, 1").click()
    choose(page, wrong_card(capot()[0]))
    part(page, "stage").get_by_role("button", name="Show the answer").click()
    part(page, "stage").get_by_role("button", name="Next: Save the capot, 2").click()
    expect(part(page, "stage")).to_contain_text("2 of 3")


def test_an_item_can_be_looked_at_before_it_is_chosen(visit: Open) -> None:
    page = visit(MAKER).page
    page.get_by_label("Search the items").fill("xyzzy")
    expect(part(page, "found")).to_contain_text("Nothing is found. The search looks at titles")
    add(page, "capot 1", "Save the capot, 1")
    for place in ("catalogue", "items"):
        link = part(page, place).get_by_role("link", name="Save the capot, 1 (opens in a new tab)")
        with page.context.expect_page() as opened:
            link.first.click()
        expect(opened.value.locator("#exercise-1")).to_be_visible()
        opened.value.close()


def test_spoilt_links_are_refused_and_nothing_kept_is_touched(visit: Open) -> None:
    text = write_set(laid())
    page = visit(f"{WORK}#set={text}").page
    expect(part(page, "progress")).to_contain_text("0 of 3")
    before = page.evaluate(STORAGE)
    for spoilt, said in (
        (text[:-5], "Was the whole link copied"),
        (f"{text}{text}", "damaged"),
        (f"9{text[1:]}", "newer edition"),
        ("hello", "no format number"),
    ):
        page.evaluate("hash => { location.hash = hash }", f"set={spoilt}")
        expect(part(page, "notice")).to_contain_text(said)
        assert page.evaluate(STORAGE) == before


def test_an_item_that_this_edition_lacks_is_named_and_the_others_work(visit: Open) -> None:
    strange = WorkItem(kind=ItemKind.DEAL, place="docs/deals/of-a-later-edition")
    changed = WorkItem(kind=ItemKind.PROBLEM, place="tutorials/problems/capot#exercise-1", check=1)
    work = lay_set("Mixed", "", [strange, changed, *laid().items[1:]])
    page = visit(f"{WORK}#set={write_set(work)}").page
    rows = part(page, "items").get_by_role("listitem")
    expect(rows).to_have_count(4)
    for row in (0, 1):
        expect(rows.nth(row)).to_contain_text("not in this edition")
    expect(rows.nth(2).get_by_role("button")).to_have_text("Begin")


def test_a_code_gives_a_class_one_deal(visit: Open) -> None:
    teacher = visit(MAKER).page
    teacher.get_by_role("button", name="A new code").press("Enter")
    field = teacher.get_by_label("A code of six letters")
    wait_until(teacher, lambda: len(field.input_value()) == 7, "a code")
    code = field.input_value()
    pupil = visit(WORK).page
    pupil.get_by_label("A code of six letters").fill(code.lower())
    pupil.get_by_role("button", name="Show the deal").press("Enter")
    link = pupil.get_by_role("link", name="Play it as younger")
    query = link.get_attribute("href") or ""
    rules = load_ruleset("hoyle1909")
    seed = query.partition("seed=")[2]
    assert start_game(rules, ONE_DEAL, seed=seed).table.state.deal == deal_of_code(rules, code)
    pupil.get_by_label("A code of six letters").fill("AAAAAB")
    pupil.get_by_role("button", name="Show the deal").press("Enter")
    expect(part(pupil, "notice")).to_contain_text("wrong letter")


def test_a_presenter_turns_the_pages_of_the_projector(visit: Open) -> None:
    page = visit(f"{MAKER}#set={write_set(laid())}", size=(1280, 720)).page
    page.get_by_role("button", name="Show it large").press("Enter")
    wall = page.get_by_role("dialog", name="Projector")
    expect(wall.get_by_role("status").first).to_have_text("1 of 3: Save the capot, 1")
    expect(wall).to_contain_text("Look at both hands.")
    expect(wall.locator("[data-part=exercise-item]")).to_be_visible()
    page.keyboard.press("PageDown")
    page.keyboard.press("PageDown")
    expect(wall.get_by_role("status").first).to_have_text("3 of 3: Unguard a king")
    expect(wall.get_by_role("img", name=re.compile("^Elder: "))).to_be_visible()
    assert wall.evaluate("one => one.scrollWidth <= one.clientWidth")
    page.keyboard.press("PageUp")
    expect(wall.get_by_role("status").first).to_contain_text("2 of 3")
    page.keyboard.press("Escape")
    expect(wall).to_be_hidden()


PRINT = "window.print = () => dispatchEvent(new Event('printed'))"
VISIBLE = """() => [...document.querySelectorAll("main *")].filter(one => one.checkVisibility())
  .every(one => one.closest("[data-part=printed]") || one.querySelector("[data-part=printed]"))"""


def test_the_sheet_and_the_hands_are_printed_alone(visit: Open) -> None:
    page = visit(f"{MAKER}#set={write_set(laid())}").page
    expect(part(page, "results")).to_be_visible()
    page.evaluate(PRINT)
    page.emulate_media(media="print")
    sheet = part(page, "printed")
    part(page, "given-out").evaluate("one => one.querySelector('[data-do=sheet]').click()")
    expect(sheet.get_by_role("img", name="The link as a QR code")).to_be_visible()
    expect(sheet.get_by_role("listitem")).to_have_count(3)
    assert page.evaluate(VISIBLE)
    part(page, "given-out").evaluate("one => one.querySelector('[data-do=hands]').click()")
    expect(sheet.get_by_role("img", name="Your hand: ")).to_have_count(2)
    expect(sheet.get_by_role("img", name="Led: ")).to_have_count(2)
    expect(sheet.get_by_role("img")).to_have_count(8)
    assert page.evaluate(VISIBLE)
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    expect(sheet).to_be_hidden()


def test_both_pages_suit_a_phone_and_a_screen_reader(visit: Open, modes: Modes) -> None:
    text = write_set(laid())
    done = result_of(laid(), "Anna", [ItemResult(state=ItemState.TRIED, tries=1)] * 3)
    maker = visit(f"{MAKER}#set={text}").page
    expect(part(maker, "results")).to_be_visible()
    maker.get_by_label("Paste the links").fill(f"Anna {write_short_code(done)}")
    maker.get_by_role("button", name="Add these results").click()
    expect(part(maker, "most-missed")).to_be_visible()
    assert violations(maker, "[data-part=set-maker]", modes) == []
    pupil = visit(f"{WORK}#set={text}").page
    part(pupil, "items").get_by_role("button", name="Begin: Save the capot, 1").click()
    expect(part(pupil, "stage").locator("[data-part=exercise-item]")).to_be_visible()
    assert violations(pupil, "[data-part=set-work]", modes) == []
    for page in (maker, pupil):
        page.set_viewport_size({"width": 360, "height": 740})
        assert fits(page)
