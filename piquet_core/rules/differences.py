"""Two rule sets side by side: the questions that they answer differently."""

from __future__ import annotations

from typing import Any

from piquet_core.rules.answer import Answer
from piquet_core.rules.ruleset import RuleSet

type AnswerPair = tuple[Answer[Any], Answer[Any]]
"""The answers of two rule sets to one question."""


def differences(first: RuleSet, second: RuleSet) -> tuple[AnswerPair, ...]:
    """Return both answers to every rule whose answers differ, in the order of the catalogue.

    Only what is played counts, not places or notes. A question that arises in just one of the two
    is answered differently.

    >>> from piquet_core.rules import load_ruleset
    >>> [one.id for one, _ in differences(load_ruleset("modern"), load_ruleset("little"))]
    ['point.compare', 'point.score', 'play.low-cards']
    """
    pairs = ((answer, second.answers[id]) for id, answer in first.answers.items())
    return tuple(
        (one, two) for one, two in pairs if (one.absent, one.value) != (two.absent, two.value)
    )
