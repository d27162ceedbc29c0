"""The results of a class in a set: collected from pasted text, summed up by item, and as CSV."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

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
_ANSWERED = ("not done", "not solved", "solved later", "right at first")
_READ = ("not done", "begun", "done with mistakes", "done")


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
        missed = [one for one in found if one.state in (ItemState.TRIED, ItemState.SOLVED)]
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
        return sum(item.kind.has_answer and one.state is ItemState.RIGHT for item, one in pairs)

    def most_missed(self) -> tuple[ItemSummary, ...]:
        """Return the items with a question that half of the pupils or more missed, the worst first."""
        found = [
            self.summary(number)
            for number, item in enumerate(self.work.items)
            if item.kind.has_answer
        ]
        worst = [one for one in found if one.missed and one.missed * 2 >= one.begun]
        return tuple(sorted(worst, key=lambda one: -one.missed / one.begun))


def state_words(kind: ItemKind, state: ItemState) -> str:
    """Return the state of an item in words. A lesson, deal or position is read, a question answered."""
    return (_ANSWERED if kind.has_answer else _READ)[state]


def collect_results(work: WorkSet, kept: Sequence[WorkResult], pasted: str) -> CollectedResults:
    """Return the kept results of a set with those in some pasted text.

    A line has links to results, or a name and a short code. A later result of the same name replaces the earlier
    one. A line that cannot be read changes nothing, and gets a notice.
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
        for result in found:
            key = result.name.casefold()
            if result == results.get(key):
                notices.append(f"The result of {result.name} was here already.")
                continue
            if key in results:
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


def check_result(result: WorkResult, work: WorkSet) -> WorkResult:
    """Return a result unchanged. Raises `TeachingError` if it belongs to another set."""
    if result.digest != set_digest(work) or len(result.items) != len(work.items):
        raise TeachingError(f"the result of {result.name} is for another set")
    return result


def _read_line(line: str, work: WorkSet) -> Iterator[WorkResult]:
    """Yield the results in a line. Raises `TeachingError` if there is none, or one that cannot be read."""
    if RESULT_MARK in line:
        for part in line.split(RESULT_MARK)[1:]:
            words = part.split()
            text = re.split("[<>\"']", words[0] if words else "")[0]
            yield check_result(read_result(text.strip(_AROUND)), work)
        return
    for mark, noun in _OTHER_MARKS.items():
        if mark in line:
            raise TeachingError(f"this is {noun}, not a result")
    name, code = _split_code(line.strip(), code_length(work))
    yield read_short_code(code, work, name)


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
        states = [state_words(item.kind, one.state) for item, one in pairs]
        rows.append([result.name, *states, str(table.count_right(result))])
    return "\ufeff" + "".join(f"{','.join(map(_csv_cell, row))}\r\n" for row in rows)


def _csv_cell(text: str) -> str:
    safe = f"'{text}" if text.startswith(tuple(_FORMULA)) else text
    return '"' + safe.replace('"', '""') + '"'


def read_kept(texts: Iterable[str], work: WorkSet) -> list[WorkResult]:
    """Return the results that were kept as text. Raises `TeachingError` for one of another set."""
    return [check_result(read_result(text), work) for text in texts]
