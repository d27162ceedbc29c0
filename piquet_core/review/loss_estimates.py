"""Estimates of the points that a player's decisions lose a deal: of a reader, and of the measured players."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from math import sqrt

from piquet_core.frozen_dict import FrozenDict
from piquet_core.players import PLAYERS
from piquet_core.players.matches import SURE, Estimate
from piquet_core.review.decision_losses import DISCARDS, KINDS

type Losses = Mapping[str, float]
"""The points that a player's decisions lost in one deal, by kind."""

FEWEST = 12
"""Number of deals below which an estimate is too rough for a comparison."""
LATEST = 60
"""Number of deals, the latest ones, from which a reader's play is estimated."""
WINDOW = 20
"""Number of deals in the moving mean of the chart."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LossEstimate:
    """Mean losses in points a deal with 95% intervals: the total, and those by kind.

    ``deals`` is the number of deals. A kind that never occurred has no entry in ``kinds``. A discard is
    averaged over the deals in its seat.
    """

    deals: int
    total: Estimate
    kinds: Mapping[str, Estimate]


def estimate_losses(deals: Sequence[Losses]) -> LossEstimate | None:
    """Return the mean losses over some deals, or None without deals.

    >>> found = estimate_losses([{"lead": 1.0, "call": 0.0}, {"lead": 3.0, "call": 0.0}])
    >>> found.total.mean, sorted(found.kinds)
    (2.0, ['call', 'lead'])
    """
    if not deals:
        return None
    by_kind = {kind: [deal[kind] for deal in deals if kind in deal] for kind in KINDS}
    return LossEstimate(
        deals=len(deals),
        total=mean_loss([sum(deal.values()) for deal in deals]),
        kinds={kind: mean_loss(values) for kind, values in by_kind.items() if values},
    )


def mean_loss(values: Sequence[float]) -> Estimate:
    """Return the mean of some losses with its 95% interval by Student's t.

    A loss is never negative, so neither is the lower bound. The interval of a single value has no upper bound.

    >>> mean_loss([2.0, 4.0, 6.0])
    Estimate(mean=4.0, low=0.0, high=8.9...)
    """
    mean = sum(values) / len(values)
    if len(values) < 2:
        return Estimate(mean, 0.0, float("inf"))
    spread = sum((one - mean) ** 2 for one in values) / (len(values) - 1)
    error = t_quantile(len(values) - 1) * sqrt(spread / len(values))
    return Estimate(mean, max(0.0, mean - error), mean + error)


_SMALL = (12.706, 4.303, 3.182, 2.776, 2.571)
"""Quantiles for up to five degrees of freedom, for which the series is too rough."""


def t_quantile(freedom: int) -> float:
    """Return the 97.5% quantile of Student's t distribution with so many degrees of freedom.

    >>> [round(t_quantile(one), 2) for one in (1, 5, 10, 30, 1000)]
    [12.71, 2.57, 2.23, 2.04, 1.96]
    """
    if freedom <= len(_SMALL):
        return _SMALL[freedom - 1]
    z = SURE
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + (z**3 + z) / 4 / freedom + second / freedom**2 + third / freedom**3


def moving_means(totals: Sequence[float]) -> list[Estimate]:
    """Return the mean loss of the latest `WINDOW` deals after each deal, from deal number `FEWEST` on."""
    return [mean_loss(totals[max(0, end - WINDOW) : end]) for end in range(FEWEST, len(totals) + 1)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Weakness:
    """The kind of decision that costs a player most over deals in both seats.

    ``is_clear`` is whether the loss is certainly larger than that of ``second``, the next kind.
    """

    kind: str
    second: str
    is_clear: bool


def weakness_of(found: LossEstimate) -> Weakness | None:
    """Return the kind that costs most, or None if there are too few deals or nothing was lost.

    A player discards as elder in half of the deals, and as younger in the other half.
    """
    if found.deals < FEWEST:
        return None
    shares = {kind: 0.5 if kind in DISCARDS else 1.0 for kind in KINDS}
    ranked = sorted(found.kinds, key=lambda kind: -shares[kind] * found.kinds[kind].mean)
    first, second = ranked[0], ranked[1] if len(ranked) > 1 else ""
    if not found.kinds[first].mean:
        return None
    if not second:
        return Weakness(kind=first, second="", is_clear=True)
    one, other = found.kinds[first], found.kinds[second]
    gap = shares[first] * one.mean - shares[second] * other.mean
    error = sqrt(
        (shares[first] * (one.high - one.mean)) ** 2
        + (shares[second] * (other.high - other.mean)) ** 2
    )
    return Weakness(kind=first, second=second, is_clear=gap > error)


@cache
def measured_losses() -> Mapping[str, LossEstimate]:
    """Return the measured losses of the players that readers meet, by id, in the order of the registry."""
    file = resources.files("piquet_core.review").joinpath("data", "losses.toml")
    rows = {row["player"]: row for row in tomllib.loads(file.read_text("utf-8"))["losses"]}
    found = {
        id: LossEstimate(
            deals=2 * rows[id]["deals"],
            total=Estimate(*rows[id]["total"]),
            kinds=FrozenDict(
                {kind: Estimate(*rows[id][kind]) for kind in KINDS if kind in rows[id]}
            ),
        )
        for id in PLAYERS
        if id in rows
    }
    return FrozenDict(found)
