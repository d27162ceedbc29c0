"""Proof that a player wins every remaining trick, from the knowledge of that player's seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from piquet_core.beliefs.possible_hands import can_enumerate, possible_hands
from piquet_core.cards.cards import CARDS, SUIT_MASKS, SUITS, Card, Hand, Suit
from piquet_core.replay.visibility import Knowledge
from piquet_core.rules import RuleSet


@dataclass(frozen=True, slots=True, kw_only=True)
class TrickClaim:
    """Result of a claim to all remaining tricks.

    ``order`` has the claimant's cards in the order in which they win, or is empty if the claim fails.
    Then ``card`` is a card of the claimant that may lose, ``beaten_by`` is the card that may beat it, and the
    claim fails against ``failing`` of the ``hands`` that fit. ``hands`` is 0 if there are too many to count.
    """

    order: tuple[Card, ...]
    card: Card | None = None
    beaten_by: Card | None = None
    failing: int = 0
    hands: int = 0

    @property
    def holds(self) -> bool:
        """Whether the claimant wins all remaining tricks against every hand that fits."""
        return bool(self.order)


def claim_tricks(rules: RuleSet, known: Knowledge) -> TrickClaim:
    """Return whether the player on turn wins all remaining tricks against every hand that fits the knowledge.

    The player leads each suit from the top. A suit holds if each card beats the highest one that the opponent may
    keep, as long as the opponent may have a card to follow with. This does not depend on the opponent's
    discards from other suits, so one order of play serves against every hand.
    """
    hands = _fitting_hands(rules, known)
    counted = len(hands) if can_enumerate(known) else 0
    if known.led is None or known.leader is known.seat:
        return _test(_first_led(known), hands, counted)
    led = known.led
    winners = [one for one in known.hand.suit(led.suit) if one.rank > led.rank]
    if not winners:
        own = min(known.hand.suit(led.suit) or known.hand, key=lambda one: one.rank)
        return TrickClaim(order=(), card=own, beaten_by=led, failing=counted, hands=counted)
    # The lowest card that wins the present trick leaves the best cards for the others.
    lowest = min(winners, key=lambda one: one.rank)
    rest = _from_the_top(known.hand - Hand.of([lowest]))
    return _test(rest, hands, counted, before=(lowest,))


def _first_led(known: Knowledge) -> tuple[Card, ...]:
    """Return the cards of the player who leads from the top of each suit, after a card that is led already."""
    led = () if known.led is None else (known.led,)
    return (*led, *_from_the_top(known.hand))


def _from_the_top(hand: Hand) -> tuple[Card, ...]:
    return tuple(sorted(hand, key=lambda one: (one.suit, -one.rank)))


def _fitting_hands(rules: RuleSet, known: Knowledge) -> Sequence[int]:
    """Return all hands that fit or, if there are too many, one hand of all cards that the opponent may have."""
    if can_enumerate(known):
        return possible_hands(rules, known).hands
    return (known.possible.mask,)


def _test(
    order: tuple[Card, ...], hands: Sequence[int], counted: int, before: tuple[Card, ...] = ()
) -> TrickClaim:
    by_suit = {suit: [one for one in order if one.suit is suit] for suit in SUITS}
    found = [risk for hand in hands if (risk := _risk(by_suit, hand))]
    if not found:
        return TrickClaim(order=(*before, *order), hands=counted)
    # Name the loss of which most hands are an example.
    card, beaten_by = max(dict.fromkeys(found), key=found.count)
    failing = len(found) if counted else 0
    return TrickClaim(order=(), card=card, beaten_by=beaten_by, failing=failing, hands=counted)


def _risk(by_suit: Mapping[Suit, list[Card]], hand: int) -> tuple[Card, Card] | None:
    """Return (a card that loses, the opponent's highest card of the suit) for one hand, or None."""
    for suit, cards in by_suit.items():
        theirs = hand & SUIT_MASKS[suit]
        if not theirs:
            continue
        highest = CARDS[theirs.bit_length() - 1]
        for card in cards[: theirs.bit_count()]:
            if card < highest:
                return card, highest
    return None
