"""Some deals of a rule set and of its base, with the same cards, for a rough comparison."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import hypot

from piquet_core.designs.design import SEED, Design
from piquet_core.engine.apply import start
from piquet_core.engine.events import DealEnded, Scored
from piquet_core.engine.state import shuffled_deal
from piquet_core.players import DEFAULT, find_player, play_out
from piquet_core.players.matches import Estimate, estimate
from piquet_core.pulse import beat
from piquet_core.rules import RuleSet

DEALS = 50
"""Number of deals by each of the two rule sets."""
FEATS = ("pique", "repique", "capot")
"""Events that are counted, by either player."""


@dataclass(slots=True)
class DealSample:
    """Elder's lead in each deal, and how often each of `FEATS` was made."""

    leads: list[float] = field(default_factory=list)
    feats: Counter[str] = field(default_factory=Counter)

    @property
    def lead(self) -> Estimate:
        """Mean lead of elder with its 95% interval."""
        return estimate(self.leads)


class QuickDeals:
    """Deals of a design and its base in which the same player plays both hands, to be played in steps.

    The cards are those of the first games of its experiment.
    """

    def __init__(self, design: Design, deals: int = DEALS) -> None:
        self.design = design
        self.base, self.changed = DealSample(), DealSample()
        self.done, self.total = 0, 2 * deals
        self._steps = self._play()

    @property
    def difference(self) -> Estimate:
        """Mean of the changed lead less the lead of the base, with its 95% interval.

        With the same cards, the differences of single deals are averaged.
        """
        one, other = self.base.leads, self.changed.leads
        if self.design.has_same_cards:
            return estimate([new - old for old, new in zip(one, other, strict=True)])
        first, second = self.base.lead, self.changed.lead
        mean = second.mean - first.mean
        error = hypot(first.mean - first.low, second.mean - second.low)
        return Estimate(mean, mean - error, mean + error)

    def go_on(self, until: int) -> bool:
        """Continue until a number of deals is played. Return whether all are."""
        while self.done < min(until, self.total):
            next(self._steps)
            self.done += 1
            beat()
        return self.done == self.total

    def _play(self) -> Iterator[None]:
        for number in range(self.total // 2):
            for rules, sample in (
                (self.design.base, self.base),
                (self.design.rules, self.changed),
            ):
                _play_deal(rules, number, sample)
                yield


def _play_deal(rules: RuleSet, number: int, sample: DealSample) -> None:
    deal = shuffled_deal(rules, random.Random(f"{SEED}/{number}"))  # noqa: S311 - the same deal every time
    player = find_player(DEFAULT).make()
    state, log = start(rules, deal)
    lead = 0
    events = [*log]
    for _, _, more in play_out(state, player, player):
        events += more
    for event in events:
        match event:
            case Scored():
                lead += -event.points if event.seat else event.points
                group = event.rule.partition(".")[0]
                sample.feats[group] += group != "capot" and group in FEATS
            case DealEnded(tricks=tricks):
                sample.feats["capot"] += 0 in tricks
            case _:
                pass
    sample.leads.append(lead)
