"""No page, test or docstring contains a typed number of rule sets, books or texts; such numbers are
computed.

"Two" is allowed, because it can mean any two. A number of three or more counts all that exist, and becomes
wrong with the next text.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
NUMBER = r"(?:three|four|five|six|seven|eight|nine|ten|eleven|twelve|[3-9]|[1-9][0-9]{1,2})"
THINGS = r"(?:rule[ -]sets?|rule ?books?|books?|texts?|sets of rules)"
TYPED = re.compile(
    rf"(?<![\w-]){NUMBER}(?:\s+(?:of\s+the|other|more|old|older|printed|modern|different|independent))?\s+"
    rf"{THINGS}\b|\ball {NUMBER}\s+(?:{THINGS}|side by side|in one table|are compared)",
    re.IGNORECASE,
)
# Pages about the past: the changelog, the errata and frozen editions.
PAST = {"CHANGELOG.md", "errata.md"}
FOLDERS = ("docs", "tutorials", "tests", "piquet_core", "tools", "analysis")
FILES = sorted(
    path
    for path in (
        *ROOT.glob("*.md"),
        *ROOT.glob("*.py"),
        *(one for folder in FOLDERS for one in (ROOT / folder).rglob("*")),
    )
    if path.suffix in {".md", ".py", ".toml", ".js"}
    and path.name not in PAST
    and "editions" not in path.parts
    and path != Path(__file__)
)


@pytest.mark.parametrize(
    "text",
    ["Ten rule books of Piquet", "from six texts", "the ten rule sets", "all ten in one table"],
)
def test_a_typed_count_is_found(text: str) -> None:
    assert TYPED.search(text)


@pytest.mark.parametrize("text", ["compare two rule sets", "{number-of}`texts` texts", "1651 text"])
def test_a_pair_a_role_or_a_year_is_not_a_typed_count(text: str) -> None:
    assert not TYPED.search(text)


def test_no_page_test_or_docstring_types_how_many_there_are() -> None:
    assert len(FILES) > 100
    found = [
        f"{path.relative_to(ROOT)}:{text.count('\n', 0, hit.start()) + 1}: {hit[0]}"
        for path in FILES
        for text in [path.read_text("utf-8")]
        for hit in TYPED.finditer(text)
    ]
    assert found == []
