"""The texts of every question, from the data files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import cache
from typing import Any

from piquet_core.errors import RuleSetError
from piquet_core.exercises.data_files import data_text, known_rule, read_tables
from piquet_core.exercises.features import features
from piquet_core.frozen_dict import FrozenDict
from piquet_core.rules import RuleSet
from piquet_core.rules.decode import optional, refuse_unknown_keys, required


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionText:
    """The text of a question: its words, a hint, its rule, and its default feature.

    ``less`` and ``more`` answer a number that is too small or too great; ``refused`` is the question about
    refused points. ``kept``, ``lost`` and ``reached`` describe the state of a problem's goal. ``sure`` replaces
    the hint if every card that takes its trick for certain is right. A deal drawn with the feature is played on
    for so many ``moves`` before the question.
    """

    question: str
    hint: str
    rule: str
    feature: str
    less: str = ""
    more: str = ""
    refused: str = ""
    kept: str = ""
    lost: str = ""
    reached: str = ""
    sure: str = ""
    moves: int = 0

    def under(self, rules: RuleSet) -> QuestionText:
        """Return the text with a rule set's answers filled in."""
        value = rules.answers[self.rule].words
        return replace(
            self,
            **{
                name: getattr(self, name).replace("{value}", value)
                for name in ("question", "hint", "less", "more")
            },
        )


@cache
def question_texts() -> Mapping[str, QuestionText]:
    """Return the texts of all questions, by kind and name: ``tap.suit``."""
    return parse_question_texts(data_text("asks.toml"))


def parse_question_texts(text: str, file: str = "asks.toml") -> Mapping[str, QuestionText]:
    """Return the question texts in a TOML text; raises `RuleSetError` with file and path."""
    return FrozenDict((name, _words(*table)) for name, table in read_tables(text, file).items())


def _words(table: Mapping[str, Any], context: str) -> QuestionText:
    refuse_unknown_keys(table, {field.name for field in fields(QuestionText)}, context)
    feature = required(table, "feature", str, context)
    for name in feature.split():
        if name not in features():
            raise RuleSetError(f"unknown feature {name!r}", f"{context}.feature")
    return QuestionText(
        question=required(table, "question", str, context),
        hint=required(table, "hint", str, context),
        rule=known_rule(required(table, "rule", str, context), f"{context}.rule"),
        feature=feature,
        less=optional(table, "less", str, "", context),
        more=optional(table, "more", str, "", context),
        refused=optional(table, "refused", str, "", context),
        kept=optional(table, "kept", str, "", context),
        lost=optional(table, "lost", str, "", context),
        reached=optional(table, "reached", str, "", context),
        sure=optional(table, "sure", str, "", context),
        moves=optional(table, "moves", int, 0, context),
    )
