"""Player that follows rules of thumb and keeps kings guarded against the ace."""

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
"""Merit added to a card that must not be discarded if another one can be."""


class GuardPlayer(ThumbPlayer):
    """Player like `ThumbPlayer` that keeps the last guard of a king in younger's exchange and in the play.

    In elder's exchange, cards for the point matter more: when tried, keeping guards there cost elder a
    point per deal.
    """

    def choose(self, turn: Turn) -> Action:
        """Return the action recommended by rules of thumb, leaving no king unguarded where possible."""
        return _decide(turn, told=False)[0] or super().choose(turn)

    def reason(self, turn: Turn, action: Action) -> str:
        """Return the rule of thumb behind an action, or "" if there is none."""
        chosen, words = _decide(turn, told=True)
        if chosen is None:
            return super().reason(turn, action)
        return words if chosen == action else ""


def unguarded_kings(hand: Hand, theirs: Hand, out: Hand) -> list[Card]:
    """Return the kings that lose their last guard if ``out`` is discarded and whose ace the opponent may hold."""
    kept = hand - out
    return [
        king
        for king in kept
        if king.rank is Rank.KING
        and len(kept.suit(king.suit)) == 1 < len(hand.suit(king.suit))
        and _catchable(king, theirs)
    ]


def _decide(turn: Turn, *, told: bool) -> tuple[Action | None, str]:
    """Return an action that keeps kings guarded and its reason, or (None, "") if this rule does not apply."""
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
    """Return the cards to lay out: those with the least merit, avoiding the best guard of any king."""
    worth = card_merits(turn.cards, turn.rules, turn.knowledge.seat)
    for king in turn.cards:
        guards = [card for card in turn.cards.suit(king.suit) if card < king]
        if king.rank is Rank.KING and guards and _catchable(king, turn.knowledge.possible):
            worth[max(guards)] += DEAR
    worth = dict(sorted(worth.items(), key=itemgetter(1)))
    return least_valuable(worth, turn.least, turn.most)


def _catchable(king: Card, theirs: Hand) -> bool:
    """Return whether the opponent, who may hold ``theirs``, may have the ace of a king's suit."""
    return any(card > king for card in theirs.suit(king.suit))
