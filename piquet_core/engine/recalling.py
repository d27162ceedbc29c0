"""Younger's right to take back an answer before playing a card. Points that elder has counted since are cancelled."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from piquet_core.cards.cards import EMPTY
from piquet_core.cards.combinations import Holding
from piquet_core.cards.seat import Seat
from piquet_core.engine.actions import Action, LetStand, Reply, Response
from piquet_core.engine.declaration import show_equals, with_repique
from piquet_core.engine.events import Event, Replied, Scored
from piquet_core.engine.holdings import holding_kind
from piquet_core.engine.raising import (
    before_younger_plays,
    claimed_holding,
    elder_calling_hand,
    possible_recalls,
)
from piquet_core.engine.state import DealState
from piquet_core.engine.tricks import pique_by_first_lead
from piquet_core.errors import IllegalAction
from piquet_core.rules.strategies import holding_score

RULE = "reply.recall-until"
Outcome = tuple[DealState, tuple[Event, ...]]


def legal_recalls(state: DealState) -> Iterator[LetStand | Reply]:
    """Yield the choice to let an answer stand, and every larger claim that younger's cards support."""
    call = state.calls[state.reviewed]
    yield LetStand(seat=Seat.YOUNGER)
    for response in possible_recalls(state, call):
        yield Reply(seat=Seat.YOUNGER, kind=call.kind, response=response)


def apply_recall(state: DealState, action: Action) -> Outcome:
    """Let an answer stand, or replace it by a larger claim and cancel elder's points for the kind."""
    reviewed = state.evolve(reviewed=state.reviewed + 1)
    if isinstance(action, LetStand):
        return before_younger_plays(reviewed), ()
    assert isinstance(action, Reply)
    call = state.calls[state.reviewed]
    if action not in legal_recalls(state):
        raise IllegalAction(
            f"“{action.response.value}” to the {action.kind} claims no more than was said, "
            "or more than the hand bears out",
            RULE,
        )
    declared = claimed_holding(state, call)
    answered = replace(
        call, declared=declared, responses=(action.response,), pips=0, word=call.word + 1
    )
    calls = list(state.calls)
    calls[state.reviewed] = answered
    kept = tuple(one for one in state.counted if holding_kind(one) != call.kind)
    new = reviewed.evolve(calls=tuple(calls), counted=kept)
    events: list[Event] = [
        Replied(seat=Seat.YOUNGER, kind=call.kind, response=action.response, rule=RULE)
    ]
    must_show = state.rules.choice("declare.show").value == "must"
    if action.response is Response.EQUAL and must_show:
        events += show_equals(new, answered)
    lost = sum(_worth(state, one) for one in state.counted if one not in kept)
    if lost:
        events.append(_taken_down(lost, call.kind))
    new, more = _bonus_again(state, new, lost)
    return before_younger_plays(new), (*events, *more)


def _bonus_again(before: DealState, new: DealState, lost: int) -> tuple[DealState, list[Event]]:
    """Return the state and the events after elder's repique or pique is checked without the ``lost`` points."""
    if before.bonus is not Seat.ELDER:
        return new, []
    rules = new.rules
    in_hand = [
        Scored(
            seat=Seat.ELDER,
            points=_worth(before, one),
            rule="",
            reckon=holding_kind(one),
            cards=EMPTY,
            holding=one,
        )
        for one in before.counted
    ]
    # The score before the answer was taken back decides whether the bonus was a repique or a pique.
    counted, repique = with_repique(before.evolve(bonus=None), Seat.ELDER, list(in_hand))
    had = rules.number("repique.bonus" if repique is Seat.ELDER else "pique.bonus").value
    heads = [e.reckon for e in counted if isinstance(e, Scored) and e.rule == "repique.bonus"]
    left = [one for one in in_hand if one.holding in new.counted]
    bare = new.evolve(bonus=None)
    _, again = with_repique(bare, Seat.ELDER, list(left))
    if again is Seat.ELDER:
        return new, []
    elder, younger = before.score
    events: list[Event] = [_taken_down(had, *(heads or ["play"]))]
    made = pique_by_first_lead(bare.evolve(score=(elder - lost - had, younger)))
    if made and repique is None:
        return new, []  # the remaining points still make a pique
    return bare.evolve(bonus=Seat.ELDER if made else None), [*events, *made]


def _taken_down(points: int, reckon: str) -> Scored:
    return Scored(seat=Seat.ELDER, points=-points, rule=RULE, reckon=reckon, cards=EMPTY)


def _worth(state: DealState, holding: Holding) -> int:
    return holding_score(state.rules, elder_calling_hand(state), holding)[0]
