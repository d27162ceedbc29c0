"""Loss of a call, an answer or a count, compared with the full claim over the opponent's possible hands."""

from __future__ import annotations

from math import sqrt

from piquet_core.beliefs.possible_hands import possible_hands
from piquet_core.cards.cards import Hand
from piquet_core.engine.actions import Action, Count, Declare, Reply
from piquet_core.engine.apply import apply, legal_actions
from piquet_core.engine.state import DealState, Phase
from piquet_core.players import YARDSTICK, find_player, turn_of
from piquet_core.players.card_values import seeded_random
from piquet_core.pulse import beat
from piquet_core.simulator.before_play import advance_to_play
from piquet_core.simulator.simulated_position import simulated_position

HANDS = 60
"""Maximum number of the opponent's possible hands over which a call is tried."""
CALLS = (Declare, Reply, Count)
"""The actions that are judged as calls."""


def call_loss(state: DealState, action: Action) -> tuple[float, float]:
    """Return the points that a call loses on average before the play, and the standard error.

    The call is compared with the one by rules of thumb, which claims everything. After either, both players
    are taken to claim everything. Only the knowledge of the player on turn is used.
    """
    turn = turn_of(state)
    full = find_player(YARDSTICK).make().choose(turn)
    if action == full:
        return 0.0, 0.0
    seat = turn.knowledge.seat
    believed = possible_hands(state.rules, turn.knowledge)
    hands = believed.draw(HANDS, seeded_random(turn, "calls"))
    lost: list[tuple[float, float]] = []
    for mask, weight in hands:
        beat()
        held = seat.put((Hand(mask), Hand(mask)), state.hands[seat])
        moment = state.evolve(hands=held)
        # The possible answers tell the player something about the other hand.
        if {full, action} <= set(legal_actions(moment)):
            more = _lead_before_play(moment, full) - _lead_before_play(moment, action)
            lost.append((more, weight))
    total = sum(weight for _, weight in lost)
    if not total:
        return 0.0, 0.0
    mean = sum(more * weight for more, weight in lost) / total
    if len(hands) == len(believed.hands) or len(lost) < 2:
        return max(0.0, mean), 0.0
    spread = sum(weight * (more - mean) ** 2 for more, weight in lost) / total
    return max(0.0, mean), sqrt(spread / (len(lost) - 1))


def _lead_before_play(state: DealState, action: Action) -> int:
    """Return the lead of the player on turn at the first card, including the points that younger will count."""
    seat = state.seat
    assert seat is not None
    state, _ = apply(state, action)
    state = advance_to_play(state, _keep_all, _keep_all)
    owed = 0 if state.phase is Phase.OVER else simulated_position(state).owed
    elder, younger = state.score
    return (elder - younger - owed) * (1 if not seat else -1)


def _keep_all(hand: int, least: int, most: int) -> int:
    """Return an empty discard. The exchange is over, so it is never requested."""
    del hand, least, most
    return 0
