"""Points that a player's decisions lost in a deal, by kind of decision."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from piquet_core.cards.seat import Seat
from piquet_core.engine.actions import Exchange
from piquet_core.engine.state import Phase
from piquet_core.replay.steps import Replay
from piquet_core.review.call_loss import CALLS, call_loss
from piquet_core.review.deal_review import Review, decisions, is_as_good
from piquet_core.solver.chances import GameChances

ELDER_DISCARD, YOUNGER_DISCARD, CALL = "elder-discard", "younger-discard", "call"
LEAD, FOLLOW = "lead", "follow"
KINDS = (ELDER_DISCARD, YOUNGER_DISCARD, CALL, LEAD, FOLLOW)
"""The kinds of decisions, in the order of a deal."""
DISCARDS = (ELDER_DISCARD, YOUNGER_DISCARD)
"""The kinds that a player meets in one of the two seats only."""
LEAST_MISTAKE = 2.0
"""Points that a decision must lose to count as a mistake that is practised."""

_AHEAD, _BEHIND = (44, 0), (12, 32)
"""A good and a bad result for elder, one standard deviation of 32 points from a usual lead of 12."""
_LEAST = 0.1
"""Per cent of the chance to win below which a point has no worth: the game is decided."""


def percent_per_point(objective: GameChances) -> float:
    """Return the mean change of the chance to win the game by a point of the deal, in per cent.

    >>> from piquet_core.rules import load_ruleset
    >>> from piquet_core.solver.chances import partie_chance
    >>> last = partie_chance(load_ruleset("rubicon"), before=(70, 70), left=0)
    >>> percent_per_point(last)
    1.5625
    """
    span = (_AHEAD[0] - _AHEAD[1]) - (_BEHIND[0] - _BEHIND[1])
    return 100 * (objective.worth(*_AHEAD) - objective.worth(*_BEHIND)) / span


class RatedDecision(NamedTuple):
    """The points that a decision lost, with its step in the deal and its kind."""

    step: str
    kind: str
    lost: float


def losses_by_kind(replay: Replay, review: Review, seat: Seat) -> dict[str, float]:
    """Return the points that a player's decisions lost, by each kind that occurred in the deal."""
    return sum_by_kind(decision_losses(replay, review, seat))


def sum_by_kind(losses: Iterable[RatedDecision]) -> dict[str, float]:
    """Return the sum of some losses by kind.

    >>> sum_by_kind([RatedDecision("t1e", "lead", 2.5), RatedDecision("t2e", "lead", 0.0)])
    {'lead': 2.5}
    """
    found: dict[str, float] = {}
    for one in losses:
        found[one.kind] = found.get(one.kind, 0.0) + one.lost
    return found


def decision_losses(replay: Replay, review: Review, seat: Seat) -> list[RatedDecision]:
    """Return the loss of each decision of a player, in the order of the deal.

    A decision that is as good as the best loses nothing. Where the review was for the chance to win a game,
    losses are converted into points by the worth of a point before the deal. If the game was decided, a loss
    cannot be expressed in points, and [] is returned.
    """
    worth = percent_per_point(review.objective) if review.objective else 1.0
    if worth < _LEAST:
        return []
    judged = {one.step: one for one in review.judgements if one.seat is seat}
    found: list[RatedDecision] = []
    for step, state, action in decisions(replay):
        if action.seat is not seat:
            continue
        if isinstance(action, CALLS):
            cost, error = call_loss(state, action)
            kind, lost = CALL, 0.0 if is_as_good(cost, error) else cost
        elif step in judged:
            one = judged[step]
            lost = 0.0 if one.is_best else one.cost / worth
            if isinstance(action, Exchange):
                kind = DISCARDS[seat]
            else:
                kind = LEAD if state.phase is Phase.LEAD else FOLLOW
        else:
            continue
        found.append(RatedDecision(step, kind, lost))
    return found
