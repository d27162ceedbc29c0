"""Proofs of decisions to sink: the mean gain over hands that the opponent may hold.

With each hand, a player who sees one hand alone plays both sides to the end, after the call and after nothing.
The gain depends on how this player answers and plays on.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from operator import mul

from piquet_core.beliefs.possible_hands import possible_hands
from piquet_core.cards.cards import Hand
from piquet_core.engine.actions import Action, Declare
from piquet_core.engine.apply import apply
from piquet_core.engine.state import DealState, Phase
from piquet_core.exercises.closed_proof import ERRORS
from piquet_core.exercises.position import Position, format_position
from piquet_core.players import find_player, turn_of
from piquet_core.pulse import beat
from piquet_core.review.outlook import imagined_state

CALLER, PLAYS_ON = "guard", "reckoner"
"""Players that choose the call and play on after it."""
HANDS = 300
"""Most hands of a proof."""
SINKING_MARGIN = 0.5
"""Least number of points by which the right decision is better, after `ERRORS` standard errors are taken off."""
LOTS = "sinking"
"""Word in the seed of the sampled hands."""


@dataclass(frozen=True, eq=False)
class SinkingProof:
    """Gain by sinking a call against each sampled hand, in points of the calling player."""

    hands: tuple[Hand, ...]
    weights: tuple[float, ...]
    gains: tuple[int, ...]

    @cached_property
    def mean(self) -> float:
        """Mean gain by sinking. A negative one is a gain by calling."""
        total: float = sum(map(mul, self.weights, self.gains))
        return total / sum(self.weights)

    @cached_property
    def error(self) -> float:
        """`ERRORS` standard errors of the mean."""
        pairs = zip(self.weights, self.gains, strict=True)
        squares = sum((weight * (gain - self.mean)) ** 2 for weight, gain in pairs)
        return ERRORS * sqrt(squares) / sum(self.weights)

    @property
    def is_sure(self) -> bool:
        """Whether one decision is better by the margin."""
        return abs(self.mean) - self.error >= SINKING_MARGIN

    @property
    def loses(self) -> int:
        """Number of hands against which the call loses points."""
        return sum(gain > 0 for gain in self.gains)

    @property
    def costliest(self) -> Hand:
        """The hand against which the call costs most, with regard to how likely the hand is."""
        rows = zip(self.gains, self.weights, self.hands, strict=True)
        return max(rows, key=lambda row: (row[0] * row[1], row[0], -row[2].mask))[2]


def call_to_make(state: DealState) -> Declare | None:
    """Return the best holding to call, or None if no call is due or nothing is held."""
    if state.phase is not Phase.DECLARE:
        return None
    action = find_player(CALLER).make().choose(turn_of(state))
    return action if isinstance(action, Declare) and action.holding is not None else None


def nothing_instead(call: Declare) -> Declare:
    """Return the call of nothing of the same kind."""
    return Declare(seat=call.seat, kind=call.kind, holding=None)


def prove_sinking(position: Position, number: int = HANDS) -> SinkingProof:
    """Return the gains by sinking the call at a position against up to ``number`` sampled hands.

    Each number has hands of its own. The position must be one with a call to make.
    """
    state = position.state
    call = call_to_make(state)
    assert call is not None
    believed = possible_hands(state.rules, turn_of(state).knowledge)
    seed = f"{LOTS}/{number}/{format_position(position)}"
    drawn = believed.draw(number, random.Random(seed))  # noqa: S311 - the same hands every time
    gains = []
    for hand, _ in drawn:
        imagined = imagined_state(state, Hand(hand))
        silent, told = (
            played_on(imagined, action)[-1][0].score for action in (nothing_instead(call), call)
        )
        you = position.you
        gains.append(silent[you] - silent[you.other] - (told[you] - told[you.other]))
    hands = tuple(Hand(hand) for hand, _ in drawn)
    return SinkingProof(hands, tuple(weight for _, weight in drawn), tuple(gains))


def played_on(state: DealState, action: Action) -> list[tuple[DealState, Action | None]]:
    """Return the states of a deal from ``state`` to the end, each with the action taken in it.

    The first action is given. The last state has None.
    """
    player = find_player(PLAYS_ON).make()
    found: list[tuple[DealState, Action | None]] = [(state, action)]
    state, _ = apply(state, action)
    while state.seat is not None:
        beat()
        action = player.choose(turn_of(state))
        found.append((state, action))
        state, _ = apply(state, action)
    return [*found, (state, None)]
