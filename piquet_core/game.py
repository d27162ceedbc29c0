"""Deals put together into a game: the hundred up, and the partie with the Rubicon.

Players are 0 and 1 for the whole game; who is elder changes from deal to deal.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from piquet_core.cards import Rank
from piquet_core.errors import PiquetError
from piquet_core.events import Event, Scored, tally
from piquet_core.rules import RuleSet
from piquet_core.rules.strategies import SETTLEMENTS
from piquet_core.seat import Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedDeal:
    """One finished deal of a game: its log, and which player was elder."""

    elder: int
    events: tuple[Event, ...]

    @property
    def score(self) -> tuple[int, int]:
        """The points of player 0 and player 1 in this deal."""
        by_seat = tally(self.events)
        return (by_seat[0], by_seat[1]) if self.elder == 0 else (by_seat[1], by_seat[0])


@dataclass(frozen=True, slots=True, kw_only=True)
class Settlement:
    """How a game ended: who won, what it is worth, and the totals it was settled on."""

    winner: int
    points: int
    totals: tuple[int, int]
    rubiconed: bool
    rule: str


def cut_decides(rules: RuleSet, first: Rank, second: Rank) -> int | None:
    """Return the player (0 or 1) whom the cut favours, or None when they must cut again.

    What the favour is, the right to choose or the deal itself, is the words of the answer to
    ``deal.first-dealer``.
    """
    if first == second:
        return None
    high = 0 if first > second else 1
    return 1 - high if rules.choice("deal.first-dealer").value == "low-deals" else high


def elder_of(rules: RuleSet, first_elder: int, deal: int) -> int:
    """Return which player is elder in a deal counted from 0; the deal alternates."""
    if rules.flag("deal.alternates").value:
        return (first_elder + deal) % 2
    return first_elder


# -- the partie ----------------------------------------------------------------------------------


def deals_to_play(rules: RuleSet, deals: Iterable[PlayedDeal]) -> int:
    """Return how many deals of a partie are still to come; a level score adds some."""
    played = tuple(deals)
    length = rules.number("rubicon.deals").value
    extra = rules.number("rubicon.tie-deals").value
    while len(played) >= length and extra and _level(played[:length]):
        length += extra
    return max(0, length - len(played))


def settle_partie(rules: RuleSet, deals: Iterable[PlayedDeal]) -> Settlement | None:
    """Return the settlement of a finished partie; None if deals are to come or it is drawn."""
    played = tuple(deals)
    if deals_to_play(rules, played) or _level(played):
        return None
    totals = _totals(played)
    winner = 0 if totals[0] > totals[1] else 1
    line = rules.number("rubicon.line").value
    settle = rules.choice("rubicon.settlement")
    high, low = totals[winner], totals[1 - winner]
    points = SETTLEMENTS[settle.value](high, low, line, rules.number("rubicon.bonus").value)
    return Settlement(
        winner=winner, points=points, totals=totals, rubiconed=low < line, rule=settle.id
    )


# -- the hundred up ------------------------------------------------------------------------------


def settle_hundred(rules: RuleSet, deals: Iterable[PlayedDeal]) -> Settlement | None:
    """Return who first reached the target in the order of reckoning; None if nobody has yet.

    Raises `PiquetError` if deals follow the one that ended the game.
    """
    target = rules.number("hundred.target").value
    played = tuple(deals)
    totals = [0, 0]
    for number, deal in enumerate(played, 1):
        for event in in_order(rules, deal.events):
            player = deal.elder if event.seat is Seat.ELDER else 1 - deal.elder
            totals[player] += event.points
            if totals[player] >= target:
                if number < len(played):
                    raise PiquetError(f"the game was over in deal {number}, yet another follows")
                return Settlement(
                    winner=player,
                    points=totals[player],
                    totals=(totals[0], totals[1]),
                    rubiconed=False,
                    rule="hundred.end",
                )
    return None


def in_order(rules: RuleSet, events: Iterable[Event]) -> list[Scored]:
    """Return the scores of a deal in the order of reckoning, each head in the order of the log."""
    order = rules.names("reckon.order").value
    scored = [event for event in events if isinstance(event, Scored)]
    return sorted(scored, key=lambda event: order.index(event.reckon))


def _totals(deals: tuple[PlayedDeal, ...]) -> tuple[int, int]:
    return sum(deal.score[0] for deal in deals), sum(deal.score[1] for deal in deals)


def _level(deals: tuple[PlayedDeal, ...]) -> bool:
    first, second = _totals(deals)
    return first == second
