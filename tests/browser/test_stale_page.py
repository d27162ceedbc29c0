"""With the service worker no page is outdated unnoticed, whatever caching a host allows."""

import os
import shutil
import threading
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
import serve
from case_selection import first
from harness import DEAL_PAGE, RULE_PAGE, SITE
from pages.replay import Open
from playwright.sync_api import expect
from test_offline import until_kept

pytestmark = pytest.mark.browser

# Cache headers of hosts: GitHub Pages allows ten minutes; others send none.
SAID = ("max-age=600", "", "no-cache")


@pytest.fixture(params=first(2, SAID), ids=lambda one: one or "nothing")
def host(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Path, str]]:
    """A copy of the site that may change, at a host with headers of its own."""

    class Host(serve.Handler):
        def send_header(self, keyword: str, value: str) -> None:
            if keyword != "Cache-Control" or "immutable" in value:
                super().send_header(keyword, value)
            elif request.param:
                super().send_header(keyword, request.param)

    folder = tmp_path / "site"
    shutil.copytree(SITE, folder)
    with serve.Server(("127.0.0.1", 0), partial(Host, directory=str(folder))) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield folder, f"http://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()
        thread.join()


def test_a_page_that_the_browser_may_keep_is_asked_for_anew(
    visit: Open, host: tuple[Path, str]
) -> None:
    folder, base = host
    article = folder / RULE_PAGE
    long_ago = (
        time.time() - 10 * 24 * 3600
    )  # Without a header, browsers cache for a tenth of that age.
    os.utime(article, (long_ago, long_ago))
    reader = visit(DEAL_PAGE, base=base, early=True, faulty=True)
    page = reader.page
    reader.button("next").click()
    reader.until_live()
    until_kept(page, base)
    page.goto(base + RULE_PAGE)
    expect(page.get_by_role("heading", level=1)).to_contain_text("last trick", ignore_case=True)
    article.write_text(
        article.read_text("utf-8").replace("</h1>", " written anew</h1>", 1), "utf-8"
    )
    page.goto(base + "docs/editions/index.html")
    page.goto(base + RULE_PAGE)
    expect(page.get_by_role("heading", level=1)).to_contain_text("written anew")
    page.goto(base + "docs/editions/index.html")
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_contain_text("written anew")
