"""Agreement of the texts on a rule. A family of texts counts once, however many rule sets come from it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any

from piquet_core.number_words import number_in_words
from piquet_core.rules.answer import Answer
from piquet_core.rules.catalogue import find_rule
from piquet_core.rules.ruleset import RuleSet, load_ruleset, ruleset_ids
from piquet_core.rules.sources import Family, Source, sources
from piquet_core.rules.status import Status


class Stance(StrEnum):
    """Position of a family of texts on a rule."""

    SAYS = "says"
    """The same answer in every text of the family that answers the question."""
    DIVIDED = "divided"
    """Different answers in different texts, or in different forms of the game."""
    CONTESTED = "contested"
    """Only answers that allow more than one reading."""
    SILENT = "silent"
    """No answer in the parts that were read."""
    ABSENT = "absent"
    """No answer, because the question does not arise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FamilyAnswer:
    """The stance of one family of texts on one rule.

    ``value`` is the family's answer as a short code, and ``words`` the same answer in words. Both
    are empty unless the stance is *says*, or *contested* with the same answer in each text.
    ``inferred``: the answer follows from the texts, but no text states it. ``mended``: the answer
    corrects a slip, and no text of the family states it without one.
    """

    family: Family
    texts: tuple[Source, ...]
    stance: Stance
    value: str = ""
    words: str = ""
    inferred: bool = False
    mended: bool = False

    @property
    def name(self) -> str:
        """Short name of the text if the family has only one text, else the name of the family."""
        return self.texts[0].short if len(self.texts) == 1 else self.family.name


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """The answers of all families of texts to one rule. ``voices`` are ordered by each family's oldest text."""

    rule: str
    voices: tuple[FamilyAnswer, ...]

    def with_stance(self, stance: Stance) -> tuple[FamilyAnswer, ...]:
        """Return the answers of the families with a given stance."""
        return tuple(voice for voice in self.voices if voice.stance is stance)

    @property
    def by_answer(self) -> tuple[tuple[str, tuple[FamilyAnswer, ...]], ...]:
        """Pairs (value, answers of the families that say it), the commonest value first."""
        says = self.with_stance(Stance.SAYS)
        counts = Counter(voice.value for voice in says)
        return tuple(
            (value, tuple(voice for voice in says if voice.value == value))
            for value, _ in counts.most_common()
        )

    @property
    def answering_count(self) -> int:
        """Number of families with an answer of any kind."""
        quiet = (Stance.SILENT, Stance.ABSENT)
        return sum(voice.stance not in quiet for voice in self.voices)

    @property
    def common(self) -> str | None:
        """Value that more than half of the answering families give, or None if no value has a majority."""
        if self.by_answer and len(self.by_answer[0][1]) * 2 > self.answering_count:
            return self.by_answer[0][0]
        return None


def ruleset_texts() -> tuple[Source, ...]:
    """Return the texts from which the rule sets are taken, each once, the oldest first."""
    used = {load_ruleset(id).source.id for id in ruleset_ids()}
    return tuple(sorted((sources()[id] for id in used), key=lambda one: (one.year, one.id)))


def rulesets_of_text(text: Source) -> tuple[RuleSet, ...]:
    """Return the rule sets that are taken from a text."""
    return tuple(one for one in map(load_ruleset, ruleset_ids()) if one.source == text)


def counted_families() -> tuple[Family, ...]:
    """Return the families of the texts of all rule sets, ordered by their oldest text."""
    return tuple(dict.fromkeys(text.family for text in ruleset_texts()))


@cache
def agreement(rule: str) -> Agreement:
    """Return the agreement of the texts on a rule; raise `RuleSetError` if the rule is unknown.

    A family has the stance *says* only if all its rule sets with a definite answer give the same
    one. An answer that fills a gap of a text is not counted.

    >>> [value for value, _ in agreement("pack.size").by_answer]
    ['32', '36']
    """
    find_rule(rule)
    return Agreement(rule=rule, voices=tuple(_voices(rule)))


def _voices(rule: str) -> Iterator[FamilyAnswer]:
    spoken: dict[str, list[tuple[Source, Answer[Any]]]] = {}
    for id in ruleset_ids():
        rules = load_ruleset(id)
        answer = rules.answers[rule]
        # An inherited answer belongs to the text it comes from.
        text = load_ruleset(answer.base).source if answer.base else rules.source
        spoken.setdefault(text.family.id, []).append((text, answer))
    for family in counted_families():
        found = spoken.get(family.id, [])
        members = tuple(text for text in ruleset_texts() if text.family == family)
        yield _voice(family, members, [answer for _, answer in found])


def _voice(family: Family, members: tuple[Source, ...], answers: list[Answer[Any]]) -> FamilyAnswer:
    speaking = [one for one in answers if one.status.speaks]
    firm = [one for one in speaking if one.status is not Status.CONTESTED]
    given = {one.written: one for one in firm or speaking}
    if not speaking:
        silent = any(not one.absent for one in answers)
        stance = Stance.SILENT if silent else Stance.ABSENT
        return FamilyAnswer(family=family, texts=members, stance=stance)
    if len(given) > 1:
        stance = Stance.DIVIDED if firm else Stance.CONTESTED
        return FamilyAnswer(family=family, texts=members, stance=stance)
    (value, answer), *_ = given.items()
    stance = Stance.SAYS if firm else Stance.CONTESTED
    statuses = {one.status for one in firm}
    return FamilyAnswer(
        family=family,
        texts=members,
        stance=stance,
        value=value,
        words=answer.words,
        inferred=statuses == {Status.INFERRED},
        mended=Status.SLIP in statuses and Status.STATED not in statuses,
    )


# -- in words ------------------------------------------------------------------------------------


def counted_noun() -> str:
    """Return the noun for the counted units: "texts", or "families of texts" if a family has several texts."""
    return "texts" if len(ruleset_texts()) == len(counted_families()) else "families of texts"


_INNER = str.maketrans("“”", "‘’")  # quotation marks inside a quotation become single


def agreement_sentence(rule: str) -> str:
    """Return a sentence on the agreement of the texts on a rule, with the commonest answer first.

    >>> agreement_sentence("repique.threshold").endswith("texts agree.")
    True
    >>> agreement_sentence("set.elder-silent").partition("agree, ")[2]
    'four of them by our inference and one with a slip corrected.'
    """
    found = agreement(rule)
    tail = "".join(_tails(found))
    answers = found.by_answer
    alone = len(answers) == 1 and len(answers[0][1]) == found.answering_count
    if alone and found.answering_count == 1:
        by_reading = f", {read}" if (read := _readings(answers[0][1])) else ""
        return f"Only one of the {counted_noun()} answers it: {answers[0][1][0].name}{by_reading}{tail}."
    if alone:
        number = (
            "Both"
            if found.answering_count == 2
            else f"All {number_in_words(found.answering_count)}"
        )
        by_reading = f", {read}" if (read := _readings(answers[0][1])) else ""
        return f"{number} {counted_noun()}{' that answer' if tail else ''} agree{by_reading}{tail}."
    if find_rule(rule).kind in ("pips", "ranks", "ints", "names") or len(answers) > 3:
        return (
            f"The {counted_noun()} differ: {number_in_words(len(answers))} different answers{tail}."
        )
    said = ", ".join(_said(who) for _, who in answers)
    return f"The {counted_noun()} differ: {said}{tail}."


def _said(who: tuple[FamilyAnswer, ...]) -> str:
    """Return a clause that counts the families with one answer, quotes it, and counts inferred and mended ones."""
    words = f"“{who[0].words.translate(_INNER)}”"
    if all(voice.inferred for voice in who):
        return f"{number_in_words(len(who))} {'is' if len(who) == 1 else 'are'} read as {words}"
    by_reading = f" ({read})" if (read := _readings(who)) else ""
    return f"{number_in_words(len(who))} say{'s' if len(who) == 1 else ''} {words}{by_reading}"


def _readings(who: tuple[FamilyAnswer, ...]) -> str:
    """Return a phrase that counts the inferred and the mended answers among ``who``, or "" without any."""
    counts = (
        (sum(voice.inferred for voice in who), "by our inference"),
        (sum(voice.mended for voice in who), "with a slip corrected"),
    )
    parts: list[str] = []
    for count, manner in counts:
        number = "all" if count == len(who) else number_in_words(count)
        if count and len(who) == 1:
            parts.append(manner)
        elif count:
            parts.append(f"{number}{'' if parts else ' of them'} {manner}")
    return " and ".join(parts)


def _tails(found: Agreement) -> Iterator[str]:
    for stance, one, many in (
        (Stance.DIVIDED, "gives more than one answer", "give more than one answer"),
        (
            Stance.CONTESTED,
            "can be read in more ways than one",
            "can be read in more ways than one",
        ),
        (Stance.SILENT, "says nothing", "say nothing"),
        (Stance.ABSENT, "never raises the question", "never raise the question"),
    ):
        voices = found.with_stance(stance)
        if voices:
            names = f" ({'; '.join(map(_name_alone, voices))})"
            shown = names if stance in (Stance.DIVIDED, Stance.CONTESTED) else ""
            yield f"; {number_in_words(len(voices))} {one if len(voices) == 1 else many}{shown}"


def _name_alone(voice: FamilyAnswer) -> str:
    """Return a family's name without anything in brackets, or only the author if the name begins with one."""
    author = voice.name.partition(", ")[0]
    named = any(text.author.partition(" (")[0] == author for text in voice.texts)
    return author if named else voice.name.partition(" (")[0]


def agreement_summary(rule: str) -> str:
    """Return the agreement of the texts on a rule in a few words, for the heading of a row.

    >>> agreement_summary("repique.threshold").endswith("texts agree")
    True
    >>> agreement_summary("set.elder-silent").partition("agree ")[2]
    '(5 by our reading)'
    """
    found = agreement(rule)
    who = found.by_answer[0][1] if found.by_answer else ()
    read = sum(voice.inferred or voice.mended for voice in who)
    by_reading = f" ({read} by our reading)" if read else ""
    if found.answering_count == 1:
        return f"one of the {counted_noun()} answers"
    if len(who) == found.answering_count:
        return f"all {len(who)} {counted_noun()} agree{by_reading}"
    if found.common is None:
        return f"no majority among {found.answering_count} {counted_noun()}"
    return f"{len(who)} of {found.answering_count} {counted_noun()} agree{by_reading}"
