"""The addresses that a built site contains, and those to which its pages link."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from html.parser import HTMLParser
from pathlib import Path
from posixpath import dirname, join, normpath
from urllib.parse import unquote, urlsplit

# Attributes that make a page load a file, not lead a reader elsewhere.
LOADING = {
    ("script", "src"), ("img", "src"), ("iframe", "src"), ("source", "src"), ("audio", "src"),
    ("video", "src"), ("embed", "src"), ("object", "data"), ("use", "href"), ("image", "href"),
}  # fmt: skip
LOADING_RELATIONS = {"stylesheet", "icon", "preload", "modulepreload", "manifest", "prefetch"}
CITED_PREFIXES = ("at-", "claim-")  # the answer of one rule set; one figure of a source


@dataclass(frozen=True, slots=True)
class Link:
    """A link in a page: the address as written, its line number, and whether the browser loads it by itself."""

    target: str
    line: int
    loaded: bool


@dataclass(slots=True)
class Page:
    """The element ids, the ids of steps, and the links of an HTML file."""

    ids: list[str] = field(default_factory=list)
    steps: list[str] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)


class Reader(HTMLParser):
    """An HTML parser that collects the ids and links of a page. Tests extend it."""

    def __init__(self) -> None:
        super().__init__()
        self.page = Page()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = {name: value or "" for name, value in attrs}
        if id := named.get("id"):
            self.page.ids.append(id)
            if "data-step" in named:
                self.page.steps.append(id)
        relations = set(named.get("rel", "").split())
        for name in ("href", "src", "data", "action", "poster"):
            if (target := named.get(name)) is None:
                continue
            loaded = (
                bool(relations & LOADING_RELATIONS) if tag == "link" else (tag, name) in LOADING
            )
            # A canonical link says where a page is published, and leads nobody there.
            if not (tag == "link" and "canonical" in relations) and not (
                name == "data" and tag != "object"
            ):
                self.page.links.append(Link(target, self.getpos()[0], loaded))


def read_page(path: Path) -> Page:
    """Return the ids and links of an HTML file."""
    reader = Reader()
    reader.feed(path.read_text(encoding="utf-8"))
    reader.close()
    return reader.page


class Site:
    """A folder of HTML files, each parsed once on demand.

    ``home`` is the base URL of the folder, or "" if unknown. Links without a host that begin with a
    slash are resolved against its path.
    """

    def __init__(self, folder: Path, home: str = "") -> None:
        self.folder = folder
        self.root = urlsplit(home).path or "/"
        self._pages: dict[str, Page] = {}
        self._ids: dict[str, set[str]] = {}
        self._folders: dict[str, bool] = {}

    @cached_property
    def paths(self) -> list[str]:
        """Return the paths of all pages, without frozen editions and assets of the theme."""
        found = (path.relative_to(self.folder).as_posix() for path in self.folder.rglob("*.html"))
        return sorted(path for path in found if not path.startswith(("_", "editions/")))

    def page(self, path: str) -> Page:
        """Return the parsed page with this path."""
        if path not in self._pages:
            self._pages[path] = read_page(self.folder / path)
        return self._pages[path]

    def has(self, address: str) -> bool:
        """Return whether the site contains an address, which is a path with or without ``#`` and an id."""
        path, _, anchor = address.partition("#")
        if path not in self._pages and not (self.folder / path).is_file():
            return False
        if anchor and path not in self._ids:
            self._ids[path] = {*self.page(path).ids}
        return not anchor or anchor in self._ids[path]

    def resolve(self, page: str, target: str) -> str | None:
        """Return the address inside the site to which a link leads, or None if it leads elsewhere.

        ``page`` is the path of the page with the link, and ``target`` the link as written.
        """
        parts = urlsplit(target)
        if parts.scheme or parts.netloc:
            return None
        path = page
        if parts.path.startswith("/"):
            path = parts.path.removeprefix(self.root).removeprefix("/")
        elif parts.path:
            path = normpath(join(dirname(page), unquote(parts.path)))
        if path not in self._folders:
            self._folders[path] = (self.folder / path).is_dir()
        if self._folders[path]:
            path = normpath(join(path, "index.html"))
        return f"{path}#{unquote(parts.fragment)}" if parts.fragment else path

    def citable(self) -> Iterator[str]:
        """Yield every address that an edition promises to keep, in alphabetical order.

        These are the pages, every object of the inventory (rules, rule sets, sources and their
        sections, deals, terms, the Python interface), each step of a deal, and the answer of each
        rule set on the page of a rule. Addresses of other headings may change.
        """
        promised = set(self.paths) - {"404.html", "genindex.html", "search.html"}
        promised |= {path for path in inventory(self.folder / "objects.inv") if self.has(path)}
        for path in self.paths:
            page = self.page(path)
            kept = (id for id in page.ids if id.startswith(CITED_PREFIXES))
            promised |= {f"{path}#{id}" for id in (*page.steps, *kept)}
        yield from sorted(promised)


def inventory(path: Path) -> Iterator[str]:
    """Yield the address of every object in a Sphinx inventory (``objects.inv``), except documents and labels."""
    header, _, packed = path.read_bytes().partition(b"zlib.\n")
    assert header.startswith(b"# Sphinx inventory version 2"), path
    for line in zlib.decompress(packed).decode().splitlines():
        # name (may contain blanks), domain:type, priority, address (a final "$" stands for the name), title
        words = line.split(" ")
        place = next(
            i for i in range(1, len(words) - 2) if ":" in words[i] and _whole(words[i + 1])
        )
        name, kind, address = " ".join(words[:place]), words[place], words[place + 2]
        if kind not in {"std:doc", "std:label"}:
            yield address.removesuffix("$") + name if address.endswith("$") else address


def _whole(word: str) -> bool:
    return word.removeprefix("-").isdecimal()
