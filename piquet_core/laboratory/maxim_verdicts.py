"""Verdicts on the maxims: the kept summaries, and sentences made from their figures."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any, Final

from piquet_core.laboratory.maxims import Maxim, read_maxim
from piquet_core.laboratory.rule_effects import MeasuredFigure
from piquet_core.laboratory.worth_sentences import points_text

FEW: Final = 30
"""Least number of decisions with cards by search from which a figure is told."""
_BREAKS = "own-choice-breaks"
_ROUNDED: Final = 0.005
"""Greatest sum of two shares' rounding errors."""


class Holds(Enum):
    """Whether a maxim holds on average, by the interval of the cost of breaking it."""

    YES = "It holds"
    MOSTLY = "It holds, with exceptions"
    NO = "It does not hold"
    OPEN = "No difference shows"


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionGroup:
    """Figures of a group of decisions: all, those of a seat, or those in which the player's choice obeys or breaks.

    ``searched`` is the number of decisions with cards by search. ``obeys`` and ``breaks`` are the shares
    of decisions in which the player's own choice does so, and ``costs`` has the costs by name.
    """

    deals: int
    decisions: int
    searched: int
    obeys: float
    breaks: float
    costs: Mapping[str, MeasuredFigure]

    @property
    def breaking(self) -> MeasuredFigure:
        """The cost of breaking the maxim, with cards by search."""
        return self.costs["breaking"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TrialExample:
    """Decision of a deal in which a maxim mattered much.

    ``obeyed`` and ``broken`` are the cards of both choices, as dotted hands, and ``results`` the
    points of the player on turn less the opponent's after each.
    """

    deal: str
    seat: str
    trick: int
    hand: str
    obeyed: str
    broken: str
    results: tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class MaximResult:
    """A maxim with its measured figures."""

    maxim: Maxim
    player: str
    deals: int
    quick_deals: int
    seed: str
    digest: str
    commit: str
    groups: Mapping[str, DecisionGroup]
    example: TrialExample

    @property
    def all(self) -> DecisionGroup:
        """The figures of all decisions."""
        return self.groups["all"]

    @property
    def seats(self) -> dict[str, DecisionGroup]:
        """The figures of each seat, if the maxim speaks to both and there are enough decisions."""
        names = [name for name in ("elder", "younger") if name in self.groups]
        return {name: one for name in names if (one := self.groups[name]).searched >= FEW}

    @property
    def holds(self) -> Holds:
        """Whether the maxim holds on average."""
        cost = self.all.breaking
        if not cost.excludes_zero:
            return Holds.OPEN
        if cost.mean < 0:
            return Holds.NO
        # Obeying always costs something if the player breaks the maxim for good reasons.
        always = self.all.costs["always-obeying"]
        return Holds.MOSTLY if always.excludes_zero and always.mean > 0 else Holds.YES


def maxim_files(folder: Path) -> list[Path]:
    """Return the files of maxims and of their summaries. ``folder`` contains the folder ``results``."""
    return [*sorted((folder / "maxims").glob("*.toml")), *sorted(_results(folder).glob("*.json"))]


def maxim_results(folder: Path) -> list[MaximResult]:
    """Return the measured maxims, those first whose breaking costs most."""
    found = [
        _read(read_maxim(path), kept)
        for path in sorted((folder / "maxims").glob("*.toml"))
        if (kept := _results(folder) / f"{path.stem}.json").is_file()
    ]
    return sorted(found, key=lambda one: -one.all.breaking.mean)


def untried_maxims(folder: Path) -> list[Maxim]:
    """Return the maxims without a summary, by name."""
    return [
        read_maxim(path)
        for path in sorted((folder / "maxims").glob("*.toml"))
        if not (_results(folder) / f"{path.stem}.json").is_file()
    ]


def verdict_sentences(result: MaximResult) -> Iterator[str]:
    """Yield the verdict, then what it depends on."""
    yield _verdict(result)
    if seats := result.seats:
        told = [f"{name} {_lost(one.breaking)}" for name, one in seats.items()]
        yield f"{' and '.join(told).capitalize()} by breaking it."
    yield from _own_choices(result)
    yield (
        f"With cards by rules of thumb instead of by search, breaking it "
        f"{_costs(result.all.costs['quick-breaking'])}."
    )


def part_text(share: float) -> str:
    """Return a share in per cent. Only a share of exactly 0 or 1 is 0% or 100%.

    >>> part_text(0.742), part_text(0.998), part_text(1.0)
    ('74%', 'over 99%', '100%')
    """
    text = f"{100 * share:.0f}%"
    if text == "100%" and share < 1:
        return "over 99%"
    return "under 1%" if text == "0%" and share else text


def _verdict(result: MaximResult) -> str:
    cost = result.all.breaking
    match result.holds:
        case Holds.OPEN:
            size = f"{points_text(cost, signed=True)} points"
            return (
                f"{Holds.OPEN.value}: the cost of breaking it, {size}, cannot be told from nothing."
            )
        case held:
            return f"{held.value}: breaking it {_costs(cost)}."


def _own_choices(result: MaximResult) -> Iterator[str]:
    """Yield the share of decisions in which the player obeys of its own accord, and the worth of its exceptions."""
    every = result.all
    neither = 1 - every.obeys - every.breaks
    also = f", and does neither in {part_text(neither)}" if neither > _ROUNDED else ""
    yield f"Left free, the player obeys in {part_text(every.obeys)} of the decisions{also}."
    breaks = result.groups.get(_BREAKS)
    if breaks is None or breaks.searched < FEW:
        return
    other = breaks.breaking
    if not other.excludes_zero:
        yield (
            "Where it breaks the maxim, obeying would have made no difference that shows "
            f"({points_text(_reversed(other), signed=True)})."
        )
    else:
        verb = "cost" if other.mean < 0 else "won"
        yield f"Where it breaks the maxim, obeying would have {verb} {points_text(other)} points."
    yield (
        "Against its free choice, obeying always "
        f"{_costs(result.all.costs['always-obeying'])}, and breaking always "
        f"{_costs(result.all.costs['always-breaking'])}."
    )


def _costs(cost: MeasuredFigure) -> str:
    """Return a cost as the predicate of a sentence, such as *costs 3.54 ± 0.60 points*."""
    if not cost.excludes_zero:
        return f"makes no difference that shows ({points_text(cost, signed=True)})"
    return f"{'costs' if cost.mean > 0 else 'wins'} {points_text(cost)} points"


def _lost(cost: MeasuredFigure) -> str:
    """Return a cost as the predicate of a player."""
    if not cost.excludes_zero:
        return f"neither loses nor wins ({points_text(_reversed(cost), signed=True)})"
    return f"{'loses' if cost.mean > 0 else 'wins'} {points_text(cost)} points"


def _reversed(figure: MeasuredFigure) -> MeasuredFigure:
    return MeasuredFigure(mean=-figure.mean, error=figure.error)


def _results(folder: Path) -> Path:
    return folder / "results" / "maxims"


def _read(maxim: Maxim, path: Path) -> MaximResult:
    found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    example = dict(found["example"])
    del example["number"]
    return MaximResult(
        maxim=maxim,
        player=found["player"],
        deals=found["deals"],
        quick_deals=found["quick-deals"],
        seed=found["seed"],
        digest=found["digest"],
        commit=found["commit"],
        groups={name: _group(one) for name, one in found["groups"].items()},
        example=TrialExample(**example | {"results": tuple(example["results"])}),
    )


def _group(found: Mapping[str, Any]) -> DecisionGroup:
    costs = {
        name: MeasuredFigure(mean=one["mean"], error=one["error"])
        for name, one in found.items()
        if isinstance(one, dict)
    }
    numbers = {name: found[name] for name in ("deals", "decisions", "searched", "obeys", "breaks")}
    return DecisionGroup(**numbers, costs=costs)
