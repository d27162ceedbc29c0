"""English names and printed signs of cards, and functions that fit names into a sentence."""

from __future__ import annotations

import re
from collections.abc import Sequence

from piquet_core.cards.cards import Card, Rank, Suit, parse_card

_CARDS = re.compile(r"\b[SHDC][AKQJT6-9](?: [SHDC][AKQJT6-9])*\b")


def suit_name(suit: Suit) -> str:
    """Return the suit's English name.

    >>> suit_name(Suit.CLUBS)
    'clubs'
    """
    return suit.name.lower()


def rank_name(rank: Rank) -> str:
    """Return the rank's English name, spelt out.

    >>> rank_name(Rank.TEN)
    'ten'
    """
    return rank.name.lower()


def rank_plural(rank: Rank) -> str:
    """Return the English plural of a rank, such as *sixes* or *aces*."""
    return "sixes" if rank is Rank.SIX else f"{rank_name(rank)}s"


def rank_sign(rank: Rank) -> str:
    """Return the rank as printed in the corner of a card: ``10``, not the ``T`` of records."""
    return "10" if rank is Rank.TEN else rank.letter


def suit_sign(suit: Suit) -> str:
    """Return the suit symbol.

    >>> suit_sign(Suit.CLUBS)
    '♣'
    """
    return "♠♥♦♣"[suit]


def card_name(card: Card) -> str:
    """Return the card's English name.

    >>> from piquet_core.cards.cards import parse_card
    >>> card_name(parse_card("SA"))
    'ace of spades'
    """
    return f"{rank_name(card.rank)} of {suit_name(card.suit)}"


def join_words(words: Sequence[str]) -> str:
    """Join phrases with commas and a final *and*, or with semicolons if a phrase contains a comma.

    >>> join_words(["ace", "king", "queen"]), join_words(["Hoyle", "Cavendish, au cent", "Penguin"])
    ('ace, king and queen', 'Hoyle; Cavendish, au cent and Penguin')
    """
    glue = "; " if any("," in word for word in words) else ", "
    return " and ".join(filter(None, (glue.join(words[:-1]), *words[-1:])))


def spell_out_cards(text: str) -> str:
    """Return a text with every card code, such as ``SA``, replaced by the name of the card.

    >>> spell_out_cards("SA HK are not in the hand")
    'the ace of spades and the king of hearts are not in the hand'
    """

    def spelt(match: re.Match[str]) -> str:
        return join_words([f"the {card_name(parse_card(one))}" for one in match[0].split()])

    return _CARDS.sub(spelt, text)


def lower_article(name: str) -> str:
    """Return a name with its leading article in lower case, for use inside a sentence.

    >>> lower_article("The treatise"), lower_article("A dictionary"), lower_article("Académie")
    ('the treatise', 'a dictionary', 'Académie')
    """
    has_article = name.startswith(("The ", "A ", "An "))
    return f"{name[:1].lower()}{name[1:]}" if has_article else name


def capitalize(text: str) -> str:
    """Return a text with its first letter in upper case and the rest unchanged."""
    return text[:1].upper() + text[1:]
