"""The results of a class in a set: collected from pasted text, summed up by item, and as CSV."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from piquet_core.teaching.set_link import set_digest
from piquet_core.teaching.work_result import (
    ItemState,
    WorkResult,
    code_length,
    read_result,
    read_short_code,
)
from piquet_core.teaching.work_set import ItemKind, TeachingError, WorkSet

RESULT_MARK = "#result="
"""The beginning of a result in an address."""
MOST_RESULTS = 60
"""Number of results that a set keeps: two large classes."""
_OTHER_MARKS = {"#set=": "a set", "#challenge=": "a challenge"}
_AROUND = "<>()[]{}\"'.,;:!?“”‘’"
_SEPARATORS = " \t-\N{NO-BREAK SPACE}"
_AFTER_NAME = " \t:;,=–—-\N{NO-BREAK SPACE}"
_FORMULA = "=+-@\t\r"
"""The signs with which a spreadsheet begins a formula."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StateMeaning:
    """A state of an item in a table: its sign, its words, and whether it counts as right or as missed at first."""

    sign: str
    words: str
    is_right: bool = False
    is_missed: bool = False


ANSWERED = {
    ItemState.OPEN: StateMeaning(sign="·", words="not done"),
    ItemState.TRIED: StateMeaning(sign="✗", words="not solved", is_missed=True),
    ItemState.SOLVED: StateMeaning(sign="◐", words="solved later", is_missed=True),
    ItemState.RIGHT: StateMeaning(sign="✓", words="right at first", is_right=True),
}
"""The states of an item with a question."""
READ = {
    ItemState.OPEN: StateMeaning(sign="·", words="not done"),
    ItemState.TRIED: StateMeaning(sign="○", words="begun"),
    ItemState.SOLVED: StateMeaning(sign="◎", words="done with mistakes"),
    ItemState.RIGHT: StateMeaning(sign="●", words="done"),
}
"""The states of a lesson, a deal or a position, which count neither as right nor as missed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CollectedResults:
    """The results of a set after some were added, and a sentence on each that was replaced or refused."""

    results: tuple[WorkResult, ...]
    added: tuple[str, ...]
    notices: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemSummary:
    """The results of a class in one item, counted from 0.

    ``begun`` pupils have tried it, and ``missed`` of them were wrong at first. ``answer`` is the wrong answer that
    most of them gave and ``answered`` their number; "" and 0 if no result contains one.
    """

    number: int
    begun: int
    missed: int
    answer: str
    answered: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassResults:
    """The results of a class in a set, in the order in which they came."""

    work: WorkSet
    results: tuple[WorkResult, ...]

    def summary(self, number: int) -> ItemSummary:
        """Return the results in one item, counted from 0."""
        found = [result.items[number] for result in self.results]
        meanings = state_meanings(self.work.items[number].kind)
        missed = [one for one in found if meanings[one.state].is_missed]
        answers = Counter(one.answer for one in missed if one.answer)
        answer, count = answers.most_common(1)[0] if answers else ("", 0)
        return ItemSummary(
            number=number,
            begun=sum(one.state is not ItemState.OPEN for one in found),
            missed=len(missed),
            answer=answer,
            answered=count,
        )

    def count_right(self, result: WorkResult) -> int:
        """Return the number of questions that a pupil answered right at the first try."""
        pairs = zip(self.work.items, result.items, strict=True)
        return sum(state_meanings(item.kind)[one.state].is_right for item, one in pairs)

    def most_missed(self) -> tuple[ItemSummary, ...]:
        """Return the items with a question that half of the pupils or more missed, the worst first."""
        found = [self.summary(number) for number in range(len(self.work.items))]
        worst = [one for one in found if one.missed and one.missed * 2 >= one.begun]
        return tuple(sorted(worst, key=lambda one: -one.missed / one.begun))


def state_meanings(kind: ItemKind) -> Mapping[ItemState, StateMeaning]:
    """Return the meanings of the states of an item of one kind."""
    return ANSWERED if kind.has_answer else READ


def collect_results(work: WorkSet, kept: Sequence[WorkResult], pasted: str) -> CollectedResults:
    """Return the kept results of a set with those in some pasted text.

    A line has links to results, or a name and a short code. A later result of the same name replaces the earlier
    one, but a short code leaves the tries and answers of all items whose state is the same. A line that cannot be
    read changes nothing, and gets a notice.
    """
    results = {one.name.casefold(): one for one in kept}
    added: list[str] = []
    notices: list[str] = []
    for number, line in enumerate(pasted.splitlines(), 1):
        if not line.strip():
            continue
        try:
            found = list(_read_line(line, work))
        except TeachingError as error:
            notices.append(f"Line {number}: {error}.")
            continue
        for read, is_code in found:
            key = read.name.casefold()
            known = results.get(key)
            result = _with_states(known, read) if known and is_code else read
            if result == known:
                notices.append(f"The result of {result.name} was here already.")
                continue
            if known:
                notices.append(f"The new result of {result.name} replaces the one before.")
            elif len(results) == MOST_RESULTS:
                notices.append(f"{result.name} is left out: a set keeps {MOST_RESULTS} results.")
                continue
            results[key] = result
            added.append(result.name)
    return CollectedResults(
        results=tuple(results.values()),
        added=tuple(dict.fromkeys(added)),
        notices=tuple(dict.fromkeys(notices)),
    )


def _with_states(known: WorkResult, code: WorkResult) -> WorkResult:
    """Return a known result with the states of a short code, which has neither tries nor answers."""
    pairs = zip(known.items, code.items, strict=True)
    return replace(known, items=tuple(old if old.state is new.state else new for old, new in pairs))


def check_result(result: WorkResult, work: WorkSet) -> WorkResult:
    """Return a result unchanged. Raises `TeachingError` if it belongs to another set."""
    if result.digest != set_digest(work) or len(result.items) != len(work.items):
        raise TeachingError(f"the result of {result.name} is for another set")
    return result


def _read_line(line: str, work: WorkSet) -> Iterator[tuple[WorkResult, bool]]:
    """Yield the results in a line, and whether each is from a short code.

    Raises `TeachingError` if there is none, or one that cannot be read.
    """
    if RESULT_MARK in line:
        for part in line.split(RESULT_MARK)[1:]:
            words = part.split()
            text = re.split("[<>\"']", words[0] if words else "")[0]
            yield check_result(read_result(text.strip(_AROUND)), work), False
        return
    for mark, noun in _OTHER_MARKS.items():
        if mark in line:
            raise TeachingError(f"this is {noun}, not a result")
    name, code = _split_code(line.strip(), code_length(work))
    yield read_short_code(code, work, name), True


def _split_code(line: str, length: int) -> tuple[str, str]:
    """Split a line into a name and the code of ``length`` letters at its end."""
    place = len(line)
    left = length
    while place and left:
        place -= 1
        left -= line[place] not in _SEPARATORS
    name = line[:place].rstrip(_AFTER_NAME)
    if left or (place and line[place - 1] not in _AFTER_NAME):
        raise TeachingError(f"here is no link to a result, and no code of {length} letters")
    if not name:
        raise TeachingError("write the name of the pupil before the code")
    return name, line[place:]


def write_csv(table: ClassResults, titles: Sequence[str]) -> str:
    """Return a table as CSV for spreadsheets: a line for each pupil, a column for each item.

    ``titles`` are the titles of the items. The text begins with the sign by which spreadsheets know UTF-8, and a
    text that a spreadsheet would take for a formula is quoted by an apostrophe.
    """
    heads = [f"{number}. {title}" for number, title in enumerate(titles, 1)]
    rows: list[Sequence[str]] = [["Name", *heads, "Right at first"]]
    for result in table.results:
        pairs = zip(table.work.items, result.items, strict=True)
        states = [state_meanings(item.kind)[one.state].words for item, one in pairs]
        rows.append([result.name, *states, str(table.count_right(result))])
    return "\ufeff" + "".join(f"{','.join(map(_csv_cell, row))}\r\n" for row in rows)


def _csv_cell(text: str) -> str:
    safe = f"'{text}" if text.startswith(tuple(_FORMULA)) else text
    return '"' + safe.replace('"', '""') + '"'


def read_kept(texts: Iterable[str], work: WorkSet) -> list[WorkResult]:
    """Return the results that were kept as text. Raises `TeachingError` for one of another set."""
    return [check_result(read_result(text), work) for text in texts]
