"""Every page of the built site is valid HTML."""

import json
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SITE = ROOT / "build" / "html"


ALIKE = (
    "docs/rules",
    "docs/rulesets",
    "docs/rulesets/summary",
    "docs/deals",
    "docs/deals/embed",
    "tutorials/problems/closed",
)
"""Folders whose pages have one template each."""
PROBLEMS = {SITE / f"tutorials/problems/{name}.html" for name in ("books", "capot", "cards")}
"""Long pages from the template of `pique.html`, without a tag, class or attribute of their own."""


@pytest.mark.site
@pytest.mark.parametrize(
    "share", [60, pytest.param(1, marks=pytest.mark.thorough)], ids=["some", "all"]
)
def test_pages_are_valid(share: int, tmp_path: Path) -> None:
    """Checks one in sixty pages of each template and all others, or all pages with `make test-all`."""
    found = [path for path in SITE.rglob("*.html") if SITE / "_static" not in path.parents]
    assert len(found) > 100  # every rule, every rule set, and the rest
    groups = [sorted((SITE / folder).glob("*.html")) for folder in ALIKE]
    left_out = {path for group in groups for path in group} | (PROBLEMS if share > 1 else set())
    left_out -= {path for group in groups for path in group[::share]}
    assert left_out < {*found}
    pages = sorted(map(str, {*found} - left_out))
    config = ROOT / "tools" / "htmlvalidate.cjs"
    # One process compiles the checker once.
    command = [str(ROOT / "node_modules/.bin/html-validate"), "--config", str(config)]
    # A report with faults is longer than a pipe takes before the checker ends.
    report = tmp_path / "report.json"
    with report.open("w") as output:
        done = subprocess.run(
            [*command, "--formatter", "json", *pages],
            stdout=output,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert report.stat().st_size, done.stderr
    faults = [
        f"{Path(page['filePath']).relative_to(SITE)}:{fault['line']}: {fault['ruleId']}: {fault['message']}"
        for page in json.loads(report.read_text("utf-8"))
        for fault in page["messages"]
    ]
    assert faults == []


@pytest.mark.site
def test_the_theme_leaves_no_template_style_script_or_icon() -> None:
    static = SITE / "_static"
    assert not list(static.glob("*macros*"))
    assert not list(static.rglob("*.map"))
    theirs = re.compile(r"fontawesome|bootstrap|pydata|book-theme|styles/|vendor/")
    assert not [path for path in static.rglob("*") if theirs.search(path.as_posix())]
    pages = [path for path in SITE.rglob("*.html") if SITE / "_static" not in path.parents]
    heads = {path: path.read_text("utf-8").partition("</head>")[0] for path in pages}
    loaded = {path: re.findall(r'(?:href|src)="([^"]*)"', head) for path, head in heads.items()}
    assert not [path for path, found in loaded.items() if any(map(theirs.search, found))]
    assert {head.count('<meta name="viewport"') for head in heads.values()} == {1}
