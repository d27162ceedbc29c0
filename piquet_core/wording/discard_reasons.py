"""Text on discards: the combinations, guards and aces that they keep and give up."""

from __future__ import annotations

from collections.abc import Sequence

from piquet_core.cards.card_names import card_name, join_words
from piquet_core.cards.cards import Card, Hand, Rank
from piquet_core.cards.combinations import Holding
from piquet_core.engine.holdings import holdings
from piquet_core.number_words import number_in_words
from piquet_core.rules import RuleSet
from piquet_core.rules.strategies import holding_score
from piquet_core.simulator.call_scores import KINDS
from piquet_core.wording.call_texts import holdings_words


def kept_words(rules: RuleSet, hand: Hand, gone: Hand) -> str:
    """Return a sentence on the combinations that the discard ``gone`` keeps; "" if it keeps none."""
    kept = _kept(rules, hand, gone)
    return f"It keeps {holdings_words(kept)}." if kept else ""


def trade_off_words(rules: RuleSet, hand: Hand, gone: Hand) -> str:
    """Return a sentence on the combinations, guards and aces that the discard ``gone`` keeps or gives up."""
    left = hand - gone
    kept = _kept(rules, hand, gone)
    lost = [one for one in _called(rules, hand) if one not in kept]
    parts: list[str] = []
    if kept:
        parts.append(f"keeps {holdings_words(kept)}")
    if lost:
        parts.append(f"gives up {holdings_words(lost)}")
    bare = [card for card in left if _loses_guard(hand, left, card)]
    if bare:
        named = join_words([f"the {card_name(one)}" for one in bare])
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


def _kept(rules: RuleSet, hand: Hand, gone: Hand) -> list[Holding]:
    return [one for one in _called(rules, hand) if one.cards(hand) <= hand - gone]


# Weights of reasons, in points. They need only be exact enough to put the most important reason first.
_A_CARD = 6.0  # one more card to draw, which may make a call or a trick
_A_TOP = 5.0  # a top card: its trick, and a step towards the cards
_A_GUARD = 2.5
_MOST_REASONS = 3


def better_discard_words(
    rules: RuleSet,
    hand: Hand,
    best: Hand,
    chosen: Hand,
    yours: str = "yours",
    *,
    number: bool = True,
) -> str:
    """Return the advantages of the discard ``best`` over ``chosen`` as a predicate; "" without any to name.

    The weightiest comes first. A lighter advantage of ``chosen``, which the text calls ``yours``, follows after
    *though*. Without ``number``, the text leaves out the number of cards that ``best`` takes in.

    >>> from piquet_core.cards.cards import parse_hand
    >>> from piquet_core.rules import find_ruleset
    >>> hand = parse_hand("AQJ9.K8.T97.AK7")
    >>> why = better_discard_words(find_ruleset("cavendish"), hand, parse_hand(".8.T97.7"), parse_hand("..T9.AK"))
    >>> why.split(", though ")[0]
    'keeps the ace of clubs and king of clubs (top cards) and takes in one card more'
    >>> why.split(", though ")[1]
    'yours keeps the king of hearts guarded by a lower card'
    """
    gains = _gains(rules, hand, best, chosen, number=number)
    good = sorted(gains, key=lambda one: -one[0])[:_MOST_REASONS]
    if not good and len(best) == len(chosen) and _ranks(best) < _ranks(chosen):
        return "lays out lower cards"
    bad = sorted(_gains(rules, hand, chosen, best, number=number), key=lambda one: -one[0])[:1]
    said = _predicate([(verb, words) for _, verb, words in good])
    though = next(
        (f"{verb} {words}" for weight, verb, words in bad if good and weight < good[0][0]), ""
    )
    return f"{said}, though {yours} {though}" if though else said


def _predicate(gains: Sequence[tuple[str, str]]) -> str:
    """Join (verb, object) pairs. Each verb is said once, with all its objects, in the order of the pairs.

    >>> _predicate([("keeps", "three tens"), ("takes in", "one card more"), ("keeps", "a tierce")])
    'keeps three tens and a tierce and takes in one card more'
    """
    objects: dict[str, list[str]] = {}
    for verb, words in gains:
        objects.setdefault(verb, []).append(words)
    return join_words([f"{verb} {join_words(words)}" for verb, words in objects.items()])


def _gains(
    rules: RuleSet, hand: Hand, one: Hand, other: Hand, *, number: bool
) -> list[tuple[float, str, str]]:
    """Return the advantages of the discard ``one`` over ``other`` as (weight, verb, object) tuples.

    ``number`` is whether a greater number of cards to take in is among them.
    """
    found: list[tuple[float, str, str]] = []
    more = len(one) - len(other)
    if number and more > 0:
        cards = "card" if more == 1 else "cards"
        found.append((more * _A_CARD, "takes in", f"{number_in_words(more)} {cards} more"))
    left, less = hand - one, hand - other
    tops = [card for card in _tops(hand) & left if card not in less]
    if tops:
        noun = "a top card" if len(tops) == 1 else "top cards"
        found.append((len(tops) * _A_TOP, "keeps", f"the {_named(tops)} ({noun})"))
    held = [
        one
        for one in _called(rules, hand)
        if one.cards(hand) <= left and not one.cards(hand) <= less
    ]
    if held:
        pays = sum(holding_score(rules, hand, one)[0] for one in held)
        found.append((pays, "keeps", holdings_words(held)))
    guarded = [
        card
        for card in left & less
        if _loses_guard(hand, less, card) and not _loses_guard(hand, left, card)
    ]
    if guarded:
        said = f"the {_named(guarded)} guarded by {_guards(hand, guarded)}"
        found.append((len(guarded) * _A_GUARD, "keeps", said))
    return found


def _guards(hand: Hand, guarded: Sequence[Card]) -> str:
    """Return a phrase for the cards that guard kings and queens.

    A guarded card needs as many lower cards of its suit as there are higher ones outside the hand.
    """
    if len(guarded) > 1:
        return "lower cards"
    return "a lower card" if _higher(hand, guarded[0]) == 1 else "two lower cards"


def _ranks(cards: Hand) -> int:
    return sum(card.rank for card in cards)


def _tops(hand: Hand) -> Hand:
    """Return the unbeatable cards: those with all higher cards of the suit in the same hand."""
    return Hand.of(
        card
        for card in hand
        if Rank.ACE - card.rank == sum(one > card for one in hand.suit(card.suit))
    )


def _named(cards: Sequence[Card]) -> str:
    return join_words([card_name(one) for one in cards])


def _called(rules: RuleSet, hand: Hand) -> list[Holding]:
    """Return the combinations of a hand that would be called. Only the longest suits count for the point."""
    found: list[Holding] = []
    for kind in KINDS:
        held = holdings(rules, hand, kind)
        if kind == "point":
            longest = max(one.size for one in held)
            held = tuple(one for one in held if one.size == longest >= 4)
        found += held
    return found


def _loses_guard(hand: Hand, left: Hand, card: Card) -> bool:
    """Tell whether a king or queen is guarded in ``hand`` but no longer in ``left``, the hand after a discard."""
    if card.rank not in (Rank.KING, Rank.QUEEN):
        return False
    higher = _higher(hand, card)
    before = sum(one < card for one in hand.suit(card.suit))
    after = sum(one < card for one in left.suit(card.suit))
    return 0 < higher <= before and after < higher


def _higher(hand: Hand, card: Card) -> int:
    """Return the number of higher cards of the card's suit that are outside the hand."""
    return Rank.ACE - card.rank - sum(one > card for one in hand.suit(card.suit))
