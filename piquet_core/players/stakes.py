"""What a deal is worth in a partie: the chance to win it, by how far ahead a player ends."""

from __future__ import annotations

from piquet_core.pack.seat import Seat
from piquet_core.players.player import Stake
from piquet_core.rules import RuleSet
from piquet_core.solver.chances import NoChances, partie_chance


def in_partie(rules: RuleSet, before: tuple[int, int], left: int, seat: Seat) -> Stake | None:
    """Return what the deal is worth to a seat in thousandths of the partie; None if it is not known.

    ``before`` are the totals before the deal, elder's first, and ``left`` the deals after it. Between
    equal chances the points decide.

    >>> from piquet_core.rules import load_ruleset
    >>> last = in_partie(load_ruleset("rubicon"), before=(70, 85), left=0, seat=Seat.YOUNGER)
    >>> [round(last(ahead)) for ahead in (-16, -15, -14)]
    [0, 500, 1000]
    """
    try:
        chance = partie_chance(rules, before, left)
    except NoChances:
        return None

    def worth(ahead: int) -> float:
        won = chance.worth(ahead, 0) if seat is Seat.ELDER else 1 - chance.worth(0, ahead)
        return 1000 * won + ahead / 1000

    return worth
