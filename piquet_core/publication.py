"""Where and when the site is published: its home address, its edition, and permanent links.

An address that is to hold is made here and nowhere else: the pages, the citations and the site map
take it from an `Edition`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path

PLACEHOLDER = "https://piquet.example/"
"""The home of a site that has none yet; the name is reserved, so the address never leads anywhere."""

FOLDER = "docs/editions"
"""Where the source tree lists its published editions, a file each."""

_HEAD = re.compile(r"# Edition (\S+), (\d{4}-\d\d-\d\d)\s*")
_MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Edition:
    """One state of the site: a published edition, frozen at its own address, or a draft of the next.

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

    def permalink(self, path: str) -> str:
        """Return the lasting address of a page; that of a draft is the page's current one."""
        folder = f"editions/{self.version}/" if self.published else ""
        return f"{self.home}{folder}{path}"

    @property
    def is_preview(self) -> bool:
        """Tell whether the home address is only a placeholder."""
        return self.home == PLACEHOLDER

    @property
    def dated(self) -> str:
        """The date in words."""
        return in_words(self.date)

    @property
    def name(self) -> str:
        """Version and date in words; a draft says that it is one."""
        kind = "edition" if self.published else "draft of edition"
        return f"{kind} {self.version}, {self.dated}"


def in_words(day: str) -> str:
    """Return an ISO date in words.

    >>> in_words("2026-11-21")
    '21 November 2026'
    """
    when = date.fromisoformat(day)
    return f"{when.day} {month(day)} {when.year}"


def month(day: str) -> str:
    """Return the name of the month of an ISO date."""
    return _MONTHS[date.fromisoformat(day).month - 1]


def home_address(environ: Mapping[str, str]) -> str:
    """Return the home that the environment names: the owner's own word first, then the host's.

    >>> home_address({"READTHEDOCS_CANONICAL_URL": "https://piquet.example.org/en/latest"})
    'https://piquet.example.org/en/latest/'
    """
    named = environ.get("PIQUET_HOME") or environ.get("READTHEDOCS_CANONICAL_URL") or PLACEHOLDER
    return f"{named.strip().rstrip('/')}/"


def published_on(root: Path, version: str) -> str:
    """Return the date on which a version was published, as its list says, or "" for a draft."""
    path = root / FOLDER / f"{version}.txt"
    try:
        with path.open(encoding="utf-8") as lines:
            head = _HEAD.fullmatch(lines.readline())
    except OSError:
        return ""
    if head is None or head[1] != version:
        raise ValueError(f"{path}: the first line must be '# Edition {version}, YYYY-MM-DD'")
    return head[2]


def built_on(environ: Mapping[str, str]) -> str:
    """Return the date of a build: that of the sources if the environment says, else today."""
    epoch = environ.get("SOURCE_DATE_EPOCH", "")
    when = datetime.fromtimestamp(int(epoch), UTC) if epoch.isdecimal() else datetime.now(UTC)
    return when.date().isoformat()


def read_edition(root: Path, version: str, environ: Mapping[str, str]) -> Edition:
    """Return the edition that a source tree and its environment make."""
    published = published_on(root, version)
    return Edition(
        version=version,
        date=published or built_on(environ),
        home=home_address(environ),
        published=bool(published),
    )
