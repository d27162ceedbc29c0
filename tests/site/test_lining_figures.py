"""Exact figures in running text get lining digits, and no others."""

from __future__ import annotations

import re

import pytest
from project import Project

pytestmark = pytest.mark.site

TEXT = """# Version 1.2.0

Edition 0.1.0 was at editions/0.1.0/docs/ in 2026, 30.26 to 1 against; see <https://a.example/0/b>
and `0.2.0`, from 1651 to 2008.

| a | b |
|---|---|
| 0.3.0 | 1/4 |
"""


@pytest.fixture
def lined(project: Project) -> Project:
    """Return a page with figures of all kinds after the transform."""
    project.write({"index": TEXT})
    with (project.path / "conf.py").open("a", encoding="utf-8") as conf:
        conf.write('extensions += ["website.theme.lining_figures"]\n')
    return project


def test_versions_addresses_decimals_and_odds_in_running_text_are_marked(lined: Project) -> None:
    assert lined.build() == (0, "")
    html = lined.read("index.html")
    article = html[html.index("<h1") : html.index('data-part="citation"')]
    marked = re.findall(r'<span class="pq-lining">(.*?)</span>', article)
    wanted = ["0.1.0", "editions/0.1.0/docs/", "30.26 to 1", "https://a.example/0/b"]
    assert marked == wanted


def test_a_book_has_no_such_marks(lined: Project) -> None:
    assert lined.build("epub") == (0, "")
    assert "pq-lining" not in lined.read("index.xhtml", "epub")
