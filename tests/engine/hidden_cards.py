"""Shuffling of the cards that a seat cannot see."""

import random
from collections.abc import Iterable

from random_play import Y

from piquet_core.cards.cards import EMPTY, Card, Hand, pack
from piquet_core.cards.combinations import PointHolding
from piquet_core.cards.seat import Seat
from piquet_core.engine.actions import Response
from piquet_core.engine.state import DealState


def seen_cards(state: DealState, seat: Seat) -> Hand:
    """Return every card whose position the seat has seen."""
    other = seat.other
    own = state.deal.hand(seat) | state.hands[seat] | state.discards[seat]
    played = [card for trick in state.taken for card in (trick.led, trick.followed)]
    played += [state.led] if state.led is not None else []
    return own | state.looked[seat] | state.shown[other] | Hand.of(played)


def told_cards(state: DealState, seat: Seat) -> Hand:
    """Return the cards that must stay so that the calls remain true.

    If points are called by pips, or the pips of an equal point were told, the number depends on the cards
    of the suit.
    """
    kept = EMPTY
    by_pips = state.rules.choice("point.compare").value == "pips"
    for call in state.calls if seat is Y else ():
        told = by_pips or Response.EQUAL in call.responses
        if told and isinstance(call.declared, PointHolding):
            kept |= pack(36).suit(call.declared.suit)
    return kept


def exchanged(state: DealState, seat: Seat, rng: random.Random) -> DealState:
    """Return the state with the cards that the seat cannot see shuffled among their positions."""
    whole = pack(state.rules.number("pack.size").value)
    fixed = seen_cards(state, seat) | told_cards(state, seat)
    # A proved carte blanche is known; which of its cards were discarded is not.
    proved = state.deal.hand(seat.other) if state.proved[seat.other] else EMPTY
    names: dict[Card, Card] = {card: card for card in whole}
    for group in (whole - fixed - proved, (whole - fixed) & proved):
        cards = list(group)
        rng.shuffle(cards)
        names |= dict(zip(group, cards, strict=True))

    def hand(cards: Iterable[Card]) -> Hand:
        return Hand.of(names[card] for card in cards)

    def pair(hands: tuple[Hand, Hand]) -> tuple[Hand, Hand]:
        return hand(hands[0]), hand(hands[1])

    deal = type(state.deal)(
        elder=hand(state.deal.elder),
        younger=hand(state.deal.younger),
        talon=tuple(names[card] for card in state.deal.talon),
    )
    return state.evolve(
        deal=deal,
        hands=pair(state.hands),
        discards=pair(state.discards),
        talon=tuple(names[card] for card in state.talon),
        pending=tuple(names[card] for card in state.pending),
        looked=pair(state.looked),
        shown=pair(state.shown),
    )
