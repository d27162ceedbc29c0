"""The deal of an exercise, played on from the learner's answer to the end, as a record to step through."""

from __future__ import annotations

from dataclasses import dataclass

from piquet_core.errors import PiquetError
from piquet_core.exercises.exercise import Exercise, ExerciseError
from piquet_core.exercises.model_player import MODEL_NAME, model_player
from piquet_core.exercises.position import Position, parse_position
from piquet_core.notation import dumps
from piquet_core.replay.decisions import label_of
from piquet_core.replay.what_if import read_move
from piquet_core.sessions.table_state import lay_table, play_out_table, take_action, write_moves

# The kinds of question whose answers are moves, and the move in words.
_MOVES = {"discards": "Your exchange", "reply": "Your answer", "play": "Your card"}


@dataclass(frozen=True, slots=True, kw_only=True)
class DealAfterAnswer:
    """The text of a record, and the id of the step before the learner's answer."""

    record: str
    step: str


def can_replay_answer(item: Exercise) -> bool:
    """Return whether the answer is a move in a deal that was played from the beginning.

    A record cannot hold a deal that starts after the exchange.
    """
    return item.kind in _MOVES and _position(item).start == "deal"


def deal_after_answer(item: Exercise, answer: str) -> DealAfterAnswer:
    """Return the deal with the learner's answer, played on by rules of thumb on both sides.

    Raises `ExerciseError` if the answer is not a legal move of a deal.
    """
    if not can_replay_answer(item):
        raise ExerciseError("the answer to this exercise is not a move in a deal")
    position = _position(item)
    table = lay_table(position.rules, position.deal, position.you)
    try:
        for move in (*position.moves, answer):
            table = take_action(table, read_move(table.state, move))
    except PiquetError as error:
        raise ExerciseError(str(error)) from None
    table = play_out_table(table, (model_player(), model_player()))
    title = f"{_MOVES[item.kind]}, played on by {MODEL_NAME}"
    return DealAfterAnswer(
        record=dumps(write_moves(table, ("Elder", "Younger"), title)),
        step=label_of(position.before().state) if position.moves else "deal",
    )


def _position(item: Exercise) -> Position:
    return parse_position(item.rules, item.id.split(":")[-1])
