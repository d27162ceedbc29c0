"""Data of the answer marks of a rule, by date: one for each family of texts, or one for each rule set."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from piquet_core.rules.agreement import FamilyAnswer, Stance, agreement, rulesets_of_text
from piquet_core.rules.answer import Answer
from piquet_core.rules.answer_matrix import short_answer
from piquet_core.rules.catalogue import Rule, find_rule
from piquet_core.rules.ruleset import RuleSet, load_ruleset, ruleset_ids_by_date
from piquet_core.rules.sources import Source
from piquet_core.rules.status import Status

LONGEST_NAME = 16  # characters of a family's name that fit under a mark


class AnswerSide(StrEnum):
    """The kind of answer that a mark shows: yes or no, or for other questions the most common answer or another."""

    YES = "yes"
    NO = "no"
    COMMON = "common"
    OTHER = "other"
    DIVIDED = "divided"
    """Different answers in the texts of a family, or in its forms of the game."""
    NONE = "none"
    """No answer, because the text is silent, was not seen, or never raises the question."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """The answer of one family of texts, or of one rule set.

    ``says`` is the answer in a few words, or "". ``rulesets`` has the ids of the rule sets of the
    family, or that of the one rule set. ``source`` is the oldest text.
    """

    name: str
    source: Source
    rulesets: tuple[str, ...]
    side: AnswerSide
    status: Status
    says: str

    @property
    def year(self) -> str:
        """The year of the oldest text, as `year_of` writes it."""
        return year_of(self.source)


def by_family(rule: str) -> tuple[Mark, ...]:
    """Return one mark for each family of texts, the oldest first.

    >>> [mark.side.value for mark in by_family("pack.size")][:3]
    ['other', 'common', 'common']
    """
    found = agreement(rule)
    return tuple(_of_family(find_rule(rule), voice, found.common) for voice in found.voices)


def by_ruleset(rule: str) -> tuple[Mark, ...]:
    """Return one mark for each rule set, the oldest text first."""
    asked, common = find_rule(rule), agreement(rule).common
    return tuple(_of_ruleset(asked, load_ruleset(id), common) for id in ruleset_ids_by_date())


def _of_ruleset(rule: Rule, book: RuleSet, common: str | None) -> Mark:
    answer = book.answers[rule.id]
    return Mark(
        name=name_of(book),
        source=book.source,
        rulesets=(book.id,),
        side=_side(rule, answer, common),
        status=answer.status,
        says=few_words(answer),
    )


def _of_family(rule: Rule, voice: FamilyAnswer, common: str | None) -> Mark:
    books = [book for text in voice.texts for book in rulesets_of_text(text)]
    answers = [book.answers[rule.id] for book in books]
    ids = {book.id for book in books}
    same = voice.stance in (Stance.SAYS, Stance.CONTESTED)
    speaking = [one for one in answers if one.status.speaks]
    given = next((one for one in speaking if same and one.written == voice.value), None)
    if voice.stance is Stance.CONTESTED and given is None:
        given = speaking[0]  # of two contested readings, that of the oldest text
    side = AnswerSide.DIVIDED if voice.stance is Stance.DIVIDED else AnswerSide.NONE
    return Mark(
        name=_family_name(voice, books),
        source=voice.texts[0],
        rulesets=tuple(id for id in ruleset_ids_by_date() if id in ids),
        side=_side(rule, given, common) if given else side,
        status=_status(voice, answers),
        says=few_words(given) if given else "",
    )


def few_words(answer: Answer[Any]) -> str:
    """Return an answer in a few words: "yes" or "no" if the question allows it."""
    return answer.words if answer.rule.kind == "bool" else short_answer(answer)


def _side(rule: Rule, answer: Answer[Any], common: str | None) -> AnswerSide:
    """Return the side of an answer. It is `NONE` if the answer only fills a gap in the text."""
    if not answer.status.speaks:
        return AnswerSide.NONE
    if rule.kind == "bool":
        return AnswerSide.YES if answer.value else AnswerSide.NO
    return AnswerSide.COMMON if answer.written == common else AnswerSide.OTHER


def _status(voice: FamilyAnswer, answers: Sequence[Answer[Any]]) -> Status:
    """Return the firmest status of a family's answers that fits the family's stance."""
    statuses = {one.status for one in answers}
    wanted: tuple[Status, ...] = (Status.STATED, Status.INFERRED, Status.SLIP, Status.CONTESTED)
    if voice.stance is Stance.SILENT:
        wanted = (Status.SILENT, Status.UNSEEN)
    elif voice.stance is Stance.ABSENT:
        wanted = (Status.ABSENT,)
    return next(status for status in wanted if status in statuses)


def _family_name(voice: FamilyAnswer, books: Sequence[RuleSet]) -> str:
    """Return the name to show under a mark.

    A family with several rule sets has its own name, if that is short. Otherwise use a rule set's name.
    """
    if len(books) > 1 and len(voice.family.name) <= LONGEST_NAME:
        return voice.family.name
    return name_of(next((book for book in books if not book.base), books[0]))


def year_of(source: Source) -> str:
    """Return the year of a text, with "c." if it is uncertain, and in brackets if the text is undated."""
    if source.undated:
        return f"[c. {source.year}]"
    return f"c. {source.year}" if source.circa else str(source.year)


def name_of(book: RuleSet) -> str:
    """Return the short name of a rule set without the year."""
    return book.short.removesuffix(str(book.source.year)).removesuffix("c. ").strip(" ,")
