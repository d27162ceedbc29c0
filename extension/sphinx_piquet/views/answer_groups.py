"""Answers to one rule grouped by answer, for windows too narrow for a column per book."""

from __future__ import annotations

from collections.abc import Sequence

from piquet_core.cards.card_names import capitalize
from piquet_core.rules.answer_matrix import MatrixCell, MatrixRow, short_answer
from piquet_core.rules.status import Status
from piquet_core.views.markup import Child, Markup, element, join
from sphinx_piquet.rules.answer_marks import name_of, year_of

_IN_SHORT = {
    Status.INFERRED: "inferred",
    Status.CONTESTED: "contested",
    Status.SLIP: "a slip",
    Status.SILENT: "silent",
    Status.UNSEEN: "part unseen",
}


def render_answer_groups(row: MatrixRow) -> Markup:
    """Return the answers of a row, the most common first, then the filled gaps.

    A book is an element with its id in ``data-set``, and a line has those of its books in ``data-
    sets``, so that a script can filter them.
    """
    given: dict[int, list[MatrixCell]] = {}
    for cell in row.cells:
        if cell.answer.status.speaks:
            given.setdefault(cell.value, []).append(cell)
    lines = sorted(given.values(), key=lambda cells: (cells[0].unlike, -len(cells)))
    items = [_line(cells, len(row.cells)) for cells in lines]
    items += [_filled(cell) for cell in row.cells if cell.answer.status in GAPS]
    absent = [cell for cell in row.cells if cell.answer.absent]
    if absent:
        items.append(_item(absent, "Does not arise", _who(absent, len(row.cells)), "pq-absent"))
    return element("ul", *items, class_="pq-by-answer", role="list")


GAPS = (Status.SILENT, Status.UNSEEN)
"""What is filled in: no answer of the text."""


def _line(cells: Sequence[MatrixCell], of: int) -> Markup:
    words = capitalize(short_answer(cells[0].answer))
    if not cells[0].unlike:
        return _item(cells, words, _who(cells, of))
    sign = element("i", "▸", role="img", aria_label="Unlike most:")
    return _item(cells, join([sign, words]), _who(cells, of), "pq-unlike")


def _filled(cell: MatrixCell) -> Markup:
    """Return a gap of the text, with the answer that fills it."""
    words = f"filled in: {short_answer(cell.answer)}"
    said = capitalize(_IN_SHORT[cell.answer.status])
    return _item([cell], said, join([_book(cell, marked=False), words], " "), "pq-filled")


def _item(
    cells: Sequence[MatrixCell], words: Child, who: Markup, kind: str | None = None
) -> Markup:
    ids = " ".join(cell.ruleset.id for cell in cells)
    return element(
        "li",
        element("b", words),
        " ",
        element("span", who, class_="pq-who", data_part="player"),
        class_=kind,
        data_sets=ids,
    )


def _who(cells: Sequence[MatrixCell], of: int) -> Markup:
    """Return the books of a line, or their number if they are most of all and the answer is the usual
    one.

    A divergent answer departs from what most texts state. Most rule sets may still give it, so its
    books are always named.
    """
    if len(cells) * 2 <= of or cells[0].unlike:
        return join([_book(cell) for cell in cells], " ")
    rest = f"all {of} rule sets" if len(cells) == of else f"{len(cells)} of {of} rule sets"
    marked = [cell for cell in cells if cell.answer.status in _IN_SHORT]
    counted = element("span", rest, class_="pq-counted-sets")
    return join([counted, *(_book(cell) for cell in marked)], " ")


def _book(cell: MatrixCell, *, marked: bool = True) -> Markup:
    """Return the year and name of a book, with the status of its answer unless that is *stated*."""
    year = element("small", year_of(cell.ruleset.source))
    status = _IN_SHORT.get(cell.answer.status) if marked else None
    return element(
        "span",
        year,
        f" {name_of(cell.ruleset)}",
        join([" ", element("em", f"({status})")]) if status else None,
        class_="pq-book",
        data_set=cell.ruleset.id,
    )
