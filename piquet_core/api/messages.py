"""The messages between a page and the engine: the arguments and the answer of every request.

The handlers are typed with them, and ``tools/message_types.py`` writes the types of the scripts from them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Required, TypedDict

from piquet_core.sessions.statistics import FinishedGame, GameOutcome
from piquet_core.views.exercise_view import AnswerVerdict
from piquet_core.views.table.trick_playback import Moment

type SeatName = Literal["elder", "younger"]
type Viewer = Literal["both", "e", "y"]


class NoArguments(TypedDict):
    """The arguments of a request that needs none."""


class LinkArguments(TypedDict, total=False):
    """Base addresses of the links in the answer."""

    rule: str
    source: str
    term: str


# Records


class RecordArguments(LinkArguments, total=False):
    """A record, and the variation and the view in which it is wanted."""

    record: Required[str]
    rules: str
    """Another rule set to play the record by; "" for its own."""
    view: Viewer
    you: str
    """The seat of the reader, "" if the deal is not the reader's own."""
    words: str
    """The style of the narration."""
    pasted: bool
    """Whether the reader brought the record, so that no page prints its line."""
    at: str
    """The step at which a variation begins."""
    moves: list[str]


class StepArguments(RecordArguments):
    """A record and one step of it."""

    step: str


class PlayerArguments(RecordArguments, total=False):
    """A record and the player who decides what it leaves open."""

    player: str


class LoadArguments(LinkArguments, total=False):
    """A record that a reader brought, and the addresses that its figure needs."""

    record: Required[str]
    base: Required[str]
    runtime: Required[str]
    you: str
    title: str
    pasted: bool
    link: bool
    """Whether the record came in an address, which limits its length."""


class CompareArguments(LinkArguments):
    """A record and the rule set to compare it with."""

    record: str
    rules: str


class DealArguments(TypedDict, total=False):
    """A rule set and the id of a deal; without an id the deal is drawn at random."""

    rules: Required[str]
    id: str


class Hello(TypedDict):
    """Versions of the engine and of Python."""

    engine: str
    python: str
    runtime: str


class DrawnStep(TypedDict):
    """One step of a replay as HTML."""

    id: str
    label: str
    group: str
    decides: bool
    table: str
    story: str


DrawnVariation = TypedDict(
    "DrawnVariation",
    {
        "at": str,
        "provenance": str,
        "remark": str,
        "left": str,
        "moves": list[str],
        "from": int,
        "made": list[int],
        "over": bool,
        "results": str,
        "hidden": bool,
        "turn": str,
        "choices": str,
    },
)
"""A variation: where it leaves the printed line, its moves, its results, and the choices that follow.

``provenance`` says how far the source supports it, ``left`` where it first differs, ``from`` how many of the
steps are printed, and ``made`` how many moves each later step made. If ``hidden``, the opponent is to choose.
"""


class ReplayAnswer(Hello):
    """A whole replay: its steps, the totals that agree with the printed ones, and the variation."""

    steps: list[DrawnStep]
    printed: int
    agree: int
    findings: list[str]
    ruleset: str
    rules: str
    acts: str
    variation: DrawnVariation | None


class ContinueAnswer(TypedDict):
    """The moves of a variation that a player continued to the end of the deal."""

    moves: list[str]
    brings: str


class PlayOutAnswer(TypedDict):
    """The score of a deal that a player finished."""

    score: list[int]
    result: str
    how: str


class LoadAnswer(TypedDict, total=False):
    """The figure of a record, and the faults found in it."""

    html: Required[str]
    faults: Required[str]
    title: str
    dealId: str


class TextAnswer(TypedDict):
    """Plain text."""

    text: str


class HtmlAnswer(TypedDict):
    """HTML."""

    html: str


# Reviews of decisions


class DecisionArguments(TypedDict, total=False):
    """A deal, or a variation of it, and the number of one of its decisions."""

    record: Required[str]
    at: str
    moves: list[str]
    number: int


class ReviewArguments(TypedDict, total=False):
    """A deal, or a variation of it, whose decisions are all reviewed."""

    record: Required[str]
    at: str
    moves: list[str]
    prefix: str
    you: str


class DecisionCount(TypedDict):
    """The number of decisions that can be reviewed."""

    of: int


class ReviewAnswer(TypedDict):
    """The review of a deal as HTML: in full, in one line, by step, and on the timeline."""

    html: str
    line: str
    told: dict[str, str]
    """Sentences by step."""
    acts: str


# Games at the table


class StartArguments(LinkArguments, total=False):
    """The terms of a new game, or a saved game."""

    game: str
    rules: str
    form: str
    seat: str
    opponent: str
    seed: str
    name: str
    friend: str
    forced: bool


class GameArguments(LinkArguments):
    """A game as saved text."""

    game: str


class MoveArguments(GameArguments, total=False):
    """A game and the person's decision; ``forced`` changes that setting."""

    move: Required[str]
    forced: bool


class NewGameArguments(GameArguments, total=False):
    """A game and the opponent of the next one."""

    opponent: str


class HintArguments(GameArguments, total=False):
    """A game, and how far the search may go for this answer."""

    until: int


class ExportArguments(GameArguments, total=False):
    """A game and the number of one of its deals."""

    deal: int


class PlayerDescription(TypedDict):
    """A computer opponent."""

    id: str
    name: str
    words: str


class PlayersAnswer(TypedDict):
    """The computer opponents, the default first."""

    players: list[PlayerDescription]


class Terms(TypedDict, total=False):
    """The terms that an address needs to name a game."""

    rules: Required[str]
    form: Required[str]
    seat: Required[str]
    seed: Required[str]
    opponent: str


class ListedGame(FinishedGame):
    """The finished deals of a game, with the words under which a page lists it."""

    title: str
    rules: str


class TableAnswer(TypedDict):
    """A game at the table: the text to save, and the parts of the page as HTML."""

    game: str
    title: str
    over: str
    """The final result; "" if the game is not over."""
    stands: str
    """The current deal and the totals; "" if the game is over."""
    terms: Terms
    board: str
    tricks: Sequence[str]
    """The boards to show before this one, one for each look at the talon and each trick."""
    beside: list[Moment]
    question: str
    news: str
    log: str
    rail: str
    sheet: str
    said: str
    undo: bool
    asks: bool
    covered: bool
    forced: bool
    outcome: GameOutcome | None
    finished: ListedGame | None


class HintAnswer(TypedDict):
    """A hint, or the progress of its search."""

    done: int
    of: int
    says: str
    moves: list[str]
    move: str
    html: str


class ExportedRecord(TypedDict):
    """The record of a deal, with its title and the reader's seat."""

    text: str
    title: str
    you: str


# Scores of games with real cards


class ScoreBeginArguments(LinkArguments, total=False):
    """A saved score, or the terms of a new one."""

    score: str
    rules: str
    form: str
    name0: str
    name1: str
    elder: str


class ScoreArguments(LinkArguments):
    """A score as saved text."""

    score: str


class ScoreEnterArguments(ScoreArguments, total=False):
    """The points of one deal, as typed."""

    hand0: str
    hand1: str
    play0: str
    play1: str
    first: str


class HandValueArguments(LinkArguments):
    """The cards of a hand, and the rule set that counts them."""

    rules: str
    cards: list[str]


class ScoreAnswer(TypedDict):
    """A score: the text to save and its HTML. If it ``asks``, the page must say who counted first."""

    score: str
    html: str
    over: bool
    asks: bool


# Exercises


class DrawnArguments(LinkArguments, total=False):
    """The HTML id and the label of an exercise."""

    id: str
    label: str


class ExerciseArguments(DrawnArguments, total=False):
    """An exercise by its id, one like another, or a new one by its name and rule set."""

    item: str
    again: str
    name: str
    rules: str
    feature: str


class ItemArguments(LinkArguments):
    """An exercise by its id."""

    item: str


class AnswerArguments(ItemArguments, total=False):
    """An answer to an exercise, and how far a search may go to judge it."""

    answer: str
    until: int


class NextArguments(DrawnArguments, total=False):
    """The exercise that was answered, and its answer."""

    item: Required[str]
    answer: str


class ExerciseAnswer(TypedDict):
    """An exercise: its id and its HTML."""

    item: str
    html: str


class SearchProgress(TypedDict):
    """The progress of a search that is not finished."""

    done: int
    of: int
    says: str


class NextAnswer(TypedDict):
    """The next question, "" at the end, and the sentence on what happened."""

    html: str
    told: str


# The deal of the day


class DayArguments(TypedDict):
    """A day, and the reader's own date."""

    day: str
    today: str


class DayPartArguments(DayArguments):
    """The game of a day, and the comparison to compute."""

    game: str
    part: str


class DayResultArguments(DayArguments, total=False):
    """The game of a day, and the address to share."""

    game: Required[str]
    address: str


class DayAnswer(TypedDict):
    """The deal of a day and the terms of its game."""

    day: str
    deal: str
    title: str
    words: str
    terms: Terms


class DayRow(TypedDict):
    """The results of a day, as a page saves them. Pairs have the points of the reader's seat first."""

    seat: str
    mine: list[int]
    thumb: list[int]
    strong: list[int]
    open: int
    """The difference with both hands open."""
    player: str
    """The id of the strong player."""
    budget: str
    engine: str


class DayResult(TypedDict):
    """The results of a day: to save, as HTML, and in one line to share."""

    row: DayRow
    html: str
    line: str


type JudgeAnswer = AnswerVerdict | SearchProgress
