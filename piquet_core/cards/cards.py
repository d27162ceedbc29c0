"""Cards as small integers and hands as bit masks, both immutable.

Every suit has nine bits, from six to ace, whichever pack is used; a 32-card pack never sets the bit
of a six. Since a suit has only 512 patterns, a table of 512 rows can answer any question about one
suit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import IntEnum
from functools import cache
from string import ascii_lowercase, ascii_uppercase

from piquet_core.errors import CardError

SUIT_LETTERS = "SHDC"
RANK_LETTERS = "6789TJQKA"
ROW = 0x1FF
"""Mask of the nine bits of one suit."""


class Suit(IntEnum):
    """The four suits, in the order in which records list them."""

    SPADES = 0
    HEARTS = 1
    DIAMONDS = 2
    CLUBS = 3

    @property
    def letter(self) -> str:
        """Letter of the suit in records."""
        return SUIT_LETTERS[self]


class Rank(IntEnum):
    """The nine ranks from low to high. Only the 36-card pack has the six."""

    SIX = 0
    SEVEN = 1
    EIGHT = 2
    NINE = 3
    TEN = 4
    JACK = 5
    QUEEN = 6
    KING = 7
    ACE = 8

    @property
    def letter(self) -> str:
        """Letter of the rank in records; the ten is ``T``."""
        return RANK_LETTERS[self]


class Card(int):
    """A card, as an index from 0 to 35: suit times nine plus rank. Use `card` or `parse_card` to get one.

    >>> parse_card("HA").rank.name
    'ACE'
    """

    __slots__ = ()

    @property
    def suit(self) -> Suit:
        """Suit of the card."""
        return SUITS[self // 9]

    @property
    def rank(self) -> Rank:
        """Rank of the card."""
        return RANKS[self % 9]

    def __str__(self) -> str:
        return SUIT_LETTERS[self // 9] + RANK_LETTERS[self % 9]

    def __repr__(self) -> str:
        return f"parse_card({str(self)!r})"


SUITS: tuple[Suit, ...] = tuple(Suit)
RANKS: tuple[Rank, ...] = tuple(Rank)
SUIT_MASKS: tuple[int, ...] = tuple(ROW << suit * 9 for suit in SUITS)
"""Masks of all cards of each suit in a hand."""
CARDS: tuple[Card, ...] = tuple(Card(i) for i in range(36))
"""All 36 cards by index. The engine uses no other `Card` objects."""


def card(suit: Suit, rank: Rank) -> Card:
    """Return the card of a suit and a rank."""
    return CARDS[suit * 9 + rank]


def parse_card(text: str) -> Card:
    """Return the card written as suit and rank; raise `CardError` if the text is not a card.

    The French letters R, D and V are read as K, Q and J, and ``10`` as ``T``.

    >>> str(parse_card("S10")), str(parse_card("dV"))
    ('ST', 'DJ')
    """
    letters = ascii_upper(text).replace("10", "T")
    rank = letters[1:].translate(_FRENCH)
    if len(letters) != 2 or letters[0] not in SUIT_LETTERS or rank not in RANK_LETTERS:
        raise CardError(
            f"{text!r} is not a card: write suit and rank, such as SA, HT, D7 "
            f"(suits {SUIT_LETTERS}, ranks {RANK_LETTERS[::-1]})"
        )
    return CARDS[SUIT_LETTERS.index(letters[0]) * 9 + RANK_LETTERS.index(rank)]


_FRENCH = str.maketrans("RDV", "KQJ")
_CAPITALS = str.maketrans(ascii_lowercase, ascii_uppercase)


def ascii_upper(text: str) -> str:
    """Return a text with the letters a to z in upper case and everything else unchanged.

    `str.upper` would also change the long s, the dotless i and ligatures into ASCII letters.

    >>> ascii_upper("sa ſa ıß")
    'SA ſA ıß'
    """
    return text.translate(_CAPITALS)


class Hand:
    """An immutable set of cards. The order in which the cards are written does not matter.

    >>> hand = parse_hand("97.A98.JT98.JT7")
    >>> len(hand), parse_card("DJ") in hand, format_hand(hand)
    (12, True, '97.A98.JT98.JT7')
    """

    __slots__ = ("mask",)
    mask: int

    def __init__(self, mask: int = 0) -> None:
        _set_mask(self, mask)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Hand is frozen; cannot set {name}")

    def __reduce__(self) -> tuple[type[Hand], tuple[int]]:
        # By default, pickle and copy would set the mask, which `__setattr__` forbids.
        return Hand, (self.mask,)

    @classmethod
    def of(cls, cards: Iterable[Card]) -> Hand:
        """Return the hand of these cards.

        Raises `CardError` if one is repeated.
        """
        mask = 0
        for one in cards:
            if mask >> one & 1:
                raise CardError(f"{one} appears twice")
            mask |= 1 << one
        return cls(mask)

    def row(self, suit: Suit) -> int:
        """Return the nine bits of one suit. The lowest bit is the six, the highest the ace."""
        return self.mask >> suit * 9 & ROW

    def suit(self, suit: Suit) -> Hand:
        """Return the cards of one suit as a hand."""
        return Hand(self.mask & SUIT_MASKS[suit])

    def __contains__(self, one: Card) -> bool:
        return bool(self.mask >> one & 1)

    def __iter__(self) -> Iterator[Card]:
        """Iterate in the order of records: spades, hearts, diamonds, clubs, each from the highest card down."""
        for base in (0, 9, 18, 27):
            row = self.mask >> base & ROW
            while row:
                top = row.bit_length() - 1
                yield CARDS[base + top]
                row ^= 1 << top

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __or__(self, other: Hand) -> Hand:
        return Hand(self.mask | other.mask)

    def __and__(self, other: Hand) -> Hand:
        return Hand(self.mask & other.mask)

    def __sub__(self, other: Hand) -> Hand:
        return Hand(self.mask & ~other.mask)

    def __le__(self, other: Hand) -> bool:
        return not self.mask & ~other.mask

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hand) and self.mask == other.mask

    def __hash__(self) -> int:
        return hash(self.mask)

    def __str__(self) -> str:
        return " ".join(map(str, self))

    def __repr__(self) -> str:
        return f"parse_hand({format_hand(self)!r})"


_set_mask = Hand.__dict__["mask"].__set__  # the fastest way, for an object that is created often
EMPTY = Hand()


def parse_hand(text: str) -> Hand:
    """Return the hand written as four dotted suits, S.H.D.C, or card by card; raise `CardError` if it is invalid.

    >>> parse_hand("S9 S7 H9 H8 C7") == parse_hand("97.98..7")
    True
    """
    if "." not in text and (words := text.replace(",", " ").split()):
        return Hand.of(map(parse_card, words))
    suits = text.split(".")
    if len(suits) != 4:
        raise CardError(f"{text!r} has {len(suits)} suits: write spades.hearts.diamonds.clubs")
    return Hand.of(
        parse_card(suit.letter + rank)
        for suit, ranks in zip(SUITS, suits, strict=True)
        for rank in ranks.replace("10", "T")
    )


def format_hand(hand: Hand) -> str:
    """Return the hand as four dotted suits, each from the highest card down: the inverse of `parse_hand`."""
    return ".".join(
        "".join(card.rank.letter for card in hand if card.suit is suit) for suit in SUITS
    )


@cache
def pack(size: int) -> Hand:
    """Return a whole pack of ``size`` cards: 32 from seven to ace, or 36 from six to ace.

    Other sizes raise `CardError`.

    >>> len(pack(32)), len(pack(36))
    (32, 36)
    """
    if size not in (32, 36):
        raise CardError(f"a Piquet pack has 32 or 36 cards, not {size}")
    lowest = 9 - size // 4
    row = ROW & ~((1 << lowest) - 1)
    return Hand(row | row << 9 | row << 18 | row << 27)
