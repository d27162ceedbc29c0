"""Games of several deals: the hundred up, and the partie with the Rubicon.

The players are 0 and 1 for the whole game. Elder changes from deal to deal.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from piquet_core.cards.cards import Rank
from piquet_core.cards.seat import Seat
from piquet_core.engine.events import Event, Scored, tally
from piquet_core.errors import IllegalAction
from piquet_core.rules import RuleSet
from piquet_core.rules.strategies import SETTLEMENTS


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedDeal:
    """A finished deal of a game: its events, and the player who was elder."""

    elder: int
    events: tuple[Event, ...]

    @property
    def score(self) -> tuple[int, int]:
        """Points of player 0 and player 1 in this deal."""
        by_seat = tally(self.events)
        return (by_seat[0], by_seat[1]) if self.elder == 0 else (by_seat[1], by_seat[0])


@dataclass(frozen=True, slots=True, kw_only=True)
class Settlement:
    """Result of a finished game: winner, value and totals.

    ``rubiconed``: the loser's total is below the Rubicon. ``rule`` is the rule that decides the
    result. ``double``: the loser was so far behind that the game counts twice.
    """

    winner: int
    points: int
    totals: tuple[int, int]
    rubiconed: bool
    rule: str
    double: bool = False


def cut_decides(rules: RuleSet, first: Rank, second: Rank) -> int | None:
    """Return the player favoured by the cut, or None if the players must cut again.

    ``first`` and ``second`` are the ranks cut by players 0 and 1. The rule ``deal.first-dealer``
    defines the favour: the choice of dealer, or the deal itself.
    """
    if first == second:
        return None
    high = 0 if first > second else 1
    return 1 - high if rules.choice("deal.first-dealer").value == "low-deals" else high


def elder_of(rules: RuleSet, first_elder: int, deal: int) -> int:
    """Return the player (0 or 1) who is elder in the deal numbered ``deal``, counted from 0."""
    if rules.flag("deal.alternates").value:
        return (first_elder + deal) % 2
    return first_elder


# -- the partie ----------------------------------------------------------------------------------


def deals_to_play(rules: RuleSet, deals: Iterable[PlayedDeal]) -> int:
    """Return the number of deals that a partie still needs. After a tie, deals are added.

    After a second tie, as many are added again, or the partie ends as a draw (`rubicon.tie-final`).
    Raises `IllegalAction` with the rule that ended the partie if there are deals after its last
    one.
    """
    played = tuple(deals)
    regular, more = rules.number("rubicon.deals"), rules.number("rubicon.tie-deals")
    final = rules.choice("rubicon.tie-final")
    length, end = regular.value, regular.id
    while len(played) >= length and _level(played[:length]):
        if not more.value:
            end = more.id
            break
        if length > regular.value and final.value != "repeat":
            end = final.id
            break
        length, end = length + more.value, more.id
    if len(played) > length:
        raise IllegalAction(f"the partie ended with deal {length}, but another deal follows", end)
    return length - len(played)


def is_drawn(rules: RuleSet, deals: Iterable[PlayedDeal]) -> bool:
    """Return whether a partie has ended in a tie.

    Raises `IllegalAction` as `deals_to_play` does.
    """
    played = tuple(deals)
    return not deals_to_play(rules, played) and _level(played)


def settle_partie(rules: RuleSet, deals: Iterable[PlayedDeal]) -> Settlement | None:
    """Return the settlement of a finished partie, or None if it is drawn or not over.

    Raises `IllegalAction` as `deals_to_play` does.
    """
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


def settle_hundred(
    rules: RuleSet,
    deals: Iterable[PlayedDeal],
    target: int | None = None,
    before: tuple[int, int] = (0, 0),
) -> Settlement | None:
    """Return the settlement of a hundred up, or None if it is not over.

    ``target`` is the agreed target, or None for the target of the rule set. ``before`` are the
    totals before the first of the deals. Raises `IllegalAction` if there are deals after the one
    that ended the game.
    """
    goal = rules.number("hundred.target").value if target is None else target
    end = rules.choice("hundred.end")
    played = tuple(deals)
    totals = before
    for number, deal in enumerate(played, 1):
        winner, totals = _ENDINGS[end.value](rules, deal, totals, goal)
        if winner is None:
            continue
        if number < len(played):
            raise IllegalAction(
                f"the game ended with deal {number}, but another deal follows", end.id
            )
        double = rules.has("hundred.double")
        short = double and totals[1 - winner] < rules.number("hundred.double").value
        return Settlement(
            winner=winner,
            points=totals[winner],
            totals=totals,
            rubiconed=False,
            rule=end.id,
            double=short,
        )
    return None


Totals = tuple[int, int]


def _first_in_order(
    rules: RuleSet, deal: PlayedDeal, totals: Totals, goal: int
) -> tuple[int | None, Totals]:
    """Return a pair: the player who reaches ``goal`` first in the order of reckoning, and the totals then.

    The player is None if nobody reaches ``goal`` in this deal. ``totals`` are the totals before it.
    """
    for event in scores_in_order(rules, deal.events):
        player, totals = _add(deal, event, totals)
        if totals[player] >= goal:
            return player, totals
    return None, totals


def _declarations_then_higher(
    rules: RuleSet, deal: PlayedDeal, totals: Totals, goal: int
) -> tuple[int | None, Totals]:
    """Return a pair: the winner, or None, and the totals.

    A declaration that reaches ``goal`` wins. Otherwise the higher total after the play wins, if it
    reaches ``goal``. Equal totals decide nothing, so another deal is played: the source does not
    mention them.
    """
    for event in scores_in_order(rules, deal.events):
        player, totals = _add(deal, event, totals)
        if event.reckon not in ("play", "cards") and totals[player] >= goal:
            return player, totals
    if max(totals) >= goal and totals[0] != totals[1]:
        return (0 if totals[0] > totals[1] else 1), totals
    return None, totals


def _add(deal: PlayedDeal, event: Scored, totals: Totals) -> tuple[int, Totals]:
    player = deal.elder if event.seat is Seat.ELDER else 1 - deal.elder
    first, second = totals
    if player:
        return player, (first, second + event.points)
    return player, (first + event.points, second)


_ENDINGS = {
    "first-in-order": _first_in_order,
    "declarations-then-higher": _declarations_then_higher,
}


def match_winner(rules: RuleSet, winners: Iterable[int]) -> int | None:
    """Return the winner of a match of several hundreds up, or None if it is not decided.

    ``winners`` are the winners of its games. Raises `IllegalAction` if there are games after the
    one that decided the match.
    """
    needed = {"single": 1, "best-of-three": 2, "best-of-five": 3}
    match = rules.choice("hundred.match")
    goal = needed[match.value]
    played = tuple(winners)
    won = [0, 0]
    for number, player in enumerate(played, 1):
        won[player] += 1
        if won[player] == goal:
            if number < len(played):
                said = f"the match ended with game {number}, but another game follows"
                raise IllegalAction(said, match.id)
            return player
    return None


def scores_in_order(rules: RuleSet, events: Iterable[Event]) -> list[Scored]:
    """Return the scores of a deal in the order of reckoning, and in log order within a heading.

    Negative scores come first within their heading, so that cancelled points cannot win the game.
    """
    order = rules.names("reckon.order").value
    scored = [event for event in events if isinstance(event, Scored)]
    return sorted(scored, key=lambda event: (order.index(event.reckon), event.points >= 0))


def _totals(deals: tuple[PlayedDeal, ...]) -> tuple[int, int]:
    return sum(deal.score[0] for deal in deals), sum(deal.score[1] for deal in deals)


def _level(deals: tuple[PlayedDeal, ...]) -> bool:
    first, second = _totals(deals)
    return first == second
