"""The JSON documents: rules with every answer, rule sets, deals, sources, witnesses, irregularities."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from piquet_core import __version__
from piquet_core.cards.cards import Card
from piquet_core.cards.seat import Seat
from piquet_core.errors import CardError, RuleSetError
from piquet_core.export.export_files import schema_name
from piquet_core.export.plain_json import (
    agreement_json,
    answer_json,
    as_json,
    citation_json,
    finding_json,
    step_json,
    value_json,
)
from piquet_core.irregularities import (
    Irregularity,
    IrregularityAnswer,
    Text,
    irregularities,
    texts,
)
from piquet_core.notation import CardMark, Record, format_deal_id, format_item, loads
from piquet_core.publication import Edition
from piquet_core.replay.replay import replay_record
from piquet_core.replay.steps import Branch, Replay, Step
from piquet_core.rules import (
    Rule,
    RuleSet,
    Section,
    Source,
    Status,
    agreement,
    catalogue,
    families,
    load_ruleset,
    parse_citation,
    ruleset_ids,
    sources,
)
from piquet_core.witnesses import Place, Witness, WitnessAnswer, answers_of, witnesses
from piquet_core.wording.score_report import score_entries

FORMAT = 3
"""Version of the documents, which rises with every incompatible change.

Format 1 was one document, with rule sets and sources inside the rules and no addresses. Format 2 had four
statuses, called every answer without a citation inferred, gave undated texts the year 0 and did not say which
texts depend on one another.
"""

LICENCE = {
    "spdx": "CC-BY-4.0",
    "name": "Creative Commons Attribution 4.0 International",
    "url": "https://creativecommons.org/licenses/by/4.0/",
    "attribution": "Piquet, by the Piquet authors",
}
"""Licence of the data in one sentence; see LICENSE."""


def no_address(kind: str, id: str) -> str:
    """Return "" for every object, because without a site no object has an address."""
    del kind, id
    return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """The site that a document belongs to.

    ``address`` returns the address of an object relative to the document, by its kind (*rule*, *answer*,
    *ruleset*, *source*, *deal*, *step*, *work* or *irregularity*) and id; "" if the object has none. ``edition`` is
    the edition of the site, or None without a site.
    """

    address: Callable[[str, str], str] = no_address
    edition: Edition | None = None


NO_SITE = Site()


def rules_document(chosen: Iterable[Rule], site: Site = NO_SITE) -> dict[str, Any]:
    """Return the document *rules*, limited to the rules ``chosen``, with the answers of all rule sets."""
    sets = [load_ruleset(name) for name in ruleset_ids()]
    return document_head("rules", site) | {
        "statuses": [
            {"status": one.value, "mark": one.mark, "meaning": one.meaning} for one in Status
        ],
        "rules": [_rule(rule, sets, site) for rule in chosen],
    }


def document(name: str, site: Site = NO_SITE, records: Iterable[str] = ()) -> dict[str, Any]:
    """Return one of the documents by name. ``records`` has the texts of the deals for *deals*.

    Raises `NotationError` for an invalid record.

    >>> [one["id"] for one in document("sources")["sources"]][:2]
    ['hoyle1909', 'jeux-oublies']
    """
    return DATASETS[name](site, records)


def _rules(site: Site, records: Iterable[str]) -> dict[str, Any]:
    del records
    return rules_document(catalogue().values(), site)


def _rulesets(site: Site, records: Iterable[str]) -> dict[str, Any]:
    del records
    found = [_ruleset(load_ruleset(name), site) for name in ruleset_ids()]
    return document_head("rulesets", site) | {"rulesets": found}


def _sources(site: Site, records: Iterable[str]) -> dict[str, Any]:
    del records
    return document_head("sources", site) | {
        "families": [
            {"id": one.id, "name": one.name, "note": one.note} for one in families().values()
        ],
        "sources": [_source(source, site) for source in sources().values()],
    }


def _deals(site: Site, records: Iterable[str]) -> dict[str, Any]:
    return document_head("deals", site) | {"deals": [_deal(text, site) for text in records]}


def _witnesses(site: Site, records: Iterable[str]) -> dict[str, Any]:
    del records
    return document_head("witnesses", site) | {
        "families": [
            {"id": one.id, "name": one.name, "note": one.note}
            for one in {witness.family.id: witness.family for witness in witnesses()}.values()
        ],
        "witnesses": [_witness(one, site) for one in witnesses()],
    }


def _irregularities(site: Site, records: Iterable[str]) -> dict[str, Any]:
    del records
    return document_head("irregularities", site) | {
        "texts": [_text(text) for text in texts().values()],
        "irregularities": [_irregularity(one, site) for one in irregularities().values()],
    }


DATASETS = {
    "rules": _rules,
    "rulesets": _rulesets,
    "deals": _deals,
    "sources": _sources,
    "witnesses": _witnesses,
    "irregularities": _irregularities,
}
"""The documents by name, each with the function that makes it."""


def document_head(name: str, site: Site) -> dict[str, Any]:
    """Return the entries that every document begins with: schema, format, engine, edition and licence."""
    return {
        "$schema": schema_name(name),
        "format": FORMAT,
        "engine": __version__,
        "edition": _edition(site.edition) if site.edition else None,
        "licence": dict(LICENCE),
    }


def _edition(one: Edition) -> dict[str, Any]:
    return {
        "version": one.version,
        "date": one.date,
        "published": one.published,
        "url": one.permalink(""),
    }


# -- rules and rule sets -------------------------------------------------------------------------


def _rule(rule: Rule, sets: Iterable[RuleSet], site: Site) -> dict[str, Any]:
    return {
        "id": rule.id,
        "url": site.address("rule", rule.id),
        "title": rule.title,
        "group": rule.group,
        "question": rule.question,
        "kind": rule.kind,
        "unit": rule.unit,
        "labels": list(rule.labels),
        "options": dict(rule.options),
        "agreement": agreement_json(agreement(rule.id)),
        "answers": {
            one.id: {
                "id": _version(rule.id, one.id),
                "url": site.address("answer", _version(rule.id, one.id)),
                **answer_json(one.answers[rule.id]),
            }
            for one in sets
        },
    }


def _version(rule: str, ruleset: str) -> str:
    """Return the id of a rule set's answer to a rule."""
    return f"{rule}@{ruleset}"


def _ruleset(one: RuleSet, site: Site) -> dict[str, Any]:
    return {
        "id": one.id,
        "url": site.address("ruleset", one.id),
        "title": one.title,
        "version": one.version,
        "digest": one.digest,
        "summary": one.summary,
        "source": one.source.id,
        "base": one.base,
        "differences": list(_differences(one)),
    }


def _differences(one: RuleSet) -> Iterator[dict[str, Any]]:
    """Yield an entry for each rule that a rule set answers differently from its base. Without a base there is none."""
    if not one.base:
        return
    base = load_ruleset(one.base)
    for id, answer in one.answers.items():
        # A rule set may have its own answer, with its own citation, and the same value.
        if (answer.absent, answer.value) != (base.answers[id].absent, base.answers[id].value):
            yield {
                "rule": id,
                "answer": _version(id, one.id),
                "words": answer.words,
                "instead": _version(id, base.id),
                "instead_words": base.answers[id].words,
            }


# -- sources -------------------------------------------------------------------------------------


def _source(one: Source, site: Site) -> dict[str, Any]:
    return {
        "id": one.id,
        "url": site.address("source", one.id),
        "name": one.short,
        "author": one.author,
        "title": one.title,
        "chapter": one.chapter,
        "place": one.place,
        "publisher": one.publisher,
        "year": one.year,
        "circa": one.circa,
        "undated": one.undated,
        "language": one.language,
        "family": one.family.id,
        "tertiary": one.tertiary,
        "whole": one.whole,
        "missing": one.missing,
        "catalogue": one.catalogue,
        "online": one.url,
        "accessed": one.accessed,
        "read": one.read,
        "note": one.note,
        "sections": [_section(one, section, site) for section in one.sections.values()],
    }


def _section(source: Source, one: Section, site: Site) -> dict[str, Any]:
    id = f"{source.id}:{one.id}"
    return {
        "id": id,
        "url": site.address("source", id),
        "section": one.id,
        "title": one.title,
        "paragraphs": one.paragraphs,
        "unit": one.unit,
        "pages": list(one.pages),
        "online": f"{source.url}{one.part}" if one.part else "",
    }


# -- witnesses -----------------------------------------------------------------------------------


def _witness(one: Witness, site: Site) -> dict[str, Any]:
    return {
        "id": one.id,
        "url": site.address("work", one.id),
        "title": one.name,
        "year": one.year,
        "circa": one.circa,
        "undated": one.undated,
        "dated": one.dated,
        "family": one.family.id,
        "whole": one.whole,
        "why": one.why,
        "answers": {answer.rule.id: _witness_answer(answer, site) for answer in answers_of(one.id)},
    }


def _witness_answer(one: WitnessAnswer, site: Site) -> dict[str, Any]:
    return {
        "id": _version(one.rule.id, one.witness.id),
        "url": site.address("rule", one.rule.id),
        "value": value_json(one.value),
        "words": one.words,
        "status": one.status.value,
        "places": [_witness_place(place) for place in one.places],
        "note": one.note,
    }


def _witness_place(one: Place) -> dict[str, str]:
    return {
        "text": one.words,
        "online": one.link.url if one.link else "",
        "reported": one.link.reported if one.link else "",
        "accessed": one.link.accessed if one.link else "",
    }


# -- irregularities ------------------------------------------------------------------------------


def _text(one: Text) -> dict[str, Any]:
    return {
        "id": one.id,
        "name": one.name,
        "year": one.year,
        "dated": one.dated,
        "source": one.source.id if one.source else "",
        "rulesets": list(one.rulesets),
        "whole": one.whole,
        "read": one.read,
        "defers": one.defers,
        "note": one.note,
    }


def _irregularity(one: Irregularity, site: Site) -> dict[str, Any]:
    return {
        "id": one.id,
        "url": site.address("irregularity", one.id),
        "title": one.title,
        "question": one.question,
        "moment": one.moment.value,
        "kind": one.kind.value,
        "words": list(one.words),
        "rules": [rule.id for rule in one.rules],
        "played": one.played,
        "answers": {id: _text_answer(answer) for id, answer in one.answers.items()},
        **{
            status.value: [text.id for text in without]
            for status, without in one.without_answer().items()
        },
    }


def _text_answer(one: IrregularityAnswer) -> dict[str, Any]:
    return {
        "words": one.words,
        "same_as": one.same_as,
        "status": one.status.value,
        "citations": [citation_json(citation) for citation in one.citations],
        "places": [_witness_place(place) for place in one.places],
        "note": one.note,
    }


# -- deals ---------------------------------------------------------------------------------------


def _deal(text: str, site: Site) -> dict[str, Any]:
    replay = replay_record(loads(text))
    record = replay.record
    id = record.tag("Id")
    names = record.players
    last = replay.steps[-1].score if replay.steps else (0, 0)
    return {
        "id": id,
        "url": site.address("deal", id),
        "deal_id": _deal_id(replay),
        "title": record.tag("Title"),
        "ruleset": record.tag("Rules"),
        "ruleset_version": replay.rules.version if replay.rules else "",
        "ruleset_digest": replay.rules.digest if replay.rules else "",
        "source": _cited(record),
        "certainty": _certainty(record),
        "players": {seat.name.lower(): names[seat] for seat in Seat},
        "tags": [{"name": tag.name, "value": tag.value} for tag in record.tags],
        "cards": _cards(record),
        "total": list(last),
        "steps": [
            step_json(step, names, lambda one: _named(one, replay, site)) for step in replay.steps
        ],
        "findings": [finding_json(finding) for finding in replay.findings],
        "record": text,
    }


def _deal_id(replay: Replay) -> str:
    """Return the id computed from the cards of a replayed deal; "" if the cards are not all known or valid."""
    try:
        return format_deal_id(replay.steps[0].state.deal) if replay.steps else ""
    except CardError:
        return ""


def _cited(record: Record) -> dict[str, Any] | None:
    """Return the printed place that a record cites as JSON, or None if it is not in one of our sources."""
    try:
        return citation_json(parse_citation(record.tag("Source"), "Source"))
    except RuleSetError:
        return None


def _certainty(record: Record) -> dict[str, str]:
    """Return the grade of certainty of each part of a record, from the tag ``Certainty``."""
    pairs = (pair.partition("=") for pair in record.tag("Certainty").split())
    return {part: grade for part, _sign, grade in pairs}


def _cards(record: Record) -> dict[str, Any]:
    """Return the hands and the talon as dealt, and the certainty of each card that the source does not state."""
    found: dict[str, Any] = {"elder": [], "younger": [], "talon": [], "marks": {}}
    for place, one in record.dealt():
        card = as_json(one.card) if isinstance(one.card, Card) else None
        found[place].append(card)
        if card is not None and one.mark is not CardMark.STATED:
            found["marks"][card] = one.mark.name.lower()
    return found


def _named(one: Step | Branch, replay: Replay, site: Site) -> dict[str, Any]:
    """Return the additional entries of a step or variation in the document *deals*.

    They are a permanent id and an address and, for a step, its notation and its points.
    """
    deal = replay.record.tag("Id")
    first = one.steps[0] if isinstance(one, Branch) else one
    head = {"id": f"{deal}#{one.id}", "url": site.address("step", f"{deal}#{first.id}")}
    if isinstance(one, Branch):
        return head
    line = one.line
    return {
        **head,
        "step": one.id,
        "written": [format_item(line.label, item) for item in line.items] if line else [],
        "points": [
            {
                "seat": as_json(point.seat),
                "points": point.points,
                "for": point.text,
                "cards": as_json(point.cards),
                "rule": point.answer.id,
            }
            for point in score_entries([one])
        ],
    }
