"""Limits of the exchange: how many cards of the talon each player may take and look at."""

from __future__ import annotations

from piquet_core.cards.cards import Hand
from piquet_core.cards.seat import Seat
from piquet_core.engine.state import DealState, Phase
from piquet_core.rules import RuleSet

EXCHANGES = (Phase.ELDER_EXCHANGE, Phase.YOUNGER_EXCHANGE, Phase.YOUNGER_CHANGES)
"""Phases in which a player lays out cards."""

UNPLEDGED = "after-adversary-discards"
"""Procedure for elder's carte blanche in which younger lays out first and elder names no number."""


def younger_discards_first(state: DealState) -> bool:
    """Return whether younger lays out before elder shows a carte blanche, and elder names no number of cards."""
    return state.blanks[Seat.ELDER] and state.rules.choice("blank.show").value == UNPLEDGED


def discardable_cards(state: DealState) -> Hand:
    """Return the cards that the seat on turn may lay out: the hand, and an earlier discard that may be changed."""
    seat = state.seat
    assert seat is not None
    changing = state.phase is Phase.YOUNGER_CHANGES
    return state.hands[seat] | state.discards[seat] if changing else state.hands[seat]


def exchange_limits(state: DealState) -> tuple[Seat, int, int, str, str]:
    """Return (seat, minimum, maximum, rule of the minimum, rule of the maximum) for the next exchange.

    The limits are numbers of cards, and the rules are ids.
    """
    rules = state.rules
    if state.phase is Phase.ELDER_EXCHANGE:
        least, most = rules.number("exchange.elder-min"), rules.number("exchange.elder-max")
        if state.pledge:
            return Seat.ELDER, state.pledge, state.pledge, "blank.show", "blank.show"
        return Seat.ELDER, least.value, most.value, least.id, most.id
    least, limit = rules.number("exchange.younger-min"), rules.choice("exchange.younger-max")
    available = len(state.talon) - _kept_for_elder(state)
    return Seat.YOUNGER, least.value, younger_maximum(rules, available), least.id, limit.id


def younger_maximum(rules: RuleSet, left: int) -> int:
    """Return how many cards younger may exchange if ``left`` cards are available."""
    return min(5, left) if rules.choice("exchange.younger-max").value == "five" else left


def _kept_for_elder(state: DealState) -> int:
    """Return the number of cards in the talon that are reserved for elder."""
    if younger_discards_first(state) and not state.pledge:
        # Until elder announces cards left, all cards that elder may take are reserved.
        return 0 if state.proved[Seat.ELDER] else state.rules.number("exchange.elder-max").value
    return state.pledge


def elder_share(state: DealState) -> Hand:
    """Return the cards of the talon that elder could have taken but left."""
    share = state.rules.number("exchange.elder-max").value
    there = Hand.of((*state.talon, *state.pending))
    return Hand.of(state.deal.talon[:share]) & there


def younger_share(state: DealState) -> Hand:
    """Return the cards left in the talon that younger may look at: all, or only those below elder's share."""
    if state.rules.choice("exchange.younger-look").value == "own-share":
        share = state.rules.number("exchange.elder-max").value
        return Hand.of(state.talon) & Hand.of(state.deal.talon[share:])
    return Hand.of(state.talon)
