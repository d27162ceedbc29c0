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
    """Summary of a won game, with the number of each deal at the table.

    Players are 0 and 1. ``goal`` is the Rubicon of a partie, or the target of a hundred up. ``settled`` is the
    result of the game. The methods take the index of a deal in ``deals``.
    """

    form: str
    goal: int
    numbers: tuple[int, ...]
    deals: tuple[PlayedDeal, ...]
    settled: Settlement

    @property
    def totals(self) -> tuple[Points, ...]:
        """The totals before the first deal and after each deal. The last ones are taken from the settlement."""
        found = [(0, 0)]
        for deal in self.deals:
            found.append((found[-1][0] + deal.score[0], found[-1][1] + deal.score[1]))
        return (*found[:-1], self.settled.totals)

    @property
    def turning(self) -> int:
        """The index of the deal from whose end on the winner was always ahead."""
        ahead = [self._lead(points) for points in self.totals]
        return max(place for place, lead in enumerate(ahead[:-1]) if lead <= 0)

    @property
    def richest(self) -> int:
        """The index of the deal in which the winner outscored the loser by most."""
        gains = [self._lead(deal.score) for deal in self.deals]
        return gains.index(max(gains))

    def lead_before(self, place: int) -> int:
        """Return the winner's lead before a deal, negative if the winner was behind."""
        return self._lead(self.totals[place])

    def made(self, place: int) -> Points:
        """Return the points in a deal of the game's winner and loser."""
        score = self.deals[place].score
        return score[self.settled.winner], score[1 - self.settled.winner]

    def great(self, place: int) -> str:
        """Return the rule id of the game winner's greatest bonus in a deal, or "" without a bonus."""
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
        """The points by which the loser missed the goal, or 0 if the loser reached it."""
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
    """Return the summary of a game, or None if it has no winner or is a single deal.

    ``numbers`` are the numbers of the deals at the table, by default from 1.
    """
    if settled is None or form not in _GOALS:
        return None
    return GameSummary(
        form=form,
        goal=rules.number(_GOALS[form]).value,
        numbers=tuple(numbers) or tuple(range(1, len(deals) + 1)),
        deals=tuple(deals),
        settled=settled,
    )
