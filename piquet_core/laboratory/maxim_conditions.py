"""Conditions of maxims: which decisions a maxim speaks about, and which choices obey it.

A condition is a function of a turn. It returns a function that judges a choice: True for a choice
that obeys the maxim, False for one that breaks it, and None for one that does neither. It returns
None if the maxim does not speak about the turn. A choice is the hand of the cards that are laid out
or played.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from piquet_core.cards.cards import ROW, SUITS, Hand, Rank, Suit
from piquet_core.cards.combinations import ranks_mask, sequence_holdings, set_holdings
from piquet_core.players.player import Turn
from piquet_core.players.thumb_cards import sure_tricks

type ChoiceJudge = Callable[[Hand], bool | None]
type Condition = Callable[[Turn], ChoiceJudge | None]

_SET_RANKS = (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK, Rank.TEN)
_LOW_TRIOS = (Rank.QUEEN, Rank.JACK, Rank.TEN)
_KING, _ACE = 1 << Rank.KING, 1 << Rank.ACE
_HIGH_CARDS = ranks_mask((Rank.ACE, Rank.KING))
_ACES = ranks_mask((Rank.ACE,))
_SMALL = (1 << Rank.TEN + 1) - 1
"""Ranks up to the ten in one suit."""
_LEAST_LENGTH = 4
"""Least number of cards in a suit that may be kept for the point."""
_LONG = 5
"""Number of cards that elder can lay out, and so of a long suit that may go as a whole."""
_SIX_TRICKS = 6
_FEW_SUITS = 2


# -- exchanges -----------------------------------------------------------------------------------


def full_exchange(turn: Turn) -> ChoiceJudge | None:
    """Judge whether a player takes as many cards as are allowed."""
    return lambda out: len(out) == turn.most


def guarded_kings(turn: Turn) -> ChoiceJudge | None:
    """Judge whether each king dealt with a guard and without its ace keeps a guard.

    Laying out the king itself breaks nothing.
    """
    hand = turn.cards
    suits = [suit for suit in SUITS if _is_guarded_king(hand.row(suit))]
    if not suits:
        return None
    return lambda out: all((hand - out).row(suit) != _KING for suit in suits)


def small_cards(turn: Turn) -> ChoiceJudge | None:
    """Judge whether a card is kept of each suit that consists of one or two cards, none above the ten."""
    hand = turn.cards
    suits = [
        hand.suit(suit)
        for suit in SUITS
        if 1 <= len(hand.suit(suit)) <= 2 and not hand.row(suit) & ~_SMALL
    ]
    if not suits:
        return None
    return lambda out: not any(suit <= out for suit in suits)


def longest_suit(turn: Turn) -> ChoiceJudge | None:
    """Judge whether the longest suit of the hand is kept whole. There is one, of four cards or more."""
    suit = _longest_suit(turn.cards)
    return (lambda out: not out & suit) if suit else None


def low_long_suit(turn: Turn) -> ChoiceJudge | None:
    """Judge whether a longest suit of five cards without ace and king is laid out whole, not kept whole."""
    suit = _longest_suit(turn.cards)
    if len(suit) != _LONG or suit & Hand(_HIGH_CARDS):
        return None
    return lambda out: True if suit <= out else None if out & suit else False


def suit_before_low_trio(turn: Turn) -> ChoiceJudge | None:
    """Judge whether the longest suit is kept whole and a low trio broken, not the reverse."""
    return _whole_and_broken(_longest_suit(turn.cards), _low_trio(turn.cards))


def quart_before_low_trio(turn: Turn) -> ChoiceJudge | None:
    """Judge whether a sequence of four cards or more is kept whole and a low trio broken, not the reverse."""
    runs = sequence_holdings(turn.cards, 4)
    quart = runs[0].cards(turn.cards) if len(runs) == 1 else Hand()
    return _whole_and_broken(quart, _low_trio(turn.cards))


def high_cards_before_low_trio(turn: Turn) -> ChoiceJudge | None:
    """Judge whether all aces and kings are kept and a low trio broken, not the reverse."""
    return _whole_and_broken(turn.cards & Hand(_HIGH_CARDS), _low_trio(turn.cards))


def trios(turn: Turn) -> ChoiceJudge | None:
    """Judge whether every trio dealt is kept."""
    return _sets_kept(turn.cards, 3)


def quatorzes(turn: Turn) -> ChoiceJudge | None:
    """Judge whether every quatorze dealt is kept."""
    return _sets_kept(turn.cards, 4)


def aces(turn: Turn) -> ChoiceJudge | None:
    """Judge whether every ace is kept."""
    held = turn.cards & Hand(_ACES)
    return (lambda out: not out & held) if held else None


def six_tricks(turn: Turn) -> ChoiceJudge | None:
    """Judge whether a hand that is good for six tricks remains so after the discard.

    Counted are the cards that win from the top of a suit, whatever the opponent holds, and kings
    with a guard.
    """
    hand, unseen = turn.cards, turn.knowledge.unseen
    if _safe_tricks(hand, unseen) < _SIX_TRICKS:
        return None
    return lambda out: _safe_tricks(hand - out, unseen) >= _SIX_TRICKS


def few_suits(turn: Turn) -> ChoiceJudge | None:
    """Judge whether the discards are of at most two suits."""
    return lambda out: sum(bool(out.row(suit)) for suit in SUITS) <= _FEW_SUITS


# -- cards ---------------------------------------------------------------------------------------


def first_lead_from_longest(turn: Turn) -> ChoiceJudge | None:
    """Judge whether the first lead of the deal is from a suit of the greatest length."""
    known = turn.knowledge
    if known.tricks:
        return None
    length = max(len(known.hand.suit(suit)) for suit in SUITS)
    return lambda played: len(known.hand.suit(_suit_of(played))) == length


def winner_for_the_cards(turn: Turn) -> ChoiceJudge | None:
    """Judge whether a winning card is led when one or two tricks are missing for the cards.

    A winning card does not count if the opponent is known to hold its suit, since it can then wait.
    """
    known = turn.knowledge
    own = sum(trick.winner is known.seat for trick in known.tricks)
    if turn.rules.number("cards.majority").value - own not in (1, 2) or len(known.hand) < 2:
        return None
    winners = Hand.of(one for one in _winners(turn) if not known.theirs.suit(one.suit))
    return (lambda played: played <= winners) if winners else None


def loser_before_last(turn: Turn) -> ChoiceJudge | None:
    """Judge whether the losing one of two last cards is led, so that the other may win the last trick.

    The maxim does not speak if a trick may decide the cards or a capot, or if the opponent is void in
    the suit of the winning card.
    """
    known = turn.knowledge
    if len(known.hand) != 2:
        return None
    own = sum(trick.winner is known.seat for trick in known.tricks)
    majority = turn.rules.number("cards.majority").value
    if own in (0, len(known.tricks)) or majority - 3 <= own < majority:
        return None
    winners = _winners(turn)
    if len(winners) != 1 or not any(known.possible.suit(one.suit) for one in winners):
        return None
    return lambda played: not played <= winners


def guards_when_throwing(turn: Turn) -> ChoiceJudge | None:
    """Judge whether a card thrown on another suit leaves every guarded king and queen its guards.

    An honour is guarded by as many lower cards as the opponent may hold higher ones. Throwing the
    honour itself neither obeys nor breaks the maxim.
    """
    known = turn.knowledge
    if known.led is None or known.hand.suit(known.led.suit):
        return None
    hand, theirs = known.hand, known.possible
    guarded = {
        suit: found for suit in SUITS if (found := _guarded(hand.row(suit), theirs.row(suit)))
    }
    if not guarded:
        return None

    def judge(thrown: Hand) -> bool | None:
        suit = _suit_of(thrown)
        honours = guarded.get(suit, 0)
        if honours & thrown.row(suit):
            return None
        return not honours & ~_guarded((hand - thrown).row(suit), theirs.row(suit))

    return judge


CONDITIONS: Mapping[str, Mapping[str, Condition]] = {
    "exchange": {
        "full-exchange": full_exchange,
        "guarded-kings": guarded_kings,
        "small-cards": small_cards,
        "longest-suit": longest_suit,
        "low-long-suit": low_long_suit,
        "suit-before-low-trio": suit_before_low_trio,
        "quart-before-low-trio": quart_before_low_trio,
        "high-cards-before-low-trio": high_cards_before_low_trio,
        "trios": trios,
        "quatorzes": quatorzes,
        "aces": aces,
        "six-tricks": six_tricks,
        "few-suits": few_suits,
    },
    "lead": {
        "first-lead-from-longest": first_lead_from_longest,
        "winner-for-the-cards": winner_for_the_cards,
        "loser-before-last": loser_before_last,
    },
    "follow": {"guards-when-throwing": guards_when_throwing},
}
"""Conditions by name, for each kind of decision."""


# -- properties of hands -------------------------------------------------------------------------


def _suit_of(choice: Hand) -> Suit:
    """Return the suit of a single card."""
    return next(iter(choice)).suit


def _is_guarded_king(row: int) -> bool:
    return bool(row & _KING) and not row & _ACE and row != _KING


def _longest_suit(hand: Hand) -> Hand:
    """Return the longest suit, or no cards if two are equally long or it has fewer than four cards."""
    second, longest = sorted((hand.suit(suit) for suit in SUITS), key=len)[2:]
    return longest if len(longest) >= _LEAST_LENGTH and len(longest) > len(second) else Hand()


def _low_trio(hand: Hand) -> Hand:
    """Return the cards of the only trio or quatorze of queens, jacks or tens if it is a trio, else no cards."""
    sets = set_holdings(hand, _LOW_TRIOS)
    return sets[0].cards(hand) if len(sets) == 1 and sets[0].size == 3 else Hand()


def _whole_and_broken(kept: Hand, broken: Hand) -> ChoiceJudge | None:
    """Return a judge of whether the first cards are kept whole and the second ones broken, not the reverse."""
    if not kept or not broken:
        return None

    def judge(out: Hand) -> bool | None:
        loses_first, loses_second = bool(out & kept), bool(out & broken)
        return None if loses_first == loses_second else loses_second

    return judge


def _sets_kept(hand: Hand, size: int) -> ChoiceJudge | None:
    sets = [one.cards(hand) for one in set_holdings(hand, _SET_RANKS) if one.size == size]
    if not sets:
        return None
    return lambda out: not any(out & one for one in sets)


def _safe_tricks(hand: Hand, unseen: Hand) -> int:
    tops = sum(sure_tricks(hand.row(suit), unseen.row(suit)) for suit in SUITS)
    return tops + sum(_is_guarded_king(hand.row(suit)) for suit in SUITS)


def _winners(turn: Turn) -> Hand:
    """Return the cards of the hand that the opponent cannot beat."""
    known = turn.knowledge
    return Hand.of(
        one for one in known.hand if one > max(known.possible.suit(one.suit), default=-1)
    )


def _guarded(row: int, theirs: int) -> int:
    """Return the ranks of the king and queen of a suit that higher cards threaten and lower ones guard."""
    found = 0
    for rank in (Rank.KING, Rank.QUEEN):
        higher = (theirs >> rank & ROW).bit_count()
        lower = (row & (1 << rank) - 1).bit_count()
        if row >> rank & 1 and 0 < higher <= lower:
            found |= 1 << rank
    return found
