"""The extension in another project changes only the pages that use it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from project import Project, words_of
from test_replay import PAGE, RECORD, articles, named

pytestmark = pytest.mark.site

CONF = """
project = "My garden"
author = copyright = "Jane Roe"
html_baseurl = "https://garden.example/"
extensions = ["myst_parser"]
"""
EXTENSION = """
extensions += ["sphinx_piquet"]
piquet_check_complete = False
man_pages = [("deal", "deal", "A deal", [], 1), ("garden", "garden", "Beans", [], 1)]
"""
GARDEN = {
    "index": "# My garden\n\n```{toctree}\n:glob:\n\n*\n```\n",
    "garden": "# Beans\n\nSow them in May.\n\n- one row\n- two rows\n",
}
OURS = {
    "deal": PAGE,
    "hoyle1909": "# Hoyle\n\n```{ruleset} hoyle1909\n```\n",
    "books": "# Books\n\n```{sources}\n```\n",
    "odds": "# Odds\n\n```{claims}\n```\n",
    "sample": "# A citation\n\n```{cite-sample} capot.points docs/rules/capot.points\n```\n",
}
LINKING = {
    "linking": "# Cards\n\n{rule}`play.last-trick`, and {cards}`SA HT`.\n",
}


def outsider(project: Project, pages: dict[str, str], conf: str = CONF + EXTENSION) -> Project:
    project.write(pages)
    (project.path / "conf.py").write_text(conf, "utf-8")
    return project


@pytest.fixture(scope="module")
def with_ours(shared_project: Callable[[], Project]) -> Project:
    """Return a project with pages that use the extension."""
    pages = GARDEN | OURS | LINKING | articles(named())
    project = outsider(shared_project(), pages)
    (project.path / "hoyle1909-ab.piquet").write_text(RECORD, "utf-8")
    for builder in ("html", "text", "latex", "man", "texinfo"):
        project.build(builder)
    return project


def read_all(folder: Path, *patterns: str) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): path.read_text("utf-8")
        for pattern in patterns
        for path in folder.rglob(pattern)
    }


def test_a_page_without_our_directives_is_the_same_byte_by_byte(project: Project) -> None:
    assert outsider(project, GARDEN, CONF).build(out="without") == (0, "")
    assert outsider(project, GARDEN).build(out="with") == (0, "")
    for name in ("garden.html", "index.html", "genindex.html", "search.html"):
        without, extended = (project.path / "out" / out / name for out in ("without", "with"))
        assert extended.read_bytes() == without.read_bytes(), name


def test_a_page_beside_our_directives_has_no_file_of_ours(with_ours: Project) -> None:
    assert "tokens.css" in with_ours.read("deal.html")
    assert "tokens.css" in with_ours.read("linking.html"), "a drawn card needs its styles"
    for name in ("garden.html", "genindex.html", "search.html"):
        page = with_ours.read(name)
        for file in ("site/", "rules/", "deal/", "cards.css", "pq-"):
            assert file not in page, name


@pytest.mark.parametrize(
    ("builder", "file"),
    [
        ("html", "*.html"),
        ("text", "*.txt"),
        ("latex", "*.tex"),
        ("man", "*.1"),
        ("texinfo", "*.texi"),
    ],
)
def test_no_page_is_attributed_to_us(with_ours: Project, builder: str, file: str) -> None:
    pages = read_all(with_ours.path / "out" / builder, file)
    assert any("king of hearts" in page for page in pages.values())
    for name, page in pages.items():
        said = words_of(page) if builder == "html" else page
        assert "Piquet authors" not in said, name
        assert "Cite this" not in said, name
        assert "draft of edition" not in said, name
        assert "pq-cite" not in page, name
        assert "rules/citation-panel.js" not in page, name


def test_the_pages_of_this_project_have_their_panels(project: Project) -> None:
    """The same pages after the configuration declares them the project's own."""
    outsider(project, GARDEN, f"{CONF}{EXTENSION}piquet_own_pages = True\n")
    assert project.build() == (0, "")
    page = project.read("garden.html")
    assert 'The Piquet authors, "Beans"' in words_of(page)
    assert "base/tokens.css" in page
