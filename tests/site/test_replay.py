"""The replay directive on tiny projects: figure, account, precise complaints, every builder."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest
from cases import first
from project import Project

from piquet_core.records.notation import loads
from piquet_core.records.replay import run
from piquet_core.rules import catalogue
from piquet_core.seen.view import observe
from piquet_core.words.narration import narrate
from piquet_core.words.parts import Clause

pytestmark = pytest.mark.site

ROOT = Path(__file__).parents[2]
RECORD = (ROOT / "docs/deals/hoyle1909-ab.piquet").read_text("utf-8")
PAGE = "# A deal\n\n```{replay} hoyle1909-ab.piquet\n```\n"


TOP = "# Top\n\n```{toctree}\n:glob:\n\n*\n```\n"


def articles(ids: Iterable[str]) -> dict[str, str]:
    """Return an article for each rule, so that every point has somewhere to link to."""
    pages = {id: f"# {catalogue()[id].title}\n\n```{{rule}} {id}\n```\n" for id in ids}
    return {**pages, "index": TOP}


@cache
def named(record: str = RECORD) -> set[str]:
    """The rules that the story of a deal names; a page with links needs only these."""
    told = [narrate(observe(step, None), ("A", "B")) for step in run(loads(record)).walk()]
    return {part.rule for parts in told for part in parts if isinstance(part, Clause)}


def deal_project(project: Project, record: str = RECORD, page: str = PAGE) -> Project:
    project.write({**articles(named()), "deal": page})
    (project.path / "hoyle1909-ab.piquet").write_text(record, "utf-8")
    return project


def test_the_whole_deal_is_on_the_page_and_leads_to_the_rules(project: Project) -> None:
    code, err = deal_project(project).build()
    assert (code, err) == (0, "")
    html = project.read("deal.html")
    for id in ("deal", "xe", "py", "ce", "cy", "t1e", "t12y", "last", "cards", "result"):
        assert html.count(f'<tr id="{id}"') == 1
        assert html.count(f'<template data-step="{id}"') == 1
    assert 'href="play.last-trick.html"' in html
    assert "The source prints 30 totals" in html
    assert project.objects()["piquet:deal"]["hoyle1909-ab"] == (
        "deal.html",
        "A and B play at Piquet",
    )


def test_a_point_leads_to_the_place_in_the_book() -> None:
    """On the real site: a page of sources lists all rules that rest on each place, so it needs them all."""
    html = (ROOT / "build/html/docs/deals/hoyle1909-ab.html").read_text("utf-8")
    assert 'href="../sources.html#source-hoyle1909-play"' in html


def test_pages_without_a_replay_load_none_of_its_files(project: Project) -> None:
    assert deal_project(project).build()[0] == 0
    assert "deal/replays.js" in project.read("deal.html")
    assert "deal/replays.js" not in project.read("play.last-trick.html")


@pytest.mark.parametrize(
    ("old", "new", "at", "message"),
    [
        ("t2y  DK =18", "t2y  DK =19", "=19", "the source has 19 for B at t2y, the rules give 18"),
        (
            "qy   not-good",
            "qy   good",
            "ce   6D",
            "the set is good and must be counted [set.compare]",
        ),
        ("talon    DA C9", "talon    DA DA", "DA C9", "DA stands twice: already with talon"),
        ("t3e  CJ", "t3e  SA", "SA =26", "SA does not follow the suit of CA, which is held"),
        ("py   good", "py   godo", "godo", "'godo' is no answer"),
    ],
)
def test_a_faulty_record_fails_the_build_at_its_place(
    project: Project, old: str, new: str, at: str, message: str
) -> None:
    assert RECORD.count(old) == 1
    record = RECORD.replace(old, new)
    place = record.index(at) if at != "DA C9" else record.index("DA DA") + len("DA ")
    line = record.count("\n", 0, place) + 1
    column = place - record.rfind("\n", 0, place)
    code, err = deal_project(project, record).build("dummy")
    assert code != 0
    assert f"hoyle1909-ab.piquet:{line}:{column}: WARNING: {message}" in err


def test_a_record_whose_id_is_not_the_name_of_its_file_fails_the_build_at_the_tag(
    project: Project,
) -> None:
    record = RECORD.replace('[Id "hoyle1909-ab"]', '[Id "ab"]')
    line = record[: record.index("[Id ")].count("\n") + 1
    code, err = deal_project(project, record).build("dummy")
    assert code != 0
    right = 'write [Id "hoyle1909-ab"], or name the file ab.piquet'
    said = f"the Id is ab, the file hoyle1909-ab.piquet: {right}"
    assert f"hoyle1909-ab.piquet:{line}:1: WARNING: {said}" in err


def test_two_replays_of_a_page_keep_their_ids_apart(project: Project) -> None:
    page = PAGE + "\n```{replay} hoyle1909-ab.piquet\n:compact:\n:step: t6e\n:page: deal\n```\n"
    code, err = deal_project(project, page=page).build()
    assert (code, err) == (0, "")
    html = project.read("deal.html")
    assert html.count('id="pq-caption"') == 1
    assert html.count('id="hoyle1909-ab-pq-caption"') == 1
    assert html.count('class="pq-sprite"') == 1
    assert 'data-first="t6e"' in html


@pytest.mark.parametrize(
    ("page", "message"),
    [
        (PAGE.replace("hoyle1909-ab.piquet", "none.piquet"), "the record cannot be read"),
        (
            "# A\n\n```{replay} hoyle1909-ab.piquet\n:step: t13e\n```\n",
            "there is no step 't13e' to open with",
        ),
    ],
)
def test_a_faulty_directive_is_named(project: Project, page: str, message: str) -> None:
    code, err = deal_project(project, page=page).build("dummy")
    assert code != 0
    assert message in err
    assert "deal.md:3" in err


@pytest.mark.parametrize(
    ("builder", "name"),
    first(
        2,
        [
            ("text", "deal.txt"),
            ("epub", "deal.xhtml"),
            ("latex", "tiny.tex"),
            ("man", "tiny.1"),
            ("singlehtml", "index.html"),
            ("dirhtml", "deal/index.html"),
        ],
    ),
)
def test_every_builder_tells_the_deal(project: Project, builder: str, name: str) -> None:
    code, err = deal_project(project).build(builder)
    assert (code, err) == (0, "")
    text = " ".join(project.read(name, builder).split())
    assert "takes it with the" in text
    assert "10 for the cards" in text.replace("\N{NO-BREAK SPACE}", " ")
    if builder != "dirhtml":
        assert "B throws the ten of hearts" in text


def test_markup_in_a_record_is_harmless(project: Project) -> None:
    record = RECORD.replace('[Elder "A"]', '[Elder "<script>alert(1)</script>"]').replace(
        "{Five in a row", "{<img src=x onerror=alert(1)> Five in a row"
    )
    assert deal_project(project, record).build()[0] == 0
    html = project.read("deal.html")
    assert "<script>alert" not in html
    assert "<img src=x" not in html
    assert "&lt;script&gt;alert(1)" in html


def test_the_same_bytes_from_one_process_and_from_two(project: Project) -> None:
    deal_project(project)
    assert project.build(out="one")[0] == 0
    assert project.build("html", "-j", "2", out="two")[0] == 0
    assert project.read("deal.html", "one") == project.read("deal.html", "two")
