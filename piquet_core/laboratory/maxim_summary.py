"""Summary of the trials of a maxim: what breaking it costs, with 95% intervals.

Trials of one deal depend on one another, so deals are the independent units of all intervals. In the
trials of an exchange, the result with both hands open is a control variate: it was computed in more
deals than the result with cards by search.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

from piquet_core.cards.cards import Hand, format_hand
from piquet_core.cards.seat import Seat
from piquet_core.engine.actions import Action, Exchange, Play
from piquet_core.laboratory.lab_players import ADAPTED
from piquet_core.laboratory.maxim_trials import BREAKS, NAMES, OBEYS, TrialRow, trials
from piquet_core.laboratory.maxims import Maxim
from piquet_core.notation import format_deal_id
from piquet_core.players.matches import SURE

PLACES = 3
"""Number of decimal places of the figures."""
COSTS: Mapping[str, tuple[str, str]] = {
    "breaking": ("obeyed", "broken"),
    "always-obeying": ("free", "obeyed"),
    "always-breaking": ("free", "broken"),
}
"""Costs by name, each the difference of two results: of the second choice against the first."""

type Measured = Callable[[TrialRow], int]


@dataclass(frozen=True, slots=True, kw_only=True)
class MeanCost:
    """Mean of a cost by decision, with the ``error`` on either side of its 95% interval.

    ``gain`` is the share of the variance that the control variate removes.
    """

    mean: float
    error: float
    gain: float = 0.0


def summarise_trials(maxim: Maxim, rows: Sequence[TrialRow]) -> dict[str, Any]:
    """Return the summary of all trials of a maxim as JSON.

    A group of decisions has the number of them, the number of those with cards by search, and the
    share of them in which the player's own choice obeys. Costs are in points a deal of the player on
    turn; ``quick`` costs are those with cards by rules of thumb.
    """
    groups = {"all": rows}
    if len(maxim.seats) > 1:
        groups |= {seat.name.lower(): [row for row in rows if row[_SEAT] == seat] for seat in Seat}
    groups |= {
        "own-choice-obeys": [row for row in rows if row[_OWN] == OBEYS],
        "own-choice-breaks": [row for row in rows if row[_OWN] == BREAKS],
    }
    return {
        "name": maxim.name,
        "maxim": maxim.maxim,
        "rules": maxim.rules.id,
        "answers": maxim.rules.digest,
        "player": ADAPTED,
        "seat": maxim.seat,
        "decision": maxim.decision,
        "condition": maxim.condition,
        "seed": maxim.seed,
        "deals": maxim.deals,
        "quick-deals": maxim.quick_deals,
        "digest": trials_digest(rows),
        "groups": {name: _group(found) for name, found in groups.items() if found},
        "example": _example(maxim, rows),
    }


def trials_digest(rows: Iterable[TrialRow]) -> str:
    """Return the digest of rows as sixteen hex digits."""
    total = hashlib.sha256(",".join(NAMES).encode())
    for row in rows:
        total.update(",".join("" if one is None else str(int(one)) for one in row).encode() + b"\n")
    return total.hexdigest()[:16]


def mean_cost(
    rows: Sequence[TrialRow], cost: Measured, control: Measured | None, more: Sequence[TrialRow]
) -> MeanCost | None:
    """Return the mean of a cost over the decisions in ``rows``, or None with fewer than two deals.

    The mean of ``control`` is taken from ``more`` rows, which include the others.
    """
    ours = _by_deal(rows, cost, control)
    if len(ours) < 2:
        return None
    mean, about = _deviations([(value, number) for value, _, number in ours])
    decisions = sum(number for *_, number in ours)
    plain = _variance(about, decisions)
    if control is None:
        return MeanCost(mean=mean, error=SURE * sqrt(plain))
    control_mean, control_about = _deviations([(other, number) for _, other, number in ours])
    square = sum(one * one for one in control_about)
    slope = sum(map(float.__mul__, about, control_about)) / square if square else 0.0
    all_deals = [(other, number) for _, other, number in _by_deal(more, control, control)]
    full_mean, full_about = _deviations(all_deals)
    left = [one - slope * other for one, other in zip(about, control_about, strict=True)]
    variance = _variance(left, decisions) + slope * slope * _variance(
        full_about, sum(number for _, number in all_deals)
    )
    return MeanCost(
        mean=mean + slope * (full_mean - control_mean),
        error=SURE * sqrt(variance),
        gain=max(0.0, 1 - variance / plain) if plain else 0.0,
    )


def result_difference(first: str, second: str) -> Measured:
    """Return a function that takes one result of a row from another. Columns are given by name."""
    one, other = NAMES.index(first), NAMES.index(second)

    def difference(row: TrialRow) -> int:
        minuend, subtrahend = row[one], row[other]
        assert minuend is not None
        assert subtrahend is not None
        return minuend - subtrahend

    return difference


_DEAL, _SEAT, _OWN = (NAMES.index(name) for name in ("deal", "seat", "own"))
_TRICK, _SEARCHED, _OPEN = (NAMES.index(name) for name in ("trick", "free", "open_free"))


def _by_deal(
    rows: Iterable[TrialRow], cost: Measured, control: Measured | None
) -> list[tuple[int, int, int]]:
    """Return the sums of the cost and of the control in each deal, and the number of its decisions."""
    found: dict[int | None, tuple[int, int, int]] = {}
    for row in rows:
        value, other, number = found.get(row[_DEAL], (0, 0, 0))
        found[row[_DEAL]] = value + cost(row), other + (control(row) if control else 0), number + 1
    return list(found.values())


def _deviations(deals: Sequence[tuple[int, int]]) -> tuple[float, list[float]]:
    """Return the mean by decision, and the deviation of each deal's sum from it."""
    mean = sum(value for value, _ in deals) / sum(number for _, number in deals)
    return mean, [value - mean * number for value, number in deals]


def _variance(about: Sequence[float], decisions: int) -> float:
    """Return the variance of a mean by decision from the deviations of the deals."""
    return sum(one * one for one in about) / decisions**2 * len(about) / (len(about) - 1)


def _group(rows: Sequence[TrialRow]) -> dict[str, Any]:
    searched = [row for row in rows if row[_SEARCHED] is not None]
    with_open = all(row[_OPEN] is not None for row in rows)
    found: dict[str, Any] = {
        "deals": len({row[_DEAL] for row in rows}),
        "decisions": len(rows),
        "searched": len(searched),
        "obeys": _share(rows, OBEYS),
        "breaks": _share(rows, BREAKS),
    }
    for name, (first, second) in COSTS.items():
        searched_cost, quick_cost, open_cost = (
            result_difference(prefix + first, prefix + second) for prefix in ("", "quick_", "open_")
        )
        control = open_cost if with_open else None
        found[name] = _figures(mean_cost(searched, searched_cost, control, rows))
        found[f"quick-{name}"] = _figures(mean_cost(rows, quick_cost, None, rows))
    return {name: figures for name, figures in found.items() if figures is not None}


def _share(rows: Sequence[TrialRow], own: int) -> float:
    return round(sum(row[_OWN] == own for row in rows) / len(rows), PLACES)


def _figures(found: MeanCost | None) -> dict[str, float] | None:
    if found is None:
        return None
    figures = {"mean": round(found.mean, PLACES), "error": round(found.error, PLACES)}
    return figures | ({"gain": round(found.gain, PLACES)} if found.gain else {})


def _example(maxim: Maxim, rows: Sequence[TrialRow]) -> dict[str, Any] | None:
    """Return the decision in which the maxim mattered most in the direction of the mean cost."""
    cost = result_difference(*COSTS["breaking"])
    searched = [row for row in rows if row[_SEARCHED] is not None]
    if not searched:
        return None
    sign = 1 if sum(map(cost, searched)) >= 0 else -1
    row = max(searched, key=lambda one: sign * cost(one))
    number = row[_DEAL]
    assert number is not None
    trial = next(
        one
        for one in trials(maxim, number)[0]
        if (sum(one.state.tricks), one.seat) == (row[_TRICK], row[_SEAT])
    )
    return {
        "deal": format_deal_id(trial.state.deal),
        "number": number,
        "seat": trial.seat.name.lower(),
        "trick": row[_TRICK],
        "hand": format_hand(trial.state.hands[trial.seat]),
        "obeyed": format_hand(_cards_of(trial.obeyed)),
        "broken": format_hand(_cards_of(trial.broken)),
        "results": [row[NAMES.index(name)] for name in COSTS["breaking"]],
    }


def _cards_of(action: Action) -> Hand:
    match action:
        case Exchange(discards=discards):
            return discards
        case Play(card=card):
            return Hand.of([card])
        case _:
            raise AssertionError(f"{action} is no choice of cards")
