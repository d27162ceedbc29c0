"""Deals put together into a game: the hundred up, and the partie with the Rubicon.

Players are 0 and 1 for the whole game; who is elder changes from deal to deal.
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
    """How a game ended: who won, what it is worth, and the totals it was settled on.

    ``double``: the loser was so far behind that the game counts twice.
    """

    winner: int
    points: int
    totals: tuple[int, int]
    rubiconed: bool
    rule: str
    double: bool = False


def cut_decides(rules: RuleSet, first: Rank, second: Rank) -> int | None:
    """Return the player (0 or 1) whom the cut favours, or None if they must cut again.

    The answer to ``deal.first-dealer`` says what the favour is: the right to choose, or the deal
    itself.
    """
    if first == second:
        return None
    high = 0 if first > second else 1
    return 1 - high if rules.choice("deal.first-dealer").value == "low-deals" else high


def elder_of(rules: RuleSet, first_elder: int, deal: int) -> int:
    """Return the player who is elder in a deal, counted from 0; the deal alternates."""
    if rules.flag("deal.alternates").value:
        return (first_elder + deal) % 2
    return first_elder


# -- the partie ----------------------------------------------------------------------------------


def deals_to_play(rules: RuleSet, deals: Iterable[PlayedDeal]) -> int:
    """Return how many deals of a partie are still to come; a tie adds some.

    A second tie adds as many again, or ends the partie drawn (`rubicon.tie-final`). Raises
    `IllegalAction` with the rule that ended the partie if deals follow its last one.
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
    """Tell whether a partie has ended in a tie; raises `IllegalAction` as `deals_to_play` does."""
    played = tuple(deals)
    return not deals_to_play(rules, played) and _level(played)


def settle_partie(rules: RuleSet, deals: Iterable[PlayedDeal]) -> Settlement | None:
    """Return the settlement of a finished partie; None if it is drawn or deals are still to come.

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
    """Return who has won a hundred up; None if nobody has yet.

    ``target`` is the number agreed on, if it is not the book's; ``before`` are the totals before
    the first of the deals. Raises `IllegalAction` if deals follow the one that ended the game.
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
    """Return whoever reaches the target first in the order of reckoning, and so wins on the spot."""
    for event in scores_in_order(rules, deal.events):
        player, totals = _add(deal, event, totals)
        if totals[player] >= goal:
            return player, totals
    return None, totals


def _declarations_then_higher(
    rules: RuleSet, deal: PlayedDeal, totals: Totals, goal: int
) -> tuple[int | None, Totals]:
    """Return the winner: by a declaration that reaches the target, or the higher total after the play.

    Equal totals beyond the target decide nothing and call for another deal: the source is silent on
    them, and asks only for the higher total.
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
    """Return the winner of a match of hundreds, given the winners of its games; None if it is open.

    Raises `IllegalAction` if games follow the one that decided the match.
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
                said = f"the match was over in game {number}, yet another follows"
                raise IllegalAction(said, match.id)
            return player
    return None


def scores_in_order(rules: RuleSet, events: Iterable[Event]) -> list[Scored]:
    """Return the scores of a deal in the order of reckoning; each heading follows the order of the log.

    Points that were struck off again come first under their heading, so that nobody wins by them.
    """
    order = rules.names("reckon.order").value
    scored = [event for event in events if isinstance(event, Scored)]
    return sorted(scored, key=lambda event: (order.index(event.reckon), event.points >= 0))


def _totals(deals: tuple[PlayedDeal, ...]) -> tuple[int, int]:
    return sum(deal.score[0] for deal in deals), sum(deal.score[1] for deal in deals)


def _level(deals: tuple[PlayedDeal, ...]) -> bool:
    first, second = _totals(deals)
    return first == second
