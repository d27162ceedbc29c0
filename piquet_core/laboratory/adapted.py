"""Player of the laboratory that lays out by weights fitted for exactly the rule set it plays."""

from __future__ import annotations

import random

from piquet_core.cards.cards import Hand
from piquet_core.engine.actions import Action, Exchange
from piquet_core.laboratory.fitted_weights import DiscardWeights
from piquet_core.players import ThumbPlayer, Turn
from piquet_core.players.budgets import BUDGETS
from piquet_core.players.card_values import HandEvaluator
from piquet_core.players.discard_order import discard_order
from piquet_core.players.discard_search import TRIED
from piquet_core.players.sampler import SamplingPlayer


class SameLotsEvaluator(HandEvaluator):
    """Evaluator whose random samples depend on the cards alone.

    Under two rule sets, the same cards are judged over the same samples, so that a difference
    between them is due to the rules.
    """

    def lots(self, turn: Turn, word: str) -> random.Random:
        """Return a random generator for the samples of a turn."""
        known = turn.knowledge
        seen = (known.hand, known.discards, known.tricks, known.led, word)
        return random.Random(" ".join(map(str, seen)))  # noqa: S311 - the same thought every time


class AdaptedPlayer(SamplingPlayer):
    """Player that lays out the first discard in the order of all discards, and plays cards as Reckoner does.

    It leaves all other decisions to the rules of thumb.
    """

    evaluator = SameLotsEvaluator

    def __init__(self, weights: DiscardWeights) -> None:
        """Set the weights of the features of a discard, elder's first."""
        super().__init__(BUDGETS["cards"], ThumbPlayer())
        self._weights = weights

    def choose(self, turn: Turn) -> Action:
        """Return the first discard in the order of all discards, or the action that Reckoner would choose."""
        known = turn.knowledge
        if known.phase in TRIED and turn.most:
            return Exchange(seat=known.seat, discards=self.best_discard(turn))
        return super().choose(turn)

    def best_discard(self, turn: Turn) -> Hand:
        """Return the first discard in the order of all discards."""
        order = discard_order(turn.rules.number("pack.size").value)
        weights = self._weights[turn.knowledge.seat]
        return Hand(order.ordered(weights, turn.cards.mask, turn.least, turn.most)[0][1])
