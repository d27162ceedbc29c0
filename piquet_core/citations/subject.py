"""Citable subjects: a rule, its answer, a rule set, a source, a deal, a step, a position, a page, the site.

The *work* is the rule as a question, ``play.low-cards``; a *version* is the answer of one rule set,
``play.low-cards@little``. They are cited separately, and have different ids.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from piquet_core.citations.prose import within_quotes
from piquet_core.citations.reference import Reference
from piquet_core.errors import PiquetError, RuleSetError
from piquet_core.publication import publication
from piquet_core.replay.steps import Replay
from piquet_core.rules import (
    Citation,
    RuleSet,
    Source,
    Status,
    catalogue,
    load_ruleset,
    parse_citation,
    ruleset_ids,
    sources,
)
from piquet_core.rules.decode import optional, required, strings


class UnknownSubject(PiquetError):
    """Error for an unknown id. Its message suggests the most similar ids."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """One citable subject: its id, its page, and the sources that support it.

    ``page`` is the kind and id of the object that has the page, and ``fragment`` the anchor on that page.
    ``grounds`` pairs each source with the places cited in it, and ``note`` qualifies those places. ``works``
    are references to texts that are not among our sources.
    """

    kind: str
    id: str
    title: str
    page: tuple[str, str]
    fragment: str = ""
    detail: str = ""
    grounds: tuple[tuple[Source, tuple[Citation, ...]], ...] = ()
    works: tuple[Reference, ...] = ()
    note: str = ""

    @property
    def work(self) -> str:
        """The id of the rule that an answer belongs to, or of the deal that a step belongs to."""
        return self.id.partition("@")[0].partition("#")[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class CitedDeal:
    """The data of a deal that its citation needs: id, title, rule set, printed source, and ids of its steps."""

    id: str
    title: str
    rules: str = ""
    source: str = ""
    steps: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CitedPosition:
    """The data of a position that its citation needs.

    ``sources`` are places in our sources. ``printed`` names the text in words if no source has it.
    """

    id: str
    title: str
    rules: str = ""
    sources: tuple[str, ...] = ()
    printed: str = ""


def cited_deal(replay: Replay) -> CitedDeal:
    """Return the citation data of a replayed record."""
    tag = replay.record.tag
    return CitedDeal(
        id=tag("Id"),
        title=tag("Title") or tag("Id"),
        rules=tag("Rules"),
        source=tag("Source"),
        steps=tuple(step.id for step in replay.walk()),
    )


def read_cited_position(id: str, table: Mapping[str, Any], context: str) -> CitedPosition:
    """Return the citation data of a position from its table in a data file.

    Raises `RuleSetError` with the ``context`` if a key is missing or has the wrong type.
    """
    cited = strings(table, "source", context)
    for one in cited:
        parse_citation(one, f"{context}.source")
    return CitedPosition(
        id=id,
        title=required(table, "title", str, context),
        rules=optional(table, "rules", str, "", context),
        sources=cited,
        printed="" if cited else required(table, "place", str, context),
    )


def find_subject(
    id: str,
    deals: Mapping[str, CitedDeal] | None = None,
    pages: Mapping[str, str] | None = None,
    positions: Mapping[str, CitedPosition] | None = None,
) -> Subject:
    """Return the subject with an id.

    Raises `UnknownSubject`, which suggests similar ids.

    A rule set and its book may share an id: the bare id is the rule set, and ``source:hoyle1909`` is the book.
    ``hoyle1909:calling.2`` is a place in a book. ``site`` is the whole site, and ``page:docs/claims`` the page
    with that path. ``position:rhodes`` is a position. ``deals`` and ``positions`` have the known ones by id, and
    ``pages`` the titles of pages by path.

    >>> find_subject("play.low-cards@little").title
    'Low cards in the play: Little Piquet (the old game of thirty-two cards)'
    >>> find_subject("hoyle1909:calling.2").kind
    'source'
    """
    known = deals or {}
    kind, colon, rest = id.partition(":")
    if id == "site":
        return site_subject()
    if colon:
        # A prefix is a kind or the id of a source. No source has the name of a kind.
        make = {"rule": rule_subject, "ruleset": ruleset_subject, "source": source_subject}
        if kind in make:
            return _made(make[kind], rest)
        if kind == "deal":
            return _deal_or_step(rest, known)
        if kind == "position":
            if rest not in (positions or {}):
                raise _unknown(rest, positions or {}, "no such position", "position:{}")
            return position_subject((positions or {})[rest])
        if kind == "page":
            titles = pages or {}
            if rest not in titles:
                raise _unknown(rest, titles, "no such page", "page:{}")
            return page_subject(rest, titles[rest])
        return source_subject(id)
    if "@" in id:
        return answer_subject(*id.split("@", 1))
    if "#" in id:
        return _deal_or_step(id, known)
    if id in catalogue():
        return rule_subject(id)
    if id in ruleset_ids():
        return ruleset_subject(id)
    if id in sources():
        return source_subject(id)
    if id in known:
        return deal_subject(known[id])
    raise _unknown(
        id, (*catalogue(), *ruleset_ids(), *sources(), *known), "cannot be cited: unknown id"
    )


def site_subject() -> Subject:
    """Return the subject for the site as a whole."""
    return Subject(kind="site", id="site", title=publication().title, page=("page", "index"))


def page_subject(path: str, title: str) -> Subject:
    """Return the subject for a page that shows no citable object of its own.

    ``path`` is the path of the page without its file extension.
    """
    return Subject(kind="page", id=f"page:{path}", title=title, page=("page", path))


def part_subject(page: Subject, anchor: str, title: str) -> Subject:
    """Return the subject for a section of a page, or for a term defined on it, by its anchor.

    >>> part_subject(page_subject("docs/glossary", "Glossary"), "term-cent", "cent").id
    'page:docs/glossary#term-cent'
    """
    detail = f"under “{within_quotes(title)}”"
    return replace(page, id=f"{page.id}#{anchor}", fragment=anchor, detail=detail)


def work_subject(key: str, title: str, page: str, work: Reference) -> Subject:
    """Return the subject for a work of the bibliography on ``page``. ``key`` is its key there.

    One of our sources is cited as a source, and any other work with the reference ``work``.
    """
    source = sources().get(key)
    return Subject(
        kind="work",
        id=key,
        title=title,
        page=("page", page),
        fragment=f"cite-{key}",
        grounds=((source, ()),) if source else (),
        works=() if source else (work,),
    )


def rule_subject(id: str) -> Subject:
    """Return the subject for a rule as a question, independent of its answers."""
    if id not in catalogue():
        raise _unknown(id, catalogue(), "no such rule")
    return Subject(kind="rule", id=id, title=catalogue()[id].title, page=("rule", id))


def answer_subject(rule: str, ruleset: str) -> Subject:
    """Return the subject for the answer of one rule set to one rule."""
    if rule not in catalogue():
        raise _unknown(rule, catalogue(), "no such rule", f"{{}}@{_safe(ruleset)}")
    rules = _ruleset(ruleset, f"{rule}@{{}}")
    answer = rules.answers[rule]
    note = "" if answer.status is Status.STATED else _status_words(answer.status)
    return Subject(
        kind="answer",
        id=f"{rule}@{ruleset}",
        title=f"{catalogue()[rule].title}: {rules.title}",
        page=("rule", rule),
        fragment=f"at-{ruleset}",
        detail=_version(rules),
        grounds=_grounds(answer.citations, rules.source),
        note=note,
    )


def _version(rules: RuleSet) -> str:
    """Return the version of a rule set, with the first eight digits of the digest of its answers."""
    return f"rule set version {rules.version} ({rules.digest[:8]})"


def _status_words(status: Status) -> str:
    """Return a note that the cited places do not state the answer, according to its status."""
    return f"{status.mark.lower()}: {status.meaning.rstrip('.')}"


def ruleset_subject(id: str) -> Subject:
    """Return the subject for a rule set, which has all the answers of one text."""
    rules = _ruleset(id)
    return Subject(
        kind="ruleset",
        id=id,
        title=rules.title,
        page=("ruleset", id),
        detail=_version(rules),
        grounds=((rules.source, ()),),
    )


def source_subject(id: str) -> Subject:
    """Return the subject for a source, or for one place in it, as in ``hoyle1909:calling.2``."""
    name, colon, _place = id.partition(":")
    if name not in sources():
        raise _unknown(name, sources(), "no such source", f"{{}}{_safe(id[len(name) :])}")
    source = sources()[name]
    if not colon:
        return _source(source)
    try:
        place = parse_citation(id, "")
    except RuleSetError as error:
        raise UnknownSubject(str(error).removeprefix(": ").replace(repr(id), id, 1)) from None
    return Subject(
        kind="source",
        id=id,
        title=f"{source.short}, {place.place}",
        page=("source", name),
        fragment=f"source-{name}-{place.section.id}",
        grounds=((source, (place,)),),
    )


def deal_subject(deal: CitedDeal) -> Subject:
    """Return the subject for a deal, supported by the place in one of our sources that prints it, if any."""
    grounds: tuple[tuple[Source, tuple[Citation, ...]], ...] = ()
    note = ""
    try:
        place = parse_citation(deal.source, "") if deal.source else None
    except RuleSetError:
        place, note = None, f"printed in: {deal.source}"
    if place:
        grounds = ((place.source, (place,)),)
    return Subject(
        kind="deal",
        id=deal.id,
        title=deal.title,
        page=("deal", deal.id),
        detail=f"played under the rule set {deal.rules}" if deal.rules else "",
        grounds=grounds,
        note=note,
    )


def position_subject(position: CitedPosition) -> Subject:
    """Return the subject for a position, supported by the places of our sources that print it."""
    places = [parse_citation(one, "") for one in position.sources]
    found: dict[str, list[Citation]] = {}
    for place in places:
        found.setdefault(place.source.id, []).append(place)
    return Subject(
        kind="position",
        id=f"position:{position.id}",
        title=position.title,
        page=("position", position.id),
        fragment=f"position-{position.id}",
        detail=f"under the rule set {position.rules}" if position.rules else "",
        grounds=tuple((sources()[id], tuple(cited)) for id, cited in found.items()),
        note=f"printed in: {position.printed}" if position.printed else "",
    )


def step_subject(deal: CitedDeal, step: str) -> Subject:
    """Return the subject for a step of a deal. The caller checks that the deal has the step."""
    whole = deal_subject(deal)
    return Subject(
        kind="step",
        id=f"{deal.id}#{step}",
        title=deal.title,
        page=whole.page,
        fragment=step,
        detail=whole.detail,
        grounds=whole.grounds,
        note=whole.note,
    )


def _source(source: Source) -> Subject:
    return Subject(
        kind="source",
        id=f"source:{source.id}",
        title=source.short,
        page=("source", source.id),
        fragment=f"source-{source.id}",
        grounds=((source, ()),),
    )


def _grounds(
    citations: Iterable[Citation], source: Source
) -> tuple[tuple[Source, tuple[Citation, ...]], ...]:
    """Return the citations grouped by source, or the given source alone if there are none."""
    found: dict[str, list[Citation]] = {}
    for citation in citations:
        found.setdefault(citation.source.id, []).append(citation)
    if not found:
        return ((source, ()),)
    return tuple((sources()[id], tuple(places)) for id, places in found.items())


def _made(make: Callable[[str], Subject], id: str) -> Subject:
    rule, at, ruleset = id.partition("@")
    return answer_subject(rule, ruleset) if at and make is rule_subject else make(id)


def _deal_or_step(id: str, deals: Mapping[str, CitedDeal]) -> Subject:
    name, hash, step = id.partition("#")
    if name not in deals:
        raise _unknown(name, deals, "no such deal", f"{{}}{_safe(hash + step)}")
    deal = deals[name]
    if not hash:
        return deal_subject(deal)
    if step not in deal.steps:
        raise _unknown(step, deal.steps, "the deal has no such step", f"{name}#{{}}")
    return step_subject(deal, step)


def _ruleset(id: str, whole: str = "{}") -> RuleSet:
    if id not in ruleset_ids():
        raise _unknown(id, ruleset_ids(), "no such rule set", whole)
    return load_ruleset(id)


def _unknown(id: str, known: Iterable[str], message: str, whole: str = "{}") -> UnknownSubject:
    """Return the error for an unknown part of an id, with similar parts from ``known`` as suggestions.

    ``whole`` is a template that completes the id around the part.
    """
    near = difflib.get_close_matches(id, list(dict.fromkeys(known)), n=3, cutoff=0.5)
    hint = f"; did you mean {' or '.join(whole.format(one) for one in near)}?" if near else ""
    return UnknownSubject(f"{whole.format(id) or repr('')}: {message}{hint}")


def _safe(text: str) -> str:
    return text.replace("{", "{{").replace("}", "}}")
