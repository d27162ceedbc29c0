"""Combinations in a hand: points, sequences and sets.

A holding identifies a combination. Its value and its comparison with other holdings depend on the
rule set. Runs are computed once for each of the 512 patterns of a suit.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from piquet_core.cards.cards import (
    RANK_LETTERS,
    RANKS,
    ROW,
    SUIT_LETTERS,
    SUITS,
    Card,
    Hand,
    Rank,
    Suit,
    ascii_upper,
)
from piquet_core.errors import CardError


@dataclass(frozen=True, slots=True)
class PointHolding:
    """Cards of one suit, called for the point. If the hand has more than ``size`` of them, the highest are meant.

    >>> str(PointHolding(Suit.DIAMONDS, 6))
    '6D'
    """

    suit: Suit
    size: int

    @property
    def named_rank(self) -> Rank | None:
        """Rank named in the call: always None, because a point is called by number alone."""
        return None

    def cards(self, hand: Hand) -> Hand:
        """Return the cards of ``hand`` that form the point.

        >>> from piquet_core.cards.cards import parse_hand
        >>> PointHolding(Suit.SPADES, 3).cards(parse_hand("AQ97..."))
        parse_hand('AQ9...')
        """
        cards = hand.suit(self.suit)
        while len(cards) > self.size:
            cards = Hand(cards.mask & cards.mask - 1)  # remove the lowest card
        return cards

    def __str__(self) -> str:
        return f"{self.size}{self.suit.letter}"


@dataclass(frozen=True, slots=True)
class SequenceHolding:
    """Consecutive cards of one suit, identified by their number and the highest rank.

    >>> str(SequenceHolding(Suit.DIAMONDS, 5, Rank.JACK))
    '5JD'
    """

    suit: Suit
    size: int
    top: Rank

    @property
    def named_rank(self) -> Rank | None:
        """Rank named in the call, which is the highest of the sequence."""
        return self.top

    def cards(self, hand: Hand) -> Hand:  # noqa: ARG002 - one signature for all holdings
        """Return the cards of the sequence. ``hand`` is ignored."""
        return Hand(((1 << self.size) - 1) << self.suit * 9 + self.top - self.size + 1)

    def __str__(self) -> str:
        return f"{self.size}{self.top.letter}{self.suit.letter}"


@dataclass(frozen=True, slots=True)
class SetHolding:
    """Three or four cards of one rank: a trio or a quatorze.

    >>> str(SetHolding(Rank.QUEEN, 4))
    '4Q'
    """

    rank: Rank
    size: int

    @property
    def named_rank(self) -> Rank | None:
        """Rank named in the call."""
        return self.rank

    def cards(self, hand: Hand) -> Hand:
        """Return the cards of the set's rank in ``hand``. These are four if a quatorze is called as a trio."""
        return Hand(hand.mask & _COLUMN << self.rank)

    def __str__(self) -> str:
        return f"{self.size}{self.rank.letter}"


Holding = PointHolding | SequenceHolding | SetHolding
_COLUMN = 1 | 1 << 9 | 1 << 18 | 1 << 27


def parse_holding(text: str) -> Holding:
    """Return the holding written as ``6D``, ``5JD`` or ``4Q``; raise `CardError` if it is invalid.

    >>> parse_holding("3A") == SetHolding(Rank.ACE, 3)
    True
    """
    word = ascii_upper(text).replace("10", "T")
    size, name = word[:1], word[1:]
    if size in tuple("123456789"):
        if len(name) == 1 and name in SUIT_LETTERS:
            return PointHolding(Suit(SUIT_LETTERS.index(name)), int(size))
        if len(name) == 1 and name in RANK_LETTERS and size in "34":
            return SetHolding(Rank(RANK_LETTERS.index(name)), int(size))
        if len(name) == 2 and name[0] in RANK_LETTERS and name[1] in SUIT_LETTERS:
            top = Rank(RANK_LETTERS.index(name[0]))
            if int(size) <= top + 1:
                return SequenceHolding(Suit(SUIT_LETTERS.index(name[1])), int(size), top)
    raise CardError(
        f"{text!r} is not a holding: write 6D (six diamonds), 5JD (five to the jack of diamonds) "
        f"or 4Q (four queens)"
    )


def point_holdings(hand: Hand) -> tuple[PointHolding, ...]:
    """Return a point for each suit in the hand, with all its cards, in suit order."""
    return tuple(PointHolding(suit, row.bit_count()) for suit in SUITS if (row := hand.row(suit)))


@cache
def suit_runs(row: int) -> tuple[tuple[int, Rank], ...]:
    """Return the maximal runs in ``row``, the nine bits of a suit, as pairs (size, top rank), highest first.

    >>> suit_runs(0b000111011)
    ((3, <Rank.JACK: 5>), (2, <Rank.SEVEN: 1>))
    """
    found = []
    top = 8
    while top >= 0:
        size = 0
        while top - size >= 0 and row >> (top - size) & 1:
            size += 1
        if size:
            found.append((size, RANKS[top]))
        top -= size + 1
    return tuple(found)


def run_length(hand: Hand, card: Card) -> int:
    """Return the length of the run that contains a card of the hand.

    >>> from piquet_core.cards.cards import parse_card, parse_hand
    >>> run_length(parse_hand("KQJ9..."), parse_card("SQ"))
    3
    """
    row = suit_runs(hand.row(card.suit))
    return next(size for size, top in row if top - size < card.rank <= top)


@cache
def _row_sequences(suit: Suit, row: int, least: int) -> tuple[SequenceHolding, ...]:
    return tuple(SequenceHolding(suit, size, top) for size, top in suit_runs(row) if size >= least)


def sequence_holdings(hand: Hand, least: int = 3) -> tuple[SequenceHolding, ...]:
    """Return the maximal sequences of at least ``least`` cards, by suit and from the highest down."""
    mask = hand.mask
    found: tuple[SequenceHolding, ...] = ()
    for suit in SUITS:
        found += _row_sequences(suit, mask >> suit * 9 & ROW, least)
    return found


@cache
def callable_parts(whole: Holding, least: int) -> tuple[Holding, ...]:
    """Return every call that the holding ``whole`` allows, the whole first, each of at least ``least`` cards.

    A quint contains two quarts and three tierces. A quatorze contains a trio. A point of six
    contains points of five, four and so on.
    """
    if isinstance(whole, SequenceHolding):
        return tuple(
            SequenceHolding(whole.suit, size, RANKS[top])
            for size in range(whole.size, least - 1, -1)
            for top in range(whole.top, whole.top - whole.size + size - 1, -1)
        )
    if isinstance(whole, SetHolding):
        return tuple(SetHolding(whole.rank, size) for size in range(whole.size, least - 1, -1))
    return tuple(PointHolding(whole.suit, size) for size in range(whole.size, least - 1, -1))


def set_holdings(hand: Hand, ranks: tuple[Rank, ...], least: int = 3) -> tuple[SetHolding, ...]:
    """Return the trios and quatorzes of the given ranks, in the order of ``ranks``."""
    mask = hand.mask
    return tuple(
        SetHolding(rank, size)
        for rank in ranks
        if (size := (mask & _COLUMN << rank).bit_count()) >= least
    )


def ranks_mask(ranks: tuple[Rank, ...]) -> int:
    """Return the mask of all cards of the given ranks."""
    return sum(_COLUMN << rank for rank in ranks)
