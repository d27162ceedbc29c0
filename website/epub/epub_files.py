"""The files of an EPUB: navigation, package document, styles and archive.

They follow EPUB 3.3 and include the older ``toc.ncx``, because many reading systems still use it.
The module does not depend on Sphinx. All XML is built as a tree, so that it is escaped in one
place.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from urllib.parse import quote, unquote, urlsplit
from xml.etree import ElementTree as ET
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

XHTML = "http://www.w3.org/1999/xhtml"
OPS = "http://www.idpf.org/2007/ops"
OPF = "http://www.idpf.org/2007/opf"
DC = "http://purl.org/dc/elements/1.1/"
NCX = "http://www.daisy.org/z3986/2005/ncx/"
CONTAINER = "urn:oasis:names:tc:opendocument:xmlns:container"
LANG = "{http://www.w3.org/XML/1998/namespace}lang"

CONTENTS = "nav.xhtml"
PACKAGE = "content.opf"
KINDS = {
    ".xhtml": "application/xhtml+xml",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".gif": "image/gif",
}
ACCESS = (  # https://www.w3.org/TR/epub-a11y-11/: true of every page of words and tables
    ("schema:accessMode", "textual"),
    ("schema:accessModeSufficient", "textual"),
    ("schema:accessibilityFeature", "tableOfContents"),
    ("schema:accessibilityFeature", "structuralNavigation"),
    ("schema:accessibilityFeature", "readingOrder"),
    ("schema:accessibilityHazard", "none"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Chapter:
    """An entry of the contents: a page with its sub-entries, or a heading without a page."""

    title: str
    page: str = ""  # "" for a heading
    parts: tuple[Chapter, ...] = ()

    def pages(self) -> Iterator[str]:
        """Yield the pages of the entry and its sub-entries in reading order."""
        if self.page:
            yield self.page
        for part in self.parts:
            yield from part.pages()


@dataclass(frozen=True, slots=True, kw_only=True)
class Volume:
    """The metadata and chapters of a book. Empty fields are left out of the package document."""

    title: str
    language: str
    identifier: str
    date: str
    modified: datetime
    creators: tuple[str, ...] = ()  # as "Family, Given", or one name without a comma
    publisher: str = ""
    description: str = ""
    rights: str = ""
    source: str = ""
    cover: str = ""
    chapters: tuple[Chapter, ...]

    def pages(self) -> list[str]:
        """Return all pages in reading order, each once."""
        found = (page for chapter in self.chapters for page in chapter.pages())
        return list(dict.fromkeys(found))


def referenced_files(page: str, content: bytes) -> Iterator[str]:
    """Yield the styles and pictures that a page or style sheet uses, as paths inside the book."""
    if page.endswith(".css"):
        found = re.findall(r"url\(\s*[\"']?([^\"')]+)", content.decode())
    elif page.endswith(".xhtml"):
        found = [
            one.get("href", "") or one.get("src", "")
            for one in ET.fromstring(content).iter()  # noqa: S314 - written by this very build
            if one.tag == f"{{{XHTML}}}img"
            or (one.tag == f"{{{XHTML}}}link" and one.get("rel") == "stylesheet")
        ]
    else:
        found = []
    for target in found:
        parts = urlsplit(target)
        if parts.path and not parts.scheme:
            yield posixpath.normpath(posixpath.join(posixpath.dirname(page), unquote(parts.path)))


def navigation_document(volume: Volume) -> ET.Element:
    """Return the EPUB 3 navigation document: the contents, and a landmark at the first page."""
    html = ET.Element(f"{{{XHTML}}}html", {"lang": volume.language, LANG: volume.language})
    head = ET.SubElement(html, f"{{{XHTML}}}head")
    ET.SubElement(head, f"{{{XHTML}}}title").text = "Contents"
    ET.SubElement(head, f"{{{XHTML}}}style").text = "nav ol { list-style: none }"
    body = ET.SubElement(html, f"{{{XHTML}}}body")
    toc = ET.SubElement(body, f"{{{XHTML}}}nav", {f"{{{OPS}}}type": "toc", "role": "doc-toc"})
    ET.SubElement(toc, f"{{{XHTML}}}h1").text = "Contents"
    _list(toc, volume.chapters)
    marks = ET.SubElement(body, f"{{{XHTML}}}nav", {f"{{{OPS}}}type": "landmarks", "hidden": ""})
    item = ET.SubElement(ET.SubElement(marks, f"{{{XHTML}}}ol"), f"{{{XHTML}}}li")
    begin = {f"{{{OPS}}}type": "bodymatter", "href": quote(volume.pages()[0])}
    ET.SubElement(item, f"{{{XHTML}}}a", begin).text = volume.title
    return html


def _list(parent: ET.Element, chapters: Iterable[Chapter]) -> None:
    items = ET.SubElement(parent, f"{{{XHTML}}}ol")
    for chapter in chapters:
        item = ET.SubElement(items, f"{{{XHTML}}}li")
        if chapter.page:
            ET.SubElement(item, f"{{{XHTML}}}a", href=quote(chapter.page)).text = chapter.title
        else:
            ET.SubElement(item, f"{{{XHTML}}}span").text = chapter.title
        if chapter.parts:
            _list(item, chapter.parts)


def ncx_document(volume: Volume) -> ET.Element:
    """Return the navigation document of EPUB 2. A heading links to its first page."""
    ncx = ET.Element(f"{{{NCX}}}ncx", {"version": "2005-1", LANG: volume.language})
    head = ET.SubElement(ncx, f"{{{NCX}}}head")
    ET.SubElement(head, f"{{{NCX}}}meta", name="dtb:uid", content=volume.identifier)
    title = ET.SubElement(ncx, f"{{{NCX}}}docTitle")
    ET.SubElement(title, f"{{{NCX}}}text").text = volume.title
    points = ET.SubElement(ncx, f"{{{NCX}}}navMap")
    _points(points, volume.chapters, "point")
    return ncx


def _points(parent: ET.Element, chapters: Iterable[Chapter], place: str) -> None:
    for number, chapter in enumerate(chapters, start=1):
        id = f"{place}-{number}"
        point = ET.SubElement(parent, f"{{{NCX}}}navPoint", id=id)
        label = ET.SubElement(point, f"{{{NCX}}}navLabel")
        ET.SubElement(label, f"{{{NCX}}}text").text = chapter.title
        ET.SubElement(point, f"{{{NCX}}}content", src=quote(next(chapter.pages())))
        _points(point, chapter.parts, id)


def package_document(volume: Volume, files: Mapping[str, bytes]) -> ET.Element:
    """Return the package document: metadata, manifest and reading order."""
    root = ET.Element(
        f"{{{OPF}}}package",
        {"version": "3.0", "unique-identifier": "identifier", LANG: volume.language},
    )
    _describe(ET.SubElement(root, f"{{{OPF}}}metadata"), volume)
    manifest = ET.SubElement(root, f"{{{OPF}}}manifest")
    ET.SubElement(
        manifest,
        f"{{{OPF}}}item",
        {"id": "nav", "href": CONTENTS, "media-type": KINDS[".xhtml"], "properties": "nav"},
    )
    ET.SubElement(
        manifest,
        f"{{{OPF}}}item",
        {"id": "ncx", "href": "toc.ncx", "media-type": "application/x-dtbncx+xml"},
    )
    ids = {name: f"file-{number}" for number, name in enumerate(files, start=1)}
    for name, id in ids.items():
        item = ET.SubElement(manifest, f"{{{OPF}}}item", id=id, href=quote(name))
        item.set("media-type", KINDS[posixpath.splitext(name)[1]])
        if name == volume.cover:
            item.set("properties", "cover-image")
    spine = ET.SubElement(root, f"{{{OPF}}}spine", toc="ncx")
    for page in volume.pages():
        ET.SubElement(spine, f"{{{OPF}}}itemref", idref=ids[page])
    return root


def _describe(metadata: ET.Element, volume: Volume) -> None:
    ET.SubElement(metadata, f"{{{DC}}}identifier", id="identifier").text = volume.identifier
    for number, name in enumerate(volume.creators, start=1):
        # Readers show the natural order of a name and sort by the other.
        spoken = " ".join(reversed(name.split(", ", maxsplit=1)))
        ET.SubElement(metadata, f"{{{DC}}}creator", id=f"creator-{number}").text = spoken
        sort = {"refines": f"#creator-{number}", "property": "file-as"}
        ET.SubElement(metadata, f"{{{OPF}}}meta", sort).text = name
    for name in ("title", "language", "publisher", "date", "description", "rights", "source"):
        if value := getattr(volume, name):
            ET.SubElement(metadata, f"{{{DC}}}{name}").text = value
    stamp = volume.modified.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    for name, value in (("dcterms:modified", stamp), *ACCESS):
        ET.SubElement(metadata, f"{{{OPF}}}meta", property=name).text = value


def container_document() -> ET.Element:
    """Return ``META-INF/container.xml``, which locates the package document."""
    root = ET.Element(f"{{{CONTAINER}}}container", version="1.0")
    files = ET.SubElement(root, f"{{{CONTAINER}}}rootfiles")
    ET.SubElement(
        files,
        f"{{{CONTAINER}}}rootfile",
        {"full-path": PACKAGE, "media-type": "application/oebps-package+xml"},
    )
    return root


def _written(root: ET.Element, doctype: bytes = b"") -> bytes:
    ET.indent(root)
    namespace = root.tag[1:].partition("}")[0]
    for prefix, uri in (("", namespace), ("dc", DC), ("epub", OPS)):
        ET.register_namespace(prefix, uri)
    text: bytes = ET.tostring(root, encoding="utf-8")
    return b'<?xml version="1.0" encoding="utf-8"?>\n' + doctype + text + b"\n"


def write_archive(volume: Volume, files: Mapping[str, bytes], archive: ZipFile) -> None:
    """Write a book into an archive. The same book always gives the same bytes.

    ``files`` maps paths to contents, in the order of the manifest.
    """
    when = volume.modified.astimezone(UTC).timetuple()[:6]
    made = {
        "mimetype": b"application/epub+zip",
        "META-INF/container.xml": _written(container_document()),
        PACKAGE: _written(package_document(volume, files)),
        CONTENTS: _written(navigation_document(volume), b"<!DOCTYPE html>\n"),
        "toc.ncx": _written(ncx_document(volume)),
    }
    for name, content in {**made, **files}.items():
        info = ZipInfo(name, when)
        info.external_attr = 0o644 << 16
        info.create_system = 3  # the same on every system
        how = (
            ZIP_STORED if name == "mimetype" else ZIP_DEFLATED
        )  # stored, because it is read without unpacking
        archive.writestr(info, content, how)
