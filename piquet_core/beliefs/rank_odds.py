"""How often a card that a player cannot see is not in the other hand, by its rank: measured, as data."""

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
"""Whoever was measured never lays out an ace; a reader may."""


@cache
def _table() -> dict[str, dict[str, dict[str, float]]]:
    """Return the measured shares by the size of the pack, the seat and the rank: read once."""
    text = files("piquet_core.beliefs").joinpath("data", "odds.toml").read_text("utf-8")
    return tomllib.loads(text)


@cache
def missing_odds(rules: RuleSet, seat: Seat) -> Mapping[Card, float]:
    """Return, for each card, the odds that it is missing from that seat's hand after the exchange."""
    chances = _table()[str(rules.number("pack.size").value)][seat.name.lower()]
    shares = {card: max(chances.get(card.rank.letter, 0.0), _LEAST) for card in CARDS}
    return FrozenDict((card, share / (1 - share)) for card, share in shares.items())
