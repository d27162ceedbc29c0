"""The element `piquet-replay` on pages of someone else, from the folder that the site offers as a zip."""

import json
import re
import threading
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import serve
from case_selection import first
from harness import ROOT, SITE, quiet, serving
from pages.replay import Open
from playwright.sync_api import FrameLocator, Page, Route, expect
from test_axe import MODES, violations

pytestmark = pytest.mark.browser

RECORD = (ROOT / "tests" / "outsider" / "deal.piquet").read_text("utf-8")
HEAD = (
    '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>My garden</title>'
    '<meta name="viewport" content="width=device-width, initial-scale=1">'
    '<link rel="stylesheet" href="garden.css">'
    '<script src="piquet-replay/piquet-replay.js" defer></script></head><body><h1>My garden</h1>'
)
# A host's style sheet that would break a replay within its reach.
STYLE = "iframe { height: 9px !important; border: 9px solid red !important } button { display: none } svg { width: 3px }"
LINK = "The deal of Sunday"


def element(attributes: str = 'src="deal.piquet"') -> str:
    return (
        f'<main><piquet-replay {attributes}><a href="deal.piquet">{LINK}</a></piquet-replay></main>'
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the unpacked folder."""
    target = tmp_path_factory.mktemp("unpacked")
    with zipfile.ZipFile(SITE / "_static" / "piquet-replay.zip") as archive:
        archive.extractall(target)
    return target / "piquet-replay"


@pytest.fixture
def garden(folder: Path, tmp_path: Path) -> Path:
    """Return the folder of a small site with a record and the unpacked zip."""
    (tmp_path / "piquet-replay").symlink_to(folder)
    (tmp_path / "deal.piquet").write_text(RECORD, "utf-8")
    (tmp_path / "wrong.piquet").write_text(RECORD.replace("[Rules", "[Rulez"), "utf-8")
    (tmp_path / "notes.html").write_text("<!DOCTYPE html><title>No deal</title>", "utf-8")
    (tmp_path / "garden.css").write_text(STYLE, "utf-8")
    (tmp_path / "index.html").write_text(HEAD + element(), "utf-8")
    return tmp_path


@contextmanager
def server(folder: Path, headers: Callable[[str], dict[str, str]]) -> Iterator[str]:
    """Serve a folder with the headers that a function returns for each path, and give its address."""

    class Handler(serve.Handler):
        def end_headers(self) -> None:
            for name, value in headers(self.path).items():
                self.send_header(name, value)
            super().end_headers()

    with serve.Server(("127.0.0.1", 0), partial(Handler, directory=str(folder), policy="")) as made:
        thread = threading.Thread(target=made.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{made.server_address[1]}/"
        made.shutdown()
        thread.join()


@pytest.fixture
def home(garden: Path) -> Iterator[str]:
    """The address of the small site, which has the strictest policy."""
    with serving(garden) as address:
        yield address


def show(page: Page, garden: Path, attributes: str) -> FrameLocator:
    """Open a page whose element has these attributes, and return its frame."""
    (garden / "chosen.html").write_text(HEAD + element(attributes), "utf-8")
    page.goto(page.url.rpartition("/")[0] + "/chosen.html")
    return page.frame_locator("iframe")


def refused(page: Page, said: str, cause: str | re.Pattern[str]) -> None:
    """Check that a page says why it shows no deal, with the cause in a fold, and keeps its link."""
    words, fold = page, page.locator("piquet-replay details")
    if page.locator("piquet-replay iframe").count():
        frame = page.frame_locator("piquet-replay iframe")
        words, fold = frame, frame.locator("[data-part=cause]")  # type: ignore[assignment]
    expect(words.get_by_role("alert")).to_have_text(said)
    expect(fold).not_to_have_attribute("open", "")
    expect(fold).to_contain_text(cause)
    fold.locator("summary").click()
    expect(fold.get_by_text(cause).last).to_be_visible()
    expect(page.get_by_role("link", name=LINK)).to_be_visible()


def test_a_record_is_replayed_in_a_strict_host_and_its_styles_stay_outside(
    visit: Open, home: str
) -> None:
    page = visit("", base=home, early=True).page
    frame = page.frame_locator("iframe")
    frame.get_by_role("button", name="Next step").click()
    figure = frame.get_by_role("figure")
    expect(figure).to_have_attribute("data-engine", "live")
    expect(page.get_by_role("link", name=LINK)).to_be_hidden()
    expect(page.locator("iframe")).to_have_attribute("title", LINK)
    # The frame is as high as the page inside, and the style of the host reaches neither.
    page.wait_for_function(
        "document.querySelector('piquet-replay').offsetHeight > 700", timeout=60_000
    )
    assert page.frames[1].evaluate("document.documentElement.scrollHeight <= innerHeight + 1")
    assert page.evaluate(
        "getComputedStyle(document.querySelector('h1')).fontFamily"
    ) == page.evaluate("getComputedStyle(document.body).fontFamily")
    assert page.evaluate("document.styleSheets.length") == 1


def test_a_reader_who_saves_data_asks_for_the_deal(visit: Open, home: str) -> None:
    reader = visit("", base=home)
    frame = reader.page.frame_locator("iframe")
    button = frame.get_by_role("button", name="Show this deal")
    expect(button).to_be_visible()
    expect(reader.page.get_by_role("link", name=LINK)).to_be_visible()
    assert not [path for path in reader.watch.paths if path.endswith(".wasm")]
    button.click()
    expect(frame.get_by_role("figure")).to_be_visible()


def test_a_host_hears_of_the_height(visit: Open, garden: Path, home: str) -> None:
    page = visit("notes.html", base=home, early=True).page
    page.add_init_script(
        "window.heights = []; addEventListener('piquet:height', ({ detail }) => heights.push(detail.height))"
    )
    page.goto(home)
    expect(page.frame_locator("iframe").get_by_role("figure")).to_be_visible()
    page.wait_for_function("heights.some((one) => one > 700)")
    show(page, garden, 'src="deal.piquet" height="500"')
    expect(page.frame_locator("iframe").get_by_role("figure")).to_be_visible()
    assert page.locator("iframe").evaluate("frame => frame.offsetHeight") == 500


def test_attributes_choose_step_rules_view_and_colours(
    visit: Open, garden: Path, home: str
) -> None:
    page = visit("notes.html", base=home, early=True).page
    frame = show(page, garden, 'src="deal.piquet" step="t6e" view="e" rules="denexa" theme="dark"')
    figure = frame.get_by_role("figure")
    expect(figure).to_have_attribute("data-step", "t6e")
    expect(figure).to_contain_text("Rules: Denexa")
    expect(frame.locator('[data-part=younger-side] use[href="#pq-back"]').first).to_be_attached()
    expect(frame.locator("html")).to_have_attribute("data-theme", "dark")
    page.evaluate("document.querySelector('piquet-replay').setAttribute('step', 't2e')")
    expect(figure).to_have_attribute("data-step", "t2e")


def test_a_link_from_the_frame_contains_the_record(visit: Open, home: str) -> None:
    page = visit("notes.html", base=home, early=True).page
    record = json.dumps(RECORD)
    link = page.evaluate(
        f"'piquet-replay/replay.html#record=' + encodeURIComponent({record}) + '&step=t3e'"
    )
    page.goto(home + link)
    expect(page.get_by_role("figure")).to_have_attribute("data-step", "t3e")


@pytest.mark.parametrize("policy", first(1, ["require-corp", "credentialless"]))
def test_an_isolated_host_shows_a_deal(visit: Open, garden: Path, policy: str) -> None:
    sent = {"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": policy}
    with server(garden, lambda _: sent) as home:
        page = visit("", base=home, early=True).page
        assert page.evaluate("crossOriginIsolated") is True
        frame = page.frame_locator("iframe")
        frame.get_by_role("button", name="Next step").click()
        expect(frame.get_by_role("figure")).to_have_attribute("data-engine", "live")


# -- what cannot be shown ------------------------------------------------------------------------

SHORT = "This deal cannot be shown here."


@pytest.mark.parametrize(
    ("source", "said", "cause"),
    first(
        2,
        [
            ("wrong.piquet", "its record has mistakes.", "Rulez"),
            ("none.piquet", "its record is missing.", "404 for /none.piquet"),
            ("notes.html", "something else came in place of its record.", "/notes.html is a page"),
            (
                "https://cards.example/deal.piquet",
                "its record did not load.",
                "https://cards.example",
            ),
        ],
    ),
)
def test_a_record_that_cannot_be_shown_is_told_and_the_link_stays(
    visit: Open, garden: Path, home: str, source: str, said: str, cause: str
) -> None:
    page = visit("notes.html", base=home, early=True, faulty=True).page
    (garden / "index.html").write_text(HEAD + element(f'src="{source}"'), "utf-8")
    page.goto(home)
    refused(page, f"This deal cannot be shown: {said}", cause)


def test_an_element_without_an_address_says_so(visit: Open, garden: Path, home: str) -> None:
    (garden / "index.html").write_text(HEAD + element(""), "utf-8")
    refused(visit("", base=home, early=True).page, SHORT, "no attribute src")


def isolated_page(path: str) -> dict[str, str]:
    if path != "/":
        return {}
    return {
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Embedder-Policy": "require-corp",
    }


HOSTS: dict[str, tuple[Callable[[str], dict[str, str]], str]] = {
    "isolated page, folder not": (isolated_page, "/piquet-replay/replay.html is sent without one"),
    "policy of the page": (
        lambda path: {"Content-Security-Policy": "frame-src 'none'"} if path == "/" else {},
        "The Content-Security-Policy of this page forbids it: frame-src",
    ),
    "frames refused": (lambda _: {"X-Frame-Options": "DENY"}, "X-Frame-Options"),
}


@pytest.mark.parametrize("host", first(1, HOSTS))
def test_a_host_that_keeps_the_frame_away_is_told_what_to_change(
    visit: Open, garden: Path, host: str
) -> None:
    headers, cause = HOSTS[host]
    with server(garden, headers) as home:
        refused(visit("", base=home, early=True, faulty=True).page, SHORT, cause)


def missing(route: Route) -> None:
    route.fulfill(status=404, body="not here", content_type="text/html")


def test_a_folder_that_is_not_whole_is_told(visit: Open, home: str) -> None:
    page = visit("notes.html", base=home, early=True, faulty=True).page
    page.context.route("**/replay.html*", missing)
    page.goto(home)
    refused(page, SHORT, "404 for /piquet-replay/replay.html")


@pytest.mark.parametrize(
    ("part", "said"),
    [
        ("script-", "The script of this page did not load"),
        ("pyodide.asm.wasm", "The engine could not be loaded"),
    ],
)
def test_a_part_that_does_not_come_is_told_and_the_link_stays(
    visit: Open, home: str, part: str, said: str
) -> None:
    page = visit("notes.html", base=home, early=True, faulty=True).page
    page.context.route(f"**/{part}*", missing)
    page.goto(home)
    frame = page.frame_locator("iframe")
    expect(frame.get_by_text(said)).to_be_visible()
    expect(frame.locator("[data-part=cause]")).to_contain_text("404 for /piquet-replay/")
    expect(frame.locator("[data-part=cause]")).to_contain_text(part)
    expect(page.get_by_role("link", name=LINK)).to_be_visible()


def test_a_sandboxed_page_keeps_the_link_and_says_why(visit: Open, garden: Path, home: str) -> None:
    (garden / "course.html").write_text(
        '<!DOCTYPE html><html lang="en"><title>Course</title><h1>Course</h1>'
        '<iframe title="A page" sandbox="allow-scripts" width="600" height="400" src="index.html"></iframe>',
        "utf-8",
    )
    page = visit("course.html", base=home, early=True, faulty=True).page
    framed = page.frame_locator("iframe")
    expect(framed.get_by_role("alert")).to_have_text(SHORT)
    expect(framed.locator("details")).to_contain_text("without allow-same-origin")
    expect(framed.get_by_role("link", name=LINK)).to_be_visible()


@pytest.mark.parametrize("options", [{"java_script_enabled": False}, {}], ids=["off", "stripped"])
def test_without_its_script_the_element_is_a_link(
    visit: Open, garden: Path, home: str, options: dict[str, Any]
) -> None:
    (garden / "stripped.html").write_text(
        re.sub("<script.*?</script>", "", HEAD) + element(), "utf-8"
    )
    page = visit("" if options else "stripped.html", base=home, early=True, **options).page
    expect(page.get_by_role("link", name=LINK)).to_be_visible()
    expect(page.locator("iframe")).to_have_count(0)


def test_the_element_fits_a_phone(visit: Open, home: str) -> None:
    page = visit("", base=home, early=True, size=(360, 740)).page
    expect(page.frame_locator("iframe").get_by_role("figure")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert page.frames[1].evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("mode", MODES, ids=["light", "dark"])
@pytest.mark.parametrize("source", first(1, ["deal", "wrong"]))
def test_axe_finds_nothing_in_the_frame(
    visit: Open, home: str, source: str, mode: tuple[str, int, int]
) -> None:
    path = f"piquet-replay/replay.html?src=../{source}.piquet&theme={mode[0]}"
    page = visit(path, base=home, early=True).page
    expect(page.get_by_role("figure").or_(page.get_by_role("alert"))).to_be_visible()
    quiet(page)
    assert violations(page, "html", (mode,)) == []
