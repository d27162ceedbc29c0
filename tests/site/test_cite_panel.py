"""“Cite this” on tiny projects: every builder, base URL, published edition, hostile titles."""

from __future__ import annotations

import re
from html import unescape

import pytest
from project import Project
from test_replay import PAGE, RECORD, articles, named

from piquet_core.rules import load_ruleset, ruleset_ids
from piquet_core.rules.ruleset import ruleset_ids_by_date
from sphinx_piquet.views.citation_panel_view import DRAFT, NO_HOME

pytestmark = pytest.mark.site

RULE = {
    "index": "# Top\n\n```{toctree}\n:glob:\n\n*\n```\n",
    "play.last-trick": "# The last trick\n\n```{rule} play.last-trick\n```\n",
    "books": "# Books\n\n```{sources}\n```\n",
}
SETS = "# Sets\n\n```{ruleset} hoyle1909\n```\n"


# The configuration of this site, whose drafts precede an edition.
THIS_SITE = (
    'project = "Piquet"',
    'piquet_authors = ["The Piquet authors"]',
    'piquet_edition_lists = "docs/editions"',
)


def words(markup: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", markup)).split())


def conf(project: Project, *lines: str) -> None:
    path = project.path / "conf.py"
    site = () if THIS_SITE[0] in path.read_text("utf-8") else THIS_SITE
    quiet = "suppress_warnings = ['ref.piquet', 'piquet']"
    with path.open("a", encoding="utf-8") as file:
        file.write("\n".join(["", *site, *lines, quiet, ""]))


def test_a_site_without_a_home_says_so_and_a_published_edition_links_its_frozen_page(
    project: Project,
) -> None:
    project.write({**RULE, "hoyle1909": SETS})
    conf(project, 'release = "1.0"')
    project.build(only=["play.last-trick"])
    page = words(project.read("play.last-trick.html"))
    assert NO_HOME in page
    assert "Permanent link" not in page
    assert "14 November 2023. play.last-trick.html#at-little" in page
    assert "wiki/Hoyle's_Games_Modernized/Piquet" in page
    assert "Hoyle’s_Games" not in page, "an address is not set as type"
    assert DRAFT in page
    conf(
        project,
        'html_baseurl = "https://a.example/x"',
        'piquet_edition_lists = "docs/editions"',
    )
    project.build(out="draft", only=["play.last-trick"])
    page = words(project.read("play.last-trick.html", "draft"))
    assert NO_HOME not in page
    assert DRAFT in page
    assert "https://a.example/x/play.last-trick.html#at-little" in page
    (project.path / "docs/editions").mkdir(parents=True)
    (project.path / "docs/editions/1.0.txt").write_text("# Edition 1.0, 2027-02-03\n", "utf-8")
    project.build("dirhtml", out="published", only=["play.last-trick"])
    page = words(project.read("play.last-trick/index.html", "published"))
    assert NO_HOME not in page
    assert DRAFT not in page
    assert "https://a.example/x/editions/1.0/play.last-trick/#at-little" in page
    assert "Edition 1.0, 3 February 2027" in page


def test_a_draft_gives_the_address_in_the_last_edition_that_has_it(project: Project) -> None:
    project.write(
        {
            **RULE,
            "hoyle1909": SETS,
            "editions/index": "---\norphan: true\n---\n\n# Editions\n\nAll.\n",
        }
    )
    conf(project, 'release = "1.0"', 'piquet_edition_lists = "editions"')
    for version, day, promised in (
        ("0.1", "2026-02-03", "books.html"),
        ("0.2", "2027-02-03", "play.last-trick.html"),
    ):
        path = project.path / f"editions/{version}.txt"
        path.write_text(f"# Edition {version}, {day}\n{promised}\n", "utf-8")
    assert project.build()[0] == 0
    panel = project.read("play.last-trick.html").partition('data-part="citation"')[2]
    assert "In edition 0.2, which stays" in panel
    assert "<p>editions/0.2/play.last-trick.html</p>" in panel
    assert '<a href="editions/index.html">a published edition</a>' in panel
    # The list lacks it, so nothing is said about it.
    assert "which stays" not in project.read("books.html")
    conf(project, 'html_baseurl = "https://a.example/"')
    project.build(out="homely", only=["play.last-trick"])
    link = "https://a.example/editions/0.2/play.last-trick.html"
    assert f'<a href="{link}">{link}</a>' in project.read("play.last-trick.html", "homely")


def test_a_page_that_nothing_cites_as_a_whole_has_its_panel_at_its_end(project: Project) -> None:
    project.write({**RULE, "more": "# More of *it*\n\nText.\n\n## Below\n\nText.\n"})
    conf(project, 'html_baseurl = "https://a.example/"')
    project.build()
    page = project.read("more.html")
    assert page.count('data-part="citation"') == 1
    assert page.index("Below") < page.index("<summary>Cite this page</summary>")
    assert "“More of it”. Piquet , draft of edition" in words(page)
    assert "https://a.example/more.html" in page
    front = words(project.read("index.html"))
    assert "Cite this site" in front
    assert "The Piquet authors, Piquet , draft of edition" in front
    # The rule's panel belongs to its page; the page of the sources has a panel for each source only.
    assert "Cite this page" not in project.read("play.last-trick.html")
    assert "Cite this page" in project.read("books.html")
    project.build("text")
    assert "Cite" not in project.read("more.txt", "text")


def test_a_page_offers_its_sections_and_terms_for_a_script_to_cite(project: Project) -> None:
    project.write(
        {
            "index": "# Top\n\nText.\n\n```{toctree}\nmore\nwords\n```\n",
            "more": "# More\n\n(here)=\n## Kings & “queens”\n\nText.\n\n### Below\n\nText.\n",
            "words": "# Words\n\n```{glossary}\nelder\n  Who leads.\n\ntalon\n  The rest.\n```\n",
        }
    )
    conf(project, 'html_baseurl = "https://a.example/"')
    project.build()
    page = project.read("more.html")
    (blank,) = re.findall(r"<template[^>]*>.*?</template>", page, re.DOTALL)
    offered = re.findall(r'<option value="([^"]*)"[^>]*>([^<]*)<', blank)
    assert [(id, unescape(title)) for id, title in offered] == [
        ("", "The whole page"),
        ("here", "Kings & ‘queens’"),  # the title goes into quotation marks
        ("below", "Below"),
    ]
    assert all(f'id="{id}"' in page for id, _ in offered if id)
    assert r'data-bibtex="Kings \&amp; ‘queens’"' in blank
    said = words(blank)
    assert "“More” (under “pqtitle”). Piquet , draft of edition" in said
    assert "(The Piquet authors, “More,” under “pqtitle”)" in said
    assert "url = {https://a.example/more.html#pqanchor}" in said
    # Without a script, the panel cites the page as a whole.
    assert "pqtitle" not in page.replace(blank, "")
    assert "pqanchor" not in page.replace(blank, "")
    terms = re.findall(r'<option value="(term-[^"]*)">([^<]*)<', project.read("words.html"))
    assert terms == [("term-elder", "elder"), ("term-talon", "talon")]
    assert "<template" not in project.read("index.html")  # the site is cited as a whole


def test_a_page_can_show_the_panel_of_something_else_open(project: Project) -> None:
    project.write(
        {"index": "# How\n\n```{cite-sample} capot.points docs/rules/capot.points\n```\n"}
    )
    assert project.build() == (0, "")
    page = project.read("index.html")
    sample, own = page.split('data-part="citation"')[1:]
    assert " open" in sample.partition(">")[0]
    assert "docs/rules/capot.points.html" in sample
    assert "docs/rules/capot.points.html" not in own
    # Its parts have the order of a panel: first the text to copy, last the notes.
    for panel in (sample, own):
        parts = ("citation-heading", "pq-cite-ids", "BibTeX", "pq-cite-warning")
        places = [panel.index(part) for part in parts]
        assert places == sorted(places)


def test_an_edition_is_cited_as_a_whole(project: Project) -> None:
    (project.path / "docs/editions").mkdir(parents=True)
    project.write({"index": "# Top\n\n```{editions}\n```\n"})
    conf(
        project,
        'html_baseurl = "https://a.example/"',
        'extensions += ["website.imprint"]',
        'piquet_edition_lists = "docs/editions"',
    )
    (project.path / "docs/editions/1.0.txt").write_text("# Edition 1.0, 2027-02-03\n", "utf-8")
    project.build()
    page = words(project.read("index.html"))
    assert (
        "The Piquet authors, Piquet , edition 1.0, 3 February 2027. "
        "https://a.example/editions/1.0/ Permanent link"
    ) in page


def test_every_answer_has_its_row_and_the_chosen_book_leads(project: Project) -> None:
    project.write({**RULE, "hoyle1909": SETS})
    conf(project, 'piquet_first_ruleset = "penguin"')
    project.build(only=["play.last-trick"])
    ids = re.findall(r'<tr[^>]* id="at-([\w-]+)"', project.read("play.last-trick.html"))
    # Then by the year of the book, with equal answers together.
    by_year = sorted(ruleset_ids_by_date(), key="penguin".__ne__)
    answers = [load_ruleset(id).answers["play.last-trick"].written for id in by_year]
    alike = sorted(zip(by_year, answers, strict=True), key=lambda one: answers.index(one[1]))
    assert ids == [id for id, _ in alike]
    assert ids[0] == "penguin"
    assert sorted(ids) == list(ruleset_ids())


def test_the_panel_of_a_rule_leads_to_the_citations_of_the_books(project: Project) -> None:
    project.write({**RULE, "hoyle1909": SETS})
    conf(project)
    project.build(only=["play.last-trick"])
    page = project.read("play.last-trick.html")
    head = page[page.index('data-part="citation"') :]
    head = head[: head.index("</details>")]
    assert '<a href="#every-answer">in the row of its answer</a>' in head
    assert 'id="every-answer"' in page


@pytest.mark.parametrize(
    ("builder", "name"), [("text", "play.last-trick.txt"), ("epub", "play.last-trick.xhtml")]
)
def test_other_builders_get_the_plain_citation_and_the_link(
    project: Project, builder: str, name: str
) -> None:
    project.write({**RULE, "hoyle1909": SETS})
    conf(project, 'html_baseurl = "https://a.example/"')
    project.build(builder)
    page = words(project.read(name, builder))
    assert "Cite this:" in page
    assert "“The last trick” (rule play.last-trick)" in page
    # A line of text may break at a hyphen.
    assert "https://a.example/play.last-trick.html" in page.replace("- ", "-")
    assert "play.last-trick@little" in page
    assert "BibTeX" not in page


def test_markup_in_a_title_is_harmless_in_every_format(project: Project) -> None:
    title = "<script>alert(1)</script> & </pre></details>"
    record = RECORD.replace('[Title "A and B play at Piquet"]', f'[Title "{title}"]')
    assert record != RECORD
    project.write({**articles(named()), "deal": PAGE})
    (project.path / "hoyle1909-ab.piquet").write_text(record, "utf-8")
    code, err = project.build(only=["deal"])
    assert (code, err) == (0, "")
    html = project.read("deal.html")
    assert "<script>alert" not in html
    panels = re.findall(r'<details[^>]* data-part="citation".*?</div></details>', html, re.DOTALL)
    assert len(panels) == 2  # the step shown, and the deal
    for panel in panels:
        assert panel.count("<pre>") == 3
        shared = panel.count('<pre class="pq-shared"')  # filled in by a script
        assert panel.count("</pre>") == 3 + shared
        assert panel.count("<details") == panel.count("</details>") == 8
        assert words(panel).count("alert(1)") == 8  # once in every format
