"""Summary of a finished game: the totals after each deal, and the decisive deals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from piquet_core.cards.seat import Seat
from piquet_core.engine.events import Scored
from piquet_core.engine.game import PlayedDeal, Settlement
from piquet_core.rules import RuleSet
from piquet_core.wording.score_reasons import is_bonus

_GOALS = {"rubicon": "rubicon.line", "hundred-up": "hundred.target"}

type Points = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSummary:
    """The deals of a won game, by their numbers at the table.

    Players are 0 and 1. ``goal`` is the Rubicon of a partie, or the target of a hundred up.
    """

    form: str
    goal: int
    numbers: tuple[int, ...]
    deals: tuple[PlayedDeal, ...]
    settled: Settlement

    @property
    def totals(self) -> tuple[Points, ...]:
        """The totals before the first deal and after each. The last ones are those of the settlement."""
        found = [(0, 0)]
        for deal in self.deals:
            found.append((found[-1][0] + deal.score[0], found[-1][1] + deal.score[1]))
        return (*found[:-1], self.settled.totals)

    @property
    def turning(self) -> int:
        """The index of the deal after which the winner stayed ahead."""
        ahead = [self._lead(points) for points in self.totals]
        return max(place for place, lead in enumerate(ahead[:-1]) if lead <= 0)

    @property
    def richest(self) -> int:
        """The index of the deal in which the winner gained most on the loser."""
        gains = [self._lead(deal.score) for deal in self.deals]
        return gains.index(max(gains))

    def lead_before(self, place: int) -> int:
        """Return the winner's lead before a deal, negative if the winner was behind."""
        return self._lead(self.totals[place])

    def made(self, place: int) -> Points:
        """Return the points of the winner and the loser in a deal."""
        score = self.deals[place].score
        return score[self.settled.winner], score[1 - self.settled.winner]

    def great(self, place: int) -> str:
        """Return the rule of the winner's greatest score in a deal, "" if there was none."""
        deal = self.deals[place]
        seat = Seat.ELDER if deal.elder == self.settled.winner else Seat.YOUNGER
        found = [
            (event.points, event.rule)
            for event in deal.events
            if isinstance(event, Scored) and event.seat is seat and is_bonus(event.rule)
        ]
        return max(found)[1] if found else ""

    @property
    def short(self) -> int:
        """The points that the loser lacked for the goal at the end; 0 if it was reached."""
        return max(0, self.goal - self.settled.totals[1 - self.settled.winner])

    def _lead(self, points: Points) -> int:
        winner = self.settled.winner
        return points[winner] - points[1 - winner]


def summarise_game(
    rules: RuleSet,
    form: str,
    deals: Sequence[PlayedDeal],
    settled: Settlement | None,
    numbers: Sequence[int] = (),
) -> GameSummary | None:
    """Return the summary of a game that has been won, or None. Deals count from 1 unless ``numbers`` is given."""
    if settled is None or form not in _GOALS:
        return None
    return GameSummary(
        form=form,
        goal=rules.number(_GOALS[form]).value,
        numbers=tuple(numbers) or tuple(range(1, len(deals) + 1)),
        deals=tuple(deals),
        settled=settled,
    )
