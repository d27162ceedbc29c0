"""The EPUB builder on tiny projects: reproducible bytes, headings, captions, no print styles."""

import os
import re
from dataclasses import replace
from datetime import UTC, datetime
from xml.etree import ElementTree as ET
from zipfile import ZipFile

import pytest
from project import CONF, Project

from sphinx_piquet.host_theme import without_print_rules
from website.epub.epub_files import (
    Chapter,
    Volume,
    navigation_document,
    package_document,
)

BOOK = "out/epub/Tiny.epub"
MORE = """
extensions.append("website.epub.epub_builder")
epub_description = "A tiny book."
epub_show_urls = "footnote"
release = "{release}"
"""
INDEX = """# Tiny

[a site](https://example.org/)

```{toctree}
:hidden:
:caption: First & last

two
one
```
"""


def bind(project: Project, release: str = "1") -> bytes:
    project.write({"index": INDEX, "one": "# One\n\nText.", "two": "# Two\n\nIt's text."})
    conf = CONF.format(complete=False) + MORE.format(release=release)
    (project.path / "conf.py").write_text(conf, "utf-8")
    assert project.build("epub") == (0, "")
    return (project.path / BOOK).read_bytes()


def identifier(project: Project) -> str:
    with ZipFile(project.path / BOOK) as book:
        root = ET.fromstring(book.read("content.opf"))
    return root.findtext(".//{http://purl.org/dc/elements/1.1/}identifier", "")


def test_the_same_pages_make_the_same_bytes(project: Project) -> None:
    first = bind(project)
    for path in project.path.rglob("*"):
        os.utime(path, (1e9, 1e9))  # another modification date
    assert bind(project) == first


def test_each_version_has_its_own_identifier(project: Project) -> None:
    bind(project)
    first = identifier(project)
    bind(project, release="2")
    assert identifier(project) != first


def test_hidden_contents_are_contents_under_their_caption(project: Project) -> None:
    bind(project)
    with ZipFile(project.path / BOOK) as book:
        nav = book.read("nav.xhtml").decode()
        there = book.namelist()
    assert "<span>First &amp; last</span>" in nav
    assert nav.index("two.xhtml") < nav.index("one.xhtml")
    assert "_static/doctools.js" not in there
    assert "Tiny.epub" not in there


def test_addresses_are_numbered_below_the_page_that_has_some(project: Project) -> None:
    bind(project)
    page = ET.fromstring(project.read("index.xhtml", "epub"))
    (mark,) = (one for one in page.iter() if "footnote-reference" in one.get("class", ""))
    (note,) = (one for one in page.iter() if "footnote" in one.get("class", "").split())
    assert mark.get("href") == f"#{note.get('id')}"
    assert "".join(mark.itertext()) == "[1]"
    assert "".join(note.itertext()).split() == ["[1]", "https://example.org/"]
    assert "Footnotes" not in project.read("one.xhtml", "epub")


@pytest.mark.parametrize(
    ("style", "left"),
    [
        ("a { b: c }", "a { b: c }"),
        ("@page { margin: 0; @bottom-right { content: none } } a { b: c }", " a { b: c }"),
        ("@media print { a { b: c } @page { d: e } } f { g: h }", " f { g: h }"),
        ("@media screen { a { b: c } }", "@media screen { a { b: c } }"),
        ("@media print { a { b: c } } x { y: z } @page :first { d: e }", " x { y: z } "),
    ],
)
def test_rules_for_paper_are_left_out(style: str, left: str) -> None:
    assert without_print_rules(style) == left


def test_what_is_not_known_is_left_out() -> None:
    volume = Volume(
        title="<Tiny>",
        language="fr",
        identifier="urn:uuid:0",
        date="2030-01-05",
        modified=datetime(2030, 1, 5, tzinfo=UTC),
        chapters=(Chapter(title="A & B", page="a b.xhtml"),),
    )
    opf = ET.tostring(package_document(volume, {"a b.xhtml": b""}), encoding="unicode")
    assert "creator" not in opf
    assert "source" not in opf
    assert 'href="a%20b.xhtml"' in opf
    assert ">2030-01-05T00:00:00Z<" in opf
    volume = replace(volume, creators=("Jones, Henry", "Hoyle"))
    opf = ET.tostring(package_document(volume, {"a b.xhtml": b""}), encoding="unicode")
    assert re.findall(r"creator[^>]*>([^<]+)<", opf) == [
        "Henry Jones",
        "Jones, Henry",
        "Hoyle",
        "Hoyle",
    ]
    nav = ET.tostring(navigation_document(volume), encoding="unicode")
    assert "A &amp; B" in nav
    assert "&lt;Tiny&gt;" in nav
