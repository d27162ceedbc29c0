"""Server, browser and request log for the browser tests and the benchmarks."""

from __future__ import annotations

import gzip
import os
import re
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Playwright,
    Request,
    Response,
    WebError,
)
from playwright.sync_api import TimeoutError as TooLong

from piquet_core.views.markup import typeset_markup
from sphinx_piquet.content_security_policy import POLICY

ROOT = Path(__file__).parents[2]
# The variable names another build, such as one that is about to be replaced.
SITE = Path(os.environ.get("PIQUET_SITE") or ROOT / "build" / "html")
sys.path.append(str(ROOT / "tools"))

import browser as finder  # noqa: E402 - found through the line above
import serve  # noqa: E402

DEAL_PAGE = serve.DEAL_PAGE
FRAME_PAGE = "docs/deals/embed/hoyle1909-ab.html"  # The same deal as an embedded frame.
RULE_PAGE = "docs/rules/play.last-trick.html"
# The limit for a page's weight before the first click, in KiB as transferred, with fonts and pictures.
WEIGHTS = {DEAL_PAGE: 200, "": 160, RULE_PAGE: 120, "search.html": 160}
MOST_REQUESTS = 14
# The policy as a header applies to workers too. The browser reports violations to our server.
STRICT = f"{POLICY}; report-uri {serve.REPORTS}"
# The letter or figure of a card's corner in front of its name, or words without a space between them.
GARBLED = re.compile(
    r"\b(10|[AKQJVDR7-9])(ace|king|queen|jack|ten|nine|eight|seven)\b|[a-z][A-Z]|[.:][A-Z]"
)
ENGINE_TIMEOUT = 60_000  # milliseconds, for the benchmarks
# Milliseconds after which a wait for a state gives up. The limit only ends tests that hang.
LONGEST_WAIT = 180_000


@contextmanager
def serving(folder: Path, policy: str = STRICT) -> Iterator[str]:
    """Serve a folder on a free port and give its address, which ends in a slash."""
    with serve.make_server(folder, policy=policy) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()
        thread.join()


def launch(playwright: Playwright, *, optimised: bool = False) -> Browser:
    """Start the Chromium that tools/browser.py finds."""
    path = finder.find()
    assert path, "no Chromium: `python tools/browser.py --install` says what to do"
    # Chromium would emulate a graphics card, which costs a tenth of the tests' time. Nearly every test
    # starts an engine that lives for seconds, so compiling its code with optimisation, or compiling and
    # validating functions that are never called, would cost as much as everything else. Benchmarks set
    # `optimised`.
    lazily = "--liftoff-only --wasm-lazy-compilation --wasm-lazy-validation"
    plain = [] if optimised else [f"--js-flags={lazily}"]
    return playwright.chromium.launch(executable_path=path, args=["--disable-gpu", *plain])


def printed(text: str) -> str:
    """Return a text as it appears on a page."""
    return unescape(typeset_markup(text))


@cache
def gzipped(path: Path) -> int:
    """Return the size of a file with gzip compression."""
    return len(gzip.compress(path.read_bytes(), 6))


def weight(paths: Iterable[str], site: Path = SITE) -> int:
    """Return the total gzipped size of these addresses. Each counts once."""
    return sum(gzipped(site / (path or "index.html")) for path in set(paths))


class Watch:
    """All requests and all faults of the pages and workers of a browser context."""

    def __init__(self, context: BrowserContext, base: str) -> None:
        self.base = base
        self.paths: list[str] = []
        self.faults: list[str] = []
        context.on("request", self._request)
        context.on("response", self._response)
        context.on("requestfailed", self._failed)
        context.on("console", self._console)
        context.on("weberror", self._error)

    def _request(self, request: Request) -> None:
        if request.url.startswith(("data:", "blob:")):
            return
        if request.url == self.base.rstrip("/") + serve.REPORTS:
            self.faults.append(f"against the policy: {request.post_data}")
            return
        if not request.url.startswith(self.base):
            self.faults.append(f"another host: {request.url}")
        self.paths.append(urlsplit(request.url.removeprefix(self.base)).path)

    def _response(self, response: Response) -> None:
        # 204: the server accepted a report. 304: the browser has a cached copy.
        if response.status not in {200, 204, 304}:
            self.faults.append(f"{response.status}: {response.url}")

    def _failed(self, request: Request) -> None:
        # The icon and the fonts load last. Leaving the page earlier is harmless.
        late = request.url.endswith(("/favicon.svg", ".woff2"))
        if request.failure == "net::ERR_ABORTED" and late:
            return
        self.faults.append(f"{request.failure}: {request.url}")

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self.faults.append(f"console {message.type}: {message.text}")

    def _error(self, error: WebError) -> None:
        self.faults.append(f"page error: {error.error}")


def quiet(page: Page) -> None:
    """Wait until the network is idle.

    Chromium does not always report it, so after five seconds the page counts as idle.
    """
    page.wait_for_load_state("load")
    with suppress(TooLong):
        page.wait_for_load_state("networkidle", timeout=5_000)


def wait_until(page: Page, condition: Callable[[], bool], what: str = "the condition") -> None:
    """Wait until a condition holds that no locator can express, such as a request seen by the test."""
    ends = time.monotonic() + LONGEST_WAIT / 1000
    while not condition():
        assert time.monotonic() < ends, f"never came true: {what}"
        page.wait_for_timeout(20)  # lets Playwright deliver events


def add_style(page: Page, text: str) -> None:
    """Add a style sheet to a page. The policy forbids Playwright's way, a style element."""
    page.evaluate(
        """text => {
            const sheet = new CSSStyleSheet();
            sheet.replaceSync(text);
            document.adoptedStyleSheets.push(sheet);
        }""",
        text,
    )


def no_engine(page: Page) -> None:
    """Prevent the engine from starting."""
    page.context.route(re.compile(r"_static/engine/worker\.js"), lambda _: None)


class Spoken:
    """Chromium's accessibility tree of a page."""

    def __init__(self, page: Page) -> None:
        session = page.context.new_cdp_session(page)
        nodes = session.send("Accessibility.getFullAXTree")["nodes"]
        session.detach()
        self.nodes = [node for node in nodes if not node["ignored"]]

    def all(self, role: str) -> list[dict[str, Any]]:
        """Return the nodes with a role."""
        return [node for node in self.nodes if node["role"]["value"] == role]

    def names(self, role: str) -> list[str]:
        """Return the names of all nodes with a role, in reading order."""
        return [node.get("name", {}).get("value", "") for node in self.all(role)]

    def one(self, role: str, name: str) -> dict[str, Any]:
        """Return the one node with a role and a name."""
        (node,) = (one for one in self.all(role) if one["name"]["value"] == name)
        return node

    @property
    def text(self) -> str:
        """The names and texts of all nodes, in reading order."""
        return "\n".join(node.get("name", {}).get("value", "") for node in self.nodes)


# Colour scheme, width and height for each check by axe. The fixture `modes` provides them.
Modes = tuple[tuple[str, int, int], ...]
