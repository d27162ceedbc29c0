"""The list of editions, and each page's statement about itself: draft, edition or frozen copy."""

import pytest
from project import Project

pytestmark = pytest.mark.site

CONF = """
extensions.append("website.imprint")
release = "2.0"
html_baseurl = {home!r}
piquet_frozen = {frozen!r}
templates_path = ["templates"]
piquet_edition_lists = "docs/editions"
exclude_patterns = ["out"]
epub_copyright = "x"
"""
LAYOUT = """{% extends "!layout.html" %}
{% block footer %}{{ super() }}
<p>{{ piquet_edition.name }}|{{ piquet_frozen }}|{{ piquet_permalink }}|{{ piquet_current }}|{{ piquet_editions }}|</p>
{% endblock %}
"""
HOME = "https://cards.example/"


def make(
    project: Project, *, home: str = HOME, frozen: str = "", versions: tuple[str, ...] = ()
) -> None:
    for folder in ("docs/editions", "templates"):
        (project.path / folder).mkdir(parents=True)
    (project.path / "templates" / "layout.html").write_text(LAYOUT)
    pages = {
        "index": "# Front\n\n```{toctree}\ndocs/editions/index\n```\n",
        "docs/editions/index": "# Editions\n\n```{editions}\n```\n",
    }
    project.write(pages)
    conf = project.path / "conf.py"
    conf.write_text(conf.read_text() + CONF.format(home=home, frozen=frozen))
    for version in versions:
        path = project.path / "docs" / "editions" / f"{version}.txt"
        path.write_text(f"# Edition {version}, 203{version[0]}-01-05\nindex.html\n")


def test_a_draft_says_so_and_its_address_is_the_current_one(project: Project) -> None:
    make(project, versions=("1.0",))
    assert project.build() == (0, "")
    said = "draft of edition 2.0, 14 November 2023|False|https://cards.example/docs/editions/index.html|"
    assert said in project.read("docs/editions/index.html")


def test_editions_are_listed_the_latest_first(project: Project) -> None:
    make(project, versions=("1.0", "2.0"))
    (project.path / "docs/editions/moved.txt").write_text("a.html b.html\n")
    assert project.build(out="alone") == (0, "")
    alone = project.read("docs/editions/index.html", "alone")
    assert (
        '<p>Kept below editions/1.0/<span class="pq-note"> on the published site; '
        "this preview does not contain it</span></p>" in alone
    )  # no copy exists, so a link would be dead
    with (project.path / "conf.py").open("a") as conf:
        conf.write("\npiquet_copies = True\n")
    assert project.build() == (0, "")
    page = project.read("docs/editions/index.html")
    assert page.index("5 January 2032") < page.index("5 January 2031")
    assert 'href="../../editions/1.0/index.html"' in page
    assert "|https://cards.example/editions/2.0/docs/editions/index.html|" in page


def test_a_frozen_copy_leads_to_the_current_page_and_list(project: Project) -> None:
    make(project, frozen="2.0", versions=("1.0", "2.0"))
    assert project.build() == (0, "")
    # Two folders up from editions/2.0/ is the root of the current site.
    assert "|True|" in project.read("index.html")
    assert "|../../index.html|../../docs/editions/index.html|" in project.read(
        "index.html"
    ).replace("./../", "../")
    page = project.read("docs/editions/index.html")
    assert "|../../../../docs/editions/index.html|" in page
    assert 'href="../../../../editions/1.0/index.html"' in page


@pytest.mark.parametrize(
    ("home", "link"), [(HOME, 'href="https://cards.example/editions/1.0/index.html"'), ("", None)]
)
def test_a_book_names_the_whole_address_or_none(
    project: Project, home: str, link: str | None
) -> None:
    make(project, home=home, versions=("1.0",))
    code, said = project.build("epub")
    assert code == 0, said
    page = project.read("docs/editions/index.xhtml", "epub")
    assert "editions/1.0/" in page
    assert (link in page) if link else ("href" not in page.partition("<table")[2])


def test_no_edition_yet(project: Project) -> None:
    make(project)
    assert project.build() == (0, "")
    assert "No edition has been published yet." in project.read("docs/editions/index.html")


def test_a_draft_heads_the_list_and_leads_to_this_site(project: Project) -> None:
    make(project, versions=("1.0",))
    assert project.build() == (0, "")
    table = project.read("docs/editions/index.html").partition("<table")[2]
    assert table.index("<p>2.0</p>") < table.index("<p>1.0</p>")
    assert 'href="../../index.html">This site</a>, a draft that still changes' in table


def test_an_edition_that_is_out_has_no_draft_in_the_list(project: Project) -> None:
    make(project, versions=("1.0", "2.0"))
    assert project.build() == (0, "")
    table = project.read("docs/editions/index.html").partition("<table")[2]
    assert "draft" not in table.partition("</table>")[0]
