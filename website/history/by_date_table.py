"""The table of answers to a rule by date, and the links from a place to its page on another site."""

from __future__ import annotations

from collections.abc import Iterable

from docutils import nodes

from piquet_core.cards.card_names import capitalize
from piquet_core.rules import Rule, Status
from piquet_core.witnesses import WitnessAnswer
from sphinx_piquet import doctree as dt
from website.history.answer_lanes import DatedText, Lane


def by_date_table(
    rule: Rule, told: Iterable[tuple[Lane, DatedText]], docname: str, row: str
) -> nodes.table:
    """Return a table with a row for each text. ``row`` is the prefix of the row ids."""
    rows = sorted(told, key=lambda one: (one[1].year, one[1].name))
    return dt.table(
        ("Year", "Text", "Answer", "Where it stands"),
        (_row(rule, lane, mark, docname) for lane, mark in rows),
        widths=(12, 28, 25, 35),
        classes=["pq-by-date"],
        ids=[f"{row}{mark.key}" for _, mark in rows],
    )


def _row(rule: Rule, lane: Lane, mark: DatedText, docname: str) -> list[list[nodes.Node]]:
    return [
        [dt.paragraph(mark.dated)],
        [dt.paragraph(*_text(mark, docname))],
        [dt.paragraph(capitalize(lane.says))],
        _place(rule, mark, docname),
    ]


def _text(mark: DatedText, docname: str) -> list[nodes.Node | str]:
    """Return the name of a text, with a link to the bibliography or to its rule sets."""
    if mark.answer:
        return [f"{mark.name} ", dt.cited(mark.answer.witness.id, docname)]
    return list(
        dt.joined(mark.rulesets, lambda one: dt.link("ruleset", one.id, one.short, docname), "; ")
    )


def _place(rule: Rule, mark: DatedText, docname: str) -> list[nodes.Node]:
    """Return the location of an answer, with its status unless stated.

    A witness also has notes.
    """
    where: list[nodes.Node | str]
    if mark.answer:
        where, notes = _of_witness(mark.answer)
    else:
        answers = [one.answers[rule.id] for one in mark.rulesets]
        answer = next(one for one in answers if one.status is mark.status)
        where, notes = list(dt.places(answer, docname, mark.rulesets[0].source, online=True)), []
    if mark.status is not Status.STATED:
        glue = mark.status.before_places if where else ""
        where = [dt.status_word(mark.status), glue, *where]
    if mark.rulesets:  # witnesses link to the bibliography
        id = f"{rule.id}@{mark.rulesets[0].id}"
        where += [". ", dt.link("rule", id, "Cite", docname), "."]
    return [dt.paragraph(*where), *notes]


def _of_witness(answer: WitnessAnswer) -> tuple[list[nodes.Node | str], list[nodes.Node]]:
    """Return the places of an answer, and its notes as paragraphs."""
    where: list[nodes.Node | str] = []
    for place in answer.places:
        first = not where and answer.status is Status.STATED
        where += ["; "] if where else []
        where.append(dt.linked_place(place, _begun(place.words) if first else place.words))
    told = " ".join(filter(None, (answer.note, answer.witness.why)))
    return where, [dt.paragraph(told, classes=["pq-note"])]


def _begun(place: str) -> str:
    """Return a location with a capital, to start a line. "p." and "pp." stay in small letters."""
    return place if place.startswith(("p. ", "pp. ")) else capitalize(place)
