"""Measured odds, by rank, that an unseen card is not in the opponent's hand."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from piquet_core.cards.cards import CARDS, Card
from piquet_core.cards.seat import Seat
from piquet_core.frozen_dict import FrozenDict
from piquet_core.rules import RuleSet

_LEAST = 0.01
"""Lower limit of a frequency. The measured players never discard an ace, but a reader may."""


@cache
def _table() -> dict[str, dict[str, dict[str, float]]]:
    """Return the measured frequencies of a card's absence from a hand, by pack size, seat and rank."""
    text = files("piquet_core.beliefs").joinpath("data", "odds.toml").read_text("utf-8")
    return tomllib.loads(text)


@cache
def missing_odds(rules: RuleSet, seat: Seat) -> Mapping[Card, float]:
    """Return the odds for each card, as p / (1 - p), that it is missing from a seat's hand after the exchange."""
    chances = _table()[str(rules.number("pack.size").value)][seat.name.lower()]
    shares = {card: max(chances.get(card.rank.letter, 0.0), _LEAST) for card in CARDS}
    return FrozenDict((card, share / (1 - share)) for card, share in shares.items())
