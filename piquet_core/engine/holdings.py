"""Holdings of a hand under a rule set, with the keys that compare them."""

from __future__ import annotations

from functools import lru_cache

from piquet_core.cards.cards import SUIT_MASKS, Hand
from piquet_core.cards.combinations import (
    Holding,
    PointHolding,
    SequenceHolding,
    SetHolding,
    callable_parts,
    point_holdings,
    ranks_mask,
    sequence_holdings,
    set_holdings,
)
from piquet_core.rules import RuleSet
from piquet_core.rules.strategies import Key, key_function


def holdings(rules: RuleSet, hand: Hand, kind: str) -> tuple[Holding, ...]:
    """Return a hand's complete holdings of one kind, without parts of them."""
    return tuple(holding for _, holding in holdings_with_keys(rules, hand.mask, kind, whole=True))


def callable_holdings(rules: RuleSet, hand: Hand, kind: str) -> tuple[Holding, ...]:
    """Return every possible call of a kind: each holding, and its parts if sinking is allowed."""
    return tuple(holding for _, holding in holdings_with_keys(rules, hand.mask, kind))


def best_holding(rules: RuleSet, hand: Hand, kind: str) -> Holding | None:
    """Return the best holding of a kind, or None without one.

    Of equal holdings, the first by suit or rank is returned.
    """
    held = holdings_with_keys(rules, hand.mask, kind, whole=True)
    return max(held, key=lambda one: one[0])[1] if held else None


# The same hand is needed about ten times while calling, answering and counting.
@lru_cache(maxsize=4096)
def holdings_with_keys(
    rules: RuleSet, mask: int, kind: str, *, whole: bool = False
) -> tuple[tuple[Key, Holding], ...]:
    """Return a hand's holdings of a kind as pairs (key, holding).

    If sinking is allowed, parts of holdings are included, except with ``whole``.
    """
    held: tuple[tuple[Key, Holding], ...] = ()
    for part in split_by_kind(rules, mask, kind):
        held += holdings_in_part(rules, part, kind, whole=whole)
    return held


def split_by_kind(rules: RuleSet, mask: int, kind: str) -> list[int]:
    """Split a hand into the masks of cards that can form a holding together: by suit, or by rank for sets."""
    return [part for place in _places(rules, kind) if (part := mask & place)]


@lru_cache(maxsize=256)
def _places(rules: RuleSet, kind: str) -> tuple[int, ...]:
    """Return the masks within which a holding of a kind lies: the suits, or the ranks that form sets."""
    if kind != "set":
        return SUIT_MASKS
    return tuple(ranks_mask((rank,)) for rank in rules.ranks("set.ranks").value)


# There are many hands, but at most 512 patterns of a suit.
@lru_cache(maxsize=1 << 14)
def holdings_in_part(
    rules: RuleSet, mask: int, kind: str, *, whole: bool
) -> tuple[tuple[Key, Holding], ...]:
    """Return the holdings within one suit or one rank as pairs (key, holding), as in `holdings_with_keys`."""
    hand, key = Hand(mask), key_function(rules, kind)
    held: tuple[Holding, ...]
    if kind == "point":
        held = point_holdings(hand)
    elif kind == "sequence":
        held = sequence_holdings(hand, rules.number("sequence.least").value)
    else:
        held = set_holdings(hand, rules.ranks("set.ranks").value)
    if not whole and rules.flag("declare.sink").value:
        held = tuple(
            part for holding in held for part in callable_parts(holding, least_size(rules, holding))
        )
    return tuple((key(rules, hand, one), one) for one in held)


def comparison_key(rules: RuleSet, hand: Hand, holding: Holding) -> Key:
    """Return the key with which a holding of a hand is compared with other holdings."""
    kind = holding_kind(holding)
    for key, one in holdings_with_keys(rules, hand.mask, kind):
        if one is holding:  # usually true, except for holdings read from a record
            return key
    return key_function(rules, kind)(rules, hand, holding)


def holding_kind(holding: Holding) -> str:
    """Return the kind of a holding: *point*, *sequence* or *set*."""
    if isinstance(holding, PointHolding):
        return "point"
    return "sequence" if isinstance(holding, SequenceHolding) else "set"


def elder_wins_ties(rules: RuleSet, kind: str) -> bool:
    """Return whether a holding that elder calls is good unless younger has a better one (`point.tie`)."""
    return kind == "point" and rules.choice("point.tie").value == "elder"


def least_size(rules: RuleSet, holding: Holding) -> int:
    """Return the smallest number of cards with which a holding may be called. It is three for a set."""
    if isinstance(holding, SetHolding):
        return 3
    if isinstance(holding, PointHolding):
        return holding.size if rules.flag("point.whole").value else 1
    return rules.number("sequence.least").value
