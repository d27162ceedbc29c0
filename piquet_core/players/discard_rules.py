"""Rules of thumb for the discard: each card has a merit for the hand."""

from __future__ import annotations

from operator import itemgetter

from piquet_core.cards.card_names import card_name, rank_plural, suit_name
from piquet_core.cards.cards import SUITS, Card, Hand, Rank, Suit
from piquet_core.cards.combinations import run_length
from piquet_core.cards.seat import Seat
from piquet_core.number_words import number_in_words
from piquet_core.players.player import Turn
from piquet_core.rules import RuleSet

TOO_GOOD = 10.5
"""Merit from which a card is kept even if more cards may be drawn."""


def choose_discard(turn: Turn) -> Hand:
    """Return the cards to exchange: those with the least merit for point, runs, sets and tricks."""
    worth = card_merits(turn.cards, turn.rules, turn.knowledge.seat)
    return least_valuable(worth, turn.least, turn.most)


def card_merits(hand: Hand, rules: RuleSet, seat: Seat) -> dict[Card, float]:
    """Return the merit of keeping each card of a hand, the lowest first."""
    ranks = rules.ranks("set.ranks").value
    best = max(SUITS, key=lambda suit: _promise(hand.suit(suit)))
    younger = seat is Seat.YOUNGER
    worth = {card: _worth(hand, card, best, ranks, younger=younger) for card in hand}
    return dict(sorted(worth.items(), key=itemgetter(1)))


def least_valuable(worth: dict[Card, float], least: int, most: int) -> Hand:
    """Return the cards to lay out: from ``least`` to ``most`` cards, those with the lowest merit.

    ``worth`` has the merit of each card, the lowest first. Cards with a merit of `TOO_GOOD` or more
    are kept if the minimum allows it.
    """
    cards = list(worth)
    count = sum(worth[card] < TOO_GOOD for card in cards[:most])
    return Hand.of(cards[: max(least, count)])


def kept_cards_reason(turn: Turn, out: Hand) -> str:
    """Return a sentence on the purpose of the cards that are kept when ``out`` is discarded."""
    kept = turn.cards - out
    ranks = turn.rules.ranks("set.ranks").value
    longest = max((kept.suit(suit) for suit in SUITS), key=_promise)
    best = next(iter(longest)).suit
    reasons = [
        f"your {number_in_words(len(longest))} {suit_name(best)}, the suit for point and runs"
    ]
    for rank in ranks:
        alike = sum(card.rank is rank for card in kept)
        if alike >= 3:
            reasons.append(f"{number_in_words(alike)} {rank_plural(rank)}")
    aces = [card for card in kept if card.rank is Rank.ACE and card.suit is not best]
    if len(aces) == 1:
        reasons.append(f"the {card_name(aces[0])}, which takes a trick")
    elif aces:
        reasons.append("the aces, which take tricks")
    guarded = [
        card
        for card in kept
        if card.rank is Rank.KING
        and card.suit is not best
        and len(kept.suit(card.suit)) > 1
        and max(kept.suit(card.suit)) == card
    ]
    if guarded and turn.knowledge.seat is Seat.YOUNGER:
        reasons.append(f"the {card_name(guarded[0])} with a card to guard it")
    listed = "; ".join(reasons)
    return (
        f"Keep {listed}. The cards that go do least for point, runs, threes and fours, and tricks."
    )


def _promise(suit: Hand) -> float:
    """Return a score for the prospects of a suit for the point: length first, then runs and high cards."""
    runs = sum(run_length(suit, card) >= 3 for card in suit)
    return len(suit) * 10 + sum(card.rank for card in suit) / 4 + runs * 3


def _worth(hand: Hand, card: Card, best: Suit, ranks: tuple[Rank, ...], *, younger: bool) -> float:
    suit = hand.suit(card.suit)
    worth = 1.5 * len(suit) if card.suit is best else 0.4 * len(suit)
    run = run_length(suit, card)
    if run >= 3:
        worth += 2 + 3 * (run - 3) + (6 if run >= 5 else 0)
    if card.rank in ranks:
        alike = sum(other.rank is card.rank for other in hand)
        worth += {4: 14, 3: 6, 2: 2}.get(alike, 0.5)
    worth += {Rank.ACE: 9.5, Rank.KING: 2.5, Rank.QUEEN: 1}.get(card.rank, 0)
    if card.rank is Rank.KING and any(other.rank is Rank.ACE for other in suit):
        worth += 2  # with the ace, the king is a sure trick too
    # Younger does not lead and needs one small card to guard a king, and two to guard a queen.
    higher = [other for other in suit if other > card]
    if younger and len(higher) == 1 and higher[0].rank is Rank.KING and len(suit) == 2:
        worth += 3
    if younger and card.rank is Rank.KING and len(suit) == 1:
        worth -= 1.5
    return worth + card.rank / 20
