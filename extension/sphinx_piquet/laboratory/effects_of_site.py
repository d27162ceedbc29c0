"""The kept results of a project, and the axes on which its pages draw them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from sphinx.environment import BuildEnvironment

from piquet_core.laboratory.rule_effects import (
    EffectResult,
    RuleEffect,
    result_files,
    rule_effects,
)
from piquet_core.laboratory.worth_sentences import result_text
from piquet_core.rules import find_ruleset
from sphinx_piquet.views.effect_chart import EffectAxis, EffectMark, axis_of

LABEL = "the-laboratory"
"""The Sphinx label of the page on the laboratory."""
_ENDS = ("better for younger", "better for elder")


def laboratory_folder(env: BuildEnvironment) -> Path | None:
    """Return the folder that ``piquet_laboratory`` names, or None without one."""
    name = env.config.piquet_laboratory
    return Path(env.srcdir) / name if name else None


def site_effects(env: BuildEnvironment) -> tuple[RuleEffect, ...]:
    """Return the effects of all questions with a result."""
    folder = laboratory_folder(env)
    return rule_effects(folder) if folder else ()


def note_results(env: BuildEnvironment) -> None:
    """Note the files of results as dependencies of the page that is read."""
    folder = laboratory_folder(env)
    for path in result_files(folder) if folder else ():
        env.note_dependency(path)


def common_axis(effects: Iterable[RuleEffect], *, of_deals: bool) -> EffectAxis:
    """Return the axis of all effects in points a deal, or of those on whole games in per cent.

    It is the same on every page, so drawings can be compared.
    """
    every = [
        (_scale(result) * result.main.mean, _scale(result) * result.main.error)
        for one in effects
        if one.is_of_deals is of_deals
        for result in one.results
    ]
    if of_deals:
        return EffectAxis(*axis_of(every), ends=_ENDS)
    return EffectAxis(*axis_of(every, both=False), unit="%")


def effect_marks(effect: RuleEffect) -> list[EffectMark]:
    """Return the marks of the players' results, that of most games first."""
    return [
        EffectMark(
            one.provenance.name,
            result_text(one),
            _scale(one) * one.main.mean,
            _scale(one) * one.main.error,
            one.provenance.player,
        )
        for one in effect.results
    ]


def _scale(result: EffectResult) -> int:
    """Return the factor from a result's figures to those drawn: shares are in per cent."""
    return 1 if result.of_deals else 100


def book_name(id: str) -> str:
    """Return the short name of a rule set."""
    return find_ruleset(id).short
