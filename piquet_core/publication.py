"""Home address and edition of the site, and its permanent links.

Facts that only the publishers know are read from ``publication.toml``. Pages, citations and the site map take
their permanent addresses from an `Edition`. Without a home address there are no permanent links.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from functools import cache
from pathlib import Path

from piquet_core.frozen_dict import FrozenDict

_FILE = Path(__file__).with_name("publication.toml")
_HEAD = re.compile(r"# Edition (\S+), (\d{4}-\d\d-\d\d)\s*")
_MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Publication:
    """Facts about the publication. An empty value means unknown, and pages leave it out.

    ``pages`` maps each kind of object to the path of its pages, with a placeholder for the object's
    id.
    """

    title: str
    authors: tuple[str, ...]
    home: str
    repository: str
    reports: str
    doi: str
    date: str
    pages: Mapping[str, str]


@cache
def publication() -> Publication:
    """Return the contents of ``publication.toml``.

    Raises `ValueError` if they are invalid.
    """
    with _FILE.open("rb") as file:
        said = tomllib.load(file)
    said |= {"authors": tuple(said["authors"]), "pages": FrozenDict(said["pages"])}
    made = Publication(**said)
    for name in ("home", "repository"):
        if getattr(made, name) and not re.match(r"https?://[^/]", getattr(made, name)):
            raise ValueError(f"{_FILE.name}: {name} must be an address, https://…")
    if made.reports and not re.match(r"https?://[^/]|mailto:[^?]+@", made.reports):
        raise ValueError(f"{_FILE.name}: 'reports' must be an address, https://… or mailto:…")
    if made.doi and not re.fullmatch(r"10\.\d+/\S+", made.doi):
        raise ValueError(f"{_FILE.name}: 'doi' must begin with 10., such as 10.5281/zenodo.1")
    date.fromisoformat(made.date)
    return made


@dataclass(frozen=True, slots=True, kw_only=True)
class Edition:
    """One state of the site: a published edition, frozen at its own address, or a draft of the next one.

    >>> new = Edition(version="2.0", date="2030-01-05", home="https://a.example/", published=True)
    >>> new.permalink("docs/rules/index.html")
    'https://a.example/editions/2.0/docs/rules/index.html'
    >>> new.name
    'edition 2.0, 5 January 2030'
    """

    version: str
    date: str
    home: str
    published: bool
    title: str = field(default_factory=lambda: publication().title)
    authors: tuple[str, ...] = field(default_factory=lambda: publication().authors)
    doi: str = field(default_factory=lambda: publication().doi)
    licence: str = ""
    has_editions: bool = True
    """Whether the site publishes editions. Otherwise its version is only a version."""

    def permalink(self, path: str) -> str:
        """Return the permanent address of the page ``path``, or "" without a home address.

        A draft has no permanent addresses, so its current address is returned.
        """
        folder = f"editions/{self.version}/" if self.published else ""
        return f"{self.home}{folder}{path}" if self.home else ""

    @property
    def is_preview(self) -> bool:
        """Whether the site has no home address yet."""
        return not self.home

    @property
    def dated(self) -> str:
        """The date in words, such as *5 January 2030*."""
        return date_in_words(self.date)

    @property
    def name(self) -> str:
        """The state and the date in words, such as *edition 2.0, 5 January 2030*."""
        return ", ".join(filter(None, (self.state, self.dated)))

    @property
    def state(self) -> str:
        """The version in words, without the date: *edition 2.0*, *draft of edition 2.0* or *version 2.0*."""
        if not self.has_editions:
            return f"version {self.version}" if self.version else ""
        return f"{'edition' if self.published else 'draft of edition'} {self.version}"


def date_in_words(day: date | str) -> str:
    """Return an ISO date in words.

    >>> date_in_words("2026-11-21"), date_in_words(date(2026, 11, 3))
    ('21 November 2026', '3 November 2026')
    """
    when = date.fromisoformat(day) if isinstance(day, str) else day
    return f"{when.day} {_MONTHS[when.month - 1]} {when.year}"


def month(day: str) -> str:
    """Return the name of the month of an ISO date."""
    return _MONTHS[date.fromisoformat(day).month - 1]


def home_address(environ: Mapping[str, str]) -> str:
    """Return the home address from the environment or from ``publication.toml``.

    The address ends in a slash, or is "" if it is unknown.

    >>> home_address({"READTHEDOCS_CANONICAL_URL": "https://piquet.example.org/en/latest"})
    'https://piquet.example.org/en/latest/'
    """
    named = environ.get("PIQUET_HOME") or environ.get("READTHEDOCS_CANONICAL_URL")
    home = (named or publication().home).strip().rstrip("/")
    return f"{home}/" if home else ""


def published_on(lists: Path | None, version: str) -> str:
    """Return the date on which a version was published, or "" for a draft.

    ``lists`` is the folder in which a source tree lists its published editions, one file each, or
    None. Raises `ValueError` if the first line of the file is invalid.
    """
    if lists is None:
        return ""
    path = lists / f"{version}.txt"
    try:
        with path.open(encoding="utf-8") as lines:
            head = _HEAD.fullmatch(lines.readline())
    except OSError:
        return ""
    if head is None or head[1] != version:
        raise ValueError(f"{path}: the first line must be '# Edition {version}, YYYY-MM-DD'")
    return head[2]


@cache
def last_promised(lists: Path) -> tuple[str, str, frozenset[str]]:
    """Return a triple for the newest published edition: version, date and addresses.

    Without a published edition, the triple consists of "", "" and an empty set.
    """
    found = []
    for path in lists.glob("*.txt"):
        head, *lines = path.read_text("utf-8").splitlines()
        if (named := _HEAD.fullmatch(head)) and named[1] == path.stem:
            found.append((named[2], path.stem, frozenset(filter(None, lines))))
    day, version, addresses = max(found, default=("", "", frozenset[str]()))
    return version, day, addresses


def drafted_on(environ: Mapping[str, str], last_commit: str = "") -> str:
    """Return the date of a draft, which is the date of its sources and not of the build.

    The date comes from the environment (``SOURCE_DATE_EPOCH``, which the Makefile takes from the
    last commit), from ``last_commit`` in seconds since 1970 or, without a history, from
    ``publication.toml``.
    """
    for seconds in (environ.get("SOURCE_DATE_EPOCH", ""), last_commit):
        if seconds.isdecimal():
            return datetime.fromtimestamp(int(seconds), UTC).date().isoformat()
    return publication().date


def read_edition(
    lists: Path | None, version: str, environ: Mapping[str, str], last_commit: str = ""
) -> Edition:
    """Return the edition of a source tree. A version without a file in ``lists`` is a draft.

    ``environ`` may contain the home address (see `home_address`) and the date of a draft (see
    `drafted_on`).
    """
    published = published_on(lists, version)
    return Edition(
        version=version,
        date=published or drafted_on(environ, last_commit),
        home=home_address(environ),
        published=bool(published),
    )
