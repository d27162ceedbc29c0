"""Proofs of decisions with closed hands: values of every choice over the hands that the opponent may hold.

Cards are compared over all possible hands, so their values have no sampling error. Discards are compared
over random deals of the unseen cards, with the error of each difference.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from operator import mul

from piquet_core.beliefs.possible_hands import PossibleHands, possible_hands
from piquet_core.cards.cards import SUITS, Card, Hand
from piquet_core.players.budgets import Rounds
from piquet_core.players.card_values import HandEvaluator, Option
from piquet_core.players.discard_search import DiscardSearch
from piquet_core.players.player import Turn
from piquet_core.pulse import beat
from piquet_core.replay.visibility import Knowledge
from piquet_core.rules import RuleSet
from piquet_core.solver.card_positions import equal_card_groups

CARD_MARGIN, DISCARD_MARGIN = 0.5, 1.0
"""Least number of points by which the right card or discard is better than every other one.

The margin of a card is exact, and that of a discard has an error.
"""
ERRORS = 2
"""Number of standard errors that a margin of sampled deals must exceed."""
MOST_HANDS = 1500
"""Maximum number of possible hands for a proof."""
GUESSED: Rounds = ((192, 8), (48, 24), (12, 80), (6, 200))
SEARCHED: Rounds = ((4, 30), (3, 60))
"""Rounds of the search that proves a discard."""
LOTS = "closed"
"""Word in the seed of the sampled deals, so that no player has seen them."""


@cache
def evaluator_of(rules: RuleSet) -> HandEvaluator:
    """Return the evaluator of a rule set, which keeps its searches."""
    return HandEvaluator(rules)


@dataclass(frozen=True, eq=False)
class CardProof:
    """Value of each legal card with each possible hand of the opponent, in points of the player on turn."""

    known: Knowledge
    believed: PossibleHands
    values: dict[Card, list[int]]
    groups: tuple[Hand, ...]
    """Legal cards in groups of equal cards."""

    @cached_property
    def means(self) -> dict[Card, float]:
        """Mean value of each card, weighted by how likely the hands are."""
        weights = self.believed.weights
        return {card: sum(map(mul, weights, values)) for card, values in self.values.items()}

    @cached_property
    def best(self) -> Hand:
        """The best card, with the cards equal to it."""
        top = max(self.means, key=lambda card: (round(self.means[card], 9), -card.rank, -card))
        return self.group(top)

    @property
    def margin(self) -> float:
        """Points by which the best card is better than every card that is not equal to it."""
        best = self.means[next(iter(self.best))]
        return best - max(
            (mean for card, mean in self.means.items() if card not in self.best), default=best
        )

    @property
    def is_better_in_most(self) -> bool:
        """Whether the best card is also better than every other one if all possible hands are equally likely."""
        best = sum(self.values[next(iter(self.best))])
        return all(
            sum(values) < best for card, values in self.values.items() if card not in self.best
        )

    def group(self, card: Card) -> Hand:
        """Return the cards equal to ``card``, including ``card``."""
        return next(group for group in self.groups if card in group)

    def losses(self, card: Card, better: Card) -> list[int]:
        """Return for each possible hand how many points ``card`` loses compared with ``better``."""
        pairs = zip(self.values[better], self.values[card], strict=True)
        return [good - bad for good, bad in pairs]


def prove_card(turn: Turn, believed: PossibleHands | None = None) -> CardProof | None:
    """Return the values of the legal cards of a turn over all hands of the opponent that are possible.

    The result is None if there are too many to be enumerated.
    """
    known, mind = turn.knowledge, evaluator_of(turn.rules)
    believed = believed or possible_hands(turn.rules, known)
    if not believed.whole or len(believed.hands) > MOST_HANDS:
        return None
    values: dict[Card, list[int]] = {}
    for hand in believed.hands:
        beat()
        for card, value in mind.card_points(known, hand).items():
            values.setdefault(card, []).append(value)
    live = known.possible.mask | (0 if known.led is None else 1 << known.led)
    groups = tuple(
        Hand.of(found)
        for suit in SUITS
        for group in equal_card_groups(known.hand.mask, live, suit, mind.search(0).low)
        if (found := [card for card in group if card in values])
    )
    return CardProof(known, believed, values, groups)


def prove_discard(turn: Turn) -> tuple[Sequence[Option], DiscardSearch]:
    """Return the discards of a turn that were tried to the end, the best first, and their search."""
    search = DiscardSearch(evaluator_of(turn.rules), turn, LOTS)
    return search.tried(GUESSED, SEARCHED), search


def margin_of(options: Sequence[Option]) -> tuple[float, float]:
    """Return a pair: the points by which the best discard is better than every other one, and the error of that."""
    nearest = min(options[1:], key=lambda one: one.behind)
    return nearest.behind, ERRORS * nearest.doubt
