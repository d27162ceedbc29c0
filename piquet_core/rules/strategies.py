"""Procedures that the answers of a rule set name: how holdings are compared and scored, and a partie settled.

Holdings are compared by their *keys*, tuples with a number for each stage. The number of the first
stage is named in the call; later numbers break a tie. The greater key is better.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from piquet_core.cards.cards import Hand
from piquet_core.cards.combinations import (
    Holding,
    PointHolding,
    SequenceHolding,
    SetHolding,
    ranks_mask,
)
from piquet_core.rules.ruleset import RuleSet

Key = tuple[int, ...]
KeyFunction = Callable[[RuleSet, Hand, Holding], Key]
"""Function of (rules, hand, holding) that returns a number for each stage of a comparison."""


def point_pips(rules: RuleSet, hand: Hand, holding: PointHolding) -> int:
    """Return the total pips of the cards of a point.

    >>> from piquet_core.cards.cards import Suit, parse_hand
    >>> from piquet_core.rules.ruleset import load_ruleset
    >>> hand = parse_hand("AQ97...")
    >>> point_pips(load_ruleset("hoyle1909"), hand, PointHolding(Suit.SPADES, 4))
    37
    """
    return _row_pips(rules)[holding.cards(hand).row(holding.suit)]


@lru_cache(maxsize=64)
def _row_pips(rules: RuleSet) -> tuple[int, ...]:
    """Return the total pips of each of the 512 patterns of a suit, indexed by pattern."""
    return _summed(tuple(rules.pips("point.pips").value.items()))


# Comparing two books creates many mixed rule sets, but they share few tables of pips.
@lru_cache(maxsize=16)
def _summed(pips: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
    return tuple(sum(points for rank, points in pips if row >> rank & 1) for row in range(512))


def _cards_then_pips(rules: RuleSet, hand: Hand, holding: Holding) -> Key:
    assert isinstance(holding, PointHolding)
    return (holding.size, point_pips(rules, hand, holding))


def _pips(rules: RuleSet, hand: Hand, holding: Holding) -> Key:
    assert isinstance(holding, PointHolding)
    return (point_pips(rules, hand, holding),)


def _length_then_top(rules: RuleSet, hand: Hand, holding: Holding) -> Key:
    assert isinstance(holding, SequenceHolding)
    return (holding.size * 16 + holding.top,)


def _four_then_rank(rules: RuleSet, hand: Hand, holding: Holding) -> Key:
    assert isinstance(holding, SetHolding)
    return (holding.size * 16 + holding.rank,)


KEYS: dict[str, dict[str, KeyFunction]] = {
    "point.compare": {"cards-then-pips": _cards_then_pips, "pips": _pips},
    "sequence.compare": {"length-then-top": _length_then_top},
    "set.compare": {"four-then-rank": _four_then_rank},
}


def key_function(rules: RuleSet, kind: str) -> KeyFunction:
    """Return a rule set's function for the keys of one kind of holding: *point*, *sequence* or *set*."""
    answer = rules.choice(f"{kind}.compare")
    return KEYS[answer.id][answer.value]


def called_number(rules: RuleSet, hand: Hand, holding: Holding) -> int:
    """Return the number that a call of a holding names.

    It is the pips of a point if the rules compare points by pips, and the number of cards
    otherwise.
    """
    if isinstance(holding, PointHolding) and rules.choice("point.compare").value == "pips":
        return point_pips(rules, hand, holding)
    return holding.size


def rounded_tens(pips: int) -> int:
    """Return the tens in a number of pips; a remainder of five or more counts as another ten.

    >>> rounded_tens(34), rounded_tens(35)
    (3, 4)
    """
    return (pips + 5) // 10


def holding_score(rules: RuleSet, hand: Hand, holding: Holding) -> tuple[int, str]:
    """Return a pair: the points of a good holding, and the id of the rule that gives them."""
    if isinstance(holding, PointHolding):
        if rules.choice("point.score").value == "tens":
            return rounded_tens(point_pips(rules, hand, holding)), "point.score"
        return holding.size, "point.score"
    if isinstance(holding, SequenceHolding):
        least = rules.number("sequence.least").value
        return rules.numbers("sequence.scores").value[holding.size - least], "sequence.scores"
    answer = rules.number("set.quatorze" if holding.size == 4 else "set.trio")
    return answer.value, answer.id


def is_blank(rules: RuleSet, hand: Hand) -> bool:
    """Return whether a hand, as dealt, is a carte blanche."""
    return not hand.mask & _courts(rules)


@lru_cache(maxsize=64)
def _courts(rules: RuleSet) -> int:
    return ranks_mask(rules.ranks("blank.courts").value)


def settle_rubicon(winner: int, loser: int, line: int, bonus: int) -> int:
    """Return the value of a partie from the totals of winner and loser.

    It is ``bonus`` plus the difference of the totals or, if the loser is rubiconed (below
    ``line``), plus their sum.

    >>> settle_rubicon(120, 102, 100, 100), settle_rubicon(120, 98, 100, 100)
    (118, 318)
    """
    return winner + (loser if loser < line else -loser) + bonus


SETTLEMENTS: dict[str, Callable[[int, int, int, int], int]] = {
    "difference-or-sum": settle_rubicon,
}
