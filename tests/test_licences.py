"""The notice of the built site lists every third-party file with its licence."""

import re
from pathlib import Path

import pytest
from static_sources import static_sources

ROOT = Path(__file__).parent.parent
SITE = ROOT / "build" / "html"
PLACE = SITE / "_static" / "piquet"

RULE = "=" * 100  # the line before and after each heading

pytestmark = pytest.mark.site

# Files that the build made from our work: pages, their scripts and styles, search data, inventories, our
# data.
MADE = re.compile(
    r".*\.html|_static/(script|sheet)-[0-9a-f]{12}\.(js|css)"
    r"|_static/(engine/(worker|file-protocol)|search/(search-page|ranking|spelling)|frame/page-frame)\.js|searchindex\.js|objects\.inv|[a-z]+(\.schema)?\.json|laboratory\.csv"
    r"|sw\.js|_static/(finds|glossary|offline)\.json|_static/piquet/(manifest\.json|NOTICES\.txt|engine-[0-9a-f]{12}/.*)"
    r"|_static/icon-(mask-)?\d+\.png|_static/share\.png|_static/shared/[a-z0-9-]+\.png"
    r"|robots\.txt|sitemap\.xml|_static/base/letters\.css"
    r"|_static/piquet-replay\.zip"  # with notices of its own: tests/test_replay_folder.py
)


@pytest.fixture(scope="module")
def said() -> str:
    return (PLACE / "NOTICES.txt").read_text("utf-8")


def test_every_file_is_ours_or_has_a_notice(said: str) -> None:
    """A file is ours if the build made it from our work, or if the repository contains the same bytes."""
    sources = [ROOT / "LICENSE"]
    sources += (ROOT / "docs").rglob("*")
    sources += static_sources("*.*").values()
    ours = {path.read_bytes() for path in sources if path.is_file()}
    named = set(re.findall(r"^(?:Files:|      )    (_static/\S+)$", said, re.MULTILINE))
    paths = [path for path in SITE.rglob("*") if path.is_file()]
    theirs = {
        name
        for name, path in ((path.relative_to(SITE).as_posix(), path) for path in paths)
        if not MADE.fullmatch(name) and path.read_bytes() not in ours
    }
    assert theirs
    assert theirs - named == set()
    assert all((SITE / name).is_file() for name in named)


@pytest.mark.parametrize(
    ("part", "text"),
    [
        # terms that occur in this licence only
        ("MPL-2.0: Pyodide", "Exhibit A - Source Code Form License Notice"),
        ("PSF-2.0, and those of earlier releases: Python", "CNRI LICENSE AGREEMENT FOR PYTHON"),
        ("OFL-1.1: EB Garamond", "Copyright 2017 The EB Garamond Project Authors"),
        ("BSD-2-Clause: Sphinx", "Copyright (c) 2007"),
        ("BSD-3-Clause: Snowball", "Neither the name of the Snowball project"),
    ],
)
def test_each_licence_is_printed_under_its_part(said: str, part: str, text: str) -> None:
    assert text in said.partition(f"\n{part}\n{RULE}\n")[2].partition(RULE)[0]


def test_the_source_of_the_interpreter_is_named(said: str) -> None:
    """MPL-2.0, 3.2 (a): recipients must be told how to obtain the source."""
    assert re.search(r"Source: +https://github\.com/pyodide/pyodide, release \d+\.\d+\.\d+", said)


def test_what_bytecode_has_lost_is_kept(said: str) -> None:
    lost = said.partition("\nNotices from the sources of the library: Python\n")[2]
    assert re.search(r"asyncio/events\.py.*:\n\n(.+\n)*.*Copyright.* MagicStack Inc", lost)


def test_our_own_licence_is_there_and_both_are_linked() -> None:
    assert (PLACE / "LICENSE.txt").read_bytes() == (ROOT / "LICENSE").read_bytes()
    page = (SITE / "docs" / "colophon.html").read_text("utf-8")
    for name in ("NOTICES.txt", "LICENSE.txt"):
        assert f'href="../_static/piquet/{name}"' in page
