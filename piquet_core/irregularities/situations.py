"""Irregularities by moment of the deal, with the answer and the place of every text that speaks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any

from piquet_core.errors import RuleSetError
from piquet_core.frozen_dict import FrozenDict
from piquet_core.irregularities.texts import Text, data_text, texts
from piquet_core.rules import Citation, Rule, Status, catalogue, parse_citation
from piquet_core.rules.decode import (
    list_of_type,
    of_type,
    one_of,
    optional,
    parse_toml,
    refuse_unknown_keys,
    required,
    strings,
)
from piquet_core.witnesses import Place, find_places


class DealMoment(StrEnum):
    """The part of a deal in which an irregularity happens. Each has a data file and a page of its name."""

    DEALING = "dealing"
    EXCHANGE = "exchange"
    CALLS = "calls"
    PLAY = "play"
    COUNT = "count"

    @property
    def heading(self) -> str:
        """Name of the moment as a heading.

        >>> DealMoment("calls").heading
        'The calls'
        """
        return f"The {'deal' if self is DealMoment.DEALING else self.value}"


class Kind(StrEnum):
    """The kind of an irregularity, with its meaning."""

    PACK = "pack"
    NUMBER = "number"
    SIGHT = "sight"
    ORDER = "order"
    CALL = "call"
    SCORE = "score"
    CONDUCT = "conduct"

    @property
    def meaning(self) -> str:
        """Explanation of the kind in a few words."""
        return _MEANINGS[self]


_MEANINGS = {
    Kind.PACK: "the pack is not in order",
    Kind.NUMBER: "a wrong number of cards",
    Kind.SIGHT: "a card is seen that should not be",
    Kind.ORDER: "something is done out of turn, or changed",
    Kind.CALL: "something is said wrongly or not at all",
    Kind.SCORE: "the count is wrong",
    Kind.CONDUCT: "conduct at the table",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class IrregularityAnswer:
    """The answer of one text to an irregularity.

    ``same_as`` is the id of the text whose answer this one repeats, or "". A text whose sections
    are cited has ``citations``, and any other ``places`` in words.
    """

    text: Text
    status: Status
    words: str
    same_as: str
    citations: tuple[Citation, ...]
    places: tuple[Place, ...]
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Irregularity:
    """Something that goes wrong at the table, and the answers of the texts, the oldest text first.

    ``words`` are further words to find it by. ``rules`` are the rules that it concerns. ``played``:
    it can happen at the table of this site, and the engine applies those rules. ``answers`` has the
    texts that speak, by id.
    """

    id: str
    moment: DealMoment
    kind: Kind
    title: str
    question: str
    words: tuple[str, ...]
    rules: tuple[Rule, ...]
    played: bool
    answers: Mapping[str, IrregularityAnswer]

    def answer_of(self, text: Text) -> IrregularityAnswer | None:
        """Return the answer that holds for a text: its own, or that of the text it defers to."""
        return self.answers.get(text.id) or self.answers.get(text.defers)

    def without_answer(self) -> Mapping[Status, tuple[Text, ...]]:
        """Return the texts without an answer: *silent* if they were read whole, otherwise *unseen*."""
        missing = [text for text in texts().values() if self.answer_of(text) is None]
        return {
            Status.SILENT: tuple(text for text in missing if text.whole),
            Status.UNSEEN: tuple(text for text in missing if not text.whole),
        }


@cache
def irregularities() -> Mapping[str, Irregularity]:
    """Return all irregularities by id, in the order of a deal.

    Raises `RuleSetError` for faulty data.
    """
    found: dict[str, Irregularity] = {}
    for moment in DealMoment:
        name = f"{moment}.toml"
        for one in read_irregularities(data_text(name), moment, name):
            if one.id in found:
                raise RuleSetError(f"two irregularities have the id {one.id!r}", name)
            found[one.id] = one
    return FrozenDict(found)


def read_irregularities(content: str, moment: DealMoment, name: str) -> tuple[Irregularity, ...]:
    """Parse a file of irregularities. ``name`` is the file's name for error messages.

    Raises `RuleSetError` with the position of an error. An answer needs words or the text that it
    repeats, and a place.
    """
    table = parse_toml(content, name)
    refuse_unknown_keys(table, {"irregularity"}, name)
    found: dict[str, Irregularity] = {}
    for i, raw in enumerate(required(table, "irregularity", list, name)):
        one = _irregularity(of_type(raw, dict, f"{name}[{i}]"), moment, f"{name}[{i}]")
        if one.id in found:
            raise RuleSetError(f"two irregularities have the id {one.id!r}", name)
        found[one.id] = one
    return tuple(found.values())


def _irregularity(table: dict[str, Any], moment: DealMoment, context: str) -> Irregularity:
    allowed = {"id", "kind", "title", "question", "words", "rules", "played", "answers"}
    refuse_unknown_keys(table, allowed, context)
    id = required(table, "id", str, context)
    context = f"{context} ({id})"
    rules = strings(table, "rules", context)
    for rule in rules:
        if rule not in catalogue():
            raise RuleSetError(f"unknown rule {rule!r}", f"{context}.rules")
    played = optional(table, "played", bool, False, context)
    if played and not rules:
        raise RuleSetError("a played irregularity needs the rules by which it is played", context)
    question = required(table, "question", str, context)
    if not question.endswith("?"):
        raise RuleSetError("a question ends with a question mark", f"{context}.question")
    return Irregularity(
        id=id,
        moment=moment,
        kind=Kind(one_of(required(table, "kind", str, context), "kind", Kind, f"{context}.kind")),
        title=required(table, "title", str, context),
        question=question,
        words=list_of_type(required(table, "words", list, context), str, f"{context}.words"),
        rules=tuple(catalogue()[rule] for rule in rules),
        played=played,
        answers=_answers(required(table, "answers", dict, context), f"{context}.answers"),
    )


def _answers(tables: dict[str, Any], context: str) -> Mapping[str, IrregularityAnswer]:
    for id in tables:
        if id not in texts():
            raise RuleSetError(f"unknown text {id!r}", context)
    if not tables:
        raise RuleSetError("no text answers the question", context)
    found = {}
    for id, text in texts().items():
        if id in tables:
            table = of_type(tables[id], dict, f"{context}.{id}")
            found[id] = _answer(text, table, tables, f"{context}.{id}")
    return FrozenDict(found)


def _answer(
    text: Text, table: dict[str, Any], others: dict[str, Any], context: str
) -> IrregularityAnswer:
    refuse_unknown_keys(table, {"says", "as", "cite", "place", "status", "note"}, context)
    if ("says" in table) == ("as" in table):
        raise RuleSetError("give either 'says' or 'as', the text with the same answer", context)
    same_as = optional(table, "as", str, "", context)
    if same_as and "says" not in others.get(same_as, ()):
        raise RuleSetError(f"{same_as!r} has no answer of its own here", f"{context}.as")
    given = optional(table, "status", str, Status.STATED.value, context)
    status = Status(one_of(given, "status", _SPEAKING, f"{context}.status"))
    note = optional(table, "note", str, "", context)
    if status is not Status.STATED and not note:
        raise RuleSetError(f"an answer that is {status} needs a note that says why", context)
    return IrregularityAnswer(
        text=text,
        status=status,
        words=required(others[same_as] if same_as else table, "says", str, context),
        same_as=same_as,
        citations=_citations(text, table, context),
        places=_places(text, table, context),
        note=note,
    )


_SPEAKING = tuple(status.value for status in Status if status.speaks)


def _citations(text: Text, table: dict[str, Any], context: str) -> tuple[Citation, ...]:
    """Return the sections that an answer cites. They must be those of its own text."""
    if text.source is None:
        return ()
    if "place" in table:
        raise RuleSetError("cite the sections of this source instead of a 'place'", context)
    places = list_of_type(required(table, "cite", list, context), str, f"{context}.cite")
    if not places:
        raise RuleSetError("an answer needs a place", f"{context}.cite")
    found = tuple(parse_citation(place, f"{context}.cite") for place in places)
    if any(one.source != text.source for one in found):
        raise RuleSetError(f"every place must be in {text.source.id}", f"{context}.cite")
    return found


def _places(text: Text, table: dict[str, Any], context: str) -> tuple[Place, ...]:
    """Return the places of an answer in a text whose sections cannot be cited."""
    if text.source is not None:
        return ()
    if "cite" in table:
        raise RuleSetError("this text has no sections to cite: give its 'place'", context)
    words = required(table, "place", str, context)
    if not words:
        raise RuleSetError("an answer needs a place", f"{context}.place")
    return find_places(text.id, words)
