"""A player by rules of thumb: the advice that the treatises give, and no reckoning ahead."""

from __future__ import annotations

from collections.abc import Iterable

from piquet_core.actions import (
    Action,
    Announce,
    Count,
    Declare,
    Exchange,
    Look,
    Play,
    Redeal,
    Reply,
)
from piquet_core.cards import RANKS, SUITS, Card, Hand, Rank, Suit
from piquet_core.players.discards import lay_out
from piquet_core.players.player import EXCHANGES, Turn
from piquet_core.rules import RuleSet
from piquet_core.rules.strategies import key_function
from piquet_core.seat import Seat
from piquet_core.view import Knowledge


class Thumb:
    """Calls its best, answers truly, counts everything, and plays by rules of thumb.

    It keeps its longest suit, its threes and fours and its guarded kings, runs a suit that cannot
    be beaten, and takes a trick as cheaply as it can.
    """

    def choose(self, turn: Turn) -> Action:
        """Return the action that the rules of thumb name."""
        known = turn.knowledge
        if known.phase in EXCHANGES:
            return Exchange(seat=known.seat, discards=lay_out(turn))
        first = turn.legal[0]
        match first:
            case Announce():
                return _announcement(turn)
            case Redeal():
                return next(one for one in turn.legal if isinstance(one, Redeal) and not one.wanted)
            case Look():
                return _look(turn)
            case Declare():
                return _call(turn)
            case Reply():
                return turn.legal[-1]  # the answer that claims the most is the true one
            case Count():
                return first  # the fullest count
            case _:
                plays = [one for one in turn.legal if isinstance(one, Play)]
                return _play(known, plays)


# -- before the play -----------------------------------------------------------------------------


def _announcement(turn: Turn) -> Action:
    """Announce a carte blanche; where the number of cards must be said, as many as may be."""
    ways = [one for one in turn.legal if isinstance(one, Announce) and one.declare]
    return max(ways, key=lambda one: one.exchanging)


def _look(turn: Turn) -> Action:
    """Look at what costs nothing: elder always; younger not where elder would see it too."""
    exposes = turn.rules.choice("exchange.look-exposes").value != "never"
    wanted = turn.knowledge.seat is Seat.ELDER or not exposes
    ways = [one for one in turn.legal if isinstance(one, Look)]
    return next((one for one in ways if one.look is wanted), ways[0])


def _call(turn: Turn) -> Action:
    """Call the best holding of the kind, or nothing if there is none."""
    ways = [one for one in turn.legal if isinstance(one, Declare)]
    held = [one for one in ways if one.holding is not None]
    if not held:
        return ways[0]
    hand, rules = turn.knowledge.hand, turn.rules
    return max(held, key=lambda one: _worth(rules, hand, one))


def _worth(rules: RuleSet, hand: Hand, call: Declare) -> tuple[int, ...]:
    assert call.holding is not None
    return key_function(rules, call.kind)(rules, hand, call.holding)


# -- the play ------------------------------------------------------------------------------------


def _play(known: Knowledge, plays: list[Play]) -> Play:
    if known.led is None:
        return _lead(known, plays)
    return _follow(known, known.led, plays)


def _lead(known: Knowledge, plays: list[Play]) -> Play:
    """Run the suit with the most sure tricks; if it can still be stopped, from the longest suit."""
    theirs = _theirs(known)
    allowed = Hand.of(one.card for one in plays)

    def sure(suit: Suit) -> int:
        return _sure(allowed.suit(suit), theirs.suit(suit))

    suits = [suit for suit in SUITS if allowed.suit(suit)]
    best = max(suits, key=lambda suit: (sure(suit), len(allowed.suit(suit))))
    longest = max(suits, key=lambda suit: (len(allowed.suit(suit)), _height(allowed.suit(suit))))
    entries = sum(sure(suit) for suit in suits if suit is not longest)
    establishing = (
        len(allowed.suit(longest)) >= 4 and entries and not sure(longest) and len(theirs.suit(longest))
    )
    if establishing:
        chosen = _top(allowed.suit(longest))  # the stopper is driven out while there is a way back
    elif sure(best):
        chosen = _top(allowed.suit(best))
    else:
        chosen = _safest(allowed)
    return next(one for one in plays if one.card == chosen)


def _safest(allowed: Hand) -> Card:
    """Return a lead from a hand without a sure trick: the top of a run, else a low card."""

    def cost(card: Card) -> tuple[int, int, int]:
        suit = allowed.suit(card.suit)
        exposed = any(other.rank >= Rank.QUEEN for other in suit if other != card)
        backed = any(other.rank == card.rank - 1 for other in suit)
        return (exposed and not backed, -len(suit), -card.rank if backed else card.rank)

    return min(allowed, key=cost)


def _follow(known: Knowledge, led: Card, plays: list[Play]) -> Play:
    """Take the trick as cheaply as possible; else lose the card that is worth the least."""
    taking = [one for one in plays if one.card.suit is led.suit and one.card > led]
    if taking:
        return min(taking, key=lambda one: one.card.rank)
    if plays[0].card.suit is led.suit:
        return min(plays, key=lambda one: one.card.rank)
    theirs = _theirs(known)
    return min(plays, key=lambda one: _use(known.hand, theirs, one.card))


def _use(hand: Hand, theirs: Hand, card: Card) -> tuple[int, int, int]:
    """Return what a discarded card would have been good for, the dearest highest."""
    suit, against = hand.suit(card.suit), theirs.suit(card.suit)
    higher = sum(other > card for other in against)
    below = sum(other < card for other in suit)
    if not higher and against:
        return (3, card.rank, 0)  # a sure trick
    if not against:
        return (2, len(suit), card.rank)  # good as soon as the suit can be led
    guard = any(
        0 < sum(other > high for other in against) <= sum(other < high for other in suit)
        for high in suit
        if high != card
    )
    guarded = higher <= below
    return (1 if guard or guarded else 0, card.rank, -len(suit))


def _theirs(known: Knowledge) -> Hand:
    """Return the cards that the other hand may hold, without suits that it has failed to follow."""
    possible = known.unseen | known.theirs
    for trick in known.tricks:
        if trick.leader is known.seat and trick.followed.suit is not trick.led.suit:
            possible -= possible.suit(trick.led.suit)
    return possible


def _sure(own: Hand, theirs: Hand) -> int:
    """Return how many tricks a suit makes from the top, led until it is beaten or out.

    Each lead draws one of their cards; the highest that could be left decides the next.
    """
    left = sorted(theirs)
    tricks = 0
    for card in own:
        if left and left[-1] > card:
            break
        tricks += 1
        left = left[1:]  # they give their lowest
    return tricks


def _height(cards: Iterable[Card]) -> int:
    return sum(RANKS.index(card.rank) for card in cards)


def _top(cards: Hand) -> Card:
    return next(iter(cards))
