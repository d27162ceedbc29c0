"""Search descriptions of rules: answers, agreement, and numbered laws."""

from __future__ import annotations

import re

from piquet_core.cards.card_names import capitalize
from piquet_core.irregularities import irregularities, text_of_ruleset
from piquet_core.rules import load_ruleset, ruleset_ids
from piquet_core.rules.agreement import Stance, agreement, agreement_summary
from piquet_core.rules.status import Status
from sphinx_piquet.rules.answer_marks import by_family, few_words


def answer_summary(rule: str, first: str) -> str:
    """Return a sentence on the answers to a rule, for its entry in the search.

    It has the answer of the rule set ``first``, the degree of agreement, and a single dissenting
    text. A unanimous answer is given in full. An answer that the rule set does not state has its
    status. Without ``first``, the sentence has the agreement only.

    >>> said = answer_summary("capot.points", "hoyle1909")
    >>> said.partition("; ")[0], said.rpartition(", ")[2]
    ('40 points (Hoyle 1909)', 'Denexa: 30 points.')
    """
    if not first:
        return f"{capitalize(agreement_summary(rule))}."
    book, others, common = load_ruleset(first), _departing(rule), agreement(rule).common
    answer = book.answers[rule]
    words = answer.words if answer.written == common and not others else few_words(answer)
    # The answer itself says that the case does not arise.
    is_plain = answer.status in (Status.STATED, Status.ABSENT)
    status = "" if is_plain else f", {answer.status.mark.lower()}"
    told = f"{capitalize(words)} ({book.short}{status}); {agreement_summary(rule)}"
    if common is None:
        return f"{told}."
    if answer.written != common:
        return f"{told} on “{_words_of(rule, common)}”."
    alone = len(others) == 1 and len(others[0][1]) == 1
    return f"{told}, {others[0][1][0]}: {others[0][0]}." if alone else f"{told}."


def other_answers_summary(rule: str) -> str:
    """Return the minority answers with the names of their texts, to find the rule by either.

    >>> other_answers_summary("capot.points")
    'Denexa 30 points'
    """
    return "; ".join(f"{' '.join(names)} {says}" for says, names in _departing(rule))


def _words_of(rule: str, value: str) -> str:
    """Return the short form of the answer to a rule that ``value`` identifies."""
    marks = zip(agreement(rule).voices, by_family(rule), strict=True)
    return next(mark.says for voice, mark in marks if voice.value == value)


def _departing(rule: str) -> list[tuple[str, list[str]]]:
    """Return the minority answers as pairs of the short form and the names of the texts."""
    found = agreement(rule)
    others: dict[str, tuple[str, list[str]]] = {}
    for voice, mark in zip(found.voices, by_family(rule), strict=True):
        if voice.stance is Stance.SAYS and voice.value != found.common:
            others.setdefault(voice.value, (mark.says, []))[1].append(mark.name)
    return list(others.values())


def remedy_summary(id: str, first: str) -> str:
    """Return the beginning of one text's answer to an irregularity, for its entry in the search.

    The text is that of the rule set ``first``. If that says nothing, it is the newest that was read
    whole, or any other.

    >>> remedy_summary("revoke", "cavendish")
    'Cavendish: He takes back every card that he played wrongly and plays the suit led.'
    """
    one = irregularities()[id]
    given = one.answer_of(text_of_ruleset(first)) if first else None
    answer = given or max(one.answers.values(), key=lambda each: (each.text.whole, each.text.year))
    sentence = re.split(r"(?<=\.) ", answer.words)[0]
    return f"{answer.text.name}: {sentence}"


def rule_laws(rule: str) -> list[str]:
    """Return the numbered laws that rule sets cite for a rule, to find the rule by them.

    >>> rule_laws("exchange.younger-look")
    ['law 20', 'law 21', 'law 36']
    """
    answers = (load_ruleset(id).answers[rule] for id in ruleset_ids())
    cited = (one for answer in answers for one in answer.citations)
    return sorted({f"law {one.paragraph}" for one in cited if one.section.unit == "law"})
