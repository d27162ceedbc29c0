"""The built pages are valid HTML: landing page, deal, a rule; `make html` has built them."""

import json
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SITE = ROOT / "build" / "html"
PAGES = ("index.html", "docs/deals/hoyle1909-ab.html", "docs/rules/play.last-trick.html")


@pytest.mark.site
def test_pages_are_valid() -> None:
    config = ROOT / "tools" / "htmlvalidate.cjs"
    command = [
        str(ROOT / "node_modules/.bin/html-validate"),
        "--config",
        str(config),
        "--formatter",
        "json",
    ]
    done = subprocess.run(
        [*command, *(str(SITE / page) for page in PAGES)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout, done.stderr
    faults = [
        f"{Path(page['filePath']).name}:{fault['line']}: {fault['ruleId']}: {fault['message']}"
        for page in json.loads(done.stdout)
        for fault in page["messages"]
    ]
    assert faults == []


@pytest.mark.site
def test_no_page_names_another_host() -> None:
    """Links to other places are welcome; anything that a page would load from there is not."""
    for page in PAGES:
        for line in (SITE / page).read_text(encoding="utf-8").splitlines():
            if "://" in line:
                assert not any(sign in line for sign in ("<script src=", 'rel="stylesheet"')), line
                assert 'src="http' not in line, line


@pytest.mark.site
def test_theme_leaves_no_template_and_no_icon_script() -> None:
    static = SITE / "_static"
    assert not list(static.glob("*macros*"))
    assert not list(static.rglob("fontawesome.js*"))
    assert not list(static.rglob("*.map"))
    assert "fontawesome.js" not in (SITE / "index.html").read_text(encoding="utf-8")
