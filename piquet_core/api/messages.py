"""Types of the messages between a page and the engine: the arguments and the answer of every request.

The request handlers use these types, and ``tools/message_types.py`` generates types for the scripts from them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Required, TypedDict

from piquet_core.sessions.deal_rating import DealRating
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
    lesson: str
    odds: str


# Records


class RecordArguments(LinkArguments, total=False):
    """A record, with the rule set, the view and the variation in which to replay it."""

    record: Required[str]
    rules: str
    """Another rule set under which to replay the record; "" for the record's own."""
    view: Viewer
    you: str
    """The seat of the reader, "" if the deal is not the reader's own."""
    words: str
    """The style of the narration."""
    pasted: bool
    """Whether the reader supplied the record, so that it is not printed on any page."""
    at: str
    """The step at which a variation begins."""
    moves: list[str]


class StepArguments(RecordArguments):
    """A record and the id of one of its steps."""

    step: str


class PlayerArguments(RecordArguments, total=False):
    """A record and the id of the computer player that continues it."""

    player: str


class LoadArguments(LinkArguments, total=False):
    """A record that a reader supplied, and the addresses that its replay on a page needs."""

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
    """A rule set and the id of a deal. Without an id the deal is drawn at random."""

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
    """A whole replay: the steps, how many of the printed totals agree, and the variation, if any."""

    steps: list[DrawnStep]
    printed: int
    agree: int
    findings: list[str]
    ruleset: str
    rules: str
    acts: str
    variation: DrawnVariation | None


class ContinueAnswer(TypedDict):
    """The moves of a variation that a computer player continued to the end of the deal, and a note on the result."""

    moves: list[str]
    brings: str


class PlayOutAnswer(TypedDict):
    """The score of a deal that a computer player finished."""

    score: list[int]
    result: str
    note: str


class LoadAnswer(TypedDict, total=False):
    """The replay of a reader's record as HTML, and the faults found in the record."""

    html: Required[str]
    faults: Required[str]
    title: str
    dealId: str


class TextAnswer(TypedDict):
    """An answer in plain text."""

    text: str


class HtmlAnswer(TypedDict):
    """An answer in HTML."""

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
    """The number of decisions in a deal that can be reviewed."""

    of: int


class ReviewAnswer(TypedDict):
    """The review of a deal: in full, as a summary, as sentences by step, and on the timeline."""

    html: str
    line: str
    told: dict[str, str]
    """Sentences by step."""
    acts: str


# Ratings of the reader's deals


class RatedDeal(TypedDict):
    """The losses of the reader's decisions in a deal, and the key under which a page stores them.

    The rating is None for a deal that was given up, and for two persons at one device.
    """

    key: str
    rating: DealRating | None


class PracticeLink(TypedDict):
    """A lesson or a page of problems on which to practise a kind of decision."""

    kind: str
    title: str
    address: str


class DrawRatingsArguments(TypedDict, total=False):
    """The latest rated deals, and answers to problems as [id, right] pairs, the oldest first, as JSON texts."""

    ratings: Required[str]
    answers: str
    pages: list[PracticeLink]


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
    open: bool
    """Whether two persons at one device see both hands."""
    claims: bool
    """Whether the opponent may claim the remaining tricks."""


class GameArguments(LinkArguments, total=False):
    """A game as saved text. ``claims`` sets whether the opponent may claim the remaining tricks."""

    game: Required[str]
    claims: bool


class MoveArguments(GameArguments, total=False):
    """A game and the person's decision. ``forced`` sets whether forced cards are played automatically."""

    move: Required[str]
    forced: bool


class NewGameArguments(GameArguments, total=False):
    """A finished game and the opponent of the next game."""

    opponent: str


class LevelArguments(GameArguments):
    """A finished game and the person's results in the deals against its opponent, the latest first.

    A result is the person's points less the opponent's.
    """

    margins: list[int]


class HintArguments(GameArguments, total=False):
    """A game, and the step of the search at which this answer is due."""

    until: int


class ExportArguments(GameArguments, total=False):
    """A game and the number of one of its deals."""

    deal: int


class MomentArguments(ExportArguments):
    """A game, the number of one of its deals, and a step of that deal."""

    step: str


class MistakesAnswer(HtmlAnswer):
    """The person's mistakes in a deal, and the costliest of them alone."""

    worst: str


class PlayerDescription(TypedDict):
    """A computer opponent."""

    id: str
    name: str
    words: str


class PlayersAnswer(TypedDict):
    """The computer opponents, the default first."""

    players: list[PlayerDescription]


class Terms(TypedDict, total=False):
    """The terms of a game that an address contains."""

    rules: Required[str]
    form: Required[str]
    seat: Required[str]
    seed: Required[str]
    opponent: str


class ListedGame(FinishedGame):
    """The finished deals of a game, with the title and the rule set under which a page lists the game."""

    title: str
    rules: str


class TableAnswer(TypedDict):
    """A game at the table: the text to save, and the regions of the page as HTML."""

    game: str
    title: str
    seat: SeatName
    """The reader's seat in the current deal."""
    over: str
    """The final result; "" if the game is not over."""
    stands: str
    """The current deal and the totals; "" if the game is over."""
    terms: Terms
    board: str
    tricks: Sequence[str]
    """The boards to show before this one, one for each look at the talon and each trick."""
    beside: list[Moment]
    coach: str
    """The tips for a first deal; "" without any. The page decides whether to show them."""
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


class FailedClaim(TypedDict):
    """The reason as HTML why the remaining tricks are not certain."""

    refused: str


class HintAnswer(TypedDict):
    """A hint, or the progress of the search for it."""

    done: int
    of: int
    says: str
    moves: list[str]
    move: str
    html: str


class ExportedRecord(TypedDict):
    """The record of a deal, with the title of the deal and the reader's seat."""

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
    """The points of one deal, as typed into a form."""

    hand0: str
    hand1: str
    play0: str
    play1: str
    first: str


class HandValueArguments(LinkArguments):
    """The cards of a hand, and the rule set under which to count them."""

    rules: str
    cards: list[str]


class OddsArguments(LinkArguments, total=False):
    """A page of chances and the hand to show on it: its cards, or a position of a deal."""

    page: Required[str]
    rules: Required[str]
    hand: str
    out: str
    """The cards that the player has laid out."""
    seat: str
    position: str
    id: Required[str]
    """A prefix for the ids of the controls."""
    until: Required[int]
    """The number of steps after which an unfinished calculation is interrupted."""


class DesignArguments(LinkArguments, total=False):
    """A rule set with changed answers, as text, and its name."""

    rules: Required[str]
    name: str


class QuickDealsArguments(DesignArguments, total=False):
    """A design whose deals are played."""

    until: Required[int]
    """The number of deals after which the request is answered."""


class DesignConflict(TypedDict):
    """An answer that conflicts with others, and the reason."""

    rule: str
    message: str


class CheckedDesign(TypedDict):
    """The conflicts of a design or, without any, its experiment as TOML.

    ``id`` is the text of the design, and ``file`` the name of the file of the experiment.
    """

    id: str
    conflicts: list[DesignConflict]
    toml: str
    file: str


class ScoreAnswer(TypedDict):
    """A score: the text to save, and the score as HTML.

    ``asks`` is whether the deal was not entered because the page must first ask who counted first.
    """

    score: str
    html: str
    over: bool
    asks: bool


# Exercises


class DrawnArguments(LinkArguments, total=False):
    """The HTML id and the label with which to draw an exercise."""

    id: str
    label: str


class ExerciseArguments(DrawnArguments, total=False):
    """An exercise by its id, a new one like the exercise ``again``, or a new one by name and rule set.

    For a kind of ``mistake`` it is one that is not among ``seen``, at the level of the ``answers`` to problems,
    which are [id, right] pairs as JSON text.
    """

    item: str
    again: str
    mistake: str
    seen: list[str]
    answers: str
    name: str
    rules: str
    feature: str


class ItemArguments(LinkArguments):
    """The id of an exercise."""

    item: str


class AnswerArguments(ItemArguments, total=False):
    """An answer to an exercise, and the step at which a search for the verdict may stop."""

    answer: str
    until: int


class DealAfterAnswerArguments(ItemArguments):
    """An answer to an exercise that is a move in a deal."""

    answer: str


class DealAfterAnswerResult(TypedDict):
    """The deal played on from an answer, as a record, and the id of the step before the answer."""

    record: str
    step: str


class NextArguments(DrawnArguments, total=False):
    """The exercise that the reader answered, and the answer."""

    item: Required[str]
    answer: str


class ExerciseAnswer(TypedDict):
    """An exercise: the id, and the exercise as HTML."""

    item: str
    html: str


class SearchProgress(TypedDict):
    """The progress of a search that is not finished."""

    done: int
    of: int
    says: str


class NextAnswer(TypedDict):
    """The next question as HTML, or "" after the last, and a sentence on the events since the previous one."""

    html: str
    told: str


# The deal of the day


class DayArguments(TypedDict):
    """A day, and the current date."""

    day: str
    today: str


class DayPartArguments(DayArguments):
    """The reader's game of a day, and the part of the comparison to compute."""

    game: str
    part: str


class DayResultArguments(DayArguments, total=False):
    """The reader's game of a day, and the address to share with the result."""

    game: Required[str]
    address: str


class DayAnswer(TypedDict):
    """The deal of a day, and the terms of the game with it."""

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
    """The results of a day: as data to save, as HTML, and as a line of text to share."""

    row: DayRow
    html: str
    line: str


# Challenges


class NewChallengeArguments(TypedDict, total=False):
    """The terms of a challenge that nobody has played yet."""

    rules: Required[str]
    form: Required[str]
    seat: Required[str]
    seed: str
    """The seed of the deals, or "" for a random one."""
    opponent: str
    count: int
    """The number of single deals; 1 for other forms."""
    name: str
    """The name of a player, which is only checked."""


class ChallengeArguments(TypedDict, total=False):
    """A challenge as text, and the editions of which the site has frozen copies."""

    challenge: Required[str]
    kept: str
    """Another copy of the challenge, whose players come first."""
    name: str
    """The name of a player who wants to join, which is only checked."""
    editions: list[str]
    frozen: str
    """The address of the table in a frozen copy, with ``{}`` for the edition."""


class ResultArguments(TypedDict, total=False):
    """Addresses in the comparison of a challenge."""

    address: str
    """The address of the table, to which a link back adds the challenge."""
    deals: str
    """The address of the page that replays records."""


class JoinChallengeArguments(ResultArguments, total=False):
    """Saved games that are over, the name of their player, and the challenge to join, or none to set one."""

    games: Required[list[str]]
    name: Required[str]
    challenge: str
    seed: str
    """The seed of the single deals of a new challenge."""


class CompareChallengeArguments(ResultArguments, total=False):
    """A challenge, and the name of the player to compare with the others."""

    challenge: Required[str]
    you: Required[str]


class PartingArguments(TypedDict):
    """Two players of a challenge, and a deal in which they parted, counted from 0."""

    challenge: str
    you: str
    other: str
    deal: int


class ChallengeAnswer(TypedDict):
    """A challenge before it is played: the terms of each game, its players and notices, without any result."""

    id: str
    """The same for every copy of a challenge."""
    challenge: str
    """The challenge as text, or "" if nobody has played it yet."""
    seed: str
    title: str
    words: str
    names: list[str]
    games: list[Terms]
    notices: str


class ChallengeResult(TypedDict):
    """A challenge with its link, a line to send, and the comparison as HTML."""

    id: str
    challenge: str
    title: str
    words: str
    names: list[str]
    games: list[Terms]
    link: str
    line: str
    html: str


# Work for a class


class SetArguments(TypedDict, total=False):
    """A set of work as text."""

    set: Required[str]
    address: str
    """The address of the page for pupils, to which a link adds the set."""


class MakeSetArguments(TypedDict, total=False):
    """The content of a new set."""

    title: Required[str]
    note: str
    items: Required[list[str]]
    """Kind, place and check of each item, with tabs between."""
    address: str
    """The address of the page for pupils, to which a link adds the set."""


class SetItem(TypedDict):
    """An item of a set. Only an exercise without a page has a title here."""

    kind: str
    place: str
    check: str
    title: str


class SetAnswer(TypedDict):
    """A set, its items, and a link for pupils."""

    id: str
    """The digest of the set, which its results carry."""
    set: str
    title: str
    note: str
    items: list[SetItem]
    link: str
    """The link, or "" if it would be too long."""
    longest: int
    """The number of characters that a link may have."""


class HandInArguments(TypedDict, total=False):
    """A pupil's result in a set."""

    set: Required[str]
    name: Required[str]
    items: Required[list[str]]
    """State, number of tries and first wrong answer of each item, with tabs between."""
    address: str
    """The address of the teacher's page, to which a link adds the result."""


class HandInAnswer(TypedDict):
    """A result as a link, as a line to send, and as a short code."""

    name: str
    link: str
    line: str
    code: str


class PupilResultArguments(TypedDict):
    """A pupil's result as text."""

    result: str


class PupilResultAnswer(TypedDict):
    """The set to which a result belongs, by its digest, and the name of the pupil."""

    id: str
    name: str


class ClassTableArguments(TypedDict, total=False):
    """The results of a class in a set, and text with further ones."""

    set: Required[str]
    titles: Required[list[str]]
    exercises: Required[list[str]]
    """The id of the exercise in each item, "" for an item without one."""
    kept: list[str]
    pasted: str


class ClassTableAnswer(TypedDict):
    """The results of a class as text to keep, as HTML and as CSV, and what the pasted text gave."""

    kept: list[str]
    names: list[str]
    added: list[str]
    notices: list[str]
    html: str
    csv: str


class SlipsArguments(TypedDict):
    """The titles of some items, and their hands: the id of a deal or an exercise, or two hands with a bar between."""

    titles: list[str]
    hands: list[str]


class SlipsAnswer(TypedDict):
    """The hands of each item as HTML, "" for an item without cards."""

    slips: list[str]


class DealCodeArguments(TypedDict, total=False):
    """The code of a deal, or none for a new one."""

    rules: Required[str]
    code: str


class DealCodeAnswer(TypedDict):
    """A deal by its code: its seed at the table, its id, and its hands as HTML."""

    code: str
    seed: str
    deal: str
    html: str


type ClaimAnswer = TableAnswer | FailedClaim
type JudgeAnswer = AnswerVerdict | SearchProgress
type OddsAnswer = HtmlAnswer | SearchProgress
type QuickDealsAnswer = HtmlAnswer | SearchProgress
