"""Answers of a rule set: value, status and citations, and how they are read from a data file."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from piquet_core.cards.card_names import join_words, rank_name
from piquet_core.cards.cards import RANK_LETTERS, RANKS, Rank
from piquet_core.errors import RuleSetError
from piquet_core.frozen_dict import FrozenDict
from piquet_core.rules.catalogue import Rule
from piquet_core.rules.decode import (
    list_of_type,
    of_type,
    one_of,
    optional,
    refuse_unknown_keys,
    strings,
)
from piquet_core.rules.sources import Citation, Source, parse_citation
from piquet_core.rules.status import Status


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer[T]:
    """The answer of a rule set to one rule, with its citations.

    ``citations`` are the places that state the answer or, if the text is silent or was not read
    there, the places that fill the gap. ``slip`` describes an error in the wording of the text.
    ``base`` is the id of the rule set from which the answer is inherited, or "". An absent answer
    has the value None.
    """

    rule: Rule
    value: T
    status: Status
    citations: tuple[Citation, ...]
    note: str
    slip: str = ""
    base: str = ""

    @property
    def id(self) -> str:
        """Id of the rule."""
        return self.rule.id

    @property
    def absent(self) -> bool:
        """Whether the question does not arise in the rule set, so that the answer has no value."""
        return self.status is Status.ABSENT

    @property
    def words(self) -> str:
        """The value in words, for a table or a sentence."""
        return "does not arise" if self.absent else _words(self.rule, self.value)

    @property
    def written(self) -> str:
        """The value as a short code: a number, yes or no, an option, letters of ranks, or *absent*.

        Two answers to a rule are equal if their codes are equal.
        """
        return "absent" if self.absent else _written(self.rule, self.value)


def read_answer(rule: Rule, raw: object, source: Source, context: str) -> Answer[Any]:
    """Return the answer in a table of a data file.

    Raises `RuleSetError` for an invalid table, and for a status that claims more than the citations
    support. ``context`` is the path to the table, for the message.
    """
    table = of_type(raw, dict, context)
    refuse_unknown_keys(table, {"value", "status", "cite", "note", "slip"}, context)
    slip = optional(table, "slip", str, "", context)
    status = _status(optional(table, "status", str, "slip" if slip else "stated", context), context)
    note = optional(table, "note", str, "", context)
    if bool(slip) != (status is Status.SLIP):
        raise RuleSetError(
            "'slip' needs the status slip, and the status slip needs 'slip'", f"{context}.status"
        )
    if status is Status.ABSENT:
        if set(table) != {"status", "note"}:
            raise RuleSetError("an absent answer must have a note and nothing else", context)
        if not rule.may_be_absent:
            raise RuleSetError(
                "this rule cannot be absent: the question always arises", f"{context}.status"
            )
        return Answer(rule=rule, value=None, status=status, citations=(), note=note)
    if "value" not in table:
        raise RuleSetError("'value' is missing", context)
    cite = strings(table, "cite", context)
    answer = Answer(
        rule=rule,
        value=read_value(rule, table["value"], f"{context}.value"),
        status=status,
        citations=tuple(parse_citation(text, context) for text in cite),
        note=note,
        slip=slip,
    )
    for key, message in _overclaims(answer, source):
        raise RuleSetError(message, f"{context}.{key}")
    return answer


def _status(name: str, context: str) -> Status:
    return Status(one_of(name, "status", Status, f"{context}.status"))


# A note in the first person describes our reading of a text, and so does a note that names its own
# status, draws a conclusion or explains how a gap was filled. A text that says something "of" one
# case, or in passing, does not state the answer to the whole question.
_OURS = re.compile(
    r"\b(we|us|ours?|inferred|inference|contested|reconstruct\w*|taken for granted|missing from"
    r"|says nothing|does not say|is silent|other books?"
    r"|implies|conclu\w+|follows? from|by the way|in passing|sa(?:id|ys it) of|(?:is|are) stated)\b",
    re.IGNORECASE,
)


def _overclaims(answer: Answer[Any], source: Source) -> list[tuple[str, str]]:
    """Return pairs (key, message) for each key of an answer that claims more about its text than is supported."""
    own = any(citation.source.family == source.family for citation in answer.citations)
    # A gap of an abridgement may be filled from the text that it abridges.
    itself = any(citation.source.id == source.id for citation in answer.citations)
    found = []
    match answer.status:
        case Status.STATED | Status.CONTESTED | Status.SLIP if not own:
            found.append(
                ("cite", f"an answer that is {answer.status} must cite a place in the text itself")
            )
        case Status.SILENT if itself:
            found.append(
                ("cite", f"a text that is {answer.status} cannot be cited for this answer")
            )
    if answer.status is not Status.STATED and answer.status is not Status.SLIP and not answer.note:
        found.append(("note", f"an answer that is {answer.status} needs a note that says why"))
    if answer.status is Status.STATED and (ours := _OURS.search(answer.note)):
        found.append(
            ("note", f"{ours[0]!r} describes our reading, so the answer is not stated by the text")
        )
    if answer.status is Status.SILENT and not source.whole:
        found.append(
            ("status", f"{source.id} was read only in part: use the status unseen, not silent")
        )
    if answer.status is Status.UNSEEN and source.whole and not source.missing:
        found.append(("status", f"{source.id} was read whole: use the status silent, not unseen"))
    return found


# -- values --------------------------------------------------------------------------------------


def read_value(rule: Rule, value: object, context: str) -> object:
    """Return a value from a data file, converted for the kind of the rule.

    Raises `RuleSetError` if it is invalid.
    """
    match rule.kind:
        case "int":
            return of_type(value, int, context)
        case "bool":
            return of_type(value, bool, context)
        case "ints":
            return list_of_type(value, int, context)
        case "choice":
            return _option(rule, of_type(value, str, context), context)
        case "names":
            return tuple(_option(rule, name, context) for name in list_of_type(value, str, context))
        case "ranks":
            return tuple(_rank(letter, context) for letter in of_type(value, str, context))
        case _:
            table = of_type(value, dict, context)
            return FrozenDict(
                (_rank(k, context), of_type(v, int, f"{context}.{k}")) for k, v in table.items()
            )


def _option(rule: Rule, name: str, context: str) -> str:
    return one_of(name, "option", rule.options, context)


def _rank(letter: str, context: str) -> Rank:
    if len(letter) != 1 or letter not in RANK_LETTERS:
        raise RuleSetError(f"unknown rank {letter!r}; ranks are {RANK_LETTERS[::-1]}", context)
    return RANKS[RANK_LETTERS.index(letter)]


def _words(rule: Rule, value: Any) -> str:
    match rule.kind:
        case "int":
            unit = rule.unit.removesuffix("s") if value == 1 else rule.unit
            return f"{value} {unit}".strip()
        case "bool":
            return "yes" if value else "no"
        case "choice":
            return rule.options[value]
        case "names":
            return ("; or " if rule.either else ", ").join(rule.options[name] for name in value)
        case "ints":
            if rule.labels:
                return ", ".join(f"{n} {v}" for n, v in zip(rule.labels, value, strict=False))
            glue = " or " if rule.unit else ", "
            return f"{glue.join(map(str, value))} {rule.unit}".strip()
        case "ranks":
            return " ".join("10" if rank is Rank.TEN else rank.letter for rank in value)
        case _:
            return _pips(value)


_COURTS = (Rank.KING, Rank.QUEEN, Rank.JACK)


def _pips(value: Mapping[Rank, int]) -> str:
    """Return the pips of each rank in words. Ranks with equal pips are named together.

    >>> _pips({Rank.ACE: 11, Rank.KING: 10, Rank.QUEEN: 10, Rank.JACK: 10, Rank.TEN: 10, Rank.NINE: 9, Rank.EIGHT: 8})
    'ace 11, court cards and ten 10, nine and eight their number'
    >>> _pips({Rank.ACE: 1, Rank.KING: 10, Rank.NINE: 10})
    'ace 1, king and nine 10'
    """
    alike: dict[str, list[Rank]] = {}
    for rank, points in value.items():
        own = rank < Rank.TEN and str(points) == rank.letter
        alike.setdefault("their number" if own else str(points), []).append(rank)
    return ", ".join(f"{_named(ranks)} {points}" for points, ranks in alike.items())


def _named(ranks: Sequence[Rank]) -> str:
    """Return the names of ranks as one phrase.

    King, queen and jack become *court cards*, and three or more consecutive number cards become a
    range.
    """
    if all(rank < Rank.TEN for rank in ranks) and ranks[0] - ranks[-1] == len(ranks) - 1 > 1:
        return f"{ranks[0].letter}–{ranks[-1].letter}"
    names = [rank_name(rank) for rank in ranks]
    if set(_COURTS) <= set(ranks):
        names = ["court cards", *(rank_name(rank) for rank in ranks if rank not in _COURTS)]
    return join_words(names)


def _written(rule: Rule, value: Any) -> str:
    match rule.kind:
        case "bool":
            return "yes" if value else "no"
        case "names" | "ints":
            return ",".join(map(str, value))
        case "ranks":
            return "".join(rank.letter for rank in value)
        case "pips":
            return ",".join(f"{rank.letter}{points}" for rank, points in value.items())
        case _:
            return str(value)
