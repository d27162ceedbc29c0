"""Player that chooses at random, as a baseline for all others."""

from __future__ import annotations

import random

from piquet_core.cards.cards import Hand
from piquet_core.engine.actions import Action, Exchange
from piquet_core.players.player import Turn


class RandomPlayer:
    """Player that chooses a legal action at random; in an exchange, first the number of cards."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def choose(self, turn: Turn) -> Action:
        """Return a random legal action."""
        if turn.legal:
            return self.rng.choice(turn.legal)
        size = self.rng.randint(turn.least, turn.most)
        cards = self.rng.sample(list(turn.cards), size)
        return Exchange(seat=turn.knowledge.seat, discards=Hand.of(cards))

    def reason(self, turn: Turn, action: Action) -> str:
        """Return "", because a random choice has no reason."""
        del turn, action
        return ""
