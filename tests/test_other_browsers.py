"""A walk through replay, table, lesson and search in Firefox and WebKit, if they are installed.

All other browser tests use Chromium. puppeteer-core drives Firefox over WebDriver BiDi, and WebKitGTK's
driver drives WebKit on a virtual screen. `make test-all` installs both on Debian.
"""

import base64
import json
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

sys.path += [str(Path(__file__).parent), str(Path(__file__).parent / "browser")]

from harness import DEAL_PAGE, SITE, serving
from printed_cards import Box, cards, sheets

PATIENCE = 300.0  # seconds after which a test reports a hang
BLANK = 200  # size in bytes of a blank picture
MINI_BROWSER = sorted(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"))

pytestmark = [pytest.mark.browser, pytest.mark.thorough]


class Browser(ABC):
    """The interface that the walk needs of a browser."""

    @abstractmethod
    def goto(self, address: str) -> None:
        """Open a page."""

    @abstractmethod
    def run(self, function: str) -> Any:
        """Run a function of JavaScript, and return what it returns."""

    @abstractmethod
    def picture(self, selector: str) -> bytes:
        """Return a screenshot of an element as a PNG."""

    def wait(self, function: str) -> None:
        """Poll a function until it returns a true value."""
        ends = time.monotonic() + PATIENCE
        while not self.run(function):
            assert time.monotonic() < ends, (
                function,
                self.run("() => document.querySelector('main').innerText.slice(0, 1500)"),
            )
            time.sleep(0.1)


class Firefox(Browser):
    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self.process = process
        self.hear()

    def hear(self) -> Any:
        assert self.process.stdout
        told = json.loads(self.process.stdout.readline())
        assert "error" not in told, told["error"]
        return told["ok"]

    def tell(self, **what: str) -> Any:
        assert self.process.stdin
        self.process.stdin.write(json.dumps(what) + "\n")
        self.process.stdin.flush()
        return self.hear()

    def goto(self, address: str) -> None:
        self.tell(goto=address)

    def run(self, function: str) -> Any:
        return self.tell(run=function)

    def picture(self, selector: str) -> bytes:
        return base64.b64decode(self.tell(picture=selector))


class WebKit(Browser):
    def __init__(self, port: int) -> None:
        self.base = f"http://127.0.0.1:{port}/session"
        own = {"binary": str(MINI_BROWSER[-1]), "args": ["--automation"]}
        wanted = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": own}}}
        self.base += "/" + self.ask("POST", "", wanted)["sessionId"]

    def ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        request = urllib.request.Request(
            self.base + path,
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Content-Type": "application/json"},
        )
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(error.read().decode()) from None

    def goto(self, address: str) -> None:
        self.ask("POST", "/url", {"url": address})

    def run(self, function: str) -> Any:
        return self.ask("POST", "/execute/sync", {"script": f"return ({function})()", "args": []})

    def picture(self, selector: str) -> bytes:
        found = self.ask("POST", "/element", {"using": "css selector", "value": selector})
        (element,) = found.values()
        found = base64.b64decode(self.ask("GET", f"/element/{element}/screenshot"))
        if len(found) < BLANK:
            pytest.skip("this driver gives a blank picture of a drawing")
        return found


def answers(port: int) -> bool:
    """Return whether a server accepts connections on a port."""
    with socket.socket() as trial:
        return trial.connect_ex(("127.0.0.1", port)) == 0


@contextmanager
def firefox() -> Iterator[Browser]:
    path = shutil.which("firefox-esr") or shutil.which("firefox")
    if not path:
        pytest.skip("no firefox-esr: tools/programs.py says how to get it")
    with subprocess.Popen(
        ["node", str(Path(__file__).with_name("firefox.mjs")), path],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        yield Firefox(process)  # the process ends with its input


@contextmanager
def webkit() -> Iterator[Browser]:
    if not (shutil.which("WebKitWebDriver") and shutil.which("xvfb-run") and MINI_BROWSER):
        pytest.skip("no WebKitWebDriver with a screen: tools/programs.py says how to get it")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
    with subprocess.Popen(["xvfb-run", "-a", "WebKitWebDriver", f"--port={port}"]) as process:
        try:
            while not answers(port):
                assert process.poll() is None, "the WebDriver has ended"
                time.sleep(0.1)
            browser = WebKit(port)
            yield browser
            with suppress(AssertionError, OSError):
                browser.ask("DELETE", "")
        finally:
            process.terminate()


@pytest.fixture(scope="module", params=[firefox, webkit], ids=["firefox", "webkit"])
def browser(request: pytest.FixtureRequest) -> Iterator[Browser]:
    with request.param() as found:
        yield found


@pytest.fixture(scope="module")
def base() -> Iterator[str]:
    with serving(SITE) as address:
        yield address


def test_a_replay_starts_its_engine_and_steps(browser: Browser, base: str) -> None:
    browser.goto(base + DEAL_PAGE)
    browser.run("""() => document.querySelector('[data-act="next"]').click()""")
    browser.wait(
        "() => ['live', 'failed'].includes(document.querySelector('figure[data-part=replay]').dataset.engine)"
    )
    said = browser.run("() => document.querySelector('[data-part=proof]').textContent")
    assert "replayed 38 steps here, each as drawn on this page" in said
    browser.run("""() => document.querySelector('[data-act="last"]').click()""")
    browser.wait(
        "() => document.querySelector('figure[data-part=replay]').dataset.step === 'result'"
    )
    told = browser.run("() => document.querySelector('[data-part=sentence]').textContent")
    assert "43" in told  # as printed: A 43, B 23
    assert "23" in told


A4 = Box(0, 0, 595, 842)


def test_the_search_for_cards_on_paper_sees_one_that_is_cut() -> None:
    face = b"1 0.992157 0.964706 rg 100 100 50 70 re B"
    ((card, seen),) = cards(b"q %s Q" % face, A4)
    assert card.within(seen)
    ((card, seen),) = cards(b"q 120 0 400 800 re W n %s Q" % face, A4)
    assert not card.within(seen)
    ((card, seen),) = cards(face.replace(b"100 100", b"570 100"), A4)
    assert not card.within(seen)


def test_a_deal_is_printed_with_whole_cards(base: str, tmp_path: Path) -> None:
    """The first sheet has twelve cards in a fan, eight in the talon, and twelve more."""
    file = tmp_path / "deal.pdf"
    with firefox() as browser:
        assert isinstance(browser, Firefox)
        browser.goto(base + DEAL_PAGE)
        browser.tell(print=str(file))
    found = list(cards(next(sheets(file.read_bytes())), A4))
    assert len(found) == 12 + 8 + 12
    assert [card for card, seen in found if not card.within(seen)] == []


def test_an_arrow_key_that_is_held_down_steps_on(browser: Browser, base: str) -> None:
    """Steps to the end and back five times. Safari allows a hundred changes of the address in ten seconds."""
    browser.goto(base + DEAL_PAGE)
    browser.run(
        """() => {
            window.faults = [];
            addEventListener("error", ({ message }) => faults.push(message));
            addEventListener("unhandledrejection", ({ reason }) => faults.push(String(reason)));
            document.querySelector("figure[data-part=replay]").focus();
        }"""
    )
    passed = browser.run(
        """() => {
            const figure = document.querySelector("figure[data-part=replay]");
            const passed = [];
            for (const key of ["ArrowRight", "ArrowLeft", "ArrowRight", "ArrowLeft", "ArrowRight"]) {
                for (let at = 0; at < 37; at++) {
                    const before = figure.dataset.step;
                    figure.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
                    if (figure.dataset.step !== before) passed.push(figure.dataset.step);
                }
            }
            return passed;
        }"""
    )
    assert len(passed) == 185
    assert passed[-1] == "result"
    assert browser.run("() => window.faults") == []


COURT = '[data-part=talon-cards] svg:has(use[href="#pq-HK"])'  # in the talon


def test_a_small_card_shows_its_sign_alone(browser: Browser, base: str) -> None:
    """Compares screenshots, since WebKit does not apply container queries inside `<use>`."""
    browser.goto(base + DEAL_PAGE)
    show = f"""() => {{
        const card = document.querySelector('{COURT}');
        card.style.width = "46px";
        card.scrollIntoView();
    }}"""
    browser.run(show)
    small = browser.picture(COURT)
    browser.run(
        f"""() => {{
            const {{ style }} = document.querySelector('{COURT} > use');
            style.setProperty("--full", "inline");
            style.setProperty("--small", "none");
        }}"""
    )
    assert browser.picture(COURT) != small


def test_the_figures_of_the_courts_are_painted_when_they_are_chosen(
    browser: Browser, base: str
) -> None:
    browser.goto(base + DEAL_PAGE)

    def choose(courts: str) -> bytes:
        browser.run(
            f"""() => {{
                document.querySelector('input[data-set="courts"][value="{courts}"]').click();
                const card = document.querySelector('{COURT}');
                card.style.width = "80px"; // in a low window a card is too small for a figure, and asks for none
                const {{ style }} = card.querySelector("use");
                style.setProperty("--full", "inline");
                style.setProperty("--small", "none");
                card.scrollIntoView();
                window.painted = false;
                requestAnimationFrame(() => requestAnimationFrame(() => {{ window.painted = true; }}));
            }}"""
        )
        browser.wait("() => window.painted")
        return browser.picture(COURT)

    letters, figures = choose("letters"), choose("figures")
    # A framed letter compresses much better than a figure in four colours.
    assert len(figures) > 1.5 * len(letters)


def test_a_deal_is_played_at_the_table(browser: Browser, base: str) -> None:
    """Takes the first choice at each turn."""
    browser.goto(base + "tutorials/table.html?form=deal&seed=walk&seat=younger&by=hoyle1909")
    # A driver may return before the scripts have run; the table's place is then reserved but invisible.
    browser.wait(
        "() => getComputedStyle(document.querySelector('[data-part=play-now] button')).visibility === 'visible'"
    )
    browser.run("() => document.querySelector('[data-part=play-now] button').click()")
    browser.wait("() => document.querySelector('[data-part=prompt] [data-part=choices]') !== null")
    browser.wait(
        """() => {
            const ask = document.querySelector("[data-part=prompt]");
            if (ask.querySelector("[data-part=deal-result]")) return true;
            const lay = ask.querySelector('[data-act="lay"]');
            const card = ask.querySelector("[data-choices=cards] input:not(:checked)");
            if (lay && lay.getAttribute("aria-disabled") === "true") card?.click();
            else if (lay) lay.click();
            else ask.querySelector('[data-move]:not([aria-disabled="true"])')?.click();
            return false;
        }"""
    )
    assert "is over" in browser.run(
        "() => document.querySelector('[data-part=deal-result] h2').textContent"
    )


def test_an_exercise_is_answered(browser: Browser, base: str) -> None:
    browser.goto(base + "tutorials/01-tricks.html")
    browser.wait("() => document.querySelector('[data-part=exercise-item].pq-live') !== null")
    browser.run(
        """() => {
            const box = document.querySelector("[data-part=exercise-item].pq-live");
            box.querySelector("input").click();
            box.querySelector('[data-do="answer"]')?.click();
        }"""
    )
    browser.wait(
        "() => document.querySelector('[data-part=exercise-item] [data-part=feedback]').textContent.trim() !== ''"
    )


def test_search_answers(browser: Browser, base: str) -> None:
    browser.goto(base + "search.html?q=talon")
    browser.wait("() => document.querySelector('main a[href*=\"deal.talon\"]') !== null")


def test_no_page_is_wider_than_the_window(browser: Browser, base: str) -> None:
    for path in ("", DEAL_PAGE, "docs/rules/play.last-trick.html", "tutorials/learn.html"):
        browser.goto(base + path)
        over = browser.run(
            "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )
        assert over <= 0, path
