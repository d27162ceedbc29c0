"""What comes before the first lead, said plainly: cards laid out by chance, and nothing kept back."""

from __future__ import annotations

import random

from piquet_core.engine.actions import Action, Announce, Declare, Exchange
from piquet_core.engine.apply import apply, legal_actions
from piquet_core.engine.declaration import true_reply
from piquet_core.engine.held import best
from piquet_core.engine.shares import choosable, limits
from piquet_core.engine.state import DealState, Phase
from piquet_core.pack.cards import Hand
from piquet_core.pack.seat import Seat

_EXCHANGES = (Phase.ELDER_EXCHANGE, Phase.YOUNGER_EXCHANGE, Phase.YOUNGER_CHANGES)
_IN_PLAY = (Phase.LEAD, Phase.FOLLOW, Phase.OVER)


def brought_to_play(state: DealState, rng: random.Random) -> DealState:
    """Return the state at the first lead, or the same state if that is past.

    Each player lays out as many cards as he may, any as likely as the others; announces, calls and
    counts all that he holds, answers truly, looks at nothing and asks for no new deal.
    """
    while state.phase not in _IN_PLAY:
        state, _ = apply(state, plain_action(state, rng))
    return state


def plain_action(state: DealState, rng: random.Random) -> Action:
    """Return what a player does who lays out by chance and keeps nothing back."""
    if state.phase in _EXCHANGES:
        seat, _, most, _, _ = limits(state)
        chosen = rng.sample(tuple(choosable(state)), most)
        return Exchange(seat=seat, discards=Hand.of(chosen))
    if state.phase is Phase.DECLARE:
        kind = state.calls[-1].kind
        held = best(state.rules, state.hands[Seat.ELDER], kind)
        return Declare(seat=Seat.ELDER, kind=kind, holding=held)
    if state.phase is Phase.REPLY:
        return true_reply(state)
    actions = legal_actions(state)
    # Of a carte blanche the last choice is to announce it; of all else the first is to let it be,
    # or, where holdings are counted, to count everything.
    return actions[-1] if isinstance(actions[-1], Announce) else actions[0]
