"""Offline: visited pages go on working, the whole site on request, and no page is ever outdated."""

import json
import re
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from harness import DEAL_PAGE, RULE_PAGE, SITE, Modes, quiet, wait_until
from interruptible_host import Line
from pages.lesson import LessonPage, give, item, until_answered
from pages.replay import Open, ReplayPage
from pages.table import TABLE, TablePage
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Page, expect
from test_axe import MODES, violations
from test_day_and_problems_by_key import through_the_day, to_day
from touch import work

LESSON = "tutorials/01-tricks.html"
OFFLINE = "docs/offline.html"
LISTED = json.loads((SITE / "_static" / "offline.json").read_text())

pytestmark = pytest.mark.browser


@pytest.fixture
def line() -> Iterator[Line]:
    made = Line(SITE)
    yield made
    made.cut()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the site that tests may change."""
    made = tmp_path_factory.mktemp("copy") / "site"
    shutil.copytree(SITE, made, copy_function=shutil.copy)
    return made


@pytest.fixture(scope="module")
def used_once(stay: Open, folder: Path) -> Iterator[tuple[ReplayPage, Line]]:
    line = Line(folder)
    yield used(stay, line), line
    line.cut()


@pytest.fixture
def device(used_once: tuple[ReplayPage, Line]) -> tuple[ReplayPage, Line]:
    """A device that has stepped through a deal once, and its connection, which works.

    The service worker answers requests. The tests share the device, which gets their changes of the site.
    """
    reader, line = used_once
    line.cut()
    line.connect()
    reader.page.set_viewport_size({"width": 1280, "height": 900})
    reader.page.goto("about:blank")
    reader.page.goto(line.base + DEAL_PAGE)
    quiet(reader.page)
    expect(reader.page.locator("[data-part=saved-page-note]")).to_have_count(0)
    return reader, line


def change(folder: Path, words: str) -> None:
    """Change the end of the deal's title."""
    deal = folder / DEAL_PAGE
    deal.write_text(deal.read_text("utf-8").replace("</h1>", f"{words}</h1>", 1), "utf-8")


def kept(page: Page) -> dict[str, list[str]]:
    """Return the addresses in each cache of this host."""
    found: dict[str, list[str]] = page.evaluate(
        """async () => {
            const stores = {};
            for (const name of await caches.keys()) {
                stores[name] = (await (await caches.open(name)).keys()).map(one => one.url);
            }
            return stores;
        }"""
    )
    return found


def until_kept(page: Page, base: str, build: str = LISTED["digest"]) -> None:
    """Wait until the used files are cached. The mark of the build is written last."""
    mark = "async base => (await caches.match(`${base}tidied`))?.text()"
    wait_until(page, lambda: page.evaluate(mark, base) == build, "the mark of the build")


def used(visit: Open, line: Line, path: str = DEAL_PAGE) -> ReplayPage:
    """Return a reader who has stepped through a deal once, with its files cached."""
    reader = visit(path, base=line.base, early=True, faulty=True)
    reader.button("next").click()
    reader.until_live()
    until_kept(reader.page, line.base)
    return reader


def registrations(page: Page) -> list[str]:
    found: list[str] = page.evaluate(
        "async () => (await navigator.serviceWorker.getRegistrations()).map(one => one.scope)"
    )
    return found


def test_a_deal_that_was_stepped_through_works_without_a_line(
    device: tuple[ReplayPage, Line], modes: Modes
) -> None:
    reader, line = device
    assert registrations(reader.page) == [line.base]
    reader.button("next").click()
    reader.until_address("#xe")
    line.cut()
    reader.page.reload()
    quiet(reader.page)
    expect(reader.page.locator("[data-part=saved-page-note]")).to_have_text(AWAY)
    assert reader.step == "xe"
    reader.button("next").click()
    reader.until_live()
    reader.page.goto(line.base + RULE_PAGE)  # Never opened.
    expect(reader.page).to_have_url(line.base + OFFLINE + "#not-here")
    expect(
        reader.page.get_by_role("heading", name="A page that is not on this device")
    ).to_be_visible()
    assert violations(reader.page, modes=modes) == []
    line.connect()
    reader.page.goto(line.base + RULE_PAGE)
    expect(reader.page.locator("h1")).to_contain_text("last trick", ignore_case=True)
    expect(reader.page.locator("[data-part=saved-page-note]")).to_have_count(0)


PATIENCE = 3  # Seconds within which a response has to begin, in sw.js.
SILENT = "The site has not answered yet. This is the page as this device keeps it."
AWAY = "The site cannot be reached. This is the page as this device keeps it."


def test_a_line_that_only_seems_to_be_there_is_not_waited_for(
    device: tuple[ReplayPage, Line],
) -> None:
    """A host that never answers: the reader gets the cached page, and a note says so."""
    reader, line = device
    page = reader.page
    note = page.locator("[data-part=saved-page-note]")
    expect(note).to_have_count(0)
    line.hang()
    began = time.monotonic()
    page.goto(line.base + DEAL_PAGE, wait_until="commit")
    assert time.monotonic() - began >= PATIENCE  # A slow answer would still be better.
    expect(note).to_have_text(SILENT)
    reader.button("next").click()
    reader.until_live()
    assert reader.step == "xe"
    line.cut()
    expect(note).to_have_text(AWAY)


def test_a_page_that_came_from_the_device_offers_the_current_one(
    device: tuple[ReplayPage, Line], folder: Path, modes: Modes
) -> None:
    """On a slow connection no reader sees an old page without being told."""
    reader, line = device
    page = reader.page
    note = page.locator("[data-part=saved-page-note]")
    line.slow(PATIENCE + 1)
    page.reload(wait_until="commit")
    expect(note).to_have_text(SILENT)
    assert violations(page, modes=modes) == []
    expect(note).to_have_count(0)  # The site has answered; this is its page.
    words = f" written by {modes[0][0]}"
    change(folder, words)
    line.drop()
    page.reload(wait_until="commit")
    expect(note).to_contain_text("this page has changed")
    expect(page.locator("h1")).not_to_contain_text(words)
    note.get_by_role("button", name="Show the current page").press("Enter")
    expect(page.locator("h1")).to_contain_text(words)
    expect(note).to_have_count(0)


def a_deal_a_friend_a_lesson_and_a_problem(page: Page, base: str) -> None:
    """Play and learn offline."""
    page.goto(f"{base}{TABLE}?form=deal&seed=rails&seat=elder")
    page.locator("[data-part=start]").click()
    page.locator("[data-part=table] [data-part=question]").wait_for()
    assert TablePage(page).play() >= 12
    expect(page.locator("[data-part=deal-result] h2")).to_contain_text("The deal is over")

    TablePage(page).open_more()
    page.locator('[data-part=table] [data-do="new"]').click()
    page.locator("[data-part=change-terms]").click()
    page.get_by_role("radio", name="A friend, at this device").check()
    page.locator("[data-part=start]").click()
    # Seats alternate from game to game, so B is elder here.
    show = page.get_by_role("button", name="B: show my cards")
    expect(show).to_be_visible()
    work(page, 600)  # A cover takes a tap of its own.
    show.click()
    expect(page.locator("[data-part=prompt] [data-choices]")).to_be_visible()

    page.goto(base + LESSON)
    box = page.locator("[data-part=exercise-item]").first
    give(box, item(box).right[0])
    expect(box).to_have_class(re.compile(r"\bpq-done\b"))
    page.locator(
        "[data-part=more-questions] button"
    ).first.click()  # Only the engine can draw this.
    expect(page.locator("[data-part=item-label]", has_text="Another one")).to_be_visible()

    page.goto(f"{base}tutorials/problems/books.html")
    box = LessonPage(page).exercise(3)
    before = box.get_attribute("data-item") or ""
    give(box, item(box).right[0])
    until_answered(box, before)


def keeping_is_stopped(page: Page) -> None:
    """Start to save the site and stop halfway."""
    page.route("**/docs/rules/*", lambda _: None)  # Hangs.
    page.get_by_role("button", name="Keep this site on this device").click()
    expect(page.locator("[data-part=offline] progress")).to_be_visible()
    stop = page.get_by_role("button", name="Stop")
    expect(stop).to_be_focused()
    stop.press("Enter")
    expect(page.locator("[data-part=offline-status]")).to_have_text(
        "Stopped. What has come stays, and the rest can follow."
    )
    expect(page.get_by_role("button", name="Keep this site on this device")).to_be_focused()
    page.unroute("**/docs/rules/*")


def test_the_whole_site_on_request(visit: Open, line: Line) -> None:
    """Save the site by button, with size and progress; use a deal, a lesson, search and a citation; remove it.

    The download resumes where it was stopped.
    """
    page = visit(OFFLINE, base=line.base, faulty=True).page  # For a reader who saves data, too.
    size = round(sum(LISTED["files"].values()) / 1e6)
    expect(page.locator("[data-part=offline-summary]")).to_have_text(
        f"The whole site takes {size} MB on this device."
    )
    assert registrations(page) == []
    assert violations(page, modes=MODES[:1]) == []  # test_axe checks it in both schemes.
    keeping_is_stopped(page)
    page.get_by_role("button", name="Keep this site on this device").click()
    expect(page.locator("[data-part=offline-status]")).to_contain_text("Done.")
    expect(page.locator("[data-part=offline-summary]")).to_have_text(
        f"The whole site is on this device: {size} MB."
    )
    line.cut()

    a_deal_a_friend_a_lesson_and_a_problem(page, line.base)
    page.goto(f"{line.base}search.html?q=talon")
    expect(page.locator("main a[href*='talon']").first).to_be_visible()
    page.goto(line.base + RULE_PAGE)
    expect(page.locator("h1")).to_contain_text("last trick", ignore_case=True)
    page.locator("details[data-part=citation] > summary").first.click()
    cited = page.locator("details[data-part=citation][open] [data-part=citation-row]").first
    expect(cited).to_contain_text("last trick", ignore_case=True)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    cited.get_by_role("button", name="Copy").click()
    expect(page.locator("[data-part=citation-status]")).to_contain_text("Copied: ")
    assert "last trick" in page.evaluate("navigator.clipboard.readText()").lower()

    page.goto(line.base + OFFLINE)
    expect(page.locator("[data-part=offline-summary]")).to_contain_text(
        "The whole site is on this device"
    )
    line.connect()
    page.reload()
    page.get_by_role("button", name="Remove it from this device").click()
    page.get_by_role("button", name="Yes, remove it").click()
    expect(page.locator("[data-part=offline-status]")).to_contain_text(
        "Nothing of the site is kept any more"
    )
    assert registrations(page) == []
    assert kept(page) == {}


@pytest.mark.thorough
def test_day_and_score_keeper_work_without_a_connection(visit: Open, line: Line) -> None:
    """Table and score work offline after a visit. The next day has its deal too."""
    page = visit(f"{TABLE}?form=deal&seed=line", base=line.base, early=True, faulty=True).page
    page.locator("[data-part=start]").click()
    page.locator("[data-part=prompt] [data-part=choices]").wait_for()
    until_kept(page, line.base)
    page.reload()  # From here on the service worker answers.
    quiet(page)
    page.goto(f"{line.base}tutorials/score-keeper.html")
    page.get_by_role("button", name="Begin the score").click()
    expect(page.locator("[data-part=standing]")).to_contain_text("is elder")
    line.cut()
    page.reload()
    page.locator('[name="hand0"]').focus()
    for points in ("21", "7", "12", "5"):
        page.keyboard.type(points)
        page.keyboard.press("Tab")
    page.get_by_role("button", name="Write it down").click()
    expect(page.locator("[data-part=standing]")).to_contain_text("33 to 12")
    page.goto(line.base + TABLE)
    to_day(page)
    page.locator('[data-do="day"]').click()
    page.locator("[data-part=prompt] [data-part=choices]").wait_for()
    kept = json.loads(page.evaluate("localStorage.getItem('piquet:game')"))["text"]
    assert "form deal" in kept
    through_the_day(page)
    page.locator('[data-do="resume"]').click()
    expect(page.locator("[data-part=daily-deal] [data-part=daily-comparison]")).to_be_visible()


def test_whoever_only_reads_or_saves_data_keeps_nothing(visit: Open, line: Line) -> None:
    page = visit(RULE_PAGE, base=line.base, early=True).page
    reader = visit(base=line.base)  # Saves data.
    reader.button("next").click()
    reader.until_live()
    reader.page.wait_for_timeout(2500)
    for one in (page, reader.page):
        assert (registrations(one), kept(one)) == ([], {})


def test_no_page_is_old_and_parts_that_nobody_names_go(
    device: tuple[ReplayPage, Line], folder: Path
) -> None:
    reader, line = device
    page = reader.page
    # Leftovers of an older build and of another site on this host.
    page.evaluate(
        """async base => {
            const parts = await caches.open(`piquet-parts ${base}`);
            await parts.put(`${base}_static/script-0123456789ab.js`, new Response("old"));
            // A page of that build which is kept, and what it alone names.
            const pages = await caches.open(`piquet-pages ${base}`);
            await parts.put(`${base}_static/script-ba9876543210.js`, new Response("still wanted"));
            const text = '<script type="module" src="_static/script-ba9876543210.js"></' + "script>";
            await pages.put(`${base}docs/kept.html`, new Response(text, { headers: { "content-type": "text/html" } }));
            const others = await caches.open(`piquet-parts ${base}other/`);
            await others.put(`${base}other/script-0123456789ab.js`, new Response("theirs"));
        }""",
        line.base,
    )
    change(folder, " anew")
    told: dict[str, Any] = json.loads((folder / "_static/offline.json").read_text())
    (folder / "_static/offline.json").write_text(json.dumps(told | {"digest": "anotherbuild"}))
    page.reload()
    expect(page.locator("h1")).to_contain_text("anew")
    reader.button("next").click()
    reader.until_live()
    until_kept(page, line.base, "anotherbuild")
    stores = kept(page)
    assert f"{line.base}_static/script-0123456789ab.js" not in stores[f"piquet-parts {line.base}"]
    assert f"{line.base}_static/script-ba9876543210.js" in stores[f"piquet-parts {line.base}"]
    assert any(one.endswith(".wasm") for one in stores[f"piquet-parts {line.base}"])
    assert stores[f"piquet-parts {line.base}other/"] == [f"{line.base}other/script-0123456789ab.js"]
    line.cut()
    page.reload()
    expect(page.locator("h1")).to_contain_text("anew")


@pytest.mark.thorough
def test_below_a_path_and_beside_a_frozen_edition(visit: Open, tmp_path: Path) -> None:
    site = tmp_path / "cards" / "piquet"
    frozen = site / "editions" / "0.1.0" / "index.html"
    frozen.parent.mkdir(parents=True)
    frozen.write_text("<!DOCTYPE html><title>Frozen</title><h1>Frozen</h1>")
    for path in SITE.iterdir():
        (site / path.name).symlink_to(path)
    line = Line(tmp_path, "cards/piquet/")
    reader = used(visit, line)
    page = reader.page
    assert registrations(page) == [line.base]
    assert all(one.startswith(line.base) for store in kept(page).values() for one in store)
    page.reload()  # From here on the service worker answers.
    page.goto(f"{line.base}editions/0.1.0/index.html")
    expect(page.locator("h1")).to_have_text("Frozen")
    page.goto(line.base + RULE_PAGE)
    assert line.base + RULE_PAGE in kept(page)[f"piquet-pages {line.base}"]
    page.goto(line.base + TABLE)
    quiet(page)
    assert not [one for store in kept(page).values() for one in store if "/editions/" in one]
    line.cut()
    with pytest.raises(PlaywrightError, match="ERR_"):  # The browser's own message.
        page.context.new_page().goto(f"{line.base}editions/0.1.0/index.html")
    page.goto(line.base + DEAL_PAGE)
    reader.button("next").click()
    reader.until_live()
    page.goto(f"{line.base}{TABLE}?form=deal&seed=path&seat=younger")
    page.locator("[data-part=start]").click()
    page.locator("[data-part=prompt] [data-part=choices]").wait_for()


def test_a_damaged_part_on_the_device_is_fetched_anew(device: tuple[ReplayPage, Line]) -> None:
    reader, line = device
    module = next(
        one for one in kept(reader.page)[f"piquet-parts {line.base}"] if one.endswith(".mjs")
    )
    reader.page.evaluate(
        """async ([base, address]) => {
            const parts = await caches.open(`piquet-parts ${base}`);
            await parts.put(address, new Response("](bad", { headers: { "content-type": "text/javascript" } }));
        }""",
        [line.base, module],
    )
    # The first request starts the engine. An early start, as the mouse nears a button, fails silently.
    reader.page.mouse.move(0, 0)
    reader.page.reload()
    reader.button("next").evaluate("(button) => button.click()")
    reader.until("failed")
    reader.find("[data-part=engine-notice] button").click()
    reader.until_live()
