"""An embedded deal in a cross-origin isolated page such as JupyterLite."""

import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
import serve
from case_selection import first
from harness import FRAME_PAGE
from pages.replay import Open
from playwright.sync_api import expect

pytestmark = pytest.mark.browser


@pytest.fixture(params=first(1, ["require-corp", "credentialless"]))
def isolated(request: pytest.FixtureRequest, tmp_path: Path, base: str) -> Iterator[str]:
    """Return the address of another site with a page that embeds a deal."""

    class Isolated(serve.Handler):
        def end_headers(self) -> None:
            self.send_header("Cross-Origin-Opener-Policy", "same-origin")
            self.send_header("Cross-Origin-Embedder-Policy", request.param)
            super().end_headers()

    (tmp_path / "index.html").write_text(
        '<!DOCTYPE html><html lang="en"><title>Notebook</title><h1>Notebook</h1>'
        f'<iframe title="A deal" width="600" height="800" src="{base}{FRAME_PAGE}"></iframe>',
        encoding="utf-8",
    )
    make = partial(Isolated, directory=str(tmp_path), policy="")
    with serve.Server(("127.0.0.1", 0), make) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        # Another host name makes it another site.
        yield f"http://localhost:{server.server_address[1]}/"
        server.shutdown()
        thread.join()


def test_an_isolated_page_shows_a_deal_and_its_engine_runs(visit: Open, isolated: str) -> None:
    page = visit("index.html", base=isolated, faulty=True).page  # The other host is the test's own.
    assert page.evaluate("crossOriginIsolated") is True
    figure = page.frame_locator("iframe").locator("figure[data-part=replay]")
    figure.get_by_role("button", name="Next step").click()
    expect(figure).to_have_attribute("data-engine", "live")
