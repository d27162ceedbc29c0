"""A page with ``folded: true``: all but the first section of a chapter are closed, and links open them."""

import re

import pytest
from project import Project

pytestmark = pytest.mark.site

PAGE = """---
folded: true
---

# Changes

## New

### First

At once.

### Second

Later.

## Old

All.
"""


def test_sections_after_the_first_are_folded_under_their_own_names(project: Project) -> None:
    project.write({"index": PAGE})
    assert project.build() == (0, "")
    page = project.read("index.html")
    (fold,) = re.findall(r'<details class="pq-on-request pq-details".*?</details>', page, re.DOTALL)
    assert 'id="second"' in fold  # leaf.js opens what an address names
    assert "<summary>Second</summary>" in fold
    assert "Later." in fold
    assert "At once." not in fold
    # In print, where only the names appear, a line explains it.
    (before,) = re.findall(r'([^>]*)</p>\s*<details class="pq-on-request pq-details"', page)
    assert (
        before
        == "The sections named below are folded on the page. Open one there, and it is printed too."
    )
    assert "rules/details.js" in page
    assert project.build("text") == (0, "")
    assert "Second" in project.read("index.txt", "text")
