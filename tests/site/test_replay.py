"""The replay directive on tiny projects: figure, account, precise warnings, every builder."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

import pytest
from case_selection import first
from project import Project, about

from piquet_core.notation import loads
from piquet_core.replay.replay import replay_record
from piquet_core.replay.visibility import observe
from piquet_core.rules import catalogue
from piquet_core.wording.narration import narrate
from piquet_core.wording.rich_text import Clause

pytestmark = pytest.mark.site

ROOT = Path(__file__).parents[2]
RECORD = (ROOT / "docs/deals/hoyle1909-ab.piquet").read_text("utf-8")
PAGE = "# A deal\n\n```{replay} hoyle1909-ab.piquet\n```\n"


TOP = "# Top\n\n```{toctree}\n:glob:\n\n*\n```\n"


def articles(ids: Iterable[str]) -> dict[str, str]:
    """Return an article for each rule, so that every point has a link target."""
    pages = {id: f"# {catalogue()[id].title}\n\n```{{rule}} {id}\n```\n" for id in ids}
    return {**pages, "index": TOP}


@cache
def named(record: str = RECORD) -> set[str]:
    """Return the rules that a deal's story names; a page with links needs only these."""
    told = [
        narrate(observe(step, None), ("A", "B")) for step in replay_record(loads(record)).walk()
    ]
    return {part.rule for parts in told for part in parts if isinstance(part, Clause)}


def deal_project(project: Project, record: str = RECORD, page: str = PAGE) -> Project:
    project.write({**articles(named()), "deal": page})
    (project.path / "hoyle1909-ab.piquet").write_text(record, "utf-8")
    return project


@pytest.fixture(scope="module")
def built(shared_project: Callable[[], Project]) -> Project:
    """Build the page of a deal and its articles once, without a warning."""
    project = deal_project(shared_project())
    assert project.build() == (0, "")
    return project


def test_the_whole_deal_is_on_the_page_and_leads_to_the_rules(built: Project) -> None:
    html = built.read("deal.html")
    for id in ("deal", "xe", "py", "ce", "cy", "t1e", "t12y", "last", "cards", "result"):
        assert html.count(f'<tr id="{id}"') == 1
        assert html.count(f'<template data-step="{id}"') == 1
    assert 'href="play.last-trick.html"' in html
    assert "The source prints 30 totals" in html
    assert built.objects()["piquet:deal"]["hoyle1909-ab"] == (
        "deal.html",
        "A and B play at Piquet",
    )


def test_a_point_leads_to_the_place_in_the_book() -> None:
    """Reads the built site, because a page of sources needs all rules."""
    html = (ROOT / "build/html/docs/deals/hoyle1909-ab.html").read_text("utf-8")
    assert 'href="../sources.html#source-hoyle1909-play"' in html


def test_pages_without_a_replay_load_none_of_its_files(built: Project) -> None:
    assert "replay/replays.js" in built.read("deal.html")
    assert "replay/replays.js" not in built.read("play.last-trick.html")


FAULTS = [
    ("t2y  DK =18", "t2y  DK =19", "=19", "the source has 19 for B at t2y, the rules give 18"),
    (
        "qy   not-good",
        "qy   good",
        "ce   6D",
        "the set is good and must be counted [set.compare]",
    ),
    ("talon    DA C9", "talon    DA DA", "DA C9", "DA appears twice: already with talon"),
    (
        "t3e  CJ",
        "t3e  SA",
        "SA =26",
        "SA does not follow suit: CA was led, and the hand has that suit",
    ),
    ("py   good", "py   godo", "godo", "'godo' is not an answer"),
]
# Two records in the fences of a Markdown text, the second with a wrong total.
OTHER = RECORD.replace('[Id "hoyle1909-ab"]', '[Id "other"]').replace("DK =18", "DK =19")
SEVERAL = f"# Deals\n\n```piquet\n{RECORD}```\n\n```piquet\n{OTHER}```\n"
MISNAMED = RECORD.replace('[Id "hoyle1909-ab"]', '[Id "ab"]')


@pytest.fixture(scope="module")
def faulty(shared_project: Callable[[], Project]) -> tuple[int, str]:
    """Build every invalid record and directive, each in its folder."""
    project = shared_project()
    pages = {f"record{case}/deal": PAGE for case in range(len(FAULTS))}
    pages["marked/deal"] = PAGE
    pages["several/deal"] = "# A\n\n```{replay} deals.txt\n```\n"
    pages["chosen/deal"] = "# A\n\n```{replay} deals.txt#other\n```\n"
    pages["unknown/deal"] = "# A\n\n```{replay} deals.txt#nobody\n```\n"
    pages |= {f"page{case}": page for case, (page, _message) in enumerate(FAULTY_PAGES)}
    top = TOP.replace("*\n", "*\n*/deal\n")
    project.write({**articles(named()), **pages, "misnamed/deal": PAGE, "index": top})
    for case, (old, new, _at, _message) in enumerate(FAULTS):
        record = RECORD.replace(old, new)
        (project.path / f"record{case}/hoyle1909-ab.piquet").write_text(record, "utf-8")
    (project.path / "misnamed/hoyle1909-ab.piquet").write_text(MISNAMED, "utf-8")
    (project.path / "marked/hoyle1909-ab.piquet").write_text(RECORD, "utf-8-sig")
    (project.path / "hoyle1909-ab.piquet").write_text(RECORD, "utf-8")
    for folder in ("several", "chosen", "unknown"):
        (project.path / folder / "deals.txt").write_text(SEVERAL, "utf-16")
    return project.build("dummy")


def test_a_record_with_a_byte_order_mark_is_read(faulty: tuple[int, str]) -> None:
    assert "marked/hoyle1909-ab.piquet" not in faulty[1]


def test_a_replay_shows_the_chosen_record_of_a_file(faulty: tuple[int, str]) -> None:
    line = SEVERAL[: SEVERAL.index("DK =19")].count("\n") + 1
    said = "the source has 19 for B at t2y, the rules give 18"
    assert f"chosen/deals.txt:{line}:9: WARNING: {said}" in faulty[1]
    assert faulty[1].count("chosen/deals.txt") == 1


def test_a_replay_of_a_file_with_several_records_needs_an_id(faulty: tuple[int, str]) -> None:
    second = SEVERAL[: SEVERAL.rindex("[Piquet")].count("\n") + 1
    said = "a second record begins here, where one is expected"
    assert f"several/deals.txt:{second}:1: WARNING: {said}" in faulty[1]
    said = "no record here has the Id nobody; choose one of hoyle1909-ab, other"
    assert f"unknown/deals.txt:1:1: WARNING: {said}" in faulty[1]


@pytest.mark.parametrize("case", range(len(FAULTS)))
def test_a_faulty_record_fails_the_build_at_its_place(faulty: tuple[int, str], case: int) -> None:
    old, new, at, message = FAULTS[case]
    assert RECORD.count(old) == 1
    record = RECORD.replace(old, new)
    place = record.index(at) if at != "DA C9" else record.index("DA DA") + len("DA ")
    line = record.count("\n", 0, place) + 1
    column = place - record.rfind("\n", 0, place)
    code, err = faulty
    assert code != 0
    assert f"record{case}/hoyle1909-ab.piquet:{line}:{column}: WARNING: {message}" in err


def test_a_record_whose_id_is_not_the_name_of_its_file_fails_the_build_at_the_tag(
    faulty: tuple[int, str],
) -> None:
    assert MISNAMED != RECORD
    line = MISNAMED[: MISNAMED.index("[Id ")].count("\n") + 1
    code, err = faulty
    assert code != 0
    right = 'write [Id "hoyle1909-ab"], or name the file ab.piquet'
    said = f"the Id is ab, the file hoyle1909-ab.piquet: {right}"
    assert f"misnamed/hoyle1909-ab.piquet:{line}:1: WARNING: {said}" in err


def test_two_replays_of_a_page_keep_their_ids_apart(project: Project) -> None:
    page = PAGE + "\n```{replay} hoyle1909-ab.piquet\n:compact:\n:step: t6e\n:page: deal\n```\n"
    code, err = deal_project(project, page=page).build(only=["deal"])
    assert (code, err) == (0, "")
    html = project.read("deal.html")
    assert html.count('id="pq-caption"') == 1
    assert html.count('id="hoyle1909-ab-pq-caption"') == 1
    assert html.count('class="pq-sprite"') == 1
    assert 'data-first="t6e"' in html


def test_several_pages_replay_one_record_and_the_first_is_the_target(project: Project) -> None:
    replay = PAGE.partition("\n")[2]
    later = "# Later\n\nSee {deal}`hoyle1909-ab#t6e`.\n"
    deal_project(project).write({"later": later + replay * 3})
    assert project.build() == (0, "")
    assert 'href="deal.html#t6e"' in project.read("later.html")
    ids = re.findall(r'<tr id="([\w-]*t6e)"', project.read("later.html"))
    assert sorted(ids) == ["hoyle1909-ab-2-t6e", "hoyle1909-ab-t6e", "t6e"]
    objects = project.objects()
    assert objects["piquet:deal"]["hoyle1909-ab"][0] == "deal.html"
    assert objects["piquet:step"]["hoyle1909-ab#t6e"][0] == "deal.html#t6e"
    embedded = project.read("embed/hoyle1909-ab.html")
    assert 'href="../deal.html"' in embedded
    # The other page takes its place.
    (project.path / "deal.md").unlink()
    assert project.build() == (0, "")
    assert project.objects()["piquet:deal"]["hoyle1909-ab"][0] == "later.html"
    assert 'href="../later.html"' in project.read("embed/hoyle1909-ab.html")


FAULTY_PAGES = [
    (PAGE.replace("hoyle1909-ab.piquet", "none.piquet"), "the record cannot be read"),
    (
        "# A\n\n```{replay} hoyle1909-ab.piquet\n:step: t13e\n```\n",
        "there is no step 't13e' to open with",
    ),
]


@pytest.mark.parametrize("case", range(len(FAULTY_PAGES)))
def test_a_faulty_directive_is_named(faulty: tuple[int, str], case: int) -> None:
    code, err = faulty
    assert code != 0
    said = about(f"page{case}.md", err)
    assert FAULTY_PAGES[case][1] in said
    assert f"page{case}.md:3" in said


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
    assert deal_project(project, record).build(only=["deal"])[0] == 0
    html = project.read("deal.html")
    assert "<script>alert" not in html
    assert "<img src=x" not in html
    assert "&lt;script&gt;alert(1)" in html


def test_the_same_bytes_from_one_process_and_from_two(built: Project) -> None:
    assert built.build("html", "-j", "2", out="two")[0] == 0
    assert built.read("deal.html") == built.read("deal.html", "two")
