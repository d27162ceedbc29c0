"""Inferences about the opponent's hand from the calls and from all hands that are consistent with them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from operator import and_, or_

from piquet_core.beliefs.possible_hands import can_enumerate, possible_hands
from piquet_core.cards.cards import Hand
from piquet_core.cards.seat import Seat
from piquet_core.engine.state import Phase
from piquet_core.replay.inference import Inference, infer
from piquet_core.replay.steps import Step

_SAID = (
    Phase.LEAD,
    Phase.ELDER_DEMAND,
    Phase.YOUNGER_RECALL,
    Phase.YOUNGER_COUNT,
    Phase.FOLLOW,
)
"""Phases after elder's count. Before that, far too many hands are possible."""
_UNBOUND = "own-first-card"
"""Answer of the rule under which elder may raise a call, so that a call implies less than the hands assume."""


def infer_from_all_hands(steps: Sequence[Step], seat: Seat) -> Inference:
    """Return a seat's inferences about the opponent's hand after the last of these steps.

    From the first lead on, all hands are enumerated with which the opponent could have called,
    answered and counted as recorded, even by sinking. If there are too many such hands, or if the
    rules let elder raise a call until the first card, the inferences are made from the calls alone.
    """
    found = infer(steps, seat)
    state = steps[-1].state
    binds = state.rules.choice("call.raise-until").value != _UNBOUND
    if state.phase not in _SAID or not binds or not can_enumerate(found.knowledge):
        return found
    hands = possible_hands(state.rules, found.knowledge).hands
    certain = found.certain | Hand(reduce(and_, hands))
    possible = (found.certain | found.possible) & Hand(reduce(or_, hands)) - certain
    return replace(found, certain=certain, possible=possible, hands=len(hands))
