"""A beginner who guards its kings: rules of thumb, and no king is left alone where an ace may catch it."""

from __future__ import annotations

from operator import itemgetter

from piquet_core.cards.cards import Card, Hand, Rank
from piquet_core.cards.seat import Seat
from piquet_core.engine.actions import Action, Exchange, Play
from piquet_core.engine.exchange_limits import EXCHANGES
from piquet_core.players.card_rules import choose_card
from piquet_core.players.discard_rules import card_merits, kept_cards_reason, least_valuable
from piquet_core.players.player import Turn
from piquet_core.players.thumb import ThumbPlayer

DEAR = 100.0
"""More than the rules of thumb give any card: one that is worth so much more goes only if it must."""


class GuardPlayer(ThumbPlayer):
    """Does as Thumb does, but keeps the last guard of a king: as younger in the exchange, and in the play.

    Elder, who leads, wants the cards for his point more: guards that he kept cost him a point a deal.
    """

    def choose(self, turn: Turn) -> Action:
        """Return what the rules of thumb recommend of all that leaves no king alone."""
        return _decide(turn, told=False)[0] or super().choose(turn)

    def reason(self, turn: Turn, action: Action) -> str:
        """Return the rule of thumb behind an action; "" if there is none."""
        chosen, words = _decide(turn, told=True)
        if chosen is None:
            return super().reason(turn, action)
        return words if chosen == action else ""


def unguarded_kings(hand: Hand, theirs: Hand, out: Hand) -> list[Card]:
    """Return the kings that lose their last guard if some cards go, while the other may hold the ace."""
    kept = hand - out
    return [
        king
        for king in kept
        if king.rank is Rank.KING
        and len(kept.suit(king.suit)) == 1 < len(hand.suit(king.suit))
        and _catchable(king, theirs)
    ]


def _decide(turn: Turn, *, told: bool) -> tuple[Action | None, str]:
    """Return a choice that guards kings, and why; None where there is nothing to guard."""
    known = turn.knowledge
    if known.phase in EXCHANGES and known.seat is Seat.YOUNGER:
        out = _lay_out(turn)
        return Exchange(seat=known.seat, discards=out), kept_cards_reason(turn, out) if told else ""
    plays = [one for one in turn.legal if isinstance(one, Play)]
    safe = [
        one for one in plays if not unguarded_kings(known.hand, known.possible, Hand.of([one.card]))
    ]
    return choose_card(turn, safe, told=told) if safe else (None, "")


def _lay_out(turn: Turn) -> Hand:
    """Return the cards that do least, without the best guard of any king."""
    worth = card_merits(turn.cards, turn.rules, turn.knowledge.seat)
    for king in turn.cards:
        guards = [card for card in turn.cards.suit(king.suit) if card < king]
        if king.rank is Rank.KING and guards and _catchable(king, turn.knowledge.possible):
            worth[max(guards)] += DEAR
    worth = dict(sorted(worth.items(), key=itemgetter(1)))
    return least_valuable(worth, turn.least, turn.most)


def _catchable(king: Card, theirs: Hand) -> bool:
    """Tell whether the other may hold the ace of a king's suit."""
    return any(card > king for card in theirs.suit(king.suit))
