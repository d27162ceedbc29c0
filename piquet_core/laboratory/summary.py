"""Summary of an experiment's results: statistics of each variant, and its differences from the first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from piquet_core.laboratory.control_variates import Variates, adjusted, dealt_cards
from piquet_core.laboratory.experiment import Experiment
from piquet_core.laboratory.game_statistics import (
    MEASURES,
    MEASURES_OF_PLAYERS,
    SampleStatistics,
    Values,
    games_that_differ,
    paired_differences,
    statistics_of,
    values_by_game,
    winner_changes,
)
from piquet_core.laboratory.games import NAMES, GameRow
from piquet_core.laboratory.results import rows_digest

PLACES = 4
"""Number of decimal places of the figures."""
WIDTH = 10
"""Number of points that a class of a histogram of scores covers."""
type Rows = Sequence[GameRow]


def summary(experiment: Experiment, results: Mapping[str, Rows]) -> dict[str, Any]:
    """Return the summary of an experiment as JSON. ``results`` has the sorted rows of each variant.

    For each measure there are the mean, the ``error`` on either side of its 95% interval, and the
    standard deviation (``spread``). An experiment on deals with a single variant also has the
    histograms of both scores. Where the dealt cards explain part of the variance, ``adjusted``
    has the narrower interval, and ``gain`` the share of the variance that it removes.
    """
    first, *others = experiment.variants
    base = results[first.name]
    dealt, of_deals = None, experiment.objective == "points"
    if of_deals:
        dealt = dealt_cards(_one_a_game(base), first.rules)
    return {
        "name": experiment.name,
        "question": experiment.question,
        "about": list(experiment.about),
        "caution": experiment.caution,
        "players": list(experiment.players),
        "objective": experiment.objective,
        "seed": experiment.seed,
        "swap-seats": experiment.swap_seats,
        "games": experiment.games,
        "digest": rows_digest(results.items()),
        "variants": [
            {
                "name": one.name,
                "rules": one.rules.id,
                "answers": one.rules.digest,
                "measures": variant_measures(results[one.name], experiment, dealt),
            }
            for one in experiment.variants
        ],
        "differences": [
            {
                "variant": one.name,
                "from": first.name,
                **difference(results[one.name], base, experiment, dealt),
            }
            for one in others
        ],
        **({"scores": score_histograms(base)} if of_deals and not others else {}),
    }


def variant_measures(
    rows: Rows, experiment: Experiment, dealt: Variates | None
) -> dict[str, dict[str, float]]:
    """Return the statistics of each measure that is not 0 in all games."""
    return _all_measures(lambda measure: values_by_game(rows, measure), experiment, dealt)


def score_histograms(rows: Rows) -> dict[str, dict[str, int]]:
    """Return the number of rows by tens of the score, for each seat. A key is the lower end."""
    found = {}
    for seat in ("elder", "younger"):
        place = NAMES.index(f"{seat}_score")
        counted = Counter(row[place] // WIDTH * WIDTH for row in rows)
        found[seat] = {str(low): counted[low] for low in sorted(counted)}
    return found


def difference(
    rows: Rows, base: Rows, experiment: Experiment, dealt: Variates | None
) -> dict[str, Any]:
    """Return the games that differ, those with another winner, and the paired differences.

    Measures whose difference is 0 in all games are left out.
    """
    changed = games_that_differ(rows, base)
    return {
        "games-that-differ": {
            "number": changed.number,
            "low": round(changed.low, PLACES),
            "high": round(changed.high, PLACES),
        },
        "winner-changes": _figures(winner_changes(rows, base)),
        "measures": _all_measures(
            lambda measure: paired_differences(rows, base, measure), experiment, dealt
        ),
    }


def _all_measures(
    values: Values, experiment: Experiment, dealt: Variates | None
) -> dict[str, dict[str, float]]:
    measures = dict(MEASURES)
    if len(set(experiment.players)) > 1:
        measures |= MEASURES_OF_PLAYERS
    found = {}
    for name, measure in measures.items():
        ours, per = values(measure)
        if name == "elders-lead" or any(ours):
            found[name] = _figures(statistics_of(ours, per))
            if dealt is not None and name in _ADJUSTED:
                better = adjusted(ours, per, dealt)
                found[name] |= {
                    "adjusted": round(better.mean, PLACES),
                    "adjusted-error": round(better.error, PLACES),
                    "gain": round(better.gain, PLACES),
                }
    return found


_ADJUSTED = ("elders-lead",)


def _figures(found: SampleStatistics) -> dict[str, float]:
    return {
        "mean": round(found.mean, PLACES),
        "error": round(found.error, PLACES),
        "spread": round(found.spread, PLACES),
    }


def _one_a_game(rows: Rows) -> list[GameRow]:
    """Return the first row of each game. The cards are the same whichever player is elder."""
    return list({row[0]: row for row in reversed(rows)}.values())[::-1]
