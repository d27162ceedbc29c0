"""What a hand holds of a kind under a rule set, and how two holdings compare."""

from __future__ import annotations

from functools import lru_cache

from piquet_core.pack.cards import Hand
from piquet_core.pack.combinations import (
    Holding,
    PointHolding,
    SequenceHolding,
    SetHolding,
    parts,
    points,
    sequences,
    sets,
)
from piquet_core.rules import RuleSet
from piquet_core.rules.strategies import Key, key_function


def holdings(rules: RuleSet, hand: Hand, kind: str) -> tuple[Holding, ...]:
    """Return what a hand holds of a kind, each holding whole."""
    return tuple(holding for _, holding in keyed(rules, hand.mask, kind, whole=True))


def callable_holdings(rules: RuleSet, hand: Hand, kind: str) -> tuple[Holding, ...]:
    """Return every possible call of a kind: each holding, and what sinking makes of it."""
    return tuple(holding for _, holding in keyed(rules, hand.mask, kind))


def best(rules: RuleSet, hand: Hand, kind: str) -> Holding | None:
    """Return the best holding of a kind; of equal ones, the first by suit or rank."""
    held = keyed(rules, hand.mask, kind, whole=True)
    return max(held, key=lambda one: one[0])[1] if held else None


# The same hand is asked about some ten times in calling, answering and counting.
@lru_cache(maxsize=4096)
def keyed(
    rules: RuleSet, mask: int, kind: str, *, whole: bool = False
) -> tuple[tuple[Key, Holding], ...]:
    """Return holdings with the keys that they are compared by."""
    hand, key = Hand(mask), key_function(rules, kind)
    held: tuple[Holding, ...]
    if kind == "point":
        held = points(hand)
    elif kind == "sequence":
        held = sequences(hand, rules.number("sequence.least").value)
    else:
        held = sets(hand, rules.ranks("set.ranks").value)
    if not whole and rules.flag("declare.sink").value:
        held = tuple(part for one in held for part in parts(one, least(rules, one)))
    return tuple((key(rules, hand, one), one) for one in held)


def key_of(rules: RuleSet, hand: Hand, holding: Holding) -> Key:
    """Return the key of one holding of a hand."""
    return key_function(rules, kind_of(holding))(rules, hand, holding)


def kind_of(holding: Holding) -> str:
    """Return the kind of a holding: *point*, *sequence* or *set*."""
    if isinstance(holding, PointHolding):
        return "point"
    return "sequence" if isinstance(holding, SequenceHolding) else "set"


def least(rules: RuleSet, holding: Holding) -> int:
    """Return the fewest cards of a holding that may be called; a set has three at least."""
    if isinstance(holding, SetHolding):
        return 3
    if isinstance(holding, PointHolding):
        return holding.size if rules.flag("point.whole").value else 1
    return rules.number("sequence.least").value
