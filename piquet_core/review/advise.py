"""What is best at a moment of a deal, from nothing but what the player on turn can know."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter

from piquet_core.cards.cards import Hand
from piquet_core.cards.seat import Seat
from piquet_core.engine.state import DealState, Phase
from piquet_core.errors import PiquetError
from piquet_core.players import turn_of
from piquet_core.players.budgets import BUDGETS, FULL, Budget
from piquet_core.players.card_values import HandEvaluator
from piquet_core.players.discard_search import TRIED, DiscardSearch, count_of_talons
from piquet_core.players.player import Turn
from piquet_core.solver.total_search import Objective

PLAYS = (Phase.LEAD, Phase.FOLLOW)


class NoAdvice(PiquetError):
    """Nothing is decided at this moment that can be judged by trying: no discard and no card."""


@dataclass(frozen=True, slots=True)
class Option:
    """A discard or a card, and what it brings on average.

    ``value`` is the points of the player on turn less the other's: of a discard in the whole deal
    after the exchange, of a card in the rest of the play. ``error`` is its standard error, 0 where
    every possibility was looked at. ``behind`` is how much less it brings than the best over the same
    ways of the unseen cards, and ``doubt`` the standard error of that. ``tried`` is how many ways were
    tried. With an objective the value is the chance of the player on turn to win the game, in per
    cent, and the rest is in per cent too.
    """

    cards: Hand
    value: float
    error: float
    behind: float
    doubt: float
    tried: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Advice:
    """What the player on turn may do, the best first, and how long was thought about it.

    ``ahead`` is how many points he is ahead before he decides: with the value of an option that makes the
    result of the deal that is to be expected.
    """

    seat: Seat
    options: tuple[Option, ...]
    budget: Budget
    ahead: float = 0


def advise(
    state: DealState,
    budget: Budget = FULL,
    also: Hand | None = None,
    objective: Objective | None = None,
) -> Advice:
    """Return the discards that were tried, or the cards that may be played; raises `NoAdvice`.

    Of the many discards the promising ones are tried, and ``also`` whatever it brings. Without an
    ``objective`` the points of the deal are played for.

    >>> from piquet_core import load_ruleset, parse_deal_id, partie_chance, start
    >>> rules = load_ruleset("rubicon")
    >>> state, _ = start(rules, parse_deal_id("32-XY8BPT54XW5N-D"))
    >>> little = Budget(hands=4, guessed=((8, 4),), searched=((3, 6),))
    >>> won = partie_chance(rules, before=(400, 0), left=0)
    >>> [round(one.value) for one in advise(state, little, objective=won).options]
    [100, 100, 100]
    """
    return AdviceSearch(state, budget, also, objective).advice


def budget_within(state: DealState, seconds: float) -> Budget:
    """Return the largest named budget by which a decision is judged in so many seconds on this machine.

    It is found by judging the decision by the smallest, which is returned if no other fits; raises
    `NoAdvice`. On another machine the same seconds may buy another budget, so say which it was.
    """
    judges = [one for one in BUDGETS.values() if one.searched]
    begun = perf_counter()
    advise(state, judges[0])
    taken = perf_counter() - begun
    in_time = [
        one for one in judges if taken * _work(one, state) <= seconds * _work(judges[0], state)
    ]
    return in_time[-1] if in_time else judges[0]


def _work(budget: Budget, state: DealState) -> int:
    return budget.work if state.phase in TRIED else budget.hands


class AdviceSearch:
    """Advice in the making, for whoever wants to hear how far it is: ``done`` of ``total`` ways are tried.

    Raises `NoAdvice` as `advise` does.
    """

    def __init__(
        self,
        state: DealState,
        budget: Budget = FULL,
        also: Hand | None = None,
        objective: Objective | None = None,
    ) -> None:
        if state.seat is None or state.phase not in TRIED + PLAYS:
            raise NoAdvice(
                f"nothing to advise at this point: neither a discard nor a card is chosen ({state.phase.value})"
            )
        self.turn, self.mind = turn_of(state, objective), HandEvaluator(state.rules)
        self.budget, self._seat = budget, state.seat
        self.layouts: DiscardSearch | None = None
        self.done, self.total = 0, 1
        self._options: tuple[Option, ...] = ()
        self._ahead: float = state.score[state.seat] - state.score[state.seat.other]
        if state.phase in TRIED:
            if not self.turn.most:
                raise NoAdvice("nothing to exchange: no card is left in the talon")
            self.layouts = DiscardSearch(self.mind, self.turn, budget.lots)
            self.total = count_of_talons(budget.guessed) + count_of_talons(budget.searched)
            self._thought = self.layouts.trying(budget.guessed, budget.searched, also)

    def go_on(self, until: int) -> None:
        """Think until so many ways are tried, or all."""
        while self.done < min(until, self.total):
            if self.layouts is None:
                self._options, self._ahead = _cards(self.mind, self.turn, self.budget)
                self.done += 1
            else:
                self._try_on()

    def _try_on(self) -> None:
        """Try the discards with another talon; once it is clear which is best, nothing is left to do."""
        try:
            next(self._thought)
            self.done += 1
        except StopIteration as end:
            self.done = self.total
            self._options = tuple(
                Option(one.out, one.value, one.error, one.behind, one.doubt, one.talons)
                for one in end.value
            )

    @property
    def advice(self) -> Advice:
        """What comes of it, once it is thought to the end."""
        self.go_on(self.total)
        if not self._options:
            self._try_on()
        return Advice(seat=self._seat, options=self._options, budget=self.budget, ahead=self._ahead)


def _cards(mind: HandEvaluator, turn: Turn, budget: Budget) -> tuple[tuple[Option, ...], float]:
    found = mind.card_values(turn, budget.hands, budget.lots)
    options = [Option(Hand.of([card]), *mean, found.tried) for card, mean in found.cards.items()]
    return tuple(sorted(options, key=lambda one: (-one.value, one.cards.mask))), found.ahead
