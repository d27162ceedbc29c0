"""Rule sets with some answers changed, written as ``old36,point.score=one-a-card``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from piquet_core.errors import RuleSetError
from piquet_core.rules.answer import Answer
from piquet_core.rules.catalogue import Rule, catalogue
from piquet_core.rules.ruleset import RuleSet, conflicting_answers, load_ruleset, ruleset_ids
from piquet_core.rules.status import Status

CHANGED = "Changed, to see what hangs on it; this book says otherwise."
"""Note of a changed answer."""

_MOST = 24
_NAMED = 2
"""Number of changes that a title names. More are counted."""
_FLAGS = {"yes": True, "no": False}


@lru_cache(maxsize=64)
def find_ruleset(text: str) -> RuleSet:
    """Return a rule set by id, or a variant written as ``ID,RULE=ANSWER,RULE=ANSWER``.

    An answer is a code as in `answer_code`. Rules whose answers are lists can only have the answers
    that books give. Raises `RuleSetError` if the id or a change is invalid, or if the answers
    conflict.

    >>> find_ruleset("old36,point.score=one-a-card").choice("point.score").value
    'one-a-card'
    """
    base, values = read_changes(text)
    return change_answers(base, values)


def read_changes(text: str) -> tuple[RuleSet, dict[str, object]]:
    """Return the base and the new values, by rule, of a variant that `find_ruleset` reads.

    Raises `RuleSetError` if the id or a change is invalid. The values may conflict.
    """
    id, *changes = text.split(",")
    base = load_ruleset(id)
    if len(changes) > _MOST:
        raise RuleSetError(f"at most {_MOST} answers can be changed", id)
    values = {}
    for change in changes:
        name, _, code = change.partition("=")
        rule = catalogue().get(name)
        if rule is None:
            raise RuleSetError("no such rule", f"{id}: {name[:40]}")
        values[name] = _value(rule, code, id)
    return base, values


def answer_code(answer: Answer[Any]) -> str:
    """Return the code of an answer in the id of a variant: its short code with dots for commas.

    >>> answer_code(load_ruleset("hoyle1909").numbers("deal.packets"))
    '2.3'
    """
    return answer.written.replace(",", ".")


def change_answers(base: RuleSet, values: Mapping[str, object]) -> RuleSet:
    """Return a rule set with some answers changed. ``values`` has the new value of each rule, by id.

    A value of None means that the question does not arise. Raises `RuleSetError` if the answers
    conflict.
    """
    made = unchecked_variant(base, values)
    if made is not base:
        for name, message in conflicting_answers(made):
            raise RuleSetError(message, f"{base.id}: {name}")
    return made


def unchecked_variant(base: RuleSet, values: Mapping[str, object]) -> RuleSet:
    """Return a rule set with some answers changed, as `change_answers` does, even if they conflict."""
    answers, words = dict(base.answers), []
    for id, value in values.items():
        answer = Answer(
            rule=catalogue()[id],
            value=value,
            status=Status.ABSENT if value is None else Status.INFERRED,
            citations=(),
            note=CHANGED,
        )
        answers[id] = answer
        words.append(_changed_words(answer))
    if not words:
        return base
    said = f"{'; '.join(words)}" if len(words) <= _NAMED else f"with {len(words)} answers changed"
    return replace(
        base,
        id=",".join([base.id, *(f"{id}={answer_code(answers[id])}" for id in values)]),
        title=f"{base.title}, but {said}",
        answers=answers,
    )


def variant_changes(rules: RuleSet) -> str:
    """Return the changed answers of a variant in words, or "" for an unchanged rule set.

    >>> variant_changes(find_ruleset("old36,point.score=one-a-card"))
    'the worth of the point: one for each card'
    """
    return "; ".join(map(_changed_words, changed_answers(rules)))


def changed_answers(rules: RuleSet) -> list[Answer[Any]]:
    """Return the changed answers of a variant, in the order of the catalogue."""
    return [one for one in rules.answers.values() if one.note == CHANGED]


def brief_title(rules: RuleSet) -> str:
    """Return the title of a rule set. The title of a variant has the number of its changes.

    >>> brief_title(find_ruleset("hoyle1909,play.lead=0"))
    "Hoyle's Games Modernized (1909), changed in 1 answer"
    """
    base, *changes = rules.id.split(",")
    if not changes:
        return rules.title
    noun = "answer" if len(changes) == 1 else "answers"
    return f"{load_ruleset(base).title}, changed in {len(changes)} {noun}"


def base_id(rules: RuleSet) -> str:
    """Return the id of a rule set, or of the rule set from which a variant is made."""
    return rules.id.partition(",")[0]


def _changed_words(answer: Answer[Any]) -> str:
    return f"{answer.rule.title.lower()}: {answer.words}"


def _value(rule: Rule, code: str, id: str) -> object:
    known: dict[str, object] = {}
    if rule.kind == "bool":
        known = dict(_FLAGS)
    elif rule.kind == "choice":
        known = {name: name for name in rule.options}
    elif rule.kind != "int":
        known = {answer_code(one): one.value for one in given_answers(rule.id)}
    elif code.isascii() and code.isdecimal() and len(code) < 4:
        known = {code: int(code)}
    if rule.may_be_absent:
        known["absent"] = None
    if code not in known:
        raise RuleSetError(f"{code[:40]!r} is not an answer to this rule", f"{id}: {rule.id}")
    return known[code]


def given_answers(rule: str) -> list[Answer[Any]]:
    """Return the answers that the packaged rule sets give to a rule."""
    answers = (load_ruleset(id).answers[rule] for id in ruleset_ids())
    return [one for one in answers if not one.absent]
