"""An exercise: exhibits, the question, possible answers, and their assessment."""

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
    """An exercise that cannot be made, or an invalid answer to one."""


class Verdict(Enum):
    """The verdict on an answer: right, nearly or partly right, or wrong by the rules; or one of three bands.

    A legal choice that gives something away is *costly* too.
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
    """Tell whether an answer is nearly right: it has one slip, and at least two things right.

    A slip is a surplus choice, a missing choice, one in place of another, a wrong mark, or two neighbours in
    the wrong order.
    """
    return slips == 1 and right >= 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Assessment:
    """A verdict with its consequences in the deal, and the clause behind it.

    A ``clause`` is an answer of the rule set; an answer, in this package, is the learner's. ``again`` replaces
    the text after an earlier miss, if there is more to say then; ``behind`` is shown on request, before the
    clause. ``named`` are the options that it names as better, ``missed`` those that have a wrong mark.
    ``onward`` is the best play from here, in a paragraph of its own.
    """

    verdict: Verdict
    says: tuple[Part, ...]
    clause: Answer[object] | None = None
    again: tuple[Part, ...] = ()
    behind: tuple[Part, ...] = ()
    named: tuple[str, ...] = ()
    missed: tuple[str, ...] = ()
    onward: tuple[Part, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerOption:
    """One option: its text in an answer, and a card or some words that show it."""

    value: str
    words: str
    card: Card | None = None


class Form(Enum):
    """The form of an answer, which also determines its text.

    Some of the options (``SA+SK``), one of them (``good``), a whole number (``15``), all of them in order
    (``b>a>c``), or one mark for each (``SA=certain+SK=possible``).
    """

    SOME = "some"
    ONE = "one"
    NUMBER = "number"
    ORDER = "order"
    MARKS = "marks"


@dataclass(frozen=True, slots=True, kw_only=True)
class Exhibit:
    """Cards under a label, or lines of text. ``aside`` marks those that are seldom needed.

    ``turn`` is a last line about the current choice, which is dropped once there is no choice.
    """

    label: str
    cards: tuple[Card, ...] = ()
    lines: tuple[tuple[Part, ...], ...] = ()
    aside: bool = False
    turn: tuple[Part, ...] = ()

    @property
    def told(self) -> tuple[tuple[Part, ...], ...]:
        """All lines of text."""
        return (*self.lines, self.turn) if self.turn else self.lines


Chosen = tuple[str, ...]


class AnswerKey(Protocol):
    """The part of a question that judges answers, which come from `read_answer`."""

    def judge(self, chosen: Chosen) -> Assessment:
        """Return the assessment of an answer."""

    def right(self) -> tuple[Chosen, ...]:
        """Return every right answer; the one to show comes first."""


@runtime_checkable
class SearchedKey(Protocol):
    """An answer key that judges by a search."""

    def thinking(self, chosen: Chosen) -> AdviceSearch:
        """Return the search for an answer's assessment, with its progress so far."""

    def solution(self) -> tuple[Part, ...]:
        """Return the solution in words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question about a position, before it has an id."""

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
    """An exercise with its id, from which alone it can be made again.

    A ``slow`` exercise needs a search for its verdicts, which are not computed in advance, and takes its
    solution from its key. In one that ``goes_on``, a right answer leads to the next exercise of the same deal,
    up to its end or its ``goal``.
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
        """Every right answer as text."""
        return tuple(write_answer(self, chosen) for chosen in self.posed.key.right())

    @property
    def for_screen(self) -> bool:
        """Whether the exercise needs a screen: a deal played out against an opponent, who answers each card.

        A problem goes on as well, but its first card is right or wrong, as in a book.
        """
        return self.posed.goes_on and self.posed.goal is None


def judge(item: Exercise, answer: str) -> Assessment:
    """Return the assessment of an answer; raises `ExerciseError` for an invalid text."""
    return item.posed.key.judge(read_answer(item, answer))


def answer_search(item: Exercise, answer: str) -> AdviceSearch | None:
    """Return the search that an answer's assessment needs; None if it needs none."""
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
    """Return the validated parts of an answer, in the order of the options unless the question asks for an order."""
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
    """Return an answer as text: the inverse of `read_answer`."""
    posed = item.posed
    if posed.form is Form.ORDER:
        return ">".join(chosen)
    if posed.form is Form.MARKS:
        return "+".join(
            f"{option.value}={mark}" for option, mark in zip(posed.options, chosen, strict=True)
        )
    return "+".join(chosen) or NOTHING


def possible_answers(item: Exercise) -> Iterator[Chosen]:
    """Yield every possible answer; nothing if there are too many, or if any number is possible."""
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
