"""Equal cards, between which the opponent has no card, and the choice of the one to name."""

from __future__ import annotations

from piquet_core.cards.cards import Card, Hand
from piquet_core.solver.card_positions import equal_card_groups


def equal_cards(card: Card, choice: Hand, theirs: Hand, led: Card | None = None) -> Hand:
    """Return the cards of ``choice`` that are equal to ``card``, including ``card`` itself.

    Cards of a suit are equal if neither the cards ``theirs`` that the opponent may hold nor the card
    ``led`` ranks between them.

    >>> from piquet_core.cards.cards import parse_card, parse_hand
    >>> choice, theirs = parse_hand("HA HK HQ HJ H8"), parse_hand("H9 H7")
    >>> str(equal_cards(parse_card("HJ"), choice, theirs))
    'HA HK HQ HJ'
    """
    between = theirs.mask if led is None else theirs.mask | 1 << led
    groups = equal_card_groups(choice.mask, between, card.suit, 0)
    return Hand.of(next(group for group in groups if card in group))


def card_to_name(equals: Hand, led: Card | None = None) -> Card:
    """Return the card to name among equal cards: the highest, or the lowest if they cannot beat ``led``.

    >>> from piquet_core.cards.cards import parse_card, parse_hand
    >>> str(card_to_name(parse_hand("HA HK HQ"))), str(card_to_name(parse_hand("H9 H8"), parse_card("HA")))
    ('HA', 'H8')
    """
    highest, *_ = cards = list(equals)
    takes = led is None or (highest.suit is led.suit and highest > led)
    return highest if takes else cards[-1]
