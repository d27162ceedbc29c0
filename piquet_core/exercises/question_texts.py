"""The texts of all questions, read from a data file."""

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
    """The texts of a question: its wording, a hint, its rule, and its default feature.

    ``less`` and ``more`` are the feedback on a number that is too small or too great. ``refused`` is the
    wording of the question about a refused repique. ``kept``, ``lost`` and ``reached`` describe the state of a
    problem's goal. ``sure`` replaces the hint when any sure trick is right. ``moves`` is the number of moves to
    play in a drawn deal before the question.
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
        """Return the texts with the rule set's answer inserted."""
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
    """Return the texts of all questions by kind and name, such as ``tap.suit``."""
    return parse_question_texts(data_text("asks.toml"))


def parse_question_texts(text: str, file: str = "asks.toml") -> Mapping[str, QuestionText]:
    """Return the question texts in a TOML text.

    Raises `RuleSetError` with the file and the path of an invalid entry.
    """
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
