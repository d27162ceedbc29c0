"""An exercise: its exhibits, the question, the possible answers, and their assessment."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import combinations, permutations, product
from typing import Protocol, runtime_checkable

from piquet_core.cards.cards import Card
from piquet_core.errors import PiquetError
from piquet_core.review.advise import AdviceSearch
from piquet_core.rules import Answer, RuleSet
from piquet_core.solver.goal_search import Goal
from piquet_core.wording.rich_text import Part

NOTHING = "none"
"""The answer that there is nothing to choose."""
MOST_LISTED = 4096
"""Maximum number of answers to judge in advance: all selections from twelve cards."""


class ExerciseError(PiquetError):
    """The error for an exercise that cannot be made, and for an invalid answer."""


class Verdict(Enum):
    """The verdict on an answer.

    An answer is *right*, *nearly* right, *part* right or *wrong* according to the rules. A legal choice is
    instead *best*, *fine* or *costly* according to the points or tricks that it gives away.
    """

    RIGHT = "right"
    NEARLY = "nearly"
    PART = "part"
    WRONG = "wrong"
    BEST = "best"
    FINE = "fine"
    COSTLY = "costly"

    @property
    def passes(self) -> bool:
        """Whether this verdict completes the exercise."""
        return self in (Verdict.RIGHT, Verdict.BEST, Verdict.FINE)


def is_near(right: int, slips: int) -> bool:
    """Tell whether an answer is nearly right: it has exactly one slip, and at least two things right.

    A slip is a surplus choice, a missing choice, a choice of a wrong option for a right one, a wrong mark, or
    two neighbours in the wrong order.
    """
    return slips == 1 and right >= 2


@dataclass(frozen=True, slots=True, kw_only=True)
class CompletedTrick:
    """The trick that the learner's card completes: whether the learner takes it, and the points for the card."""

    is_taken: bool
    points: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Assessment:
    """A verdict on a learner's answer, with feedback and the rule that decides.

    ``says`` is the feedback. After an earlier miss, a nonempty ``again`` replaces ``says``. ``clause`` is the
    rule set's answer that decides, and ``behind`` an explanation shown on request before the clause. ``named``
    has the options that the feedback calls better, and ``missed`` those with a wrong mark. ``onward`` is the
    deal played on from here, shown separately. ``trick`` is the trick that the chosen card completes.
    """

    verdict: Verdict
    says: tuple[Part, ...]
    clause: Answer[object] | None = None
    again: tuple[Part, ...] = ()
    behind: tuple[Part, ...] = ()
    named: tuple[str, ...] = ()
    missed: tuple[str, ...] = ()
    onward: tuple[Part, ...] = ()
    trick: CompletedTrick | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerOption:
    """One option: its ``value`` in the text of an answer, and the words or the card that show it."""

    value: str
    words: str
    card: Card | None = None


class Form(Enum):
    """The form of an answer, which determines its text.

    An answer is a selection of options (``SA+SK``), one option (``good``), a whole number (``15``), all options
    in order (``b>a>c``), or a mark for each option (``SA=certain+SK=possible``).
    """

    SOME = "some"
    ONE = "one"
    NUMBER = "number"
    ORDER = "order"
    MARKS = "marks"


@dataclass(frozen=True, slots=True, kw_only=True)
class Exhibit:
    """Cards or lines of text under a label. ``aside`` marks an exhibit that is seldom needed.

    ``turn`` is a last line about the current choice, which is removed once the choice is made. ``is_trick`` marks
    the card of a trick that the learner's card completes.
    """

    label: str
    cards: tuple[Card, ...] = ()
    lines: tuple[tuple[Part, ...], ...] = ()
    aside: bool = False
    turn: tuple[Part, ...] = ()
    is_trick: bool = False

    @property
    def told(self) -> tuple[tuple[Part, ...], ...]:
        """All lines of text, with ``turn`` last."""
        return (*self.lines, self.turn) if self.turn else self.lines


Chosen = tuple[str, ...]


class AnswerKey(Protocol):
    """The part of a question that judges answers in the form that `read_answer` returns."""

    def judge(self, chosen: Chosen) -> Assessment:
        """Return the assessment of an answer."""

    def right(self) -> tuple[Chosen, ...]:
        """Return every right answer, the one to show first."""


@runtime_checkable
class SearchedKey(Protocol):
    """An answer key that needs a search to judge an answer."""

    def thinking(self, chosen: Chosen) -> AdviceSearch:
        """Return the search that assesses an answer, with its progress so far."""

    def solution(self) -> tuple[Part, ...]:
        """Return the solution in words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question about a position, with its exhibits, options and answer key."""

    form: Form
    key: AnswerKey
    solution: tuple[Part, ...]
    shown: tuple[Exhibit, ...]
    question: str
    hint: str
    clause: Answer[object]
    options: tuple[AnswerOption, ...] = ()
    least: int = 1
    most: int = 1
    marks: tuple[str, ...] = ()
    slow: bool = False
    goes_on: bool = False
    goal: Goal | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Exercise:
    """A question with an id, from which the same exercise can be made again.

    A ``slow`` question needs a search to judge an answer. Its answers are not judged in advance, and its key
    has the solution. If the question ``goes_on``, a right answer leads to the next exercise of the same deal,
    until the deal ends or its ``goal`` is settled.
    """

    id: str
    kind: str
    ask: str
    feature: str
    rules: RuleSet
    posed: Question

    @property
    def solution(self) -> tuple[Part, ...]:
        """The solution in words."""
        key = self.posed.key
        return key.solution() if isinstance(key, SearchedKey) else self.posed.solution

    @property
    def right(self) -> tuple[str, ...]:
        """The text of every right answer."""
        return tuple(write_answer(self, chosen) for chosen in self.posed.key.right())

    @property
    def can_play_on(self) -> bool:
        """Whether the deal can be played on for practice after the exercise is done."""
        return self.kind == "play" and not self.posed.goes_on and len(self.posed.options) > 1

    @property
    def for_screen(self) -> bool:
        """Whether the exercise cannot be printed, because an opponent answers each card until the deal ends.

        A problem with a goal can be printed, because its first card is right or wrong.
        """
        return self.posed.goes_on and self.posed.goal is None


def judge(item: Exercise, answer: str) -> Assessment:
    """Return the assessment of an answer.

    Raises `ExerciseError` for an invalid answer.
    """
    return item.posed.key.judge(read_answer(item, answer))


def answer_search(item: Exercise, answer: str) -> AdviceSearch | None:
    """Return the search that assesses an answer, or None if no search is needed."""
    key = item.posed.key
    return key.thinking(read_answer(item, answer)) if isinstance(key, SearchedKey) else None


def answer_words(item: Exercise, answer: str) -> str:
    """Return an answer in words: *ace of spades, king of spades*, or *none of these*."""
    chosen = read_answer(item, answer)
    posed = item.posed
    words = {option.value: option.words for option in posed.options}
    if posed.form is Form.NUMBER:
        return chosen[0]
    if posed.form is Form.MARKS:
        return ", ".join(
            f"{option.words} {mark}" for option, mark in zip(posed.options, chosen, strict=True)
        )
    return ", ".join(words[value] for value in chosen) or "none of these"


def read_answer(item: Exercise, text: str) -> Chosen:
    """Return the validated parts of an answer.

    The parts are in the order of the options, unless the question asks for an order. Raises
    `ExerciseError` if the answer is invalid.
    """
    posed = item.posed
    text = text.strip()
    if len(text) > 500:
        raise ExerciseError("the answer is too long")
    match posed.form:
        case Form.NUMBER:
            if not (text.isascii() and text.isdigit() and len(text) <= 4):
                raise ExerciseError(f"expected a whole number, not {text[:20]!r}")
            return (str(int(text)),)
        case Form.ORDER:
            chosen = _known(posed, text.split(">"))
            if len(chosen) < len(posed.options):
                raise ExerciseError(f"all {len(posed.options)} choices must be put in order")
            return chosen
        case Form.MARKS:
            return _marked(posed, text)
        case _:
            words = [] if text in ("", NOTHING) else text.split("+")
            chosen = _known(posed, words)
            if not posed.least <= len(chosen) <= posed.most:
                raise ExerciseError(f"choose {_count(posed.least, posed.most)}, not {len(chosen)}")
            return tuple(one.value for one in posed.options if one.value in chosen)


def write_answer(item: Exercise, chosen: Chosen) -> str:
    """Return an answer as text, the inverse of `read_answer`."""
    posed = item.posed
    if posed.form is Form.ORDER:
        return ">".join(chosen)
    if posed.form is Form.MARKS:
        return "+".join(
            f"{option.value}={mark}" for option, mark in zip(posed.options, chosen, strict=True)
        )
    return "+".join(chosen) or NOTHING


def possible_answers(item: Exercise) -> Iterator[Chosen]:
    """Yield every answer to judge in advance; for a number, 0 to 199.

    Nothing is yielded if there are too many answers, or if judging one needs a search.
    """
    posed = item.posed
    values = [option.value for option in posed.options]
    if posed.slow:
        return
    found: Iterable[Sequence[str]] = ()
    match posed.form:
        case Form.ONE:
            found = ((value,) for value in values)
        case Form.SOME if len(values) <= 12:
            sizes = range(posed.least, posed.most + 1)
            found = (some for size in sizes for some in combinations(values, size))
        case Form.ORDER if len(values) <= 6:
            found = permutations(values)
        case Form.MARKS if len(posed.marks) ** len(values) <= MOST_LISTED:
            found = product(posed.marks, repeat=len(values))
        case Form.NUMBER:
            found = ((str(number),) for number in range(200))
    for one in found:
        yield tuple(one)


def _known(posed: Question, words: Sequence[str]) -> Chosen:
    known = {option.value for option in posed.options}
    for word in words:
        if word not in known:
            raise ExerciseError(f"{word[:20]!r} is not one of the choices")
    if len(set(words)) < len(words):
        raise ExerciseError("a choice appears twice")
    return tuple(words)


def _marked(posed: Question, text: str) -> Chosen:
    marks: dict[str, str] = {}
    for word in text.split("+"):
        value, _, mark = word.partition("=")
        if value in marks:
            raise ExerciseError("a choice appears twice")
        if mark not in posed.marks:
            raise ExerciseError(
                f"unknown mark {mark[:20]!r}; choose one of {', '.join(posed.marks)}"
            )
        marks[value] = mark
    _known(posed, list(marks))
    if len(marks) < len(posed.options):
        raise ExerciseError(f"all {len(posed.options)} choices need a mark")
    return tuple(marks[option.value] for option in posed.options)


def _count(least: int, most: int) -> str:
    if least == most:
        return f"exactly {least} {'is' if least == 1 else 'are'}"
    return f"{least} to {most} are"
