"""Solver for the remaining tricks of a deal with open cards and best play by both players.

It considers only the play: players follow suit, the highest card of the suit led takes the trick, and the
winner leads to the next. Points do not matter, so the result is the same under every rule set.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from piquet_core.cards.cards import Card, Hand

MOST_CARDS = 7
"""Maximum cards of a hand for a search without a noticeable delay."""


def tricks_by_card(mine: Hand, theirs: Hand, led: Card | None = None) -> dict[Card, int]:
    """Return for each legal card the number of tricks that its player can be sure to win.

    ``led`` is the opponent's card on the table, if the opponent leads; ``theirs`` does not contain it.

    >>> from piquet_core.cards.cards import parse_hand
    >>> found = tricks_by_card(parse_hand("A7..."), parse_hand("K8..."))
    >>> {str(card): tricks for card, tricks in found.items()}
    {'SA': 1, 'S7': 1}
    """
    if led is None:
        return {card: _after_lead(mine.mask & ~(1 << card), theirs.mask, card) for card in mine}
    found = {}
    for card in _answers(mine.mask, led):
        rest = mine.mask & ~(1 << card)
        if card.suit is led.suit and card > led:
            found[card] = 1 + _from_lead(rest, theirs.mask)
        else:
            found[card] = rest.bit_count() - _from_lead(theirs.mask, rest)
    return found


def winning_leads(mine: Hand, theirs: Hand) -> Hand:
    """Return the cards of a hand that win the trick when they are led, whatever the reply.

    >>> from piquet_core.cards.cards import parse_hand
    >>> [str(card) for card in winning_leads(parse_hand("AJ..7."), parse_hand("K..8."))]
    ['SA']
    """
    return Hand.of(card for card in mine if not any(one > card for one in theirs.suit(card.suit)))


def safe_takers(mine: Hand, theirs: Hand, led: Card | None = None) -> list[Card]:
    """Return the cards that certainly take the trick; [] if one of them gives another trick away.

    ``led`` is the opponent's card on the table, if the opponent leads.

    >>> from piquet_core.cards.cards import parse_hand
    >>> [str(card) for card in safe_takers(parse_hand("AJ..7."), parse_hand("K..8."))]
    ['SA']
    """
    tricks = tricks_by_card(mine, theirs, led)
    takes = (
        list(winning_leads(mine, theirs))
        if led is None
        else [one for one in tricks if one.suit is led.suit and one > led]
    )
    most = max(tricks.values())
    return takes if all(tricks[one] == most for one in takes) else []


# Many lines reach the same state of six cards each, and there are only some hundreds of states.
@lru_cache(maxsize=65536)
def _from_lead(leader: int, other: int) -> int:
    if not leader:
        return 0
    return max(_after_lead(leader & ~(1 << card), other, card) for card in Hand(leader))


def _after_lead(leader: int, other: int, led: Card) -> int:
    """Return the number of tricks that the leader wins after a lead and best play. Hands are card masks."""
    count = other.bit_count()
    least = count
    for card in _answers(other, led):
        rest = other & ~(1 << card)
        if card.suit is led.suit and card > led:
            least = min(least, count - 1 - _from_lead(rest, leader))
        else:
            least = min(least, 1 + _from_lead(leader, rest))
    return least


def _answers(other: int, led: Card) -> Iterator[Card]:
    hand = Hand(other)
    return iter(hand.suit(led.suit) or hand)
