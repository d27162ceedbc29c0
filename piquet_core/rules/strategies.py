"""The few answers of a rule set that are procedures: a name in the data, a function here.

A holding's *key* is what the two players compare, in stages: what is told with the call first,
what is told only to break a tie after it. Keys compare stage by stage, greater is better.
"""

from __future__ import annotations

from collections.abc import Callable

from piquet_core.cards import Hand
from piquet_core.combinations import (
    Holding,
    PointHolding,
    SequenceHolding,
    SetHolding,
    ranks_mask,
)
from piquet_core.rules.ruleset import RuleSet

Key = tuple[int, ...]
KeyFunction = Callable[[RuleSet, Hand, Holding], Key]
"""(rules, hand, holding) -> one comparable number per stage."""


def point_pips(rules: RuleSet, hand: Hand, holding: PointHolding) -> int:
    """Return the pips of a point.

    >>> from piquet_core.cards import Suit, parse_hand
    >>> from piquet_core.rules.ruleset import load_ruleset
    >>> hand = parse_hand("AQ97...")
    >>> point_pips(load_ruleset("hoyle1909"), hand, PointHolding(Suit.SPADES, 4))
    37
    """
    pips = rules.pips("point.pips").value
    return sum(pips[card.rank] for card in holding.cards(hand))


def _cards_then_pips(rules: RuleSet, hand: Hand, holding: Holding) -> Key:
    assert isinstance(holding, PointHolding)
    return (holding.size, point_pips(rules, hand, holding))


def _length_then_top(rules: RuleSet, hand: Hand, holding: Holding) -> Key:
    assert isinstance(holding, SequenceHolding)
    return (holding.size * 16 + holding.top,)


def _four_then_rank(rules: RuleSet, hand: Hand, holding: Holding) -> Key:
    assert isinstance(holding, SetHolding)
    return (holding.size * 16 + holding.rank,)


KEYS: dict[str, dict[str, KeyFunction]] = {
    "point.compare": {"cards-then-pips": _cards_then_pips},
    "sequence.compare": {"length-then-top": _length_then_top},
    "set.compare": {"four-then-rank": _four_then_rank},
}


def key_function(rules: RuleSet, kind: str) -> KeyFunction:
    """Return how this rule set compares holdings of a kind."""
    answer = rules.choice(f"{kind}.compare")
    return KEYS[answer.id][answer.value]


def worth(rules: RuleSet, holding: Holding) -> tuple[int, str]:
    """Return the points of a good holding, and the id of the rule that gives them."""
    if isinstance(holding, PointHolding):
        return holding.size, "point.score"
    if isinstance(holding, SequenceHolding):
        least = rules.number("sequence.least").value
        return rules.numbers("sequence.scores").value[holding.size - least], "sequence.scores"
    answer = rules.number("set.quatorze" if holding.size == 4 else "set.trio")
    return answer.value, answer.id


def is_blank(rules: RuleSet, hand: Hand) -> bool:
    """Tell whether a hand, as dealt, is a carte blanche."""
    return not hand.mask & ranks_mask(rules.ranks("blank.courts").value)


def settle_rubicon(winner: int, loser: int, line: int, bonus: int) -> int:
    """Return the value of a partie: the difference, or the sum if the loser is short of the line.

    >>> settle_rubicon(120, 102, 100, 100), settle_rubicon(120, 98, 100, 100)
    (118, 318)
    """
    return winner + (loser if loser < line else -loser) + bonus


SETTLEMENTS: dict[str, Callable[[int, int, int, int], int]] = {
    "difference-or-sum": settle_rubicon,
}
