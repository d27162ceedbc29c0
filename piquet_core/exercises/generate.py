"""Creation of exercises: with a deal drawn for a feature, from a given position, or from an id.

An id is the kind, the question, the feature, the rule set and the position, with colons between them:
``tap:suit:one-long-suit:hoyle1909:32-XY8BPT54XW5N-D/hands``.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from functools import partial

from piquet_core.cards.cards import parse_card
from piquet_core.cards.seat import Seat
from piquet_core.engine.actions import Play
from piquet_core.errors import PiquetError, RuleSetError
from piquet_core.exercises import score_choices as reasons
from piquet_core.exercises.answer_keys import Says
from piquet_core.exercises.exercise import Exercise, ExerciseError, Question, judge, read_answer
from piquet_core.exercises.features import GIVEN, draw_position, features, find_feature
from piquet_core.exercises.kinds import (
    answering,
    closed,
    discarding,
    goals,
    knowing,
    ordering,
    paying,
    reading,
    scoresheets,
    sinking,
    talon,
    totals,
    tricks,
)
from piquet_core.exercises.model_player import MODEL_NAME, model_player
from piquet_core.exercises.position import Position, format_position, parse_position, play_one
from piquet_core.exercises.question_texts import QuestionText, question_texts
from piquet_core.exercises.sinking_problems import SinkingProblem, sinking_problems_by_position
from piquet_core.players import turn_of
from piquet_core.rules import RuleSet, find_ruleset
from piquet_core.solver.goal_search import Goal
from piquet_core.wording.explanations import equal_tricks_words
from piquet_core.wording.rich_text import Part, join_with_and
from piquet_core.wording.score_reasons import score_items

Pose = Callable[[Position, QuestionText], Question]

POSES: dict[str, Pose] = {
    "tap.suit": reading.suit,
    "tap.runs": reading.runs,
    "tap.sets": reading.sets,
    "tap.courts": talon.courts,
    "tap.playable": tricks.playable,
    "tap.takers": tricks.takers,
    "number.point": paying.point_pays,
    "number.pips": paying.pips,
    "number.run": paying.run_pays,
    "number.runs": paying.runs_pay,
    "number.sets": paying.sets_pay,
    "number.hand": paying.hand_pays,
    "number.look": talon.look,
    "reply.point": answering.reply,
    "reply.pips": answering.reply,
    "reply.sequence": answering.reply,
    "reply.set": answering.reply,
    "order.reckoning": ordering.reckoning,
    "order.speaking": ordering.speaking,
    "order.course": ordering.course,
    "order.runs": ordering.runs,
    "order.sets": ordering.sets,
    "play.legal": tricks.legal,
    "play.best": tricks.best,
    "play.take": tricks.take,
    "play.lose": tricks.lose,
    "play.on": tricks.on,
    "predict.total": totals.total,
    "mistake.sheet": scoresheets.sheet,
    "clause.why": reasons.why,
    "mark.other": knowing.other,
    "discards.exchange": discarding.exchange,
    **{f"closed.{ask}": partial(closed.discard, ask=ask) for ask in ("elder", "younger")},
    **{f"closed.{ask}": partial(closed.card, ask=ask) for ask in ("lead", "keep")},
    "closed.sink": sinking.decision,
    **{f"goal.{goal.value}": partial(goals.pose, goal=goal) for goal in Goal},
}
_SETS: dict[str, Callable[[], Mapping[str, SinkingProblem]]] = {
    "closed.sink": sinking_problems_by_position
}
"""Questions that are only asked about the positions of a set."""
_PARTS = 5


def kinds() -> dict[str, tuple[str, ...]]:
    """Return the names of the questions of each kind of exercise."""
    found: dict[str, list[str]] = {}
    for name in POSES:
        kind, _, ask = name.partition(".")
        found.setdefault(kind, []).append(ask)
    return {kind: tuple(names) for kind, names in found.items()}


def exercise_at(name: str, position: Position, feature: str = GIVEN) -> Exercise:
    """Return the exercise with a named question about a position.

    Raises `ExerciseError` if the question does not suit the position.
    """
    words = find_question_text(name)
    kind, _, ask = name.partition(".")
    posed = POSES[name](position, words.under(position.rules))
    return Exercise(
        id=":".join((kind, ask, feature, position.rules.id, format_position(position))),
        kind=kind,
        ask=ask,
        feature=feature,
        rules=position.rules,
        posed=posed,
    )


def find_question_text(name: str) -> QuestionText:
    """Return the text of a question such as ``tap.suit``.

    Raises `ExerciseError` for an unknown question.
    """
    if name not in POSES:
        raise ExerciseError(f"unknown exercise {name[:40]!r}; choose one of {', '.join(POSES)}")
    return question_texts()[name]


def new_exercise(name: str, rules: RuleSet, rng: random.Random, feature: str = "") -> Exercise:
    """Return an exercise with a named question about a random deal that has a feature.

    ``feature`` may name several features, with spaces between them, of which one is chosen at random. The
    default is the feature of the question. Raises `ExerciseError` if no deal suits.
    """
    words = find_question_text(name)
    if name in _SETS:
        return _chosen(name, rules, rng)
    names = (feature or words.feature).split()
    wanted = find_feature(names[0] if len(names) == 1 else rng.choice(names))
    for _ in range(50):
        position = draw_position(wanted, rules, rng)
        for _move in range(words.moves):
            position = play_one(position)
        try:
            return exercise_at(name, position, wanted.name)
        except ExerciseError:
            continue  # not every deal with the feature suits this question
    raise ExerciseError(
        f"could not find a deal with this feature for the exercise {name}: {wanted.words}"
    )


def _chosen(name: str, rules: RuleSet, rng: random.Random) -> Exercise:
    """Return the exercise about a random position of a set. Raises `ExerciseError` if none has the rule set."""
    found = [position for position, one in _SETS[name]().items() if one.rules == rules.id]
    if not found:
        raise ExerciseError(f"the exercise {name} has no position under {rules.id}")
    return exercise_at(name, parse_position(rules, rng.choice(found)))


def next_exercise(item: Exercise, answer: str) -> tuple[Exercise | None, Says]:
    """Return a pair: the exercise after a card and its reply, and a text on the cards played.

    After an exercise that is done with one card, the rest of the deal is played on. The exercise is None at
    the end of the deal or problem. Raises `ExerciseError` for an exercise that does not go on, and for a card
    that does not pass.
    """
    if not (item.posed.goes_on or item.can_play_on):
        raise ExerciseError("this exercise has no further move")
    position = parse_position(item.rules, item.id.split(":")[-1])
    you, told_before = position.you, len(position.steps)
    if not judge(item, answer).verdict.passes:
        raise ExerciseError("the deal goes on only after a card that passes")
    position = position.after(Play(seat=you, card=parse_card(read_answer(item, answer)[0])))
    goal, reached = item.posed.goal, find_question_text(f"{item.kind}.{item.ask}").reached
    player, other = model_player(), "The other player" if goal else MODEL_NAME
    told: list[Part] = []
    while position.state.seat is not None:
        if goal and goals.is_settled(position.state, you, goal):
            return None, (*told, reached)
        turn = turn_of(position.state)
        if position.state.seat is you:
            if len(turn.legal) > 1:
                break
            action = turn.legal[0]
            assert isinstance(action, Play)
            told += ["You play the ", action.card, ", the only card that you may. "]
            position = position.after(action)
            continue
        action = goals.answer(position, goal) if goal else player.choose(turn)
        if isinstance(action, Play):
            leads = position.state.led is None
            told += [f"{other} ", "leads" if leads else "plays", " the ", action.card, ". "]
        position = position.after(action)
    if position.state.seat is None:
        told += _ending(item, position, you, told_before)
        if goal:
            told.append(f" {reached}")
        return None, tuple(told)
    following = f"{item.kind}.{item.ask}" if item.posed.goes_on else "play.on"
    return exercise_at(following, position), tuple(told)


def _ending(item: Exercise, position: Position, you: Seat, since: int) -> list[Part]:
    """Return a text on the result of a deal, and on the points scored since the step with index ``since``."""
    score, taken = position.state.score, position.state.tricks
    told: list[Part] = [
        (
            f"The deal is over. You have {tricks.tricks_words(taken[you])} and {score[you]} points; "
            f"the other player has {tricks.tricks_words(taken[you.other])} and {score[you.other]} points."
        )
    ]
    if taken[0] == taken[1]:
        told.append(f" {equal_tricks_words(item.rules, taken[0])}")
    events = [event for step in position.steps[since:] for event in step.events]
    for seat, who in ((you, "you"), (you.other, "the other player")):
        if made := score_items(events, seat):
            told += [f" With the last cards {who} made ", *join_with_and(made), "."]
    return told


def find_exercise(id: str) -> Exercise:
    """Return the exercise with an id.

    Raises `ExerciseError` or `RuleSetError` for an invalid id.
    """
    parts = id.split(":")
    if len(id) > 1000 or len(parts) != _PARTS:
        raise ExerciseError(
            f"invalid exercise id {id[:40]!r}: write KIND:ASK:FEATURE:RULES:POSITION"
        )
    kind, ask, feature, rules, position = parts
    find_question_text(f"{kind}.{ask}")
    if feature != GIVEN and feature not in features():
        raise ExerciseError(f"unknown feature {feature[:40]!r}")
    try:
        return exercise_at(f"{kind}.{ask}", parse_position(find_ruleset(rules), position), feature)
    except (RuleSetError, ExerciseError):
        raise
    except PiquetError as error:
        raise ExerciseError(f"the position cannot be made: {error}") from error
