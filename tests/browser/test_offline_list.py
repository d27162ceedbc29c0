"""The list of files for offline use contains every file that a page names."""

import re

import pytest
from harness import SITE
from test_offline import LISTED

pytestmark = pytest.mark.browser


def test_the_list_has_what_pages_name() -> None:
    """Every file that a page links, loads or shows, except those that are dispensable offline."""
    files = set(LISTED["files"])
    missing = set()
    for name in sorted(one for one in files if one.endswith(".html")):
        page = (SITE / name).parent
        for found in re.findall(
            r'\b(?:href|src)="([^"#?:]+)[^":]*"', (SITE / name).read_text("utf-8")
        ):
            target = (page / found).resolve()
            if target.is_file():
                missing.add(target.relative_to(SITE.resolve()).as_posix())
    missing -= files
    assert {one for one in missing if not one.startswith("docs/deals/embed/")} <= {
        "sw.js",
        "objects.inv",
        "_static/piquet-replay.zip",
    }
    for name, size in LISTED["files"].items():
        assert (SITE / name).stat().st_size == size
