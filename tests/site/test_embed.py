"""The page of a deal for frames: the replay alone, absent from search, sitemap and contents."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import unescape

import pytest
from project import Project, quiet_project
from test_replay import RECORD, deal_project

from piquet_core.views.replay.share_dialog import PREVIEW
from sphinx_piquet.content_security_policy import POLICY
from sphinx_piquet.views import script_missing_note
from sphinx_piquet.views.embed_page import SCRIPTS, STYLES

pytestmark = pytest.mark.site

PAGES = """
piquet_workbench_page = "own"
piquet_embedding_page = "gone"
"""
HOME = """
html_baseurl = "https://a.example/piquet/"
extensions.append("sphinx_sitemap")
sitemap_url_scheme = "{link}"
"""
OWN = "# Own\n\n```{workbench}\n```\n"
ALSO = "# Also\n\n```{replay} hoyle1909-ab.piquet\n:compact:\n```\n"
FRAMED = """# Framed

```{framed} hoyle1909-ab
At trick 6: #t6e
As elder sees it: ?view=e#t6e
```
"""
EMBED = "embed/hoyle1909-ab.html"


def embedded(
    project: Project, conf: str = PAGES, record: str = RECORD, only: Sequence[str] = ()
) -> Project:
    deal_project(project, record)
    for name, text in (("own", OWN), ("also", ALSO), ("framed", FRAMED)):
        (project.path / f"{name}.md").write_text(text, "utf-8")
    with (project.path / "conf.py").open("a", encoding="utf-8") as file:
        file.write(conf)
    assert project.build(only=only) == (0, "")
    return project


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Project]:
    """Build the pages without a base URL, for all tests that only read them."""
    with quiet_project(tmp_path_factory.mktemp("embed") / "site") as made:
        yield embedded(made)


@pytest.fixture(scope="module")
def at_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Project]:
    """Build the same pages with a base URL."""
    with quiet_project(tmp_path_factory.mktemp("embed") / "site") as made:
        yield embedded(made, PAGES + HOME)


def code(html: str) -> str:
    """Return the code to copy."""
    (found,) = re.findall(r"<textarea id=\"[^\"]*pq-code\"[^>]*>(.*?)</textarea>", html)
    return unescape(found)


def test_the_page_holds_the_replay_and_no_more(shared: Project) -> None:
    html = shared.read(EMBED)
    assert html.startswith('<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">')
    assert html.count("<figure") == 1
    assert html.count("<template data-step=") == shared.read("deal.html").count(
        "<template data-step="
    )
    for chrome in ("<nav", "<header", "<footer", '<table class="pq-steps"', 'data-part="citation"'):
        assert chrome not in html
    assert (
        '<h1><a href="../deal.html" class="pq-home" data-part="embed-home">A and B play at Piquet</a></h1>'
        in html
    )
    assert '<p class="pq-from" data-part="embed-source">Source: <cite>Hoyle' in html
    assert 'href="../play.last-trick.html"' in html


def test_its_head_sends_crawlers_to_the_page_of_the_deal(shared: Project) -> None:
    head = shared.read(EMBED).partition("</head>")[0]
    for tag in (
        '<meta name="robots" content="noindex">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<link rel="canonical" href="../deal.html">',
        '<base target="_top">',
    ):
        assert tag in head
    assert POLICY in unescape(head)
    loaded = re.findall(r'(?:src|href)="(\.\./_static/[^"]+)"', head)
    assert [address.partition("_static/")[2] for address in loaded] == [
        *STYLES,
        script_missing_note.SCRIPT,
        *SCRIPTS,
    ]
    for address in loaded:
        assert (shared.path / "out/html" / address.removeprefix("../")).is_file(), address


@pytest.mark.filterwarnings("ignore")  # a setting of the sitemap extension
def test_neither_search_nor_map_nor_contents_know_it(at_home: Project) -> None:
    assert "https://a.example/piquet/deal.html" in at_home.read("sitemap.xml")
    for name in ("sitemap.xml", "searchindex.js", "index.html"):
        assert "embed/" not in at_home.read(name), name
    assert all(
        "embed/" not in uri for kind in at_home.objects().values() for uri, _ in kind.values()
    )
    assert '<link rel="canonical" href="https://a.example/piquet/deal.html">' in at_home.read(EMBED)


@pytest.mark.filterwarnings("ignore")
def test_the_code_names_the_page_from_the_home_of_the_site(at_home: Project) -> None:
    for name in ("deal.html", "also.html", EMBED):
        assert code(at_home.read(name)).startswith(
            '<iframe src="https://a.example/piquet/embed/hoyle1909-ab.html" '
            'title="A and B play at Piquet: a deal of Piquet, step by step" '
        )
        assert PREVIEW not in unescape(at_home.read(name))
    assert "embed/hoyle1909-ab.html" in code(at_home.read("deal.html"))


def test_a_site_without_a_home_says_so_and_a_page_that_is_not_there_is_not_named(
    shared: Project,
) -> None:
    html = shared.read("deal.html")
    assert 'src="embed/hoyle1909-ab.html"' in code(html)
    assert PREVIEW in unescape(html)
    assert '<a href="own.html" class="pq-bench-link" data-part="workbench-link">' in html
    assert "How embedding works" not in html


def test_a_page_shows_a_deal_in_a_frame_with_the_code_for_it(shared: Project) -> None:
    """Our own frame has no style attribute, which the policy forbids; the code to copy has one."""
    html = shared.read("framed.html")
    (shown,) = re.findall(r"<iframe[^>]*>", html)
    assert 'src="embed/hoyle1909-ab.html#t6e"' in shown
    assert "style" not in shown
    (copied,) = re.findall(r"<pre>(.*?)</pre>", html)
    assert unescape(copied).startswith('<iframe src="embed/hoyle1909-ab.html#t6e" title="A and B')
    assert 'style="border:0"' in unescape(copied)
    links = re.findall(r'<a href="(embed/[^"]*)"( aria-current="true")?>([^<]*)</a>', html)
    assert links == [
        ("embed/hoyle1909-ab.html#t6e", ' aria-current="true"', "At trick 6"),
        ("embed/hoyle1909-ab.html?view=e#t6e", "", "As elder sees it"),
    ]


def test_a_wish_without_an_address_is_an_error(project: Project) -> None:
    deal_project(project, RECORD)
    (project.path / "framed.md").write_text(FRAMED.replace(": #t6e", ""), "utf-8")
    assert "each line must be a label and a query" in project.build("dummy")[1]


def test_markup_in_a_record_is_harmless_there_as_well(project: Project) -> None:
    hostile = '<script>alert(1)</script>" onload="x'
    record = RECORD.replace(
        '[Title "A and B play at Piquet"]', '[Title "' + hostile.replace('"', '\\"') + '"]'
    )
    assert record != RECORD
    embedded(project, record=record, only=["deal"])
    for name in ("deal.html", EMBED):
        html = project.read(name)
        assert "<script>alert" not in html
        assert '" onload="' not in html
        assert hostile in unescape(code(html))


def test_pages_in_folders_have_theirs_beside_them(project: Project) -> None:
    deal_project(project)
    assert project.build("dirhtml", only=["deal"]) == (0, "")
    html = project.read("embed/hoyle1909-ab/index.html", "dirhtml")
    assert '<h1><a href="../../deal/" class="pq-home" data-part="embed-home">' in html
    assert 'src="../../_static/replay/replays.js"' in html
    assert not (project.path / "out/dirhtml/embed/hoyle1909-ab.html").exists()


def test_the_form_begins_with_the_rule_set_that_leads_the_site(project: Project) -> None:
    project.write({"index": "# Top\n\n```{toctree}\nown\n```\n", "own": OWN})
    with (project.path / "conf.py").open("a", encoding="utf-8") as file:
        file.write(f'{PAGES}piquet_first_ruleset = "rubicon"\n')
    assert project.build() == (0, "")
    html = project.read("own.html")
    assert re.findall(r'<option value="([a-z0-9-]+)" selected>', html) == ["rubicon"]
