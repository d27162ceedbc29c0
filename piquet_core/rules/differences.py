"""Differences between the answers of two rule sets."""

from __future__ import annotations

from typing import Any

from piquet_core.rules.answer import Answer
from piquet_core.rules.ruleset import RuleSet

type AnswerPair = tuple[Answer[Any], Answer[Any]]
"""The answers of two rule sets to one question."""


def differences(first: RuleSet, second: RuleSet) -> tuple[AnswerPair, ...]:
    """Return both answers to each rule on which two rule sets differ, in catalogue order.

    Only values count, not citations or notes. A question that arises in only one of the two rule
    sets counts as a difference.

    >>> from piquet_core.rules import load_ruleset
    >>> [one.id for one, _ in differences(load_ruleset("modern"), load_ruleset("little"))]
    ['point.compare', 'point.score', 'play.low-cards']
    """
    pairs = ((answer, second.answers[id]) for id, answer in first.answers.items())
    return tuple(
        (one, two) for one, two in pairs if (one.absent, one.value) != (two.absent, two.value)
    )
