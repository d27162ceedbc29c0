"""The page that says which functions ask for each rule and which tests name it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from project import Project, quiet_project

from piquet_core.rules import catalogue

pytestmark = pytest.mark.site

TESTS = Path(__file__).parents[1]
ARTICLE = "# Low cards in the play\n\n```{rule} play.low-cards\n```\n"
PAGES = {
    "index": "# Top\n\n```{toctree}\nlow\nheld\n```\n",
    "low": ARTICLE,
    "held": "# Held\n\n```{where-held}\n```\n",
}


def built(project: Project, tests: Path, *options: str) -> str:
    """Return the page after a build."""
    assert project.build("html", "-D", f"piquet_tests={tests}", *options) == (0, "")
    return project.read("held.html")


def entry(page: str, rule: str) -> str:
    """Return the words of a rule's entry."""
    found = re.search(rf'id="held-{re.escape(rule)}".*?</details>', page, re.DOTALL)
    assert found, rule
    return " ".join(unescape(re.sub(r"<[^>]*>", "", found[0])).split())


HOME = "https://example.org/piquet/blob/main"


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Project]:
    """Return a project built with the real tests, and with the name of a repository."""
    with quiet_project(tmp_path_factory.mktemp("held") / "site") as project:
        project.write(PAGES)
        built(project, TESTS, "-D", f"piquet_repository={HOME}")
        yield project


def test_every_rule_is_held_by_the_engine_and_by_a_test(real: Project) -> None:
    page = real.read("held.html")
    for rule in catalogue():
        said = entry(page, rule)
        assert re.search(r"Engine: \d+ modules? piquet_core/", said), said
        assert re.search(r"Tests: \d+ test files? tests/", said), said
    assert "piquet_core/engine/play_rules.py (Terms.lowest" in entry(page, "play.low-cards")


def test_an_article_links_to_its_own_entry_and_an_entry_to_its_article(real: Project) -> None:
    assert 'href="held.html#held-play.low-cards"' in real.read("low.html")
    assert re.search(r'id="held-play.low-cards".*?\n.*?href="low.html', real.read("held.html"))
    assert "piquet_core/engine" not in real.read("low.html")


def test_an_article_promises_no_page_that_the_site_lacks(project: Project) -> None:
    project.write({"index": ARTICLE})
    assert project.build() == (0, "")
    assert "held-play.low-cards" not in project.read("index.html")


def test_the_page_follows_the_tests_and_the_articles_stay_as_they_are(project: Project) -> None:
    tests = project.path.parent / "tests"
    tests.mkdir()
    project.write(PAGES)
    assert entry(built(project, tests), "play.low-cards").endswith("Tests: nothing yet")
    article = project.path / "out/html/low.html"
    before = article.stat().st_mtime_ns
    (tests / "test_new.py").write_text("def test_it():\n    'play.low-cards'\n", "utf-8")
    said = entry(built(project, tests), "play.low-cards")
    assert said.endswith("Tests: 1 test file tests/test_new.py (test_it)")
    assert article.stat().st_mtime_ns == before


def test_a_book_has_the_same_entries(project: Project) -> None:
    project.write(PAGES)
    assert project.build("text", "-D", f"piquet_tests={TESTS}") == (0, "")
    text = project.read("held.txt", "text")
    assert "Engine:" in text
    assert "piquet_core/engine/tricks.py" in text
    assert "where code and tests hold this rule" in project.read("low.txt", "text")


def test_files_are_linked_where_a_repository_is_named(real: Project) -> None:
    assert f'href="{HOME}/piquet_core/engine/tricks.py"' in real.read("held.html")
