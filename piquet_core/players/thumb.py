"""Player that follows the rules of thumb of the treatises, without looking ahead."""

from __future__ import annotations

from piquet_core.cards.cards import Hand
from piquet_core.cards.seat import Seat
from piquet_core.engine.actions import (
    Action,
    AnnounceBlank,
    AnnounceCardsLeft,
    Count,
    Declare,
    Exchange,
    LetStand,
    Look,
    Play,
    Redeal,
)
from piquet_core.engine.declaration import largest_claim
from piquet_core.engine.exchange_limits import EXCHANGES
from piquet_core.players.card_rules import choose_card
from piquet_core.players.discard_rules import choose_discard, kept_cards_reason
from piquet_core.players.player import Turn
from piquet_core.rules import RuleSet
from piquet_core.rules.strategies import key_function


class ThumbPlayer:
    """Player that calls the best holding, answers truthfully, counts everything and plays by rules of thumb.

    It keeps its longest suit, its trios and quatorzes and its guarded kings. It runs a suit that
    cannot be beaten, and wins a trick as cheaply as possible.
    """

    def choose(self, turn: Turn) -> Action:
        """Return the action that the rules of thumb recommend."""
        return _decide(turn, told=False)[0]

    def reason(self, turn: Turn, action: Action) -> str:
        """Return the rule of thumb behind an action, or "" if there is none."""
        chosen, words = _decide(turn, told=True)
        return words if chosen == action else ""


def _decide(turn: Turn, *, told: bool) -> tuple[Action, str]:
    known = turn.knowledge
    if known.phase in EXCHANGES:
        out = choose_discard(turn)
        return Exchange(seat=known.seat, discards=out), kept_cards_reason(turn, out) if told else ""
    if plays := _of(Play, turn):
        return choose_card(turn, plays, told=told)
    if announcements := _of(AnnounceBlank, turn):
        return _announcement(turn, announcements)
    if leaves := _of(AnnounceCardsLeft, turn):
        none = next(one for one in leaves if not one.count)
        return none, "You may still take what you like, and you need not say it yet."
    if redeals := _of(Redeal, turn):
        no = next(one for one in redeals if not one.wanted)
        return no, "A hand that can be played is played."
    if looks := _of(Look, turn):
        return _look(turn, looks)
    if stands := _of(LetStand, turn):
        return stands[0], "You kept something back: let it stand, unless it can now score."
    if calls := _of(Declare, turn):
        return _call(turn, calls)
    if counts := _of(Count, turn):
        # `legal_counts` yields the full count first.
        return counts[0], "Count everything that is good; it is seldom worth keeping anything back."
    return largest_claim(turn.legal), (
        "Compare your best with what was called: this answer claims all that your hand bears out."
    )


def _of[T](kind: type[T], turn: Turn) -> list[T]:
    """Return the legal actions of class ``kind``."""
    return [one for one in turn.legal if isinstance(one, kind)]


def _announcement(turn: Turn, announcements: list[AnnounceBlank]) -> tuple[Action, str]:
    """Return the announcement of a carte blanche, naming the maximum exchange, and the reason for it."""
    ways = [one for one in announcements if one.declare]
    points = turn.rules.number("blank.points").value
    return (
        max(ways, key=lambda one: one.exchanging),
        f"A carte blanche counts {points} before everything else: announce it.",
    )


def _look(turn: Turn, ways: list[Look]) -> tuple[Action, str]:
    """Return the decision on looking at undrawn cards, and the reason for it.

    Elder always looks; younger looks unless elder would then see the cards too.
    """
    exposes = turn.rules.choice("exchange.look-exposes").value != "never"
    wanted = turn.knowledge.seat is Seat.ELDER or not exposes
    found = next((one for one in ways if one.look is wanted), ways[0])
    if found.look:
        return found, "It costs nothing to know where more cards are."
    return found, "What you look at you may have to show: leave it."


def _call(turn: Turn, ways: list[Declare]) -> tuple[Action, str]:
    """Return the call of the best holding, or of none if the hand has none, and the reason."""
    held = [one for one in ways if one.holding is not None]
    if not held:
        return ways[0], "You have nothing of the kind to call."
    hand, rules = turn.knowledge.hand, turn.rules
    best = max(held, key=lambda one: _worth(rules, hand, one))
    return best, "Call the best you have; if it is good, lesser ones may count with it."


def _worth(rules: RuleSet, hand: Hand, call: Declare) -> tuple[int, ...]:
    assert call.holding is not None
    return key_function(rules, call.kind)(rules, hand, call.holding)
