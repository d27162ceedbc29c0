"""The JSON document of measured effects and shapes, its schema, and the effects as CSV."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from io import StringIO
from pathlib import Path
from typing import Any

from piquet_core.export import Site, document_head
from piquet_core.laboratory.maxim_verdicts import DecisionGroup, MaximResult, maxim_results
from piquet_core.laboratory.rule_effects import (
    EdgeEffect,
    EffectResult,
    ExploiterGain,
    GameShape,
    MeasuredFigure,
    Provenance,
    RuleEffect,
    exploits,
    rule_effects,
    shapes,
)

NAME = "laboratory"
TABLE = "laboratory.csv"
SCHEMA = Path(__file__).with_name("laboratory.schema.json")
COLUMNS = (
    *("experiment", "rule", "ruleset", "change", "unit", "player", "games", "effect", "error"),
    *("before", "after", "other_winner", "other_winner_error", "games_that_differ"),
    *("wider_than_aim", "seed", "digest", "commit", "date"),
)
"""Columns of the CSV file, which has a row for each effect and player."""


def laboratory_document(folder: Path, site: Site) -> dict[str, Any]:
    """Return the document *laboratory*. ``folder`` contains the results."""
    return document_head(NAME, site) | {
        "effects": [_effect(one, site) for one in rule_effects(folder)],
        "shapes": [_shape(one, site) for one in shapes(folder)],
        "exploiters": [_gain(one) for one in exploits(folder)],
        "maxims": [_maxim(one) for one in maxim_results(folder)],
    }


def laboratory_table(folder: Path) -> str:
    """Return the effects as CSV text, with `COLUMNS` in the first row."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for one in rule_effects(folder):
        writer.writerows(_row(one, result) for result in one.results)
    return text.getvalue()


def _row(one: RuleEffect, result: EffectResult) -> Sequence[str | int | float]:
    origin = result.provenance
    return (
        *(one.name, " ".join(one.rules), one.book, one.clause, _unit(one), origin.player),
        *(origin.games, result.lead.mean, result.lead.error),
        *(result.before.mean, result.after.mean, result.winner.mean, result.winner.error),
        *(result.differing, "yes" if result.wide else "no"),
        *(origin.seed, origin.digest, origin.commit, origin.date),
    )


def _unit(one: RuleEffect) -> str:
    return "points a deal" if one.is_of_deals else "points a game"


def _effect(one: RuleEffect, site: Site) -> dict[str, Any]:
    page = site.address("rule", one.rules[0]).partition("#")[0]
    return {
        "id": one.name,
        "url": f"{page}#{one.anchor}" if page else "",
        "question": one.question,
        "caution": one.caution,
        "rules": list(one.rules),
        "ruleset": one.book,
        "changed": one.changed,
        "objective": one.objective,
        "results": [_result(result) for result in one.results],
        **({"edge": _edge(one.edge)} if one.edge else {}),
    }


def _result(one: EffectResult) -> dict[str, Any]:
    return _origin(one.provenance) | {
        "elders_lead": _figure(one.lead),
        "before": _figure(one.before),
        "after": _figure(one.after),
        "variance_removed": one.gain,
        "other_winner": _figure(one.winner),
        "games_that_differ": one.differing,
        "most_that_differ": one.most_differing,
        "wider_than_aim": one.wide,
        "changes": _figures(one.events),
        "in_the_book": _figures(one.base),
    }


def _edge(one: EdgeEffect) -> dict[str, Any]:
    return _origin(one.provenance) | {
        "opponent": one.weaker,
        "change": _figure(one.change),
        "before": _figure(one.before),
        "after": _figure(one.after),
        "wins_change": _figure(one.wins),
        "wins_before": _figure(one.wins_before),
        "wins_after": _figure(one.wins_after),
        "games_that_differ": one.differing,
    }


def _shape(one: GameShape, site: Site) -> dict[str, Any]:
    return (
        {"ruleset": one.rules, "url": site.address("ruleset", one.rules)}
        | _origin(one.provenance)
        | {
            "measures": _figures(one.measures),
            "scores": {
                seat: {str(low): number for low, number in sorted(found.items())}
                for seat, found in one.scores.items()
            },
        }
    )


def _gain(one: ExploiterGain) -> dict[str, Any]:
    return {
        "ruleset": one.rules,
        "player": one.player,
        "exploiter": one.exploiter,
        "gain": {"mean": one.gain.mean, "error": one.gain.error},
        "deals": one.deals,
        "budget": one.budget,
        "seed": one.seed,
        "commit": one.commit,
    }


def _maxim(one: MaximResult) -> dict[str, Any]:
    maxim, example = one.maxim, one.example
    return {
        "id": maxim.name,
        "maxim": maxim.maxim,
        "when": maxim.when,
        "obeyed": maxim.obeyed,
        "broken": maxim.broken,
        "note": maxim.note,
        "places": [str(place) for place in maxim.places],
        "ruleset": maxim.rules.id,
        "seat": maxim.seat,
        "decision": maxim.decision,
        "condition": maxim.condition,
        "player": one.player,
        "deals": one.deals,
        "quick_deals": one.quick_deals,
        "groups": {name: _decisions(group) for name, group in one.groups.items()},
        "example": {
            "deal": example.deal,
            "seat": example.seat,
            "trick": example.trick,
            "hand": example.hand,
            "obeyed": example.obeyed,
            "broken": example.broken,
            "results": list(example.results),
        },
        "seed": one.seed,
        "digest": one.digest,
        "commit": one.commit,
    }


def _decisions(group: DecisionGroup) -> dict[str, Any]:
    return {
        "deals": group.deals,
        "decisions": group.decisions,
        "searched": group.searched,
        "own_choice_obeys": group.obeys,
        "costs": {
            name: {"mean": cost.mean, "error": cost.error} for name, cost in group.costs.items()
        },
    }


def _origin(one: Provenance) -> dict[str, Any]:
    return {
        "player": one.player,
        "games": one.games,
        "seed": one.seed,
        "digest": one.digest,
        "commit": one.commit,
        "date": one.date,
    }


def _figures(found: Mapping[str, MeasuredFigure]) -> dict[str, dict[str, float]]:
    return {name: _figure(one) for name, one in found.items()}


def _figure(one: MeasuredFigure) -> dict[str, float]:
    return {"mean": one.mean, "error": one.error, "spread": one.spread}
