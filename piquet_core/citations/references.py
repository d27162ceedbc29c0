"""References to a subject: to our own page, and to every source that supports it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain

from piquet_core.citations.reference import Reference, parse_name, parts_of
from piquet_core.citations.subject import Subject
from piquet_core.publication import Edition, publication
from piquet_core.rules import Citation, Source

# Labels of ids. A page and the whole site have none.
_LABELS = {
    "rule": "rule",
    "answer": "answer",
    "ruleset": "rule set",
    "source": "source",
    "claim": "printed figure",
    "measurement": "experiment",
    "deal": "deal",
    "step": "step",
    "position": "position",
    "irregularity": "irregularity",
    "irregularity-answer": "answer",
}

_PREFIX = re.compile("^(source|position|irregularity):")


def subject_path(subject: Subject, page: str | None = None) -> str:
    """Return the subject's path relative to the home address. ``page`` overrides the default page.

    >>> from piquet_core.citations.subject import answer_subject
    >>> subject_path(answer_subject("play.low-cards", "little"))
    'docs/rules/play.low-cards.html#at-little'
    """
    if subject.kind == "site":
        return ""  # the site's address is its home address
    kind, id = subject.page
    if page is None:
        page = f"{id}.html" if kind == "page" else publication().pages[kind].format(id)
    return f"{page}#{subject.fragment}" if subject.fragment else page


def page_reference(subject: Subject, edition: Edition, page: str | None = None) -> Reference:
    """Return the reference to the subject's page in this edition of our site.

    ``page`` overrides the default page. Without a home address, the reference has a path instead of an address.
    """
    path = subject_path(subject, page)
    link = edition.permalink(path)
    whole = subject.kind == "site"
    return Reference(
        key=f"{_slug(edition.title)}:{subject.id}:{edition.version}",
        kind="page",
        authors=tuple(map(parse_name, edition.authors)),
        title=edition.title if whole else subject.title,
        container="" if whole else edition.title,
        edition=edition.state,
        date=edition.date,
        label=_LABELS.get(subject.kind, ""),
        number=_PREFIX.sub("", subject.id) if subject.kind in _LABELS else "",
        detail=subject.detail,
        path="" if link else path,
        url=link,
    )


def _slug(title: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")


def source_references(subject: Subject) -> tuple[Reference, ...]:
    """Return a reference to each source that supports a subject, down to section and paragraph."""
    found = (source_reference(source, places, subject.note) for source, places in subject.grounds)
    return (*found, *subject.works)


def source_reference(source: Source, places: Sequence[Citation] = (), note: str = "") -> Reference:
    """Return a reference to the cited places of a source, or to all of it. A chapter is cited within its book."""
    in_book = bool(source.chapter) and not source.site
    return Reference(
        key=str(places[0]) if places else source.id,
        kind="page" if source.site else "chapter" if in_book else "book",
        authors=tuple(map(parse_name, source.names)),
        title=source.chapter if in_book else source.title,
        container=source.site or (source.title if in_book else ""),
        edition=source.edition,
        credit=source.credit,
        place=source.place,
        publisher="" if source.site else source.publisher,
        date="" if source.undated else str(source.year),
        circa=source.circa and not source.undated,
        accessed=source.accessed,
        catalogue=source.catalogue,
        language=source.language,
        parts=parts_of(places),
        note=note,
        url=_address(source, places),
    )


def _address(source: Source, places: Sequence[Citation]) -> str:
    """Return the address of the cited section, or of the whole source if several sections are cited."""
    parts = {place.section.part for place in places} or {""}
    return source.url + (parts.pop() if len(parts) == 1 else "")


def references(
    subject: Subject, edition: Edition, page: str | None = None
) -> tuple[Reference, ...]:
    """Return the reference to our own page, followed by those to the sources.

    For a source, the reference to the source comes first. A work of the bibliography is cited without our page,
    which only lists it. ``page`` overrides the default page.
    """
    ours, theirs = page_reference(subject, edition, page), source_references(subject)
    if subject.kind == "work":
        return theirs
    return (*theirs, ours) if subject.kind == "source" else tuple(chain((ours,), theirs))
