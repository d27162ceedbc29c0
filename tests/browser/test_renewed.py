"""A page stays open while the site is rebuilt, on a host that deletes the files of the older build."""

import json
import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from case_selection import first
from harness import DEAL_PAGE, SITE, serving
from pages.replay import Open
from pages.table import TABLE, TablePage
from playwright.sync_api import Page, expect
from test_axe import violations
from test_engine_lost import kept, pass_limit

pytestmark = pytest.mark.browser

RENEWED = "This site has been renewed since you loaded this page, and the engine that the page needs is no longer there."
LOAD = "Load the page again"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the site that a test may rebuild."""
    made = tmp_path / "site"
    shutil.copytree(SITE, made, copy_function=shutil.copy)
    return made


@pytest.fixture
def base(folder: Path) -> Iterator[str]:
    with serving(folder) as address:
        yield address


def build_again(folder: Path) -> None:
    """Replace the site by another build, whose engine has another address."""
    parts = folder / "_static" / "piquet"
    later = (
        time.time() + 60
    )  # Browsers recognise changed pages by this date. Hosts give whole seconds.
    manifest = json.loads((parts / "manifest.json").read_text("utf-8"))
    for name, digest in (("engine", "0123456789ab"), ("image", "ba9876543210")):
        old = manifest[name].partition("/")[0]
        new = f"{name}-{digest}"
        (parts / old).rename(parts / new)
        for path in (parts / "manifest.json", folder / TABLE, folder / DEAL_PAGE):
            path.write_text(path.read_text("utf-8").replace(old, new), "utf-8")
            os.utime(path, (later, later))


# A browser without room in its storage.
FULL = """() => {
  Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };
}"""


def sat_down(visit: Open, base: str, *, has_room: bool = True) -> Page:
    page = visit(f"{TABLE}?form=deal&seed=renewed&seat=younger", base=base, faulty=True).page
    page.clock.install()
    if not has_room:
        page.evaluate(FULL)
    page.locator("[data-part=start]").click()
    TablePage(page).wait_for_question()
    return page


def lose_the_engine(page: Page) -> None:
    """Let the worker die in a browser that caches nothing, and ask for a hint."""
    page.context.new_cdp_session(page).send("Network.clearBrowserCache")
    page.evaluate("workers.at(-1).end()")
    page.get_by_role("button", name="Hint").click()
    pass_limit(page)


def test_a_game_goes_on_after_the_page_is_loaded_again(
    visit: Open, base: str, folder: Path
) -> None:
    page = sat_down(visit, base)
    before = kept(page)
    build_again(folder)
    lose_the_engine(page)
    expect(page.get_by_text(f"{RENEWED} The game stands as it was.")).to_be_visible()
    expect(page.get_by_role("button", name="Try again")).to_have_count(0)
    assert violations(page, "[data-part=game]") == []
    page.get_by_role("button", name=LOAD).press("Enter")
    page.get_by_role("button", name="Go on:").click()
    TablePage(page).wait_for_question()
    assert kept(page) == before
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("[data-part=hint]")).to_contain_text("Master judges")


def test_a_game_for_which_there_is_no_room_is_left_only_on_purpose(
    visit: Open, base: str, folder: Path
) -> None:
    page = sat_down(visit, base, has_room=False)
    build_again(folder)
    lose_the_engine(page)
    page.get_by_role("button", name=LOAD).click()
    expect(page.get_by_role("button", name="Leave it unkept")).to_be_focused()
    expect(page.locator("[data-part=table]")).to_be_visible()
    with page.expect_navigation():
        page.get_by_role("button", name="Leave it unkept").click()


@pytest.mark.parametrize("fault", first(1, ["gone", "a page in its place"]))
def test_an_engine_that_is_wanted_for_the_first_time_after_a_new_build(
    visit: Open, base: str, folder: Path, fault: str
) -> None:
    """Some hosts answer missing files with their first page."""
    reader = visit(base=base, faulty=True)
    build_again(folder)
    if fault != "gone":
        index = (folder / "index.html").read_bytes()
        reader.page.context.route(
            "**/engine.*",
            lambda route: route.fulfill(status=200, content_type="text/html", body=index),
        )
    reader.button("next").click()
    reader.until("failed")
    expect(reader.figure.get_by_text(f"{RENEWED} What is printed here stays.")).to_be_visible()
    reader.page.context.unroute_all()
    reader.figure.get_by_role("button", name=LOAD).click()
    expect(reader.figure.get_by_text(RENEWED)).to_have_count(0)
    reader.button("next").click()
    reader.until_live()
