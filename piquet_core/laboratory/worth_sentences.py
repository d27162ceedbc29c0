"""Sentences on the effects of rules, with their figures from the kept results."""

from __future__ import annotations

from math import ceil
from pathlib import Path
from typing import Final

from piquet_core.cards.card_names import capitalize
from piquet_core.laboratory.lab_players import player_name
from piquet_core.laboratory.rule_effects import (
    EdgeEffect,
    EffectResult,
    MeasuredFigure,
    RuleEffect,
    effects_of,
)

MINUS: Final = "\N{MINUS SIGN}"
PLUS_OR_MINUS: Final = "±\N{NO-BREAK SPACE}"
_GAP: Final = "\N{NO-BREAK SPACE}"


def worth_sentences(rule: str, folder: Path) -> list[str]:
    """Return the sentences on a rule: for each question about it, one for each player.

    ``folder`` contains the folder ``results``. The list is empty for a rule without a result.
    """
    return [line for one in effects_of(rule, folder) for line in effect_sentences(one)]


def effect_sentences(effect: RuleEffect) -> list[str]:
    """Return a sentence for each player, one on the edge, and the caution of the experiment, if it has one."""
    first, *others = effect.results
    lines = [f"If {effect.clause}, {_outcome(first, effect, _when(first))}{_more(first)}."]
    lines += [f"{capitalize(_when(one))}, {_outcome(one, effect)}." for one in others]
    if effect.edge:
        lines.append(edge_sentence(effect.edge))
    return [*lines, effect.caution] if effect.caution else lines


def edge_sentence(edge: EdgeEffect) -> str:
    """Return the sentence on how far a stronger player is ahead of a weaker one."""
    stronger, deals = edge.provenance.name, f"{edge.provenance.games:,} deals in both seats"
    opening = f"When {stronger} meets {player_name(edge.weaker)}"
    if not edge.differing:
        return f"{opening}, nothing changes in {deals}."
    before, after = (plain_text(one.mean) for one in (edge.before, edge.after))
    if not edge.shows_effect:
        return (
            f"{opening}, its edge is {before} points a deal, and no change of it can be told from chance: "
            f"{points_text(edge.change, signed=True)}."
        )
    verb = "shrinks" if edge.change.mean < 0 else "grows"
    return (
        f"{opening}, its edge {verb} by {points_text(edge.change)} points a deal, "
        f"from {before} to {after}."
    )


def points_text(figure: MeasuredFigure, *, signed: bool = False) -> str:
    """Return points with their error, such as *5.36 ± 0.16*.

    >>> points_text(MeasuredFigure(mean=-5.363, error=0.1598), signed=True)
    '−5.36\\xa0±\\xa00.16'
    """
    mean = signed_text(figure.mean) if signed else f"{abs(figure.mean):.2f}"
    return f"{mean}{_GAP}{PLUS_OR_MINUS}{figure.error:.2f}"


def share_text(figure: MeasuredFigure) -> str:
    """Return a share in per cent with its error, such as *6.0% ± 0.4%*."""
    return f"{100 * figure.mean:.1f}%{_GAP}{PLUS_OR_MINUS}{100 * figure.error:.1f}%"


def signed_text(number: float, places: int = 2) -> str:
    """Return a number with its sign, the typographic minus included. Zero has none.

    >>> signed_text(0.2), signed_text(-0.001)
    ('+0.20', '0.00')
    """
    text = f"{abs(number):.{places}f}"
    if not float(text):
        return text
    return f"{'+' if number > 0 else MINUS}{text}"


def result_text(result: EffectResult, *, signed: bool = True) -> str:
    """Return the effect of a result in a few words, for tables."""
    if result.nothing:
        return "nothing"
    if not result.of_deals:
        return share_text(result.winner)
    return points_text(result.lead, signed=signed)


def at_most_text(result: EffectResult) -> str:
    """Return the upper bound of the share of games that differ, rounded up, in per cent."""
    return f"{ceil(1000 * result.most_differing) / 10:.1f}%"


def _outcome(result: EffectResult, effect: RuleEffect, when: str = "") -> str:
    """Return the outcome as the main clause of a sentence. It contains the clause ``when``."""
    games = f"{result.provenance.games:,} {effect.games}"
    when = f" {when}" if when else ""
    if result.nothing:
        return f"nothing changes in {games}{when}"
    if result.few:
        verb = "differs" if result.differing == 1 else "differ"
        return f"only {result.differing} of {games} {verb}{when}, too few to tell what the rule is worth"
    if not result.shows_effect:
        return f"no change of {_SUBJECTS[result.of_deals]} can be told from chance{when}: {_figure(result)}"
    if not result.of_deals:
        return f"the other player wins {_figure(result)} of the {effect.games}{when}"
    verb = "falls" if result.lead.mean < 0 else "rises"
    size = f"{abs(result.lead.mean):.2f} points a deal ({_error(result)})"
    from_to = _from_to(result)
    return f"elder's advantage {verb} by {size}{from_to}{',' if from_to and when else ''}{when}"


_SUBJECTS = {True: "elder's advantage", False: "the winner"}


def _figure(result: EffectResult) -> str:
    if result.of_deals:
        return f"{signed_text(result.lead.mean)} points a deal ({_error(result)})"
    return f"{100 * result.winner.mean:.1f}% ({PLUS_OR_MINUS}{100 * result.winner.error:.1f}%)"


def _error(result: EffectResult) -> str:
    return f"{PLUS_OR_MINUS}{result.lead.error:.2f}"


def _when(result: EffectResult) -> str:
    return f"when {result.provenance.name} plays itself"


def _more(result: EffectResult) -> str:
    """Return the upper bound for the end of the first sentence if nothing changes, or else ""."""
    if not result.nothing:
        return ""
    games = "deals" if result.of_deals else "games"
    return f", so at most {at_most_text(result)} of its {games} can depend on the rule"


def _from_to(result: EffectResult) -> str:
    """Return elder's advantage before and after, or "" if a rounded figure would not show the change."""
    if abs(result.lead.mean) < _SHOWN:
        return ""
    before, after = (plain_text(one.mean) for one in (result.before, result.after))
    return f", from {before} to {after}"


_SHOWN: Final = 0.5
"""Least effect in points for which the advantage before and after is given."""


def plain_text(number: float) -> str:
    """Return a number with one decimal place, and with a typographic minus if it is negative."""
    return f"{number:.1f}".replace("-", MINUS)
