"""Simple decisions before the first lead: players announce, call and count everything they hold."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from piquet_core.cards.cards import Hand
from piquet_core.cards.seat import Seat
from piquet_core.engine.actions import (
    Action,
    AnnounceBlank,
    AnnounceCardsLeft,
    Declare,
    Exchange,
    LetStand,
    Look,
    Redeal,
)
from piquet_core.engine.apply import apply, legal_actions
from piquet_core.engine.declaration import full_count, true_reply
from piquet_core.engine.exchange_limits import EXCHANGES, discardable_cards, exchange_limits
from piquet_core.engine.holdings import best_holding
from piquet_core.engine.state import DealState, Phase

Discarder = Callable[[int, int, int], int]
"""Function of (hand, minimum, maximum) that returns the mask of the discarded cards."""

_IN_PLAY = (Phase.LEAD, Phase.FOLLOW, Phase.OVER)
_COUNTS = (Phase.ELDER_COUNT, Phase.YOUNGER_COUNT)


def first_cards_discarder(bits: Sequence[int]) -> Discarder:
    """Return a discarder that lays out the maximum, preferring cards in the order of ``bits``."""

    def lay_out(hand: int, least: int, most: int) -> int:
        return sum([bit for bit in bits if hand & bit][:most])

    return lay_out


def random_discarder(rng: random.Random) -> Discarder:
    """Return a discarder that lays out the maximum number of cards, chosen at random."""

    def lay_out(hand: int, least: int, most: int) -> int:
        cards = [1 << card for card in Hand(hand)]
        return sum(rng.sample(cards, most))

    return lay_out


def advance_to_play(state: DealState, elder: Discarder, younger: Discarder) -> DealState:
    """Return the state at the first lead, or ``state`` itself if the play has begun or the deal is over.

    Each player announces, calls and counts everything, answers truthfully, looks at nothing and
    asks for no new deal.
    """
    while state.phase not in _IN_PLAY:
        state, _ = apply(state, plain_action(state, elder, younger))
    return state


def plain_action(state: DealState, elder: Discarder, younger: Discarder) -> Action:
    """Return the next action before the play, by a player who announces, calls and counts everything."""
    if state.phase in EXCHANGES:
        seat, least, most, _, _ = exchange_limits(state)
        lay_out = younger if seat is Seat.YOUNGER else elder
        return Exchange(
            seat=seat, discards=Hand(lay_out(discardable_cards(state).mask, least, most))
        )
    if state.phase is Phase.DECLARE:
        kind = state.calls[-1].kind
        held = best_holding(state.rules, state.hands[Seat.ELDER], kind)
        return Declare(seat=Seat.ELDER, kind=kind, holding=held)
    if state.phase is Phase.REPLY:
        return true_reply(state)
    if state.phase in _COUNTS:
        return full_count(state)
    actions = legal_actions(state)
    if announcements := [one for one in actions if isinstance(one, AnnounceBlank)]:
        return max(announcements, key=lambda one: (one.declare, one.exchanging))
    return next(one for one in actions if _lets_be(one))


def _lets_be(action: Action) -> bool:
    """Return whether an action declines an option, such as looking at cards or asking for a new deal."""
    match action:
        case AnnounceCardsLeft(count=count):
            return not count
        case Redeal(wanted=wanted):
            return not wanted
        case Look(look=look):
            return not look
        case _:
            return isinstance(action, LetStand)
