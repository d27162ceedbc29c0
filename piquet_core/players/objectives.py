"""What a deal is worth in a partie or a hundred: the chance to win the game, by the points of both."""

from __future__ import annotations

from dataclasses import dataclass

from piquet_core.cards.seat import Seat
from piquet_core.rules import RuleSet
from piquet_core.solver.chances import (
    HundredChances,
    NoChances,
    PartieChances,
    hundred_chance,
    partie_chance,
)

_PER_POINT = 1e-4
"""Between equal chances the points decide: so much for each, less than tables tell apart."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stake:
    """What a seat plays for: its chance to win the game, in per cent; more points are never worse."""

    seat: Seat
    chance: PartieChances | HundredChances

    def worth(self, elder: int, younger: int) -> float:
        """Return what the totals of the deal are worth to the seat at its end."""
        return self._percent(self.chance.worth(elder, younger), elder - younger)

    def after(self, score: tuple[int, int], ahead: int, both: int) -> float:
        """Return what the rest of a deal makes of a score, elder's points first.

        ``ahead`` is what elder will make of it more than younger, and ``both`` what the two usually
        make together: a search for the difference says no more, and a partie asks for no more. In a
        hundred whoever has reached the number first has won.
        """
        over = self.chance.decided(*score)
        if over is not None:
            return self._percent(over, score[0] - score[1] + ahead)
        both = max(both, abs(ahead))
        both += (both - ahead) % 2
        return self.worth(score[0] + (both + ahead) // 2, score[1] + (both - ahead) // 2)

    def _percent(self, elders: float, ahead: int) -> float:
        sign = 1 if self.seat is Seat.ELDER else -1
        won = elders if self.seat is Seat.ELDER else 1 - elders
        return 100 * won + _PER_POINT * sign * ahead


def in_partie(rules: RuleSet, before: tuple[int, int], left: int, seat: Seat) -> Stake | None:
    """Return what the deal is worth to a seat in a partie; None if it is not known.

    ``before`` are the totals before the deal, elder's first, and ``left`` the deals after it.

    >>> from piquet_core.rules import load_ruleset
    >>> last = in_partie(load_ruleset("rubicon"), before=(70, 85), left=0, seat=Seat.YOUNGER)
    >>> [round(last.worth(elder, 14)) for elder in (30, 29, 28)]
    [0, 50, 100]
    """
    try:
        return Stake(seat=seat, chance=partie_chance(rules, before, left))
    except NoChances:
        return None


def in_hundred(rules: RuleSet, before: tuple[int, int], seat: Seat) -> Stake | None:
    """Return what the deal is worth to a seat in a hundred up; None if it is not known.

    >>> from piquet_core.rules import load_ruleset
    >>> near = in_hundred(load_ruleset("hoyle1909"), before=(80, 80), seat=Seat.ELDER)
    >>> round(near.after((20, 0), ahead=-10, both=20)), round(near.after((0, 0), ahead=10, both=30))
    (100, 100)
    """
    try:
        return Stake(seat=seat, chance=hundred_chance(rules, before))
    except NoChances:
        return None
