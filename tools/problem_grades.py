"""Tests of a problem with open cards: whether cashing winners solves it, and which natural first cards fail.

A problem that cashing solves is no problem. The grade of any other one is the number of natural cards that fail.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from piquet_core.cards.cards import Card, Hand  # noqa: E402 - from this tree
from piquet_core.cards.seat import Seat  # noqa: E402 - as above
from piquet_core.engine.actions import Play  # noqa: E402 - as above
from piquet_core.engine.apply import apply, legal_actions  # noqa: E402 - as above
from piquet_core.engine.state import DealState  # noqa: E402 - as above
from piquet_core.exercises.position import Position  # noqa: E402 - as above
from piquet_core.exercises.problems import GRADES  # noqa: E402 - as above
from piquet_core.players import find_player, turn_of  # noqa: E402 - as above
from piquet_core.solver.goal_search import Goal, GoalSolver, goal_outcome, is_one_choice  # noqa: E402 - as above

PLAYERS = ("thumb", "guard", "reckoner")
"""Players whose choices are natural cards. They see their own hand alone."""


def is_reached_by_cashing(state: DealState, you: Seat, goal: Goal) -> bool:
    """Return whether a player reaches a goal only by taking tricks with cards that the opponent cannot beat.

    The player leads such cards, in any order, and takes a trick that the opponent led. When none is left, the
    player may lead any card if the lead alone decides. The opponent may play anything.
    """
    outcome = goal_outcome(state, you, goal)
    if outcome is not None:
        return outcome
    if state.seat is not you:
        return all(is_reached_by_cashing(after, you, goal) for _, after in _after_each(state))
    theirs, led = state.hands[you.other], state.led
    if led is not None:
        takes = (after for card, after in _after_each(state) if _takes(card, led))
        return any(is_reached_by_cashing(after, you, goal) for after in takes)
    leads = list(_after_each(state))
    sure = [after for card, after in leads if not _is_beaten(card, theirs)]
    if not sure:
        return any(goal_outcome(after, you, goal) is True for _, after in leads)
    return any(is_reached_by_cashing(after, you, goal) for after in sure)


def _after_each(state: DealState) -> Iterator[tuple[Card, DealState]]:
    """Yield each card that may be played, with the state after it and after anything that can only be counted."""
    for action in legal_actions(state):
        if isinstance(action, Play):
            yield action.card, apply(state, action)[0]


def _takes(card: Card, led: Card) -> bool:
    return card.suit is led.suit and card > led


def _is_beaten(card: Card, theirs: Hand) -> bool:
    return any(other > card for other in theirs.suit(card.suit))


def natural_cards(state: DealState) -> frozenset[Card]:
    """Return the cards that somebody would play at once: the choices of `PLAYERS`, and those of simple maxims.

    To lead: the highest card of the longest suit; a card that cannot be beaten; the lowest card of all; the
    highest card of the suit that the opponent led last. To follow: the highest card, the lowest, the cheapest
    that takes the trick. To throw away: the lowest card of all, of the shortest suit and of the longest.
    """
    turn = turn_of(state)
    legal = Hand.of(one.card for one in turn.legal if isinstance(one, Play))
    found = set[Card]()
    for name in PLAYERS:
        action = find_player(name).make().choose(turn)
        assert isinstance(action, Play)
        found.add(action.card)
    return frozenset(found | set(_by_maxims(state, legal)))


def _by_maxims(state: DealState, legal: Hand) -> Iterator[Card]:
    assert state.seat is not None
    suits = [hand for suit in {card.suit for card in legal} if (hand := legal.suit(suit))]
    longest, shortest = max(map(len, suits)), min(map(len, suits))
    lowest = min(card.rank for card in legal)
    if state.led is None:
        yield from (max(suit) for suit in suits if len(suit) == longest)
        yield from (
            max(suit) for suit in suits if not _is_beaten(max(suit), state.hands[state.seat.other])
        )
        yield from (card for card in legal if card.rank == lowest)
        theirs = [trick.led.suit for trick in state.taken if trick.leader is state.seat.other]
        if theirs and legal.suit(theirs[-1]):
            yield max(legal.suit(theirs[-1]))
    elif legal.suit(state.led.suit):
        yield max(legal)
        yield min(legal)
        yield from sorted(card for card in legal if card > state.led)[:1]
    else:
        yield from (card for card in legal if card.rank == lowest)
        yield from (min(suit) for suit in suits if len(suit) in (longest, shortest))


def failing_cards(position: Position, goal: Goal) -> list[Card]:
    """Return the natural cards that lose the goal, one of each group of equal cards."""
    state, you = position.state, position.you
    loses = GoalSolver(state, you, goal).prospect(state).loses
    found = list[Card]()
    for card in sorted(natural_cards(state) & loses):
        if not any(is_one_choice(state, frozenset((card, other))) for other in found):
            found.append(card)
    return found


def grade_of(position: Position, goal: Goal) -> int:
    """Return the grade of a problem: the number of natural cards that fail, at most three; 0 for no problem."""
    if is_reached_by_cashing(position.state, position.you, goal):
        return 0
    return min(len(failing_cards(position, goal)), GRADES[-1])
