"""Calls that elder may raise and answers that younger may take back."""

from __future__ import annotations

from piquet_core.cards.cards import Hand
from piquet_core.cards.combinations import Holding
from piquet_core.cards.seat import Seat
from piquet_core.engine.actions import Response
from piquet_core.engine.holdings import (
    comparison_key,
    elder_wins_ties,
    holding_kind,
    holdings_with_keys,
)
from piquet_core.engine.state import Call, DealState, Phase

# A record numbers the calls and answers on a kind with one digit. The last number is reserved for
# taking back an answer.
_MOST = 8


def possible_raises(state: DealState) -> tuple[Holding, ...]:
    """Return the better holdings that elder may call in place of the last call.

    There are none after a good call, because elder can count more than was called.
    """
    call = state.calls[-1]
    if call.winner is Seat.ELDER or not _open(state, "call.raise-until") or call.word == _MOST:
        return ()
    hand = state.hands[Seat.ELDER]
    called = comparison_key(state.rules, hand, call.declared) if call.declared else ()
    return tuple(
        held for key, held in holdings_with_keys(state.rules, hand.mask, call.kind) if key > called
    )


def possible_recalls(state: DealState, call: Call) -> tuple[Response, ...]:
    """Return the answers that claim more, which younger may give in place of the last answer to a call."""
    said = call.responses[-1]
    if said is Response.NOT_GOOD:
        return ()
    keys = [
        key for key, _ in holdings_with_keys(state.rules, state.hands[Seat.YOUNGER].mask, call.kind)
    ]
    claim = claimed_holding(state, call)
    if claim is None:
        forfeits = state.rules.choice("set.elder-silent").value == "forfeits"
        return (Response.NOT_GOOD,) if keys and not (call.kind == "set" and forfeits) else ()
    target = comparison_key(state.rules, elder_calling_hand(state), claim)
    found = []
    ties = elder_wins_ties(state.rules, call.kind)
    if said is Response.GOOD and target in keys and not ties:
        found.append(Response.EQUAL)
    if any(key > target for key in keys):
        found.append(Response.NOT_GOOD)
    return tuple(found)


def claimed_holding(state: DealState, call: Call) -> Holding | None:
    """Return the best holding of a call's kind that elder has counted, or called before counting, or None."""
    counted = (one for one in state.counted if holding_kind(one) == call.kind)
    return next(counted, call.declared)


def elder_calling_hand(state: DealState) -> Hand:
    """Return elder's hand at the time of the calls, which includes a card led since."""
    hand, led = state.hands[Seat.ELDER], state.led
    return hand if led is None else Hand(hand.mask | 1 << led)


def before_younger_plays(state: DealState) -> DealState:
    """Return the state after elder's first lead, in the phase of younger's next decision.

    Younger may first take back answers, then counts, then plays a card.
    """
    if _open(state, "reply.recall-until"):
        for place, call in enumerate(state.calls[state.reviewed :], state.reviewed):
            if possible_recalls(state, call):
                return state.evolve(phase=Phase.YOUNGER_RECALL, reviewed=place)
    counts = any(call.winner is Seat.YOUNGER for call in state.calls)
    return state.evolve(phase=Phase.YOUNGER_COUNT if counts else Phase.FOLLOW)


def _open(state: DealState, rule: str) -> bool:
    return state.rules.choice(rule).value == "own-first-card"
