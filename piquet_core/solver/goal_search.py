"""Search for goals with both hands open: the cards, the capot, the pique, or preventing them.

A goal is a scoring in which one item outweighs all others, so the search for points decides whether
the goal can be forced. The points decide between cards that are equally good for it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from piquet_core.cards.cards import SUITS, Card
from piquet_core.cards.seat import Seat
from piquet_core.engine.actions import Play
from piquet_core.engine.apply import apply
from piquet_core.engine.state import DealState, Phase
from piquet_core.rules import RuleSet
from piquet_core.solver.card_positions import equal_card_groups
from piquet_core.solver.point_search import open_pique_race
from piquet_core.solver.solve import Solver
from piquet_core.solver.trick_scoring import TrickScoring, trick_scoring

_MUCH = 2000
"""A number larger than all points of a deal and within the limits of the search."""

Line = tuple[tuple[DealState, Card], ...]
"""A sequence of cards, each with the state in which it is played."""


class Goal(Enum):
    """Goal of a player for the rest of the play.

    DIVIDE prevents the opponent from winning the cards, SAVE from making the capot, and BAR from
    making the pique.
    """

    CARDS = "cards"
    DIVIDE = "divide"
    CAPOT = "capot"
    SAVE = "save"
    PIQUE = "pique"
    BAR = "bar"

    @property
    def hinders(self) -> bool:
        """Whether the goal is to prevent the opponent's cards, capot or pique."""
        return self in (Goal.DIVIDE, Goal.SAVE, Goal.BAR)


@dataclass(frozen=True, slots=True)
class GoalCards:
    """Legal cards that keep a goal within reach, and those that give it up."""

    keeps: frozenset[Card]
    loses: frozenset[Card]


class GoalSolver:
    """Solver for a goal of one seat in the positions of one deal. Results are cached between calls."""

    def __init__(self, state: DealState, seat: Seat, goal: Goal) -> None:
        self.seat, self.goal = seat, goal
        self._solver = Solver(state, scoring=goal_scoring(state.rules, goal))

    def prospect(self, state: DealState) -> GoalCards:
        """Return which legal cards keep the goal within reach, whichever player is on turn."""
        found = self._solver.values(state)
        sign = 1 if self.seat is Seat.ELDER else -1
        least = -_MUCH // 2 if self.goal.hinders else _MUCH // 2
        keeps = frozenset(card for card, value in found.items() if sign * value.rest > least)
        return GoalCards(keeps, frozenset(found) - keeps)

    def line(self, state: DealState) -> Line:
        """Return a line of best play until the goal is decided: pairs of the state before a card and the card."""
        if state.phase is Phase.OVER:
            return ()
        played, now = list[tuple[DealState, Card]](), state
        for card in self._solver.solve(state).line:
            if now.seat is None or goal_outcome(now, self.seat, self.goal) is not None:
                break
            played.append((now, card))
            now, _ = apply(now, Play(seat=now.seat, card=card))
        return tuple(played)


def goal_outcome(state: DealState, seat: Seat, goal: Goal) -> bool | None:
    """Return whether a seat has reached a goal, or None while it is undecided."""
    scored = trick_scoring(state.rules)
    mine, theirs = state.tricks[seat], state.tricks[seat.other]
    over = state.phase is Phase.OVER
    # An incomplete trick is still open.
    left = max(len(hand) for hand in state.hands)
    reached, is_open = False, False
    match goal:
        case Goal.CARDS:
            reached = mine >= scored.majority
            is_open = mine + left >= scored.majority
        case Goal.DIVIDE:
            reached = theirs < scored.majority
            is_open = reached and theirs + left >= scored.majority
        case Goal.CAPOT:
            reached = over and not theirs
            is_open = not theirs and not over
        case Goal.SAVE:
            reached = mine > 0
            is_open = not reached and not over
        case Goal.PIQUE:
            reached = state.bonus is seat
            is_open = _may_pique(state, seat, scored)
        case Goal.BAR:
            reached = state.bonus is not seat.other
            is_open = _may_pique(state, seat.other, scored)
    return None if is_open and not (reached and not goal.hinders) else reached


def _may_pique(state: DealState, seat: Seat, scored: TrickScoring) -> bool:
    """Return whether the score still allows a seat to make the pique."""
    if state.bonus is not None or state.phase is Phase.OVER:
        return False
    won = [any(call.winner is side for call in state.calls) for side in Seat]
    race = open_pique_race(scored, state.score, state.tricks, won)
    return race is not None and (race.leader_may, race.follower_may)[seat]


def goal_scoring(rules: RuleSet, goal: Goal) -> TrickScoring:
    """Return the scoring of a rule set, changed so that the item of a goal outweighs all others."""
    scored = trick_scoring(rules)
    if goal in (Goal.PIQUE, Goal.BAR):
        return replace(scored, bonus=_MUCH)
    # Without a bonus for the pique, the large number of points for the cards cannot make one.
    bare = replace(scored, bonus=0, by_elder=False, by_younger=False)
    if goal in (Goal.CARDS, Goal.DIVIDE):
        return replace(bare, cards=_MUCH)
    return replace(bare, capot=_MUCH)


def is_one_choice(state: DealState, cards: frozenset[Card]) -> bool:
    """Return whether ``cards``, held by the player on turn, are equivalent, so that they are one choice.

    Cards of one suit are equivalent if no card of the opponent, in hand or on the table, ranks
    between them.
    """
    assert state.seat is not None
    own, other = state.hands[state.seat].mask, state.hands[state.seat.other].mask
    if state.led is not None:
        other |= 1 << state.led
    groups = (group for suit in SUITS for group in equal_card_groups(own, other, suit, 0))
    return bool(cards) and any(cards <= set(group) for group in groups)
