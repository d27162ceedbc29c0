"""Saved data: two tabs, no room, no permission, old or hostile data, and files.

tests/test_storage.py tests the storage scripts without a browser and with many random cases.
"""

import json
import re
import time
from pathlib import Path
from typing import Any

import pytest
from harness import DEAL_PAGE, Modes, quiet
from pages.lesson import HAND, LESSONS, REVIEW, SUIT, LessonPage, give, item, ready
from pages.replay import Open
from pages.table import TABLE
from playwright.sync_api import BrowserContext, Page, expect
from test_axe import violations

from sphinx_piquet.practice.storage_directives import storage_keys

pytestmark = pytest.mark.browser

COLOPHON = "docs/colophon.html"
# Fills the storage until not one more character fits.
FILL = """() => {
  let text = "x".repeat(4_000_000);
  for (let number = 0; text; ) {
    try { localStorage.setItem(`fill-${number}`, text); number += 1; } catch { text = text.slice(text.length / 2 + 1); }
  }
}"""
EMPTY = """() => {
  for (const key of Object.keys(localStorage)) if (key.startsWith("fill")) localStorage.removeItem(key);
}"""
FORBID = """for (const name of ["localStorage", "sessionStorage"])
  Object.defineProperty(window, name, { get() { throw new DOMException("no", "SecurityError"); } });"""
BACK = "window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))"
OPEN = "([key, text]) => localStorage.setItem(key, text)"


def trace(**facts: Any) -> dict[str, Any]:
    due = (time.time() - 86400) * 1000
    return {"right": 1, "wrong": 0, "done": True, "level": 1, "due": due, **facts}


def old_progress(*ids: str, **facts: Any) -> str:
    """Return the data of version 0.2.0, as saved in a file."""
    items = dict.fromkeys(ids, trace(**facts))
    return json.dumps({"version": 1, "items": items, "day": "", "reviewed": 0})


def storage(page: Page) -> dict[str, str]:
    """Return all our entries of the local storage."""
    found: dict[str, str] = page.evaluate("({ ...localStorage })")
    return {key: text for key, text in found.items() if key.startswith(("pq-", "piquet"))}


def progress(page: Page) -> dict[str, Any]:
    return dict(json.loads(storage(page)["piquet:progress"])["items"])


def answer(page: Page, number: int) -> str:
    """Answer an exercise of a lesson and return its id."""
    box = page.locator(f"#exercise-{number} [data-part=exercise-item]").first
    one = item(box)
    give(box, one.right[-1])
    return one.id


def opened(context: BrowserContext, page: Page, path: str) -> Page:
    """Open another tab."""
    other = context.new_page()
    other.goto(page.url.split("/tutorials/")[0] + "/" + path)
    return ready(other)


def test_two_tabs_lose_no_answer_and_undo_no_forgetting(visit: Open) -> None:
    """Each tab shows the answers given in the other."""
    first = ready(visit(LESSONS[0]).page)
    second = opened(first.context, first, LESSONS[1])
    third = opened(first.context, first, LESSONS[0])
    ids = [answer(first, number) for number in (1, 2, 3)]
    ids.append(answer(second, 1))
    assert sorted(progress(first)) == sorted(ids)
    expect(third.locator("[data-part=lesson-position]")).to_contain_text("3 of ")
    review = opened(first.context, first, REVIEW)
    expect(review.locator("[data-part=saved-data-summary]")).to_contain_text(
        "your progress in 4 exercises"
    )
    review.get_by_role("button", name="Forget everything").click()
    expect(review.locator("[data-part=saved-data-status]")).to_contain_text("cannot be taken back")
    assert len(progress(first)) == 4
    review.get_by_role("button", name="Yes, forget everything").click()
    expect(review.locator("[data-part=saved-data-status]")).to_have_text("Everything is forgotten.")
    assert storage(review) == {}
    expect(first.locator("[data-part=lesson-position]")).to_contain_text("0 of ")
    assert first.locator("[data-done]").count() == 0
    only = answer(second, 2)
    assert list(progress(second)) == [only]


def test_a_page_that_comes_back_shows_what_is_kept_by_now(visit: Open) -> None:
    """Pages from the back/forward cache have missed the storage events."""
    page = ready(visit(LESSONS[0]).page)
    answer(page, 1)
    state = json.loads(storage(page)["piquet:progress"])
    second = item(LessonPage(page).exercise(2).first).id
    state["items"][second] = trace(at=0)
    page.evaluate(OPEN, ["piquet:progress", json.dumps(state)])
    expect(LessonPage(page).position).to_contain_text("1 of ")
    page.evaluate(BACK)
    expect(LessonPage(page).position).to_contain_text("2 of ")
    answer(page, 3)
    assert len(progress(page)) == 3


def test_a_lesson_says_at_once_that_there_is_no_room(visit: Open, tmp_path: Path) -> None:
    page = ready(visit(LESSONS[0]).page)
    first = answer(page, 1)
    page.evaluate(FILL)
    second = answer(page, 2)
    notice = page.locator("#exercise-2 [data-part=notice]")
    expect(notice).to_contain_text("no room left")
    file = tmp_path / "progress.json"
    with page.expect_download() as saved:
        notice.get_by_role("button", name="Save my progress").click()
    saved.value.save_as(file)
    assert list(progress(page)) == [first]
    page.reload()
    ready(page)
    expect(page.locator("[data-part=lesson-progress] > [data-part=notice]")).to_contain_text(
        "no room left"
    )
    page.evaluate(EMPTY)
    page.goto(page.url.replace(LESSONS[0], REVIEW))
    ready(page)
    page.locator('[data-part=saved-data] input[type="file"]').set_input_files(file)
    expect(page.locator("[data-part=saved-data-status]")).to_contain_text(
        "your progress in 2 exercises"
    )
    assert sorted(progress(page)) == sorted([first, second])


@pytest.mark.parametrize(
    ("path", "notice"),
    [
        (LESSONS[0], "[data-part=lesson-progress] > [data-part=notice]"),
        (TABLE, "[data-part=saving-note]"),
    ],
)
def test_where_nothing_may_be_kept_the_page_says_so(visit: Open, path: str, notice: str) -> None:
    page = visit("docs/editions/index.html").page  # Nothing goes wrong in it.
    page.context.add_init_script(FORBID)
    page.goto("/".join(page.url.split("/")[:3]) + "/" + path)
    expect(page.locator(notice)).to_contain_text("keeps nothing for this site")


def test_card_settings_that_find_no_room_are_reported_once(visit: Open) -> None:
    reader = visit()
    reader.page.evaluate(FILL)

    def choose(name: str, value: str) -> None:
        box = reader.find(f'input[data-set="{name}"][value="{value}"]')
        box.evaluate("input => input.click()")

    choose("suits", "four")
    said = reader.find("[data-part=engine-status] > span")
    expect(said).to_have_text(
        "Your choice lasts only as long as this page is open, "
        "since this browser has no room left for this site."
    )
    expect(said).to_be_visible()
    said.evaluate("span => { span.textContent = ''; }")
    choose("index", "fr")
    expect(reader.page.locator("html")).to_have_attribute("data-pq-index", "fr")
    expect(said).to_have_text("")


def test_where_nothing_is_kept_nothing_can_be_saved_and_beside_what_is_newer_no_file_loaded(
    visit: Open, tmp_path: Path
) -> None:
    """There is nothing to forget, and the page says why it does not load the file."""
    page = ready(visit(REVIEW).page)
    expect(page.locator("[data-part=saved-data-summary]")).to_have_text("Nothing is kept here yet.")
    expect(page.locator("[data-part=saved-data] button:visible")).to_have_count(0)
    expect(page.locator('[data-part=saved-data] input[type="file"]')).to_have_count(1)
    newer = '{"version": 3, "anything": true}'
    page.evaluate(OPEN, ["piquet:progress", newer])
    file = tmp_path / "progress.json"
    file.write_text(old_progress(HAND))
    page.locator('[data-part=saved-data] input[type="file"]').set_input_files(file)
    expect(page.locator("[data-part=saved-data-status]")).to_have_text(
        "progress.json is loaded. Not kept: your progress in one exercise "
        "(a newer edition of this site has kept its own here). What was here stays."
    )
    assert storage(page)["piquet:progress"] == newer


# The data of 0.2.0, and what the data page says about it.
OLD = {
    "pq-game": "piquet game 1\nrules x\ncheck 0",
    "pq-game-title": "Hoyle, deal 2: Guest 3, Thumb 5",
    "pq-game-aside": "piquet game 7\nrules x\ncheck 0",
    "piquet-lessons": old_progress(HAND, SUIT),
    "piquet-lessons-set-aside-1795000000000": "nonsense",
    "pq-courts": "letters",
    "pq-index": "fr",
    "pq-suits": "four",
}


def test_all_that_version_0_2_0_kept_is_carried_over_and_goes_to_another_device(
    visit: Open, tmp_path: Path, modes: Modes
) -> None:
    page = ready(visit(REVIEW).page)
    for key, text in OLD.items():
        page.evaluate(OPEN, [key, text])
    page.reload()
    ready(page)
    expect(page.locator("[data-part=review-status]")).to_contain_text("2 exercises to review")
    expect(page.locator("[data-part=saved-data-summary]")).to_have_text(
        "Kept here: your progress in 2 exercises, a game (Hoyle, deal 2: Guest 3, Thumb 5), "
        "2 things set aside and how you like the cards."
    )
    file = tmp_path / "piquet.json"
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save everything").click()
    saved.value.save_as(file)
    page.goto(page.url.replace(REVIEW, TABLE))
    expect(page.locator("[data-part=saved-game]")).to_contain_text(
        "Hoyle, deal 2: Guest 3, Thumb 5"
    )
    expect(page.locator("[data-part=set-aside] > summary")).to_have_text("Set aside (1)")
    page.goto(page.url.replace(TABLE, DEAL_PAGE))
    expect(page.locator("html")).to_have_attribute("data-pq-index", "fr")
    expect(page.locator("html")).to_have_attribute("data-pq-suits", "four")
    assert {key.rpartition(":")[0] for key in storage(page)} == {"piquet", "piquet:aside"}
    adds_up(ready(visit(REVIEW).page), file, modes)


def adds_up(there: Page, file: Path, modes: Modes) -> None:
    """A file loaded twice counts once, and the game in its place stays."""
    there.evaluate(OPEN, ["pq-game", "piquet game 1\nmine"])
    there.evaluate(OPEN, ["piquet-lessons", old_progress("mine", right=7)])
    there.reload()
    ready(there)
    chooser = there.locator('[data-part=saved-data] input[type="file"]')
    for _ in range(2):
        chooser.set_input_files(file)
        expect(there.locator("[data-part=saved-data-status]")).to_contain_text(
            "piquet.json is loaded."
        )
    items = progress(there)
    assert {id: one["right"] for id, one in items.items()} == {HAND: 1, SUIT: 1, "mine": 7}
    assert json.loads(storage(there)["piquet:game"])["text"] == "piquet game 1\nmine"
    there.locator("[data-part=set-aside] > summary").click()
    expect(there.locator("[data-part=set-aside] li")).to_have_count(3)
    expect(there.locator("[data-part=set-aside]")).to_contain_text(OLD["pq-game-title"])
    expect(there.locator("[data-part=review-status]")).to_contain_text("3 exercises to review")
    assert violations(there, "[data-part=saved-data]", modes) == []
    for left in (2, 1, 0):
        there.locator("[data-part=set-aside]").get_by_role("button", name="Remove").first.click()
        there.locator("[data-part=set-aside]").get_by_role("button", name="Yes, remove it").click()
        expect(there.locator("[data-part=set-aside] li")).to_have_count(left)
    assert not [key for key in storage(there) if key.startswith("piquet:aside")]


FILES: list[tuple[str, str, str]] = [
    ("no JSON", "nonsense", "not a file that this site has saved"),
    ("of another kind", "{}", "not a file that this site has saved"),
    ("of 5 MB", "x" * 5_000_000, "not a file that this site has saved"),
    ("of 30 MB", "[" * 30_000_000, "larger than anything"),
    ("newer", '{"piquet": "kept", "version": 9}', "newer edition"),
    (
        "wrong types",
        '{"version": 1, "items": {"x": 5}, "day": "", "reviewed": 0}',
        "cannot be read",
    ),
    (
        "with markup",
        '{"piquet": "kept", "version": 2, "settings": {"chosen": {"suits": "<img>"}}}',
        "a setting in it cannot be read",
    ),
]


def test_files_that_hold_no_progress_change_nothing_and_the_page_says_why(
    visit: Open, tmp_path: Path
) -> None:
    page = ready(visit(REVIEW).page)
    page.evaluate(OPEN, ["piquet-lessons", old_progress(HAND)])
    page.reload()
    ready(page)
    before = storage(page)
    chooser = page.locator('[data-part=saved-data] input[type="file"]')
    for name, text, why in FILES:
        file = tmp_path / f"{name}.json"
        file.write_text(text)
        chooser.set_input_files(file)
        status = page.locator("[data-part=saved-data-status]")
        expect(status).to_contain_text(f"{name}.json is not loaded:")
        expect(status).to_contain_text(why)
        assert storage(page) == before
    proto = json.loads(old_progress(SUIT))
    text = json.dumps(proto).replace(SUIT, "__proto__").replace('"day"', '"constructor": 1, "day"')
    file = tmp_path / "proto.json"
    file.write_text(text)
    chooser.set_input_files(file)
    expect(page.locator("[data-part=saved-data-status]")).to_contain_text("proto.json is loaded")
    assert sorted(progress(page)) == sorted([HAND, "__proto__"])
    assert page.evaluate("({}).right === undefined && ({}).due === undefined")


@pytest.mark.thorough
def test_a_day_that_no_calendar_has_is_not_shown(visit: Open) -> None:
    page = ready(visit(REVIEW).page)
    page.evaluate(OPEN, ["piquet-lessons", old_progress(HAND, due=1e300)])
    page.reload()
    ready(page)
    expect(page.locator("[data-part=review-status]")).to_contain_text("One exercise to review")
    assert "Invalid" not in page.locator("main").inner_text()


# -- at the table --------------------------------------------------------------------------------


@pytest.mark.thorough
def test_without_room_a_game_that_cannot_be_read_stays(visit: Open) -> None:
    """Only a game with a copy is set aside. The file is written from memory."""
    page = visit(TABLE).page
    text = "piquet game 7\nrules x\ncheck 0\n" + "x" * 530
    page.evaluate(OPEN, ["pq-game", text])
    page.evaluate(FILL)
    quiet(page)
    page.reload()
    quiet(page)
    expect(page.locator("[data-part=saving-note]")).to_contain_text("no room left")
    page.locator('[data-do="resume"]').click()
    notice = page.locator("[data-part=notice]")
    expect(notice).to_contain_text("no room to set it aside")
    with page.expect_download() as saved:
        notice.get_by_role("button", name="Save it as a file").click()
    assert saved.value.path().read_text("utf-8") == text
    assert storage(page)["pq-game"] == text


# -- the list of saved data ----------------------------------------------------------------------


def test_the_colophon_lists_what_the_pages_keep(visit: Open) -> None:
    """Colour scheme, search, lesson, table and replay save nothing else."""
    # Faulty, because the test leaves pages during downloads.
    page = ready(visit(LESSONS[0], faulty=True).page)
    home = page.url.replace(LESSONS[0], "")
    answer(page, 1)
    page.get_by_role("button", name="Dark colours").first.click()
    page.goto(home + "search.html?q=elder")
    page.locator("#search-results a").first.click()
    quiet(page)
    page.goto(home + TABLE)
    page.goto(home + DEAL_PAGE)
    page.evaluate("document.querySelector('input[data-set=suits][value=four]').click()")
    found = page.evaluate("[...Object.keys(localStorage), ...Object.keys(sessionStorage)]")
    listed = [one.key for one in storage_keys()]
    assert "piquet:settings" in found
    for key in found:
        assert any(
            key == one or (one.endswith("*") and key.startswith(one[:-1])) for one in listed
        ), key
    assert page.context.cookies() == []
    page.goto(home + COLOPHON)
    page.locator("details:has(dt code) > summary").click()
    assert page.locator("dt code").all_inner_texts() == listed


def test_only_the_fonts_of_the_text_are_fetched_even_after_a_search(visit: Open) -> None:
    reader = visit("docs/glossary.html?highlight=elder")
    quiet(reader.page)
    expect(reader.page.get_by_role("button", name="Hide search matches")).to_be_visible()
    fonts = {path for path in reader.watch.paths if "font" in path and not path.endswith(".css")}
    ours = re.compile(r"_static/fonts/piquet-garamond(-italic)?-[0-9a-f]{12}\.woff2")
    assert all(ours.fullmatch(one) for one in fonts), fonts
