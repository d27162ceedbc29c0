"""Problems: a goal for the last cards of a deal, with open hands and against best play.

A card is right if the goal can still be forced after it. The feedback on any other card is a line of play that
refutes it.
"""

from __future__ import annotations

from functools import lru_cache

from piquet_core.cards.seat import Seat
from piquet_core.engine.actions import Play
from piquet_core.engine.state import DealState
from piquet_core.exercises.answer_keys import Says
from piquet_core.exercises.exercise import Assessment, ExerciseError, Question, Verdict
from piquet_core.exercises.kinds import tricks
from piquet_core.exercises.kinds.lines import FROM_HERE, line_words
from piquet_core.exercises.position import Position
from piquet_core.exercises.question_texts import QuestionText
from piquet_core.players import turn_of
from piquet_core.solver.goal_search import Goal, GoalCards, GoalSolver, goal_outcome, is_one_choice

MOST_CARDS = 8
"""Maximum cards of a hand in a problem."""


# The search of a deal is used again for its next card, and a page asks a dozen questions about one position.
@lru_cache(maxsize=16)
def solver_of(position: Position, seat: Seat, goal: Goal) -> GoalSolver:
    """Return the cached solver for a goal of one seat in a position."""
    return GoalSolver(position.state, seat, goal)


def prospect(position: Position, goal: Goal) -> GoalCards:
    """Return the cards that keep a goal within reach and those that lose it.

    Raises `ExerciseError` if the position is no problem, for example because no card can reach the goal.
    """
    state, you = position.state, position.you
    if state.phase not in tricks.IN_PLAY:
        raise ExerciseError("no card is played at this position")
    if len(position.hand) > MOST_CARDS:
        raise ExerciseError(f"a problem has {MOST_CARDS} cards at most")
    if goal_outcome(state, you, goal) is not None:
        raise ExerciseError("the goal is already decided")
    found = solver_of(position, you, goal).prospect(state)
    if not found.keeps:
        raise ExerciseError("the goal cannot be reached against best play")
    return found


def pose(position: Position, words: QuestionText, goal: Goal) -> Question:
    """Ask for a card that keeps the goal within reach. The deal then goes on against best play."""
    found, solver = prospect(position, goal), solver_of(position, position.you, goal)
    state, you = position.state, position.you
    judgements = {}
    for card in position.hand:
        if card not in found.keeps | found.loses:
            judgements[card] = tricks.refused(position, card)
            continue
        after, told = tricks.played(position, card)
        if card in found.keeps:
            onward: Says = ()
            says: Says = (*told, *_stands(after, solver, words, you, goal))
            verdict = Verdict.RIGHT
        else:
            says = (*told, f" {words.lost}")
            onward = (FROM_HERE, *line_words(solver.line(after), you))
            verdict = Verdict.WRONG
        clause = position.rules.answers[words.rule]
        judgements[card] = Assessment(verdict=verdict, says=says, clause=clause, onward=onward)
    posed = tricks.choice(position, words, judgements)
    return Question(
        form=posed.form,
        key=posed.key,
        solution=(*_which(state, found), *line_words(solver.line(state), you), f" {words.reached}"),
        shown=(tricks.so_far(position), *posed.shown),
        question=words.question,
        hint=words.hint,
        clause=posed.clause,
        options=posed.options,
        goes_on=True,
        goal=goal,
    )


def _stands(
    after: DealState, solver: GoalSolver, words: QuestionText, you: Seat, goal: Goal
) -> tuple[str, ...]:
    """Return a text that the goal is still within reach, or () if it is reached before the learner's next choice."""
    if goal_outcome(after, you, goal):
        return ()
    for state, _ in solver.line(after):
        if goal_outcome(state, you, goal):
            break
        if state.seat is you and len(turn_of(state).legal) > 1:
            return (f" {words.kept}",)
    return ()


def _which(state: DealState, found: GoalCards) -> Says:
    """Return the beginning of a solution: the only right card, several equal ones, or *for instance*."""
    if not found.loses:
        return ("For instance: ",)
    if len(found.keeps) == 1:
        return ("Only the ", *found.keeps, " does it. ")
    if is_one_choice(state, found.keeps):
        cards = sorted(found.keeps, key=lambda card: -card.rank)
        return (*tricks.equal_words(cards), " Any of them will do: ")
    return ("For instance: ",)


def answer(position: Position, goal: Goal) -> Play:
    """Return the best card of the opponent, who is on turn in a problem that the learner solves."""
    state, seat = position.state, position.you
    return Play(seat=seat, card=solver_of(position, seat.other, goal).line(state)[0][1])


def is_settled(state: DealState, you: Seat, goal: Goal) -> bool:
    """Tell whether the goal is already reached or out of reach."""
    return goal_outcome(state, you, goal) is not None
