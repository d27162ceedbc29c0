"""Text on the points of a call, an answer or a count, and on the cost of the alternatives."""

from __future__ import annotations

from piquet_core.engine.actions import Count, Declare, Reply, Response
from piquet_core.engine.apply import apply, legal_actions
from piquet_core.engine.events import Scored
from piquet_core.engine.holdings import best_holding
from piquet_core.engine.state import DealState
from piquet_core.replay.what_if import move_of
from piquet_core.rules.strategies import holding_score
from piquet_core.wording.advice import points_words
from piquet_core.wording.call_texts import holding_words
from piquet_core.wording.move_choices import points_of_move, response_word
from piquet_core.wording.score_reasons import is_bonus, score_heading


def call_value_words(state: DealState, move: str, other: str) -> str:
    """Return the points of a call, answer or count and the cost of the alternatives; "" for other moves.

    ``other`` is the name of the opponent.
    """
    legal = legal_actions(state)
    action = next((one for one in legal if move_of(state, one) == move), None)
    others = [one for one in legal if one != action]
    match action:
        case Declare(holding=None):
            return "You have nothing to call, so nothing is lost."
        case Declare():
            return _call(state, action, [points_of_move(state, one) for one in others], other)
        case Reply():
            return _answer(state, action.response, other, others=bool(others))
        case Count():
            return _count(state, action, [points_of_move(state, one) for one in others])
        case _:
            return ""


def _call(state: DealState, action: Declare, others: list[int], other: str) -> str:
    points = points_of_move(state, action)
    said = f"If it is good it counts {points_words(points)}."
    less = [one for one in others if 0 < one < points]
    if less:
        said += f" The next best call would count {max(less)}."
    if 0 in others:
        said += f" Call nothing, and those {points} are lost, and {other} may count instead."
    return said


def _answer(state: DealState, response: Response, other: str, *, others: bool) -> str:
    call = state.calls[-1]
    assert state.seat is not None
    hand = state.hands[state.seat]
    good = response_word(state, Response.GOOD)
    if response is Response.NOT_GOOD:
        held = best_holding(state.rules, hand, call.kind)
        assert held is not None
        points = holding_score(state.rules, hand, held)[0]
        said = f"It is for your {holding_words(held)}, which counts {points_words(points)}."
        instead = ", and what was called counts instead" if call.declared else ""
        return f"{said} Say “{good}”, and those {points} are lost{instead}." if others else said
    if response is Response.EQUAL:
        return f"Say “{good}”, and {other} counts what was called."
    return "Your cards bear out no more, so nothing is lost."


def _count(state: DealState, action: Count, others: list[int]) -> str:
    points = points_of_move(state, action)
    said = f"It counts {points_words(points)}"
    _, events = apply(state, action)
    for one in events:
        if isinstance(one, Scored) and is_bonus(one.rule) and one.seat is action.seat:
            said += (
                f" and makes the {score_heading(one.rule).lower()}, {points_words(one.points)} more"
            )
    if others:
        said += f"; to count any less costs at least {points_words(points - max(others))}"
    return f"{said}."
