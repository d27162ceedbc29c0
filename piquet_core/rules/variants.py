"""Rule sets with some answers changed, written as ``old36,point.score=one-a-card``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from piquet_core.errors import RuleSetError
from piquet_core.rules.answer import Answer
from piquet_core.rules.catalogue import Rule, catalogue
from piquet_core.rules.ruleset import RuleSet, conflicting_answers, load_ruleset
from piquet_core.rules.status import Status

CHANGED = "Changed for this replay, to see what hangs on it; no book says so."
"""Note of a changed answer."""

_MOST = 8
_FLAGS = {"yes": True, "no": False}


def find_ruleset(text: str) -> RuleSet:
    """Return a rule set by id, or a variant written as ``ID,RULE=ANSWER,RULE=ANSWER``.

    An answer is *yes*, *no*, a number or the name of an option. Rules of other kinds cannot be
    changed. Raises `RuleSetError` if the id or a change is invalid, or if the answers conflict.

    >>> find_ruleset("old36,point.score=one-a-card").choice("point.score").value
    'one-a-card'
    """
    id, *changes = text.split(",")
    base = load_ruleset(id)
    if not changes:
        return base
    if len(changes) > _MOST:
        raise RuleSetError(f"at most {_MOST} answers can be changed", id)
    values = {}
    for change in changes:
        name, _, value = change.partition("=")
        rule = catalogue().get(name)
        if rule is None:
            raise RuleSetError("no such rule", f"{id}: {name[:40]}")
        values[name] = _value(rule, value, id)
    return change_answers(base, values)


def change_answers(base: RuleSet, values: Mapping[str, object]) -> RuleSet:
    """Return a rule set with some answers changed. ``values`` has the new value of each rule, by id.

    A value of None means that the question does not arise. Raises `RuleSetError` if the answers
    conflict.
    """
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
        words.append(f"{answer.rule.title.lower()}: {answer.words}")
    if not words:
        return base
    made = replace(
        base,
        id=",".join([base.id, *(f"{id}={answers[id].written}" for id in values)]),
        title=f"{base.title}, but {'; '.join(words)}",
        answers=answers,
    )
    for name, message in conflicting_answers(made):
        raise RuleSetError(message, f"{base.id}: {name}")
    return made


def variant_changes(rules: RuleSet) -> str:
    """Return the changed answers of a variant in words, or "" for an unchanged rule set.

    >>> variant_changes(find_ruleset("old36,point.score=one-a-card"))
    'the worth of the point: one for each card'
    """
    base, _, changed = rules.id.partition(",")
    return rules.title.removeprefix(f"{load_ruleset(base).title}, but ") if changed else ""


def _value(rule: Rule, text: str, id: str) -> object:
    known: dict[str, object] = {}
    if rule.kind == "bool":
        known = dict(_FLAGS)
    elif rule.kind == "choice":
        known = {name: name for name in rule.options}
    elif rule.kind == "int" and text.isascii() and text.isdecimal() and len(text) < 4:
        known = {text: int(text)}
    if text not in known:
        raise RuleSetError(f"{text[:40]!r} is not an answer to this rule", f"{id}: {rule.id}")
    return known[text]
