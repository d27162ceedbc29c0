"""The book of the site, as `make epub` leaves it: well-formed, whole, and with links that work inside it."""

import posixpath
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote, urlsplit
from xml.etree import ElementTree as ET
from zipfile import ZIP_STORED, ZipFile

import pytest

from piquet_core.rules import catalogue, ruleset_ids

BOOK = Path(__file__).parent.parent / "build" / "epub" / "Piquet.epub"
OPF = "{http://www.idpf.org/2007/opf}"
DC = "{http://purl.org/dc/elements/1.1/}"

pytestmark = pytest.mark.site


@pytest.fixture(scope="module")
def book() -> Iterator[ZipFile]:
    with ZipFile(BOOK) as archive:
        yield archive


@pytest.fixture(scope="module")
def pages(book: ZipFile) -> dict[str, ET.Element]:
    """Every page as XML: one that is not well-formed ends here."""
    return {
        name: ET.fromstring(book.read(name)) for name in book.namelist() if name.endswith(".xhtml")
    }


def test_the_archive_opens_as_a_book(book: ZipFile) -> None:
    first = book.infolist()[0]
    assert (first.filename, first.compress_type) == ("mimetype", ZIP_STORED)
    assert book.read("mimetype") == b"application/epub+zip"
    assert book.testzip() is None


def test_the_list_of_contents_is_the_contents(book: ZipFile) -> None:
    package = ET.fromstring(book.read("content.opf"))
    listed = {unquote(item.get("href", "")) for item in package.iter(f"{OPF}item")}
    there = {name for name in book.namelist() if not name.startswith(("META-INF", "mimetype"))}
    assert listed == there - {"content.opf"}
    for name in ("title", "description", "identifier", "language", "rights"):
        assert package.findtext(f".//{DC}{name}") not in {None, "", "unknown"}, name


def test_every_rule_and_every_rule_set_is_a_page(pages: dict[str, ET.Element]) -> None:
    assert {f"docs/rules/{id}.xhtml" for id in catalogue()} <= set(pages)
    assert {f"docs/rulesets/{id}.xhtml" for id in ruleset_ids()} <= set(pages)


def test_links_stay_in_the_book_and_lead_somewhere(
    book: ZipFile, pages: dict[str, ET.Element]
) -> None:
    names = set(book.namelist())
    ids = {name: {one.get("id") for one in page.iter()} for name, page in pages.items()}
    lost = []
    for name, page in pages.items():
        for one in page.iter():
            target = one.get("href") or one.get("src")
            parts = urlsplit(target or "")
            if not target or parts.scheme:
                continue
            path = posixpath.normpath(posixpath.join(posixpath.dirname(name), unquote(parts.path)))
            path = path if parts.path else name
            if path not in names or (parts.fragment and parts.fragment not in ids[path]):
                lost.append(f"{name}: {target}")
    assert lost == []


def test_nothing_in_it_runs_or_is_fetched(pages: dict[str, ET.Element]) -> None:
    for name, page in pages.items():
        for one in page.iter():
            tag = str(one.tag).rpartition("}")[2]
            assert tag not in {"script", "iframe", "form", "button"}, name
            assert not (
                tag in {"img", "link"} and "://" in (one.get("src") or one.get("href") or "")
            )
