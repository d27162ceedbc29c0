"""List of the answers to a rule with their rule sets, for windows too narrow for a column per rule set."""

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
    """Return a list of the answers in a row: usual ones, then divergent ones, then filled gaps.

    ``data-set`` is the id of a rule set. An item with a number instead of all names has the answer's
    number as ``data-v``, as the cells of the row have. A script filters the list by these attributes.
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
        of = len(row.cells)
        who, counted = _who(absent, of), _are_counted(absent, of)
        items.append(_item(absent, "Does not arise", who, "pq-absent", counted=counted))
    return element("ul", *items, class_="pq-by-answer", role="list")


GAPS = (Status.SILENT, Status.UNSEEN)
"""The statuses of answers that fill a gap in the text."""


def _line(cells: Sequence[MatrixCell], of: int) -> Markup:
    words = capitalize(short_answer(cells[0].answer))
    if not cells[0].unlike:
        return _item(cells, words, _who(cells, of), counted=_are_counted(cells, of))
    sign = element("i", "▸", role="img", aria_label="Unlike most:")
    return _item(cells, join([sign, words]), _who(cells, of), "pq-unlike")


def _filled(cell: MatrixCell) -> Markup:
    """Return the item for a rule set whose text has a gap, with the answer that fills it."""
    words = f"filled in: {short_answer(cell.answer)}"
    said = capitalize(_IN_SHORT[cell.answer.status])
    return _item([cell], said, join([_book(cell, marked=False), words], " "), "pq-filled")


def _item(
    cells: Sequence[MatrixCell],
    words: Child,
    who: Markup,
    kind: str | None = None,
    *,
    counted: bool = False,
) -> Markup:
    return element(
        "li",
        element("b", words),
        " ",
        element("span", who, class_="pq-who"),
        class_=kind,
        data_v=cells[0].value if counted else None,
    )


def _are_counted(cells: Sequence[MatrixCell], of: int) -> bool:
    """Return whether more than half of all rule sets give a usual answer."""
    return len(cells) * 2 > of and not cells[0].unlike


def _who(cells: Sequence[MatrixCell], of: int) -> Markup:
    """Return the names of the rule sets with an answer. ``of`` is the number of all rule sets.

    If more than half of them give a usual answer, return their number, and only the names whose
    status is not *stated*. A divergent answer, which differs from that of most texts, always has all
    names.
    """
    if not _are_counted(cells, of):
        return join([_book(cell) for cell in cells], " ")
    rest = f"all {of} rule sets" if len(cells) == of else f"{len(cells)} of {of} rule sets"
    marked = [cell for cell in cells if cell.answer.status in _IN_SHORT]
    counted = element("span", rest, class_="pq-counted-sets")
    return join([counted, *(_book(cell) for cell in marked)], " ")


def _book(cell: MatrixCell, *, marked: bool = True) -> Markup:
    """Return the year and name of a rule set.

    If ``marked``, add the status of its answer, unless that is *stated*.
    """
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
