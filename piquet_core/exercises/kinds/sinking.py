"""The question whether to say a call or to sink it, with closed hands.

The verdict comes from a table of proofs (`sinking_proof`). It depends on how the other player answers, and the
feedback says so. The deal is played on with a hand that fits and with which the call costs points.
"""

from __future__ import annotations

from piquet_core.cards.card_names import capitalize
from piquet_core.engine.actions import Action, Declare, Play
from piquet_core.engine.state import DealState, Phase
from piquet_core.exercises.answer_keys import ChoiceKey, Says
from piquet_core.exercises.exercise import (
    AnswerOption,
    Assessment,
    ExerciseError,
    Exhibit,
    Form,
    Question,
    Verdict,
)
from piquet_core.exercises.kinds.knowing import heard
from piquet_core.exercises.kinds.lines import line_words
from piquet_core.exercises.position import Position, format_position
from piquet_core.exercises.question_texts import QuestionText
from piquet_core.exercises.sinking_problems import SinkingProblem, sinking_problems_by_position
from piquet_core.exercises.sinking_proof import (
    PLAYS_ON,
    call_to_make,
    nothing_instead,
    played_on,
)
from piquet_core.players import find_player
from piquet_core.review.outlook import imagined_state
from piquet_core.wording.advice import points_words
from piquet_core.wording.call_texts import holding_words
from piquet_core.wording.rich_text import join_with_and

type _Played = list[tuple[DealState, Action | None]]

SAY, SINK = "say", "sink"
_TOLD_PLAYS = 8
"""Number of cards of the play that are told."""


def decision(position: Position, words: QuestionText) -> Question:
    """Ask whether to say the best holding or to sink it."""
    call = call_to_make(position.state)
    known = sinking_problems_by_position().get(format_position(position))
    if call is None or known is None:
        raise ExerciseError("no problem of the set asks whether to sink at this position")
    assert call.holding is not None
    held = holding_words(call.holding)
    clause = position.rules.answers[words.rule]
    proved, played = _proved(known), _both_played(position, known, call)
    judgements = {
        SAY: Assessment(
            verdict=Verdict.COSTLY,
            says=_reason(known, held, "It costs"),
            clause=clause,
            behind=(proved,),
            onward=_played_on(position, known, *played, to_this=True),
        ),
        SINK: Assessment(
            verdict=Verdict.RIGHT,
            says=_reason(known, held, "The call would cost"),
            clause=clause,
            behind=(proved,),
            onward=_played_on(position, known, *played, to_this=False),
        ),
    }
    laid_out = Exhibit(
        label="What you laid out",
        lines=((*join_with_and(tuple(position.state.discards[position.you])), "."),),
        aside=True,
    )
    to_call = Exhibit(label="What you can call next", lines=((f"{capitalize(held)}.",),))
    hand = Exhibit(label="Your hand", cards=tuple(position.hand))
    return Question(
        form=Form.ONE,
        key=ChoiceKey(judgements=judgements, model=SINK),
        solution=("Sink it. ", *_reason(known, held, "The call would cost")),
        shown=(*heard(position), laid_out, to_call, hand),
        question=words.question,
        hint=words.hint,
        clause=clause,
        options=(
            AnswerOption(value=SAY, words="Say it"),
            AnswerOption(value=SINK, words="Sink it"),
        ),
    )


def _reason(known: SinkingProblem, held: str, costs: str) -> Says:
    player, tried = find_player(PLAYS_ON).name, known.hands
    counts = (
        f"{known.counts} of the {tried} hands" if known.counts else f"none of the {tried} hands"
    )
    said = (
        f"Your {held} would count against {counts} that fit what you know; against the others the call only tells the "
        f"other player what you hold. {costs} {points_words(known.gain)} on average if that player answers as {player} "
        f"does, and loses points against {known.loses} of these hands."
    )
    return (said,)


def _proved(known: SinkingProblem) -> str:
    player = find_player(PLAYS_ON).name
    return (
        f"The {known.hands} hands were drawn by how likely they are. With each, {player} played both sides to the end, "
        f"after the call and after silence, and never saw the other hand. Silence gains {points_words(known.gain)}, "
        f"give or take {points_words(known.error).split()[0]}. It comes from how {player} plays on: against another "
        "player it may be more, less or nothing."
    )


def _both_played(
    position: Position, known: SinkingProblem, call: Declare
) -> tuple[_Played, _Played]:
    """Return the deal after the call and after silence, against the hand that punishes the call."""
    state = imagined_state(position.state, known.hand_against)
    return played_on(state, call), played_on(state, nothing_instead(call))


def _played_on(
    position: Position, known: SinkingProblem, told: _Played, silent: _Played, *, to_this: bool
) -> Says:
    """Return the play after the call and the play after silence in words."""
    you = position.you
    opening = (
        "So the other player holds "
        if to_this
        else "These cards fit as well, and would have punished the call: "
    )
    chosen = ": cards that fit, chosen so that the call costs. " if to_this else ". "
    return (
        opening,
        *join_with_and(tuple(known.hand_against)),
        chosen,
        "After the call: ",
        *_line(told, position),
        f" And so on. The deal ends {_score(told, position)}. After silence: ",
        *_line(silent, position),
        f" And so on. It ends {_score(silent, position)}. You have {silent[-1][0].tricks[you]} tricks, not ",
        f"{told[-1][0].tricks[you]}.",
    )


def _line(played: _Played, position: Position) -> Says:
    cards = [
        (state, action.card)
        for state, action in played
        if isinstance(action, Play) and state.phase in (Phase.LEAD, Phase.FOLLOW)
    ]
    return line_words(tuple(cards[:_TOLD_PLAYS]), position.you)


def _score(played: _Played, position: Position) -> str:
    end = played[-1][0]
    return f"{end.score[position.you]} to {end.score[position.you.other]}"
