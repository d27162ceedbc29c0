"""Advice on a discard or a card, using only the knowledge of the player on turn."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter

from piquet_core.cards.cards import Hand
from piquet_core.cards.seat import Seat
from piquet_core.engine.state import DealState, Phase
from piquet_core.errors import PiquetError
from piquet_core.players import turn_of
from piquet_core.players.budgets import BUDGETS, FULL, Budget
from piquet_core.players.card_values import HandEvaluator, Option
from piquet_core.players.discard_search import TRIED, DiscardSearch, count_of_talons
from piquet_core.players.player import Turn
from piquet_core.solver.total_search import Objective

PLAYS = (Phase.LEAD, Phase.FOLLOW)


class NoAdvice(PiquetError):
    """Error for a decision on which no advice is possible, such as a call, or an exchange without a talon."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Advice:
    """Options of the player on turn, the best first, with the budget of the search.

    ``ahead`` is the player's lead in points before the decision. Unless an objective is used, the
    lead plus the value of an option is the expected result of the deal.
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
    """Return the evaluated options of a decision: discards that were tried, or all legal cards.

    Only promising discards are tried, and always the discard ``also``. Without an
    ``objective``, values are in points. Raises `NoAdvice` for other decisions.

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
    """Return the largest named budget with which this machine can judge a decision in ``seconds``.

    The speed is measured with the smallest budget that searches discards, which is returned if no
    other fits. The same time may allow another budget on another machine, so report the budget.
    Raises `NoAdvice` as `advise` does.
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
    """Resumable search for advice, of which ``done`` of ``total`` steps are finished.

    For a discard, a step tries the candidates with one more talon; for a card, the whole search is
    one step. Raises `NoAdvice` as `advise` does.
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
        self.turn, self.evaluator = turn_of(state, objective), HandEvaluator(state.rules)
        self.budget, self._seat = budget, state.seat
        self.discard_search: DiscardSearch | None = None
        self.done, self.total = 0, 1
        self._options: tuple[Option, ...] = ()
        self._ahead: float = state.score[state.seat] - state.score[state.seat.other]
        if state.phase in TRIED:
            if not self.turn.most:
                raise NoAdvice("nothing to exchange: no card is left in the talon")
            self.discard_search = DiscardSearch(self.evaluator, self.turn, budget.lots)
            self.total = count_of_talons(budget.guessed) + count_of_talons(budget.searched)
            self._steps = self.discard_search.trying(budget.guessed, budget.searched, also)

    def go_on(self, until: int) -> None:
        """Continue the search until ``until`` steps, or all, are finished."""
        while self.done < min(until, self.total):
            if self.discard_search is None:
                self._options, self._ahead = _cards(self.evaluator, self.turn, self.budget)
                self.done += 1
            else:
                self._try_on()

    def _try_on(self) -> None:
        """Try the discards with one more talon, or finish the search if the best discard is clear."""
        try:
            next(self._steps)
            self.done += 1
        except StopIteration as end:
            self.done = self.total
            self._options = tuple(end.value)

    @property
    def advice(self) -> Advice:
        """Result of the complete search, which is finished first if necessary."""
        self.go_on(self.total)
        if not self._options:
            self._try_on()
        return Advice(seat=self._seat, options=self._options, budget=self.budget, ahead=self._ahead)


def _cards(mind: HandEvaluator, turn: Turn, budget: Budget) -> tuple[tuple[Option, ...], float]:
    values = mind.card_values(turn, budget)
    return tuple(values.cards.values()), values.ahead
