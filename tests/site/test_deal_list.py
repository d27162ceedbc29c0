"""The list of deals on tiny projects: content, order and warnings."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from project import Project, quiet_project
from test_replay import articles, named

from piquet_core.notation import loads
from piquet_core.replay.replay import replay_record
from piquet_core.replay.visibility import observe
from sphinx_piquet.views.deal_list import decisive_step, moment_words

pytestmark = pytest.mark.site

DEALS = Path(__file__).parents[2] / "docs/deals"
NAMES = ("facheux", "hoyle1909-ab", "most-172")
RECORDS = {name: (DEALS / f"{name}.piquet").read_text("utf-8") for name in NAMES}


def library(project: Project, **records: str) -> Project:
    """Write an index and a page for each deal; a given record replaces the real one."""
    pages = {f"deals/{name}": f"# {name}\n\n```{{replay}} {name}.piquet\n```\n" for name in NAMES}
    toc = "\n".join(NAMES)
    pages["deals/index"] = f"# Deals\n\n```{{library}}\n```\n\n```{{toctree}}\n{toc}\n```\n"
    top = articles({rule for text in RECORDS.values() for rule in named(text)})
    top["index"] += "\n```{toctree}\ndeals/index\n```\n"
    (project.path / "deals").mkdir()
    project.write({**top, **pages})
    for name in NAMES:
        text = records.get(name) or RECORDS[name]
        (project.path / "deals" / f"{name}.piquet").write_text(text, "utf-8")
    return project


def test_every_record_of_the_site_has_a_page_and_a_line_in_the_list() -> None:
    lines = (DEALS / "index.md").read_text("utf-8").splitlines()
    for record in DEALS.glob("*.piquet"):
        assert record.with_suffix(".md").is_file(), record.name
        assert record.stem in lines, f"{record.name}: a line in docs/deals/index.md"


@pytest.fixture(scope="module")
def listed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Project]:
    """Build the list of the real deals, and the page of one."""
    with quiet_project(tmp_path_factory.mktemp("list") / "site") as project:
        assert library(project).build(only=["deals/index", "deals/hoyle1909-ab"]) == (0, "")
        yield project


def test_every_deal_is_listed_by_year_and_ours_last(listed: Project) -> None:
    html = listed.read("deals/index.html")
    pattern = r'<li data-rules="([a-z0-9]+)" data-era="([a-z0-9]+)" data-theme="([^"]*)"'
    assert re.findall(pattern, html) == [
        ("old36", "17", "capot pique to-the-score"),
        ("hoyle1909", "20", "example"),
        ("hoyle1909", "ours", "capot carte-blanche repique"),
    ]
    ends = '<b>A 43, B 23</b><span class="pq-how-checked">. ✓ All 30 printed totals.'
    assert ends in html
    assert '<h2><a href="hoyle1909-ab.html">A and B play at Piquet</a></h2>' in html
    assert re.search(r'<form class="pq-filters"[^>]* hidden', html), "it needs its script"
    assert "deal-list.js" in html
    assert "deal-list.js" not in listed.read("deals/hoyle1909-ab.html")


def test_each_deal_is_shown_at_its_decisive_moment_with_the_picture_of_its_acts(
    listed: Project,
) -> None:
    """A counts 24 at ce, more than any other step of the deal of 1909."""
    html = listed.read("deals/index.html")
    assert (
        '<a href="hoyle1909-ab.html#ce">A counts 24: the point, the quint and the tierce.' in html
    )
    pictures = re.findall(r'<svg class="pq-strip"[^>]* role="img" aria-label="([^"]*)"', html)
    assert len(pictures) == len(NAMES)
    assert any("Calls: A 24; Trick 1: A 1, B 17" in words for words in pictures)


def test_two_sequences_of_one_length_are_named_together() -> None:
    record = loads((DEALS / "cavendish-s5.piquet").read_text("utf-8"))
    view = observe(decisive_step(replay_record(record)), None)
    assert moment_words(view, ("A", "B")) == "A counts 11: the point and two tierces."


def test_the_deal_to_begin_with_comes_first_and_says_so(project: Project) -> None:
    page = library(project).path / "deals" / "index.md"
    page.write_text(page.read_text("utf-8").replace("{library}\n", "{library}\n:begin: most-172\n"))
    assert project.build(only=["deals/index"]) == (0, "")
    first, *others = (
        project.read("deals/index.html").partition("pq-library")[2].split("<li data-rules")[1:]
    )
    assert "Begin here" in first
    assert 'href="most-172.html"' in first
    assert not [one for one in others if "Begin here" in one]


TAGS = ("Title", "Year", "Theme")


@pytest.fixture(scope="module")
def short_of_tags(shared_project: Callable[[], Project]) -> tuple[int, str]:
    """Build a list of three deals, each without another tag."""
    less = {
        name: re.sub(rf'\[{tag} "[^"]*"\]\n', "", RECORDS[name])
        for name, tag in zip(NAMES, TAGS, strict=True)
    }
    assert all(less[name] != RECORDS[name] for name in NAMES)
    return library(shared_project(), **less).build("dummy")


@pytest.mark.wide
@pytest.mark.parametrize(("name", "tag"), list(zip(NAMES, TAGS, strict=True))[:2])
def test_a_deal_that_the_list_cannot_place_is_a_warning(
    short_of_tags: tuple[int, str], name: str, tag: str
) -> None:
    code, err = short_of_tags
    assert code != 0
    said = rf"/{name}\.piquet:1: WARNING: the list of deals needs the tag {tag} "
    assert re.search(said, err), err
    assert f"/{NAMES[2]}.piquet" not in err, "a deal may have no theme"


@pytest.mark.wide
def test_a_record_without_a_page_is_a_warning(project: Project) -> None:
    library(project)
    (project.path / "deals" / "most-172.md").write_text("# No replay\n", "utf-8")
    code, err = project.build("dummy")
    assert code != 0
    assert "no page here replays the deal most-172" in err


@pytest.mark.wide
def test_a_deal_without_a_place_in_the_list_is_a_warning(project: Project) -> None:
    library(project)
    (project.path / "other").mkdir()
    (project.path / "deals" / "most-172.piquet").rename(project.path / "other" / "most-172.piquet")
    page = "# Else\n\n```{replay} ../other/most-172.piquet\n```\n"
    (project.path / "deals" / "most-172.md").write_text(page, "utf-8")
    code, err = project.build("dummy")
    assert code != 0
    assert "the deal most-172 is missing from the list of deals" in err


@pytest.mark.wide
def test_other_builders_get_the_list_in_words(listed: Project) -> None:
    assert listed.build("text") == (0, "")
    text = " ".join(listed.read("deals/index.txt", "text").split())
    assert "The hand that Alcippe lost" in text
    assert "Saint-Bouvain 69, Alcippe 0." in text


@pytest.mark.wide
def test_a_variation_or_a_comparison_that_cannot_be_shown_is_a_warning(project: Project) -> None:
    library(project)
    page = project.path / "deals" / "facheux.md"
    good = (
        "{variation}`so <facheux t11y~CA.H6.HA>` {comparison}`then <facheux picquet1651 cards>` "
        "{line}`by its older name <facheux t11y~CA>` "
        "{century}`the same by its older name <facheux picquet1651 t1y>`\n"
    )
    page.write_text(f"{page.read_text('utf-8')}\n{good}", "utf-8")
    assert project.build(only=["deals/facheux"]) == (0, "")
    html = project.read("deals/facheux.html")
    assert 'href="?w=t11y~CA.H6.HA#t12y"' in html
    assert 'href="?w=t11y~CA#t11y"' in html
    assert 'href="?rules=picquet1651#cards"' in html
    assert 'href="?rules=picquet1651#t1y"' in html
    bad = "{variation}`so <facheux t11y~SA>` {comparison}`then <facheux picquet1651 re>`\n"
    page.write_text(f"{page.read_text('utf-8')}\n{bad}", "utf-8")
    code, err = project.build("dummy")
    assert code != 0
    assert "facheux t11y~SA cannot be shown" in err
    assert "no step 're' under these rules" in err
