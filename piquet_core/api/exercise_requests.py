"""Requests about exercises: to get an exercise, a verdict on an answer, a hint, a solution, or the next question."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from piquet_core.api.arguments import Args, Operation, links_of, number_of, text_of, texts_of
from piquet_core.exercises import GIVEN, Exercise, find_exercise, new_exercise, next_exercise
from piquet_core.exercises.deal_after_answer import deal_after_answer as play_on_from
from piquet_core.exercises.exercise import answer_search
from piquet_core.exercises.mistake_practice import practice_exercise
from piquet_core.exercises.problem_rating import read_problem_answers
from piquet_core.players import JUDGE, find_player
from piquet_core.rules import find_ruleset
from piquet_core.views.exercise_view import render_answer, render_hint, render_item, render_solution
from piquet_core.views.markup import Markup
from piquet_core.views.replay.step_view import render_sentence
from piquet_core.wording.advice import search_progress_words

if TYPE_CHECKING:
    from piquet_core.api.messages import (
        AnswerArguments,
        DealAfterAnswerArguments,
        DealAfterAnswerResult,
        DrawnArguments,
        ExerciseAnswer,
        ExerciseArguments,
        HtmlAnswer,
        ItemArguments,
        JudgeAnswer,
        NextAnswer,
        NextArguments,
    )


def exercise(args: ExerciseArguments) -> ExerciseAnswer:
    """Return the exercise with the id ``item``, or a new exercise by its name, feature and rule set.

    If ``again`` is the id of an exercise, the same question about a new deal is returned. If ``mistake`` is a
    kind of decision, an exercise of that kind is returned that is not among ``seen``.
    """
    if text_of(args, "mistake", ""):
        made = practice_exercise(
            text_of(args, "mistake"),
            texts_of(args, "seen"),
            read_problem_answers(text_of(args, "answers", "[]")),
            text_of(args, "rules"),
            random.SystemRandom(),
        )
    elif text_of(args, "again", ""):
        known = find_exercise(text_of(args, "again", ""))
        made = known
        if known.feature != GIVEN:
            name = f"{known.kind}.{known.ask}"
            made = new_exercise(name, known.rules, random.SystemRandom(), known.feature)
    elif text_of(args, "item", ""):
        made = _item(args)
    else:
        rules = find_ruleset(text_of(args, "rules"))
        made = new_exercise(
            text_of(args, "name"), rules, random.SystemRandom(), text_of(args, "feature", "")
        )
    return {"item": made.id, "html": _drawn(made, args)}


def judge_answer(args: AnswerArguments) -> JudgeAnswer:
    """Return the verdict on an answer to an exercise.

    Some verdicts need a search. With ``until``, the search stops after that many steps; if it is then
    unfinished, its progress is returned instead of the verdict.
    """
    made, answer = _item(args), text_of(args, "answer", "")
    thinking = answer_search(made, answer) if "until" in args else None
    if thinking is not None:
        thinking.go_on(number_of(args, "until", thinking.total))
        if thinking.done < thinking.total:
            says = search_progress_words(find_player(JUDGE).name, thinking.done, thinking.total)
            return {"done": thinking.done, "of": thinking.total, "says": says}
    return render_answer(made, answer, links_of(args))


def exercise_hint(args: ItemArguments) -> HtmlAnswer:
    """Return the hint of an exercise as HTML."""
    return {"html": render_hint(_item(args))}


def solution(args: ItemArguments) -> HtmlAnswer:
    """Return the solution of an exercise, with the reason for it, as HTML."""
    return {"html": render_solution(_item(args), links_of(args))}


def next_question(args: NextArguments) -> NextAnswer:
    """Return the next question about the same deal, or "" after the last, and a sentence on the events between."""
    made, told = next_exercise(_item(args), text_of(args, "answer", ""))
    html = _drawn(made, args) if made is not None else ""
    return {"html": html, "told": render_sentence(told, links_of(args))}


def deal_after_answer(args: DealAfterAnswerArguments) -> DealAfterAnswerResult:
    """Return the deal of an exercise, played on from an answer to the end."""
    found = play_on_from(_item(args), text_of(args, "answer", ""))
    return {"record": found.record, "step": found.step}


OPERATIONS: dict[str, Operation] = {
    "exercise": exercise,
    "judge-answer": judge_answer,
    "exercise-hint": exercise_hint,
    "solution": solution,
    "next-question": next_question,
    "deal-after-answer": deal_after_answer,
}


def _item(args: Args) -> Exercise:
    return find_exercise(text_of(args, "item"))


def _drawn(made: Exercise, args: DrawnArguments) -> Markup:
    id, label = text_of(args, "id", ""), text_of(args, "label", "")
    return render_item(made, links_of(args), id=id, label=label, table=False)
