"""Rules of thumb for the discard: each card has a merit for the hand."""

from __future__ import annotations

from functools import cache
from operator import itemgetter

from piquet_core.cards.card_names import card_name, rank_plural, suit_name
from piquet_core.cards.cards import CARDS, RANKS, SUITS, Card, Hand, Rank
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
    rows = [hand.row(suit) for suit in SUITS]
    best = max(SUITS, key=lambda suit: _promise(rows[suit]))
    younger = seat is Seat.YOUNGER
    worth = {}
    for card in hand:
        suit, rank = card.suit, card.rank
        alike = sum(row >> rank & 1 for row in rows) if rank in ranks else 0
        worth[card] = _worth(rows[suit], rank, alike, best=suit is best, younger=younger)
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
    longest = kept.suit(max(SUITS, key=lambda suit: _promise(kept.row(suit))))
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


@cache
def _promise(row: int) -> float:
    """Return a score for the prospects of a suit for the point: length first, then runs and high cards."""
    suit = Hand(row)
    runs = sum(run_length(suit, card) >= 3 for card in suit)
    return len(suit) * 10 + sum(card.rank for card in suit) / 4 + runs * 3


@cache
def _worth(row: int, rank: Rank, alike: int, *, best: bool, younger: bool) -> float:
    """Return the merit of a card.

    ``row`` is its suit, which is the most promising one if ``best``. ``alike`` is the number of cards
    of its rank in the hand, or 0 if the rank makes no sets.
    """
    suit = [other for other in RANKS if row >> other & 1]
    worth = 1.5 * len(suit) if best else 0.4 * len(suit)
    run = run_length(Hand(row), CARDS[rank])
    if run >= 3:
        worth += 2 + 3 * (run - 3) + (6 if run >= 5 else 0)
    if alike:
        worth += {4: 14, 3: 6, 2: 2}.get(alike, 0.5)
    worth += {Rank.ACE: 9.5, Rank.KING: 2.5, Rank.QUEEN: 1}.get(rank, 0)
    if rank is Rank.KING and Rank.ACE in suit:
        worth += 2  # with the ace, the king is a sure trick too
    # Younger does not lead and needs one small card to guard a king, and two to guard a queen.
    higher = [other for other in suit if other > rank]
    if younger and higher == [Rank.KING] and len(suit) == 2:
        worth += 3
    if younger and rank is Rank.KING and len(suit) == 1:
        worth -= 1.5
    return worth + rank / 20
