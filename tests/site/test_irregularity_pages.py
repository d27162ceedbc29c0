"""The pages of irregularities on a tiny project: sections, rows, places, marks, links from a deal."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape
from pathlib import Path

import pytest
from project import CONF, Project, about, words_of

from piquet_core.irregularities import DealMoment, irregularities, texts
from piquet_core.rules import Status

pytestmark = pytest.mark.site

ROOT = Path(__file__).parents[2]
RECORD = (ROOT / "docs/deals/hoyle1909-ab.piquet").read_text("utf-8")
PAGES = {
    "index": "# Top\n\nSee {irregularity}`revoke`.\n\n```{irregularity-index}\n```\n\n"
    "```{toctree}\n:glob:\n\n*\nwrong/*\n```\n",
    "texts": "# Texts\n\n```{irregularity-texts}\n```\n",
    "books": "# Books\n\n```{sources}\n```\n",
    "deal": "# Deal\n\n```{replay} hoyle1909-ab.piquet\n```\n",
    "table": "# Table\n\n```{irregularity-links} little\n```\n",
    **{
        f"wrong/{moment}": f"# {moment}\n\n```{{irregularities}} {moment}\n```\n"
        for moment in DealMoment
    },
}


@pytest.fixture(scope="module")
def built(shared_project: Callable[[], Project]) -> Project:
    """Build the pages once, without a warning."""
    project = shared_project()
    (project.path / "wrong").mkdir()
    project.write(PAGES)
    (project.path / "hoyle1909-ab.piquet").write_text(RECORD, "utf-8")
    conf = CONF.format(complete=False) + 'piquet_irregularities_folder = "wrong/"\n'
    (project.path / "conf.py").write_text(conf, "utf-8")
    assert project.build() == (0, "")
    return project


def section(page: str, id: str) -> str:
    """Return the section of an irregularity."""
    return re.split(r"<section ", page.partition(f'id="irregularity-{id}"')[2])[0]


def rows(part: str) -> list[str]:
    return re.findall(r"<tr [^>]*>.*?</tr>", part.partition("<tbody>")[2], re.DOTALL)


def test_every_irregularity_has_a_section_with_all_answers_and_places(built: Project) -> None:
    for one in irregularities().values():
        part = section(built.read(f"wrong/{one.moment}.html"), one.id)
        said = words_of(part)
        assert one.title in said
        assert one.question in said
        assert ("Played by the engine" if one.played else "For the table only") in said
        assert len(rows(part)) == len(one.answers)
        for row, answer in zip(rows(part), one.answers.values(), strict=True):
            told = words_of(row)
            assert words_of(answer.text.name) in told
            assert answer.text.dated in told
            assert answer.status.mark in told
            assert answer.note in told
            assert answer.words in told or answer.same_as
            for place in answer.places:
                assert place.words in told
                assert place.link is None or f'href="{escape(place.link.url)}"' in row
            for cited in answer.citations:
                assert f'href="../books.html#source-{cited.source.id}-{cited.section.id}"' in row


def test_every_answer_has_an_address_and_a_citation(shared_project: Callable[[], Project]) -> None:
    project = shared_project()
    project.write({"index": "# Top\n\n```{irregularities} play\n```\n"})
    conf = CONF.format(complete=False) + "piquet_citation_panels = True\n"
    (project.path / "conf.py").write_text(conf, "utf-8")
    assert project.build() == (0, "")
    page = project.read("index.html")
    for one in irregularities().values():
        if one.moment is not DealMoment.PLAY:
            continue
        part = section(page, one.id)
        assert f"irregularity {one.id})" in words_of(part)
        for row, text in zip(rows(part), one.answers, strict=True):
            assert f'id="irregularity-{one.id}-at-{text}"' in row
            assert f"(answer {one.id}@{text}" in words_of(row)


def test_texts_without_an_answer_are_named(built: Project) -> None:
    for one in irregularities().values():
        said = words_of(section(built.read(f"wrong/{one.moment}.html"), one.id))
        for status, word in ((Status.SILENT, "Silent"), (Status.UNSEEN, "Not seen")):
            names = "; ".join(text.name for text in one.without_answer()[status])
            names = words_of(names)
            assert (f"{word} : {names}." in said) == bool(names), one.id


def test_a_row_names_the_rule_sets_that_it_holds_for(built: Project) -> None:
    part = section(built.read("wrong/play.html"), "revoke")
    (row,) = (row for row in rows(part) if "pq-under-cavendish" in row)
    assert "pq-under-cavendish-au-cent" in row
    assert "so too Cavendish, au cent" in words_of(row)
    shown = section(built.read("wrong/calls.html"), "call-unshown")
    (row,) = (row for row in rows(shown) if "pq-under-modern" in row)
    assert "Salon des jeux" in words_of(row)


def test_the_index_lists_each_once_and_a_role_leads_there(built: Project) -> None:
    page = built.read("index.html")
    listed = page.partition("pq-rule-groups")[2].partition("toctree-wrapper")[0]
    for one in irregularities().values():
        assert listed.count(f'href="wrong/{one.moment}.html#irregularity-{one.id}"') == 1
        assert one.question in words_of(listed)
    assert 'href="wrong/play.html#irregularity-revoke"' in page.partition("pq-rule-groups")[0]


def test_the_texts_say_how_far_they_were_read(built: Project) -> None:
    said = words_of(built.read("texts.html"))
    for text in texts().values():
        assert words_of(text.name) in said
        assert text.read in said
        assert text.note in said
    assert "1674; read whole; 14 answers." in said


def test_a_deal_and_the_table_link_to_the_moments_with_their_rule_set(built: Project) -> None:
    for name, ruleset in (("deal", "hoyle1909"), ("table", "little")):
        page = built.read(f"{name}.html")
        links = page.partition('data-part="irregularity-links"')[2].partition("</details>")[0]
        assert words_of(links).endswith("The deal The exchange The calls The play The count")
        for moment in DealMoment:
            assert f'href="wrong/{moment}.html?by={ruleset}"' in links


def test_an_unknown_moment_is_refused(project: Project) -> None:
    project.write({"index": "# Top\n\n```{irregularities} supper\n```\n"})
    _, warnings = project.build()
    assert "supper: unknown moment; choose one of dealing, exchange" in about("index.md", warnings)


def test_without_pages_a_deal_has_no_links_to_them(project: Project) -> None:
    project.write({"index": PAGES["deal"]})
    (project.path / "hoyle1909-ab.piquet").write_text(RECORD, "utf-8")
    assert project.build() == (0, "")
    assert "Something went wrong?" not in project.read("index.html")
