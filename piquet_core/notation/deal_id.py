"""Deal ids: both hands and the talon as a short text with a check letter.

Each deal of a pack has a number, and the id is that number in letters. No shuffling is involved, so
every program reads an id in the same way. Cards are numbered in the order of records, S H D C, each
from the ace down. The number is ((rank of elder's twelve among all cards) x (number of ways to
choose younger's twelve) + (rank of younger's twelve among the rest)) x (number of orders of the
talon) + (rank of the talon's order). Sets of twelve and orders are ranked lexicographically. The
number is written in the 32 letters of Crockford's base 32. The check letter is the number modulo
37, which detects any single wrong letter.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb, factorial

from piquet_core.cards.cards import Card, Hand, ascii_upper, pack
from piquet_core.engine.state import Deal
from piquet_core.errors import CardError

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
CHECKS = LETTERS + "*~$=U"
"""The 37 check letters of Crockford's base 32."""
WIDTHS = {32: 12, 36: 17}
"""Number of letters for a deal of each pack: 60 and 85 bits."""
HAND = 12
_MOST = 64  # characters, including spaces around a pasted id

# Letters that are never used are read as similar ones.
_LIKE = str.maketrans("OIL", "011")


def format_deal_id(deal: Deal) -> str:
    """Return the id of a deal; raise `CardError` unless it is a complete pack with hands of twelve.

    >>> format_deal_id(parse_deal_id("32-XY8BPT54XW5N-D"))
    '32-XY8BPT54XW5N-D'
    """
    talon = Hand.of(deal.talon)
    dealt = deal.elder | deal.younger | talon
    size = len(deal.elder) + len(deal.younger) + len(talon)
    if (
        size not in WIDTHS
        or dealt != pack(size)
        or not len(deal.elder) == len(deal.younger) == HAND
    ):
        raise CardError("a deal id needs two hands of twelve and a talon that make up one pack")
    cards = list(pack(size))
    number = _rank_of_set(cards, deal.elder)
    cards = [card for card in cards if card not in deal.elder]
    number = number * comb(len(cards), HAND) + _rank_of_set(cards, deal.younger)
    cards = [card for card in cards if card not in deal.younger]
    number = number * factorial(len(cards)) + _rank_of_order(cards, deal.talon)
    letters = ""
    rest = number
    for _ in range(WIDTHS[size]):
        rest, digit = divmod(rest, 32)
        letters = LETTERS[digit] + letters
    return f"{size}-{letters}-{CHECKS[number % 37]}"


def parse_deal_id(text: str) -> Deal:
    """Return the deal that an id means; raise `CardError` if a letter is wrong or missing.

    Lower-case letters are allowed. O is read as 0, I and L as 1.

    >>> parse_deal_id("32-xy8bpt54xw5n-d").talon[0]
    parse_card('DA')
    """
    size, letters, check = _split(text)
    number = 0
    for letter in letters:
        number = number * 32 + LETTERS.index(letter)
    if CHECKS[number % 37] != check:
        raise CardError(f"invalid deal id {text!r}: the check letter does not match")
    if number >= count_of_deals(size):
        raise CardError(f"invalid deal id {text!r}: the number is too large")
    return deal_of_number(size, number)


def count_of_deals(size: int) -> int:
    """Return the number of possible deals of a pack of ``size`` cards."""
    return comb(size, HAND) * comb(size - HAND, HAND) * factorial(size - 2 * HAND)


def deal_of_number(size: int, number: int) -> Deal:
    """Return the deal of a pack of ``size`` cards with a number from 0 to one less than `count_of_deals`."""
    cards = list(pack(size))
    number, order = divmod(number, factorial(size - 2 * HAND))
    first, second = divmod(number, comb(size - HAND, HAND))
    elder = _set_of_rank(cards, first)
    cards = [card for card in cards if card not in elder]
    younger = _set_of_rank(cards, second)
    cards = [card for card in cards if card not in younger]
    return Deal(elder=elder, younger=younger, talon=_order_of_rank(cards, order))


def _split(text: str) -> tuple[int, str, str]:
    """Split an id into a triple: pack size, letters and check letter. Raises `CardError` if the id is malformed."""
    if len(text) > _MOST:
        raise CardError(f"invalid deal id {text[:_MOST]!r}…: too long")
    parts = ascii_upper(text.strip()).translate(_LIKE).split("-")
    size = next((size for size in WIDTHS if parts[0] == str(size)), 0)
    if (
        len(parts) != 3
        or not size
        or len(parts[1]) != WIDTHS[size]
        or not set(parts[1]) <= set(LETTERS)
        or len(parts[2]) != 1
        or parts[2] not in CHECKS
    ):
        forms = " or ".join(f"{size}-, {width} letters" for size, width in WIDTHS.items())
        raise CardError(f"invalid deal id {text!r}: write {forms}, a hyphen and the check letter")
    return size, parts[1], parts[2]


# -- sets and orders by their place in a dictionary ----------------------------------------------


def _rank_of_set(cards: Sequence[Card], hand: Hand) -> int:
    """Return the lexicographic rank of a hand among all sets of its size out of ``cards``."""
    rank, wanted = 0, len(hand)
    for place, card in enumerate(cards):
        if not wanted:
            break
        if card in hand:
            wanted -= 1
        else:
            # All sets with this card come first.
            rank += comb(len(cards) - place - 1, wanted - 1)
    return rank


def _set_of_rank(cards: Sequence[Card], rank: int) -> Hand:
    found: list[Card] = []
    for place, card in enumerate(cards):
        if len(found) == HAND:
            break
        having = comb(len(cards) - place - 1, HAND - len(found) - 1)
        if rank < having:
            found.append(card)
        else:
            rank -= having
    return Hand.of(found)


def _rank_of_order(cards: Sequence[Card], order: Sequence[Card]) -> int:
    rank, left = 0, list(cards)
    for card in order:
        rank = rank * len(left) + left.index(card)
        left.remove(card)
    return rank


def _order_of_rank(cards: Sequence[Card], rank: int) -> tuple[Card, ...]:
    places = []
    for size in range(1, len(cards) + 1):
        rank, place = divmod(rank, size)
        places.append(place)
    left = list(cards)
    return tuple(left.pop(place) for place in reversed(places))
