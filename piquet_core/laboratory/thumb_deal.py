"""Deals of Thumb against itself, played on bit masks.

The decisions are those of `ThumbPlayer`, without the knowledge and the reasons that it collects for
each of them. `tests/test_laboratory.py` compares the two under every rule set.
"""

from __future__ import annotations

from functools import cache

from piquet_core.cards.cards import CARDS, SUIT_MASKS, Card, Hand, pack
from piquet_core.cards.seat import Seat
from piquet_core.engine.actions import Action, Look, Play
from piquet_core.engine.apply import apply, start
from piquet_core.engine.events import Event
from piquet_core.engine.state import Deal, DealState, Phase
from piquet_core.players.discard_rules import card_merits, least_valuable
from piquet_core.players.thumb_cards import follow_card, lead_card
from piquet_core.rules import RuleSet
from piquet_core.simulator.before_play import Discarder, plain_action

_LOOKS = {Phase.ELDER_LOOK: Seat.ELDER, Phase.YOUNGER_LOOK: Seat.YOUNGER}


def play_thumb(rules: RuleSet, deal: Deal) -> tuple[DealState, list[Event]]:
    """Return the final state and the events of a deal in which Thumb plays both hands."""
    state, events = start(rules, deal)
    log = list(events)
    majority = rules.number("cards.majority").value
    threshold = rules.number("pique.threshold").value
    whole = pack(rules.number("pack.size").value).mask
    discarders = _discarder(rules, Seat.ELDER), _discarder(rules, Seat.YOUNGER)
    gone, void = 0, [0, 0]
    while (phase := state.phase) is not Phase.OVER:
        if phase is Phase.LEAD:
            seat = state.leader
            hand, score = state.hands[seat].mask, state.score
            led, _, _ = lead_card(
                hand,
                _possible(state, seat, whole & ~gone & ~void[seat]),
                hand.bit_count(),
                majority - state.tricks[seat],
                0 if score[1 - seat] else threshold - score[seat],
            )
            gone |= 1 << led
            action: Action = _play(seat, CARDS[led])
        elif phase is Phase.FOLLOW:
            assert state.led is not None
            leader = state.leader
            seat, suit = leader.other, SUIT_MASKS[state.led.suit]
            hand = state.hands[seat].mask
            card = follow_card(
                hand & suit or hand,
                hand,
                _possible(state, seat, whole & ~gone & ~void[seat]),
                state.led,
            )
            gone |= 1 << card
            if not suit >> card & 1:
                void[leader] |= suit
            action = _play(seat, CARDS[card])
        elif phase in _LOOKS:
            action = _look(state, _LOOKS[phase])
        else:
            action = plain_action(state, *discarders)
        state, events = apply(state, action)
        log += events
    return state, log


def _possible(state: DealState, seat: Seat, unplayed: int) -> int:
    """Return the cards that the opponent of a seat may hold, as `Knowledge.possible` does.

    ``unplayed`` are the cards not yet played, without the suits in which the opponent is void.
    """
    own = state.hands[seat].mask | state.discards[seat].mask
    seen_elsewhere = state.looked[seat].mask & ~state.hands[1 - seat].mask
    return unplayed & ~own & ~seen_elsewhere


def _look(state: DealState, seat: Seat) -> Look:
    """Return Thumb's decision on looking at undrawn cards.

    Elder always looks; younger looks unless elder would then see the cards too.
    """
    exposes = state.rules.choice("exchange.look-exposes").value != "never"
    return Look(seat=seat, look=seat is Seat.ELDER or not exposes)


@cache
def _play(seat: Seat, card: Card) -> Play:
    return Play(seat=seat, card=card)


def _discarder(rules: RuleSet, seat: Seat) -> Discarder:
    """Return a discarder that lays out the cards with the least merit."""

    def lay_out(hand: int, least: int, most: int) -> int:
        return least_valuable(card_merits(Hand(hand), rules, seat), least, most).mask

    return lay_out
