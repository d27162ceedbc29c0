"""What a discard keeps and what it gives up, in words: combinations, guards of kings, aces."""

from __future__ import annotations

from piquet_core.engine.held import holdings
from piquet_core.pack.cards import Card, Hand, Rank
from piquet_core.pack.names import and_words, card_name
from piquet_core.rules import RuleSet
from piquet_core.simulate.calls import KINDS
from piquet_core.words.calls import holding_words


def trade_off(rules: RuleSet, hand: Hand, gone: Hand) -> str:
    """Return what laying out some cards of a hand keeps and gives up, in a sentence."""
    left = hand - gone
    kept, lost = _combinations(rules, hand, left)
    parts: list[str] = []
    if kept:
        parts.append(f"keeps {and_words(kept)}")
    if lost:
        parts.append(f"gives up {and_words(lost)}")
    bare = [card for card in left if _loses_guard(hand, left, card)]
    if bare:
        named = and_words([f"the {card_name(one)}" for one in bare])
        few = any(any(one < king for one in left.suit(king.suit)) for king in bare)
        without = "with too few low cards" if few else "without a low card"
        them = "it" if len(bare) == 1 else "them"
        parts.append(f"leaves {named} {without} to guard {them}")
    aces = sum(card.rank is Rank.ACE for card in gone)
    if aces == 1:
        parts.append("lays out an ace, which is a sure trick to whoever can lead it")
    elif aces:
        parts.append(f"lays out {aces} aces, each a sure trick to whoever can lead it")
    return f"It {'; it '.join(parts or ['gives up no combination, no guard and no ace'])}."


def _combinations(rules: RuleSet, hand: Hand, left: Hand) -> tuple[list[str], list[str]]:
    """Return the combinations of a hand that are kept, and those that are given up."""
    kept: list[str] = []
    lost: list[str] = []
    for kind in KINDS:
        held = holdings(rules, hand, kind)
        if kind == "point":  # only the longest suit will be called
            longest = max(one.size for one in held)
            held = tuple(one for one in held if one.size == longest >= 4)
        for one in held:
            article = "" if kind == "set" else "a "
            whole = one.cards(hand) <= left
            (kept if whole else lost).append(f"{article}{holding_words(one)}")
    return kept, lost


def _loses_guard(hand: Hand, left: Hand, card: Card) -> bool:
    """Tell whether a king or queen had enough cards below it to be guarded, and now has not."""
    if card.rank not in (Rank.KING, Rank.QUEEN):
        return False
    higher = Rank.ACE - card.rank - sum(one > card for one in hand.suit(card.suit))
    before = sum(one < card for one in hand.suit(card.suit))
    after = sum(one < card for one in left.suit(card.suit))
    return 0 < higher <= before and after < higher
