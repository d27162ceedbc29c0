"""Every file of the built site is used by a page, a sheet or a script, or is published source."""

import re
from pathlib import Path

import pytest

from website.assets.bundles import BUNDLE, built_pages, page_head
from website.prune_theme import UNUSED
from website.static_files import STATIC_FOLDERS

ROOT = Path(__file__).parent.parent
SITE = ROOT / "build" / "html"
STATIC = SITE / "_static"

pytestmark = pytest.mark.site

# Scripts compose these addresses; `test_faults.py` sees the requests.
COMPOSED = re.compile(r"piquet/.*")
SOURCES = {
    path.relative_to(folder).as_posix()
    for folder in (*STATIC_FOLDERS, ROOT / "docs" / "_static")
    for path in folder.rglob("*.*")
}


def test_every_page_names_one_sheet_and_at_most_one_module() -> None:
    for path in built_pages(SITE):
        head = page_head(path.read_text("utf-8"))
        (sheet,) = re.findall(r'<link[^>]*rel="stylesheet"[^>]*>', head)
        modules = re.findall(r'<script[^>]*type="module"[^>]*>', head)
        assert len(modules) <= 1, path
        assert all(BUNDLE.search(tag) for tag in [sheet, *modules]), path


def test_nothing_lies_there_that_nobody_names() -> None:
    files = {path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*") if path.is_file()}
    assert files > {"favicon.svg", "glossary.json"}
    texts = [path.read_text("utf-8") for path in built_pages(SITE)]
    texts += [path.read_text("utf-8") for path in STATIC.glob("s*-*.*")]
    texts += [path.read_text("utf-8") for path in STATIC.glob("*.webmanifest")]
    left = {
        file
        for file in files - SOURCES
        if not is_named(Path(file).name, texts) and not COMPOSED.fullmatch(file)
    }
    assert left == set()


def is_named(name: str, texts: list[str]) -> bool:
    """Return whether a text contains the name as a whole word. A plain search first is much faster."""
    whole = re.compile(rf"(?<![\w.-]){re.escape(name)}(?!\w)")
    return any(name in text and whole.search(text) for text in texts)


# Colours of links, links in tables, heading anchors and code in the theme, as names and as numbers.
HUES = {"#176de8": "blue", "#085d6c": "teal", "#e89217": "orange", "#912583": "magenta"}
HUES |= {"#c132af": "magenta by night"}


FIGURES = (r"[,\s]\s*".join(str(int(hue[at : at + 2], 16)) for at in (1, 3, 5)) for hue in HUES)
IN_FIGURES = re.compile(rf"rgb\((?:{'|'.join(FIGURES)})\)")


def has_hue(text: str) -> bool:
    """Return whether a text contains a colour of the theme; separate searches are fastest."""
    low = text.lower()
    return any(hue in low for hue in HUES) or bool(IN_FIGURES.search(low))


def test_no_hue_of_the_theme_is_left_in_anything_that_is_sent() -> None:
    assert has_hue("a{color:#176DE8}")
    assert has_hue("a{color:rgb(8 93 108 / 50%)}".replace(" / 50%", ""))
    texts = [
        path
        for path in SITE.rglob("*")
        if path.suffix in {".html", ".css", ".js", ".svg", ".json", ".webmanifest"}
    ]
    assert {path.suffix for path in texts} >= {".html", ".css", ".js", ".svg"}
    assert [path.name for path in texts if has_hue(path.read_text("utf-8"))] == []


def test_nothing_of_the_theme_is_sent() -> None:
    assert {path.name for pattern in UNUSED for path in STATIC.glob(pattern)} == set()
