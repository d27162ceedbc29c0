"""Deal of a record, and checks of its tags."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import PurePath

from piquet_core.cards.cards import Card, Hand, pack
from piquet_core.engine.state import Deal
from piquet_core.errors import CardError, RuleSetError, Span
from piquet_core.notation import Record, Tag, format_deal_id, parse_deal_id
from piquet_core.notation.tags import tag_faults
from piquet_core.replay.steps import Finding
from piquet_core.rules import RuleSet, parse_citation, sources


def deal_of_record(record: Record, rules: RuleSet, findings: list[Finding]) -> Deal | None:
    """Return the deal of a record, or None if the cards are not a valid deal. Faults are added to ``findings``."""
    whole = pack(rules.number("pack.size").value)
    size = {"talon": rules.number("deal.talon").value}
    seen: dict[Card, tuple[str, Span]] = {}
    places: dict[str, list[Card]] = {"elder": [], "younger": [], "talon": []}
    before = len(findings)
    for place, marked in record.dealt():
        card = marked.card
        if card is None:
            findings.append(
                Finding(span=marked.span, message="an unknown card: the deal cannot be replayed")
            )
        elif card in seen:
            other, span = seen[card]
            findings.append(
                Finding(
                    span=marked.span,
                    message=f"{card} appears twice: already with {other} at {span.line}:{span.column}",
                    rule="pack.ranks",
                )
            )
        elif card not in whole:
            findings.append(
                Finding(span=marked.span, message=f"{card} is not in the pack", rule="pack.ranks")
            )
        else:
            seen[card] = (place, marked.span)
            places[place].append(card)
    missing = whole - Hand.of(seen)
    for place in places:
        expected = size.get(place, rules.number("deal.hand").value)
        given = [marked for name, marked in record.dealt() if name == place]
        if len(given) != expected:
            span = given[0].span if given else Span(line=1, column=1)
            findings.append(
                Finding(
                    span=span,
                    message=f"{place} has {len(given)} cards, not {expected}"
                    + (f"; nobody has {missing}" if missing else ""),
                    rule="deal.talon" if place == "talon" else "deal.hand",
                )
            )
    if len(findings) > before:
        if missing and not any("nobody has" in one.message for one in findings):
            findings[-1] = replace(
                findings[-1], message=f"{findings[-1].message}; nobody has {missing}"
            )
        return None
    deal = Deal(
        elder=Hand.of(places["elder"]),
        younger=Hand.of(places["younger"]),
        talon=tuple(places["talon"]),
    )
    _check_id(record, deal, findings)
    _check_source(record, findings)
    return deal


def _check_id(record: Record, deal: Deal, findings: list[Finding]) -> None:
    """Add a finding if the deal id of a record is invalid or belongs to another deal than the written cards."""
    tag = record.find_tag("DealId")
    if tag is None:
        return
    try:
        if parse_deal_id(tag.value) == deal:
            return
        message = f"the id {tag.value} is another deal’s; these cards have {format_deal_id(deal)}"
    except CardError as error:
        message = str(error)
    findings.append(Finding(span=tag.span, message=message, step="deal"))


def check_file_name(record: Record, path: PurePath) -> Finding | None:
    """Return a finding if the file name does not match the Id of the record, else None.

    Only files ``*.piquet`` are checked. The address of a deal consists of the file name and the Id.
    """
    tag = record.find_tag("Id")
    if tag is None or path.suffix != ".piquet" or path.stem == tag.value:
        return None
    right = f"name the file {tag.value}.piquet"
    if not list(tag_faults(Tag(name="Id", value=path.stem))):
        right = f'write [Id "{path.stem}"], or {right}'
    return Finding(span=tag.span, message=f"the Id is {tag.value}, the file {path.name}: {right}")


def _check_source(record: Record, findings: list[Finding]) -> None:
    """Add a finding if the tag Source cites an unknown place.

    A source that is not on our list is described in words, which are not checked.
    """
    tag = record.find_tag("Source")
    if tag is None:
        return
    known = tag.value.partition(":")[0] in sources()
    if known or re.fullmatch(r"[a-z0-9-]+:[a-z0-9-]+(\.[0-9]+)?", tag.value):
        try:
            parse_citation(tag.value, "Source")
        except RuleSetError as error:
            said = f"{error}; a source that is not on the list is written in words"
            findings.append(Finding(span=tag.span, message=said, step="deal"))
