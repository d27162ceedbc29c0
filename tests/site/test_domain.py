"""The domain on tiny projects: output, warnings, and every builder."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from project import QUOTES, Project, about, words_of

from piquet_core.cards.card_names import capitalize
from piquet_core.rules import Answer, catalogue, load_ruleset, ruleset_ids, sources
from piquet_core.rules.answer_matrix import short_answer
from piquet_core.rules.rule_groups import GROUPS
from sphinx_piquet.domain import anchor_of

pytestmark = pytest.mark.site

# A stand-in for the replay directive: it notes its deal and writes the addresses of rules as text.
SHOW_URI = """
from pathlib import Path
from sphinx_piquet.domain import piquet_domain, rule_uri
def show(app, exception):
    deal = piquet_domain(app.env).find("deal", "one")
    text = rule_uri(app.builder, "deals/one", "play.last-trick") + " deal=" + deal.docname
    assert rule_uri(app.builder, "deals/one", "deal.talon") == ""
    (Path(app.outdir) / "uri.txt").write_text(text)
def note(app, docname, source):
    if docname == "deals/one":
        piquet_domain(app.env).note_deal("one", "Deal one", docname)
def setup(app):
    app.connect("source-read", note)
    app.connect("build-finished", show)
    return {"parallel_read_safe": True}
"""

LAST_TRICK = "# The last trick\n\n```{rule} play.last-trick\n```\n\nProse of our own.\n"
PAGES = {
    "index": "# Top\n\nSee {rule}`play.last-trick`.\n\n```{toctree}\n:glob:\n\n*\n```\n",
    "play.last-trick": LAST_TRICK,
    "declare.above-called": "# No more than was called\n\n```{rule} declare.above-called\n```\n",
    "list": "# List\n\n```{rule-index} hoyle1909\n```\n",
    "set": "# Hoyle 1909\n\n```{ruleset} hoyle1909\n```\n",
    "books": "# Books\n\n```{sources}\n```\n",
}


def test_every_group_has_a_heading_and_every_rule_its_own_anchor() -> None:
    assert {rule.group for rule in catalogue().values()} == set(GROUPS)
    anchors = {anchor_of("rule", id) for id in catalogue()}
    assert len(anchors) == len(catalogue())
    assert not any("." in anchor for anchor in anchors)


def standing(answer: Answer[Any]) -> str:
    """Return the text after an answer in a table."""
    return answer.note.translate(QUOTES) if answer.absent else answer.status.mark


# Sphinx reads in parallel only with six documents or more.
MORE = {f"more/{i}": f"# More {i}\n\n{{rule}}`play.last-trick`\n" for i in (1, 2)}
TOP = PAGES["index"].replace("*\n", "*\nmore/*\n")


@pytest.fixture(scope="module")
def built(shared_project: Callable[[], Project]) -> Project:
    """Build the pages once in one process, without a warning."""
    project = shared_project()
    project.write({**PAGES, **MORE, "index": TOP})
    assert project.build("html", "-j1") == (0, "")
    return project


def test_pages_show_the_data(built: Project) -> None:
    project = built
    for id in ("play.last-trick", "declare.above-called"):
        page = project.read(f"{id}.html")
        shown = words_of(page)
        rule = catalogue()[id]
        assert rule.question in shown
        assert id in shown
        assert f'id="{anchor_of("rule", id)}"' in page
        for name in ruleset_ids():
            book = load_ruleset(name)
            answer = book.answers[id]
            said = "" if answer.absent else f": {answer.words}".translate(QUOTES)
            dated = f"{capitalize(book.source.dated)}{said}"
            assert f"{book.title.translate(QUOTES)} {dated} {standing(answer)}" in shown
            assert answer.note.translate(QUOTES) in shown
            for citation in answer.citations:
                assert citation.place.translate(QUOTES) in shown
                where = anchor_of("source", f"{citation.source.id}:{citation.section.id}")
                assert f'href="books.html#{where}"' in page
                assert f'id="{where}"' in project.read("books.html")
        assert '<a class="reference internal" href="set.html#ruleset-hoyle1909">' in page

    # The role shows the title; the lists name every rule and answer.
    assert "See The last trick ." in words_of(project.read("index.html"))
    listed, answered = (words_of(project.read(f"{name}.html")) for name in ("list", "set"))
    for id, answer in load_ruleset("hoyle1909").answers.items():
        words = (answer.words[:1].upper() + answer.words[1:]).translate(QUOTES)
        title = answer.rule.title
        few = capitalize(short_answer(answer)).translate(QUOTES)
        # Between them are the marks of the drawing: a letter for a unique answer, "?" for a contested one.
        assert re.search(rf"{re.escape(title)} (?:[a-z?] )*{re.escape(few)}", listed), id
        assert f"{title} {words} {standing(answer)}" in answered, id
    assert [title for title in GROUPS.values() if f"{title} " not in listed] == []

    objects = project.objects()
    assert set(objects["piquet:rule"]) == {"play.last-trick", "declare.above-called"}
    assert objects["piquet:rule"]["play.last-trick"] == (
        "play.last-trick.html#rule-play-last-trick",
        "The last trick",
    )
    assert objects["piquet:ruleset"]["hoyle1909"][0] == "set.html#ruleset-hoyle1909"
    assert objects["piquet:source"]["hoyle1909:calling"][0] == "books.html#source-hoyle1909-calling"
    assert "last trick" in words_of(project.read("genindex.html"))
    assert "Piquet rule" in project.read("searchindex.js")


FAULTS = [
    ("{rule}`play.lst-trick`", "no such rule: 'play.lst-trick'; did you mean play.last-trick"),
    ("{piquet:rule}`words <zzz>`", "no such rule: 'zzz'"),
    ("{rule}`deal.talon`", "no page describes the rule 'deal.talon'"),
    ("{ruleset}`hoyle1908`", "no such ruleset: 'hoyle1908'; did you mean hoyle1909 or hoyle1800s?"),
    ("{source}`hoyle1909:calling.99`", "section 'calling' has 5 paragraphs"),
    ("```{rule} play.lst-trick\n```", "no such rule; did you mean play.last-trick"),
    ("```{rule-index} nobody\n```", "unknown rule set; choose one of cavendish"),
]


@pytest.fixture(scope="module")
def faulty(shared_project: Callable[[], Project]) -> tuple[int, str]:
    """Build every unknown id, each on its page."""
    project = shared_project()
    pages = {f"fault{case}": f"# Top\n\n{text}\n" for case, (text, _message) in enumerate(FAULTS)}
    project.write({"index": "# Top\n\n```{toctree}\n:glob:\n\n*\n```\n", **pages})
    return project.build("dummy")


@pytest.mark.parametrize("case", range(len(FAULTS)))
def test_an_unknown_id_fails_the_build_and_says_where(faulty: tuple[int, str], case: int) -> None:
    code, warnings = faulty
    assert code == 1
    said = about(f"fault{case}.md", warnings)
    assert FAULTS[case][1] in said
    assert re.search(rf"fault{case}\.md:3: WARNING: .*\[piquet\.\w+\]", said), said


def test_a_heading_must_be_the_title_of_the_catalogue(project: Project) -> None:
    project.write({"index": LAST_TRICK.replace("# The last", "# Last")})
    code, warnings = project.build("dummy")
    assert code == 1
    assert "index.md:1: WARNING: the heading is 'Last trick'" in warnings
    # A typographic apostrophe makes no difference.
    project.write({"index": "# Elder's least exchange\n\n```{rule} exchange.elder-min\n```\n"})
    assert project.build("dummy") == (0, "")


def test_every_rule_set_and_source_has_one_page(project: Project) -> None:
    project.write({**PAGES, "again": f"---\norphan: true\n---\n{LAST_TRICK}"}, complete=True)
    code, warnings = project.build("dummy")
    assert code == 1
    missing = set(re.findall(r"rule '([\w.-]+)' has no page", warnings))
    assert missing == set(catalogue()) - {"play.last-trick", "declare.above-called"}
    assert (
        "play.last-trick.md:3: WARNING: rule 'play.last-trick' is described already in again"
        in (warnings)
    )
    project.write({"set": "# Set\n", "books": "# Books\n"}, complete=True)
    _code, warnings = project.build("dummy")
    for id in ruleset_ids():
        assert f"ruleset {id!r} has no page" in warnings
    for id in sources():
        assert f"source {id!r} has no page" in warnings


def test_a_deleted_article_leaves_everything(project: Project) -> None:
    project.write({**PAGES, "index": PAGES["index"].replace("See {rule}`play.last-trick`.", "")})
    assert project.build() == (0, "")
    assert 'href="play.last-trick.html' in project.read("list.html")
    (project.path / "play.last-trick.md").unlink()
    assert project.build() == (0, "")
    assert set(project.objects()["piquet:rule"]) == {"declare.above-called"}
    for page in ("list", "set", "books", "genindex"):
        assert "play.last-trick.html" not in project.read(f"{page}.html"), page
    project.write({"play.last-trick": LAST_TRICK})
    assert project.build() == (0, "")
    assert 'href="play.last-trick.html' in project.read("list.html")


def written(project: Project) -> dict[str, int]:
    return {path.name: path.stat().st_mtime_ns for path in project.path.glob("out/html/*.html")}


def test_a_list_of_rules_is_written_again_for_a_place_but_not_for_a_word(project: Project) -> None:
    project.write(PAGES)
    assert project.build() == (0, "")
    before = written(project)
    project.write({"play.last-trick": f"{LAST_TRICK}\nAnd a word more.\n"})
    assert project.build() == (0, "")
    after = written(project)
    assert after["play.last-trick.html"] > before["play.last-trick.html"]
    lists = ("list.html", "set.html", "books.html")
    assert [name for name in lists if after[name] != before[name]] == []
    (project.path / "play.last-trick.md").rename(project.path / "last.md")
    assert project.build() == (0, "")
    assert [name for name in lists if 'href="last.html' not in project.read(name)] == []


def test_two_processes_write_what_one_writes(built: Project) -> None:
    assert built.build("html", "-j2", out="two") == (0, "")
    one, two = (
        {
            str(file.relative_to(top)): file.read_bytes()
            for file in top.rglob("*")
            if file.is_file() and file.name != ".buildinfo"
        }
        for top in (built.path / "out/html", built.path / "out/two")
    )
    assert one.keys() == two.keys()
    assert [name for name in one if one[name] != two[name]] == []


@pytest.mark.parametrize("builder", ["text", "latex", "epub", "man"])
def test_other_builders_write_the_table(built: Project, builder: str) -> None:
    assert built.build(builder) == (0, "")
    words = {"text": "play.last-trick.txt", "latex": "tiny.tex", "epub": "play.last-trick.xhtml"}
    if builder in words:
        page = words_of(built.read(words[builder], builder))
        assert "1 point" in page
        assert "Stated" in page
        assert "Prose of our own" in page


def test_rule_uri_is_relative_for_every_html_builder(project: Project) -> None:
    (project.path / "deals").mkdir()
    index = PAGES["index"].replace(":glob:\n\n*", "play.last-trick\ndeals/one")
    project.write({"index": index, "play.last-trick": LAST_TRICK, "deals/one": "# One\n"})
    with (project.path / "conf.py").open("a", encoding="utf-8") as conf:
        conf.write(SHOW_URI)
    for builder, uri in (
        ("html", "../play.last-trick.html#rule-play-last-trick"),
        ("dirhtml", "../../play.last-trick/#rule-play-last-trick"),
        ("singlehtml", "#rule-play-last-trick"),
    ):
        assert project.build(builder) == (0, "")
        assert project.read("uri.txt", builder) == f"{uri} deal=deals/one"


def test_a_source_names_catalogue_and_pages_and_leads_to_the_very_section(built: Project) -> None:
    page = built.read("books.html")
    assert "1651, Wing R2100, ESTC R209301." in words_of(page)
    # Chapter XI begins on page 29 of the print and ends on page 32, as marked in the transcription.
    assert "5 paragraphs, pp. 29–32." in words_of(page).replace("Rules:", "").replace(" .", ".")
    assert 'href="https://mmai.github.io/piquetBook/descriptionOfTheGame/#scoring"' in page
