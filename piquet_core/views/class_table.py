"""The table of a class: the result of each pupil in each item, and the items that most of them missed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from piquet_core.errors import PiquetError
from piquet_core.exercises import find_exercise
from piquet_core.exercises.exercise import answer_words
from piquet_core.teaching import ClassResults, WorkResult
from piquet_core.teaching.class_results import (
    ANSWERED,
    READ,
    ItemSummary,
    StateMeaning,
    state_meanings,
)
from piquet_core.views.markup import Markup, element, join


def render_class_table(
    table: ClassResults, titles: Sequence[str], exercises: Sequence[str]
) -> Markup:
    """Render the results of a class, the names of the items, and the questions that most of them missed.

    ``titles`` are the titles of the items. ``exercises`` are the ids of the exercises in the items, or "".
    """
    if not table.results:
        return element("p", "No results yet.")
    names = element("ol", *(element("li", title) for title in titles), data_part="item-names")
    return join([_table(table, titles), _key(table), names, _missed(table, titles, exercises)])


def _table(table: ClassResults, titles: Sequence[str]) -> Markup:
    count = len(table.results)
    heads = [
        element("th", str(number), element("span", f": {title}", class_="pq-vh"), scope="col")
        for number, title in enumerate(titles, 1)
    ]
    head = element(
        "tr",
        element("th", "Name", scope="col"),
        *heads,
        element("th", "Right at first", scope="col"),
        element("td"),
    )
    missed = [table.summary(number) for number in range(len(titles))]
    last = element(
        "tr",
        element("th", "Missed at first", scope="row"),
        *(element("td", str(one.missed) if one.missed else "") for one in missed),
        element("td"),
        element("td"),
    )
    drawn = element(
        "table",
        element("caption", f"{count} result{'' if count == 1 else 's'}"),
        element("thead", head),
        element("tbody", *(_row(table, result) for result in table.results), last),
        class_="pq-class-table",
        data_part="class-table",
    )
    return element(
        "div",
        drawn,
        class_="pq-scroll",
        tabindex=0,
        role="group",
        aria_label="The results, item by item",
    )


def _row(table: ClassResults, result: WorkResult) -> Markup:
    pairs = zip(table.work.items, result.items, strict=True)
    cells = [_cell(state_meanings(item.kind)[one.state]) for item, one in pairs]
    remove = element(
        "button",
        "Remove",
        type="button",
        class_="pq-quiet",
        data_do="remove-result",
        data_name=result.name,
        aria_label=f"Remove the result of {result.name}",
    )
    return element(
        "tr",
        element("th", result.name, scope="row"),
        *cells,
        element("td", str(table.count_right(result))),
        element("td", remove),
    )


def _cell(meaning: StateMeaning) -> Markup:
    return element(
        "td",
        element("span", meaning.sign, aria_hidden="true"),
        element("span", meaning.words, class_="pq-vh"),
        data_counts="right" if meaning.is_right else "missed" if meaning.is_missed else None,
    )


def _key(table: ClassResults) -> Markup:
    """Render the meanings of the signs in a table, and the counts."""
    kinds = [item.kind for item in table.work.items]
    lines = []
    if any(kind.has_answer for kind in kinds):
        right = " and ".join(one.sign for one in ANSWERED.values() if one.is_right)
        missed = " and ".join(one.sign for one in ANSWERED.values() if one.is_missed)
        lines.append(
            f"Questions: {_signs(ANSWERED.values())}. Right at first counts {right}, "
            f"and Missed at first {missed}."
        )
    if not all(kind.has_answer for kind in kinds):
        lines.append(
            f"Lessons, deals and positions: {_signs(READ.values())}. They are not counted."
        )
    return join([element("p", line) for line in lines])


def _signs(meanings: Iterable[StateMeaning]) -> str:
    return "; ".join(f"{one.sign} {one.words}" for one in meanings)


def _missed(table: ClassResults, titles: Sequence[str], exercises: Sequence[str]) -> Markup:
    """Render the questions that half of the class or more missed, with the most frequent wrong answer."""
    found = table.most_missed()
    head = element("h3", "What most of them missed")
    if not found:
        return join([head, element("p", "No question was missed by half of those who tried it.")])
    lines = [
        element(
            "li",
            element("b", f"{one.number + 1}. {titles[one.number]}"),
            f": {one.missed} of {one.begun} missed it at first.",
            _frequent(one, exercises[one.number]),
        )
        for one in found
    ]
    return join([head, element("ul", *lines, data_part="most-missed")])


def _frequent(one: ItemSummary, exercise: str) -> str:
    """Return a sentence on the most frequent wrong answer, or "" if it is unknown."""
    if not one.answered or not exercise:
        return ""
    try:
        said = answer_words(find_exercise(exercise), one.answer)
    except PiquetError:
        return ""
    who = "One pupil" if one.answered == 1 else f"{one.answered} pupils"
    return f" {who} answered: {said}."
