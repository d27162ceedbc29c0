"""The zip with the element for pages without Sphinx, as the build writes it."""

import json
import re
import zipfile
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest

SITE = Path(__file__).parent.parent / "build" / "html"
ARCHIVE = SITE / "_static" / "piquet-replay.zip"
TOP = "piquet-replay/"
LARGEST = 4_500_000  # bytes


@pytest.fixture(scope="module")
def folder() -> Iterator[zipfile.ZipFile]:
    with zipfile.ZipFile(ARCHIVE) as archive:
        yield archive


def text(folder: zipfile.ZipFile, name: str) -> str:
    return folder.read(TOP + name).decode()


def manifest(folder: zipfile.ZipFile) -> dict[str, str]:
    """Return the manifest in the page."""
    (found,) = re.findall(r'data-runtime="([^"]+)"', text(folder, "replay.html"))
    read: dict[str, str] = json.loads(unescape(found))
    return read


def test_it_is_small_and_one_folder(folder: zipfile.ZipFile) -> None:
    assert ARCHIVE.stat().st_size <= LARGEST
    assert all(name.startswith(TOP) for name in folder.namelist())
    assert f"{TOP}piquet-replay.js" in folder.namelist()


def test_all_that_its_page_names_is_inside(folder: zipfile.ZipFile) -> None:
    page = text(folder, "replay.html")
    head = page.partition("</head>")[0]
    named = re.findall(r'<(?:script|link)[^>]* (?:src|href)="([^"]+)"', head)
    assert len(named) == 3
    parts = manifest(folder)
    named += [f"piquet/{parts[one]}" for one in ("module", "library", "engine")]
    named += [f"piquet/{parts['index']}{one}" for one in ("pyodide.asm.js", "pyodide.asm.wasm")]
    named += ["engine/worker.js"]
    assert {TOP + name for name in named} <= set(folder.namelist())
    assert 'data-base="piquet/"' in page


def test_it_leaves_out_the_parts_of_this_site(folder: zipfile.ZipFile) -> None:
    assert manifest(folder) == json.loads(text(folder, "piquet/manifest.json"))
    assert not manifest(folder).keys() & {"image", "fullLibrary", "wheel"}
    assert not [name for name in folder.namelist() if name.endswith((".image", ".whl", ".woff2"))]


def test_it_has_the_licences_of_its_parts(folder: zipfile.ZipFile) -> None:
    assert "MIT" in text(folder, "LICENSE.txt")
    for part in ("Pyodide", "Python"):
        assert part in text(folder, "NOTICES.txt")


def test_the_guide_links_to_it() -> None:
    guide = (SITE / "docs" / "deals" / "embedding.html").read_text("utf-8")
    assert len(re.findall(r'<a href="../../_static/piquet-replay.zip" download', guide)) == 2
