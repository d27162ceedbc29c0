"""The words of every question, from the data; what is done with them stands in the modules beside."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources

from piquet_core.rules import RuleSet


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """How a question is put: its words, a hint, the rule it is about, the feature it asks for.

    ``less`` and ``more`` answer a number that is too small or too great; ``refused`` is the question
    where points are not given but refused.
    """

    question: str
    hint: str
    rule: str
    feature: str
    less: str = ""
    more: str = ""
    refused: str = ""

    def under(self, rules: RuleSet) -> Words:
        """Return the words with what a rule set answers put in."""
        value = rules.answers[self.rule].words
        return replace(
            self,
            **{
                name: getattr(self, name).replace("{value}", value)
                for name in ("question", "hint", "less", "more")
            },
        )


@cache
def asks() -> Mapping[str, Words]:
    """Return the words of all questions, by kind and name: ``tap.suit``."""
    text = resources.files("piquet_core.exercises").joinpath("data", "asks.toml").read_text("utf-8")
    return {name: Words(**table) for name, table in tomllib.loads(text).items()}
