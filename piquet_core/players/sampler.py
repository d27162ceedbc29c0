"""Player that samples the opponent's possible hands and chooses the action that is best on average."""

from __future__ import annotations

from piquet_core.cards.cards import Hand
from piquet_core.engine.actions import Action, Exchange, Play
from piquet_core.players.budgets import Budget
from piquet_core.players.card_values import HandEvaluator
from piquet_core.players.discard_search import TRIED, DiscardSearch
from piquet_core.players.player import Player, Turn
from piquet_core.rules import RuleSet


class SamplingPlayer:
    """Player that chooses cards, and discards if its budget has rounds for them, over sampled hands.

    It leaves all other decisions to another player.
    """

    evaluator = HandEvaluator
    """Class that evaluates hands."""

    def __init__(self, budget: Budget, ready: Player) -> None:
        """Set the budget, and the player ``ready`` that makes all decisions without sampling."""
        self.budget = budget
        self._ready = ready
        self._minds: dict[RuleSet, HandEvaluator] = {}

    def _mind(self, rules: RuleSet) -> HandEvaluator:
        if rules not in self._minds:
            self._minds[rules] = self.evaluator(rules)
        return self._minds[rules]

    def choose(self, turn: Turn) -> Action:
        """Return the action with the best average over sampled hands, or leave the decision to the other player."""
        known, budget = turn.knowledge, self.budget
        if known.phase in TRIED and budget.searched and turn.most:
            return Exchange(seat=known.seat, discards=self.best_discard(turn))
        plays = [one for one in turn.legal if isinstance(one, Play)]
        if not plays or len(known.hand) > budget.last:
            return self._ready.choose(turn)
        if len(plays) == 1:
            return plays[0]
        best = next(iter(self._mind(turn.rules).card_values(turn, budget).cards))
        return next(one for one in plays if one.card == best)

    def best_discard(self, turn: Turn) -> Hand:
        """Return the discard that is best on average."""
        search = DiscardSearch(self._mind(turn.rules), turn, self.budget.lots)
        return search.tried(self.budget.guessed, self.budget.searched)[0].cards

    def reason(self, turn: Turn, action: Action) -> str:
        """Return the reason that the player without sampling gives for an action, or ""."""
        return self._ready.reason(turn, action)
