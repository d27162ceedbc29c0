"""How far the texts agree on a rule: a family of texts has one voice, however many rule sets it gave."""

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
    """What a family of texts has to say on a rule."""

    SAYS = "says"
    """One answer, wherever the question arises and is answered."""
    DIVIDED = "divided"
    """Different answers, in different texts or in different forms of the game."""
    CONTESTED = "contested"
    """Only an answer that can be read in more ways than one."""
    SILENT = "silent"
    """Nothing, so far as was read."""
    ABSENT = "absent"
    """Nothing, since the question does not arise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FamilyAnswer:
    """One family of texts on one rule; ``value`` and ``words`` are its answer if it has one.

    ``inferred``: the answer follows from the words of its texts, though none of them states it.
    ``mended``: none of them states it without a slip that we mend.
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
        """The text if it stands alone, else the family."""
        return self.texts[0].short if len(self.texts) == 1 else self.family.name


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """The voices of all families on one rule, in the order of their oldest texts."""

    rule: str
    voices: tuple[FamilyAnswer, ...]

    def of(self, stance: Stance) -> tuple[FamilyAnswer, ...]:
        """Return the voices that take a stance."""
        return tuple(voice for voice in self.voices if voice.stance is stance)

    @property
    def said(self) -> tuple[tuple[str, tuple[FamilyAnswer, ...]], ...]:
        """The answers as (value, who gives it), the commonest first."""
        says = self.of(Stance.SAYS)
        counts = Counter(voice.value for voice in says)
        return tuple(
            (value, tuple(voice for voice in says if voice.value == value))
            for value, _ in counts.most_common()
        )

    @property
    def answering(self) -> int:
        """How many families have an answer of any kind."""
        quiet = (Stance.SILENT, Stance.ABSENT)
        return sum(voice.stance not in quiet for voice in self.voices)

    @property
    def common(self) -> str | None:
        """The value that more than half of those that answer give; None if there is none."""
        if self.said and len(self.said[0][1]) * 2 > self.answering:
            return self.said[0][0]
        return None


def ruleset_texts() -> tuple[Source, ...]:
    """Return the texts that rule sets are made from, the oldest first."""
    used = {load_ruleset(id).source.id for id in ruleset_ids()}
    return tuple(sorted((sources()[id] for id in used), key=lambda one: (one.year, one.id)))


def rulesets_of_text(text: Source) -> tuple[RuleSet, ...]:
    """Return the rule sets that were made from a text."""
    return tuple(one for one in map(load_ruleset, ruleset_ids()) if one.source == text)


def counted_families() -> tuple[Family, ...]:
    """Return the families of those texts, ordered by their oldest text."""
    return tuple(dict.fromkeys(text.family for text in ruleset_texts()))


@cache
def agreement(rule: str) -> Agreement:
    """Return how far the texts agree on a rule; raises `RuleSetError` for an unknown rule.

    A family speaks with one voice: it *says* an answer only if all its texts and forms of the game
    that state it, or from whose words it follows, have the same. What was filled in where a text
    is silent is not counted.

    >>> [value for value, _ in agreement("pack.size").said]
    ['32', '36']
    """
    find_rule(rule)
    return Agreement(rule=rule, voices=tuple(_voices(rule)))


def _voices(rule: str) -> Iterator[FamilyAnswer]:
    spoken: dict[str, list[tuple[Source, Answer[Any]]]] = {}
    for id in ruleset_ids():
        rules = load_ruleset(id)
        answer = rules.answers[rule]
        # An inherited answer is the word of the text it comes from.
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
        return FamilyAnswer(family=family, texts=members, stance=Stance.DIVIDED)
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
    """Return what is counted: texts, or families of texts where some have more than one."""
    return "texts" if len(ruleset_texts()) == len(counted_families()) else "families of texts"


_INNER = str.maketrans("“”", "‘’")  # marks inside quoted words become single


def agreement_sentence(rule: str) -> str:
    """Return in one sentence how far the texts agree, the commonest answer first.

    >>> agreement_sentence("repique.threshold").endswith("texts agree.")
    True
    >>> agreement_sentence("set.elder-silent").partition("agree, ")[2]
    'four of them by our inference and one with a slip mended.'
    """
    found = agreement(rule)
    tail = "".join(_tails(found))
    answers = found.said
    alone = len(answers) == 1 and len(answers[0][1]) == found.answering
    if alone and found.answering == 1:
        by_reading = f", {read}" if (read := _readings(answers[0][1])) else ""
        return f"One of the {counted_noun()} answers it, {answers[0][1][0].name}{by_reading}{tail}."
    if alone:
        number = "Both" if found.answering == 2 else f"All {number_in_words(found.answering)}"
        by_reading = f", {read}" if (read := _readings(answers[0][1])) else ""
        return f"{number} {counted_noun()}{' that answer' if tail else ''} agree{by_reading}{tail}."
    if find_rule(rule).kind in ("pips", "ranks", "ints", "names") or len(answers) > 3:
        return (
            f"The {counted_noun()} differ: {number_in_words(len(answers))} different answers{tail}."
        )
    said = ", ".join(_said(who) for _, who in answers)
    return f"The {counted_noun()} differ: {said}{tail}."


def _said(who: tuple[FamilyAnswer, ...]) -> str:
    """Return how many give an answer, and for how many of them it is our reading."""
    words = f"“{who[0].words.translate(_INNER)}”"
    if all(voice.inferred for voice in who):
        return f"{number_in_words(len(who))} {'is' if len(who) == 1 else 'are'} read as {words}"
    by_reading = f" ({read})" if (read := _readings(who)) else ""
    return f"{number_in_words(len(who))} say{'s' if len(who) == 1 else ''} {words}{by_reading}"


def _readings(who: tuple[FamilyAnswer, ...]) -> str:
    """Return how many voices are inferred and how many have a slip mended; "" if none."""
    counts = (
        (sum(voice.inferred for voice in who), "by our inference"),
        (sum(voice.mended for voice in who), "with a slip mended"),
    )
    parts: list[str] = []
    for count, how in counts:
        number = "all" if count == len(who) else number_in_words(count)
        if count and len(who) == 1:
            parts.append(how)
        elif count:
            parts.append(f"{number}{'' if parts else ' of them'} {how}")
    return " and ".join(parts)


def _tails(found: Agreement) -> Iterator[str]:
    for stance, one, many in (
        (Stance.DIVIDED, "is divided in itself", "are divided in themselves"),
        (
            Stance.CONTESTED,
            "can be read in more ways than one",
            "can be read in more ways than one",
        ),
        (Stance.SILENT, "says nothing", "say nothing"),
        (Stance.ABSENT, "has no such question", "have no such question"),
    ):
        voices = found.of(stance)
        if voices:
            names = f" ({'; '.join(map(_name_alone, voices))})"
            shown = names if stance in (Stance.DIVIDED, Stance.CONTESTED) else ""
            yield f"; {number_in_words(len(voices))} {one if len(voices) == 1 else many}{shown}"


def _name_alone(voice: FamilyAnswer) -> str:
    """Return a name to stand between brackets: the author's, if the text is called by it, and no edition."""
    author = voice.name.partition(", ")[0]
    named = any(text.author.partition(" (")[0] == author for text in voice.texts)
    return author if named else voice.name.partition(" (")[0]


def agreement_summary(rule: str) -> str:
    """Return how far the texts agree, in a few words, for the head of a row.

    >>> agreement_summary("repique.threshold").endswith("texts agree")
    True
    >>> agreement_summary("set.elder-silent").partition("agree ")[2]
    '(5 by our reading)'
    """
    found = agreement(rule)
    who = found.said[0][1] if found.said else ()
    read = sum(voice.inferred or voice.mended for voice in who)
    by_reading = f" ({read} by our reading)" if read else ""
    if found.answering == 1:
        return f"one of the {counted_noun()} answers"
    if len(who) == found.answering:
        return f"all {len(who)} {counted_noun()} agree{by_reading}"
    if found.common is None:
        return f"no majority among {found.answering} {counted_noun()}"
    return f"{len(who)} of {found.answering} {counted_noun()} agree{by_reading}"
