"""Text on the cards that an answer to a call gives away."""

from __future__ import annotations

from collections.abc import Sequence

from piquet_core.cards.card_names import rank_plural, suit_name
from piquet_core.cards.cards import Suit
from piquet_core.cards.combinations import Holding, PointHolding, SequenceHolding, SetHolding
from piquet_core.wording.call_texts import SEQUENCE_NAMES, count_words, holding_words

_MOST = 3
"""Number of ranks or suits up to which they are named."""


def deduction_words(better: Sequence[Holding]) -> str:
    """Return a phrase for a holding that is one of several; "" if there are none.

    >>> from piquet_core.cards.cards import Rank, Suit
    >>> deduction_words([SetHolding(Rank.KING, 4), SetHolding(Rank.TEN, 4)])
    'four of a kind: kings or tens'
    >>> deduction_words([SetHolding(Rank.QUEEN, 3), SetHolding(Rank.QUEEN, 4)])
    'three or four queens'
    >>> deduction_words([PointHolding(Suit.HEARTS, 6), PointHolding(Suit.HEARTS, 5)])
    'five or more hearts'
    """
    if not better:
        return ""
    sizes = sorted({one.size for one in better})
    if isinstance(better[0], SetHolding):
        count = " or ".join(map(count_words, sizes))
        ranks = sorted({one.rank for one in better if isinstance(one, SetHolding)}, reverse=True)
        return _of_one("of a kind", count, [rank_plural(one) for one in ranks])
    several = "" if len(sizes) == 1 else " or more"
    suits = [suit_name(one) for one in sorted({_suit(one) for one in better})]
    if isinstance(better[0], PointHolding):
        return _of_one("cards of one suit", f"{count_words(sizes[0])}{several}", suits)
    if len(better) == 1:
        return f"a {holding_words(better[0])}"
    longer = "" if len(sizes) == 1 else " or longer"
    where = f" in {_or(suits)}" if len(suits) <= _MOST else ""
    return f"a {SEQUENCE_NAMES[sizes[0]]}{longer}{where}"


def _suit(holding: Holding) -> Suit:
    assert isinstance(holding, PointHolding | SequenceHolding)
    return holding.suit


def _of_one(noun: str, count: str, names: Sequence[str]) -> str:
    if len(names) == 1:
        return f"{count} {names[0]}"
    return f"{count} {noun}" + (f": {_or(names)}" if len(names) <= _MOST else "")


def _or(names: Sequence[str]) -> str:
    *others, last = names
    return f"{', '.join(others)} or {last}" if others else last
