"""Two rule sets side by side: the questions that they answer differently."""

from __future__ import annotations

from typing import Any

from piquet_core.rules.answer import Answer
from piquet_core.rules.ruleset import RuleSet

type Pair = tuple[Answer[Any], Answer[Any]]
"""The answers of two rule sets to one question."""


def differences(first: RuleSet, second: RuleSet) -> tuple[Pair, ...]:
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


# fmt: off
_SMALL = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)
# fmt: on
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")


def in_words(number: int) -> str:
    """Return a number below a hundred in words, with *no* for 0.

    >>> in_words(0), in_words(12), in_words(20), in_words(43)
    ('no', 'twelve', 'twenty', 'forty-three')
    """
    if number < len(_SMALL):
        return _SMALL[number]
    tens, ones = divmod(number, 10)
    return _TENS[tens - 2] + (f"-{_SMALL[ones]}" if ones else "")
