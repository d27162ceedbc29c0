"""Installing the site as an app: the requirements of browsers, and the verdict of one."""

import shutil
import struct
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urljoin

import pytest
from harness import SITE, quiet
from interruptible_host import Line
from pages.replay import Open
from pages.table import TABLE
from playwright.sync_api import Browser, expect
from test_offline import used

pytestmark = pytest.mark.browser


@pytest.fixture
def line() -> Iterator[Line]:
    made = Line(SITE)
    yield made
    made.cut()


def test_it_has_what_browsers_ask_of_a_site_that_installs(visit: Open, line: Line) -> None:
    """A name, icons of 192 and 512 pixels, a window of its own, and a start page that works offline.

    The headless shell reports no fault for any page. The next test uses another browser.
    """
    reader = used(visit, line)
    page = reader.page
    address = page.locator('link[rel="manifest"]').evaluate("link => link.href")
    manifest = page.request.get(address).json()
    assert manifest["name"]
    assert manifest["display"] == "standalone"
    sizes = set()
    for icon in manifest["icons"]:
        if icon["type"] == "image/png" and "purpose" not in icon:
            drawn = page.request.get(urljoin(address, icon["src"])).body()
            width, height = struct.unpack(">II", drawn[16:24])  # In the header of a PNG.
            assert icon["sizes"] == f"{width}x{height}"
            sizes.add(width)
    assert {192, 512} <= sizes
    first = urljoin(address, manifest["start_url"])
    assert first.startswith(urljoin(address, manifest["scope"]))
    page.reload()  # From here on the service worker answers.
    page.goto(first)
    line.cut()
    page.goto(first)
    expect(page.locator("h1")).to_be_visible()


WHOLE = ("chromium", "chromium-browser", "google-chrome", "chrome")


@pytest.mark.thorough
def test_a_browser_that_installs_sites_would_install_it(
    chromium: Browser, base: str, tmp_path: Path
) -> None:
    """The browser itself decides. A private window installs nothing."""
    whole = next(filter(None, map(shutil.which, WHOLE)), None)
    if whole is None:
        pytest.skip("no whole Chromium: its headless shell installs nothing")
    profile = tmp_path / "profile"
    context = chromium.browser_type.launch_persistent_context(
        profile, executable_path=whole, args=["--disable-gpu"]
    )
    page = context.pages[0]
    session = context.new_cdp_session(page)

    def faults(path: str) -> list[str]:
        page.goto(base + path)
        quiet(page)
        found = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
        return [one["errorId"] for one in found]

    assert faults("docs/deals/embed/hoyle1909-ab.html") == ["no-manifest"]  # It does find faults.
    assert faults("") == []
    assert session.send("Page.getAppManifest")["errors"] == []
    assert faults(TABLE) == []
    context.close()
