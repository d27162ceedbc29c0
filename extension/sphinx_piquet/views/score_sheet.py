"""Score sheet of one deal: the points of each player under each heading, with totals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from piquet_core.cards.seat import Seat
from piquet_core.replay.steps import RulePoints
from piquet_core.views.markup import Markup, element
from piquet_core.views.replay.score_ledger import points_by_heading, render_ledger
from piquet_core.wording.score_reasons import score_heading

PLAYED: Final = tuple(
    score_heading(rule) for rule in ("pique.bonus", "play.lead", "cards.points", "capot.points")
)
"""The headings of points scored in the play and after it. All other points are scored in hand."""
IN_HAND, IN_PLAY, TOTAL = "In hand", "Play and cards", "The deal"
FORM: Final = ("Deal", "Elder", IN_HAND, IN_PLAY, "Total so far")
"""The columns of the form for a partie."""

_WIDTH, _ROW, _HEAD = 400, 36, 60
_COLUMNS: Final = (272, 368)
"""The right edges of the two players' columns."""

Row = tuple[str, tuple[int, int]]
Line = tuple[str, tuple[int, int], bool]
"""A heading, the points of the two players, and whether the line is a sum."""


def sheet_rows(sums: Iterable[RulePoints]) -> tuple[list[Row], list[Row]]:
    """Return a pair of lists of rows: points scored in hand, and points scored in the play.

    A row is a heading with the points of elder and younger.
    """
    found = points_by_heading(sums, Seat.ELDER)
    return (
        [(head, points) for head, points in found.items() if head not in PLAYED],
        [(head, points) for head, points in found.items() if head in PLAYED],
    )


def sheet_totals(rows: Iterable[Row]) -> tuple[int, int]:
    """Return the totals of the two players.

    >>> sheet_totals([("Point", (6, 0)), ("Play", (9, 6))])
    (15, 6)
    """
    points = [one for _, one in rows]
    return sum(one for one, _ in points), sum(other for _, other in points)


def render_filled_sheet(names: Sequence[str], sums: Iterable[RulePoints]) -> Markup:
    """Return the score sheet of a deal as a drawing, and as a table for screen readers."""
    lines = _lines(sums)
    return element(
        "div",
        _drawing(names, lines),
        element("div", _table(names, lines), class_="pq-sr"),
        class_="pq-drawn-sheet",
    )


def render_filled_table(names: Sequence[str], sums: Iterable[RulePoints]) -> Markup:
    """Return the score sheet of a deal as a table, for EPUB."""
    return _table(names, _lines(sums))


def render_blank_row(names: Sequence[str], sums: Iterable[RulePoints]) -> Markup:
    """Return the printable form of each player, with the deal filled in as its first row."""
    hand, play = (sheet_totals(rows) for rows in sheet_rows(sums))
    heads = element("tr", *(element("th", head, scope="col") for head in FORM))
    sheets = [
        element(
            "table",
            element("caption", f"Player {name}"),
            element("thead", heads),
            element("tbody", element("tr", *(element("td", str(one)) for one in row))),
        )
        for name, at in zip(names, (0, 1), strict=True)
        for row in [(1, names[0], hand[at], play[at], hand[at] + play[at])]
    ]
    return element("div", *sheets, class_="pq-filled-form")


def _lines(sums: Iterable[RulePoints]) -> list[Line]:
    hand, play = sheet_rows(sums)
    lines: list[Line] = []
    for rows, sum_of in ((hand, IN_HAND), (play, IN_PLAY)):
        lines += [(head, points, False) for head, points in rows]
        lines.append((sum_of, sheet_totals(rows), True))
    return [*lines, (TOTAL, sheet_totals([*hand, *play]), True)]


def _table(names: Sequence[str], lines: Sequence[Line]) -> Markup:
    *rows, foot = (line[:2] for line in lines)
    return render_ledger("Score sheet", names, rows, foot)


def _drawing(names: Sequence[str], lines: Sequence[Line]) -> Markup:
    height = _HEAD + _ROW * len(lines) + 12
    parts = [_text(name, x, 36, "pq-sheet-name") for name, x in zip(names, _COLUMNS, strict=True)]
    parts += [
        _text(("elder", "younger")[at], x, 54, "pq-sheet-part") for at, x in enumerate(_COLUMNS)
    ]
    parts += [_line(x - 64, 16, x - 64, height - 16, "pq-sheet-rule") for x in _COLUMNS]
    for at, (head, points, is_sum) in enumerate(lines):
        foot = _HEAD + _ROW * (at + 1)
        kind = "pq-sheet-sum" if is_sum else "pq-sheet-line"
        parts.append(element("text", head, x=24, y=foot - 10, class_=kind))
        parts += [
            _text(str(one), x, foot - 9, f"{kind} pq-sheet-figure")
            for one, x in zip(points, _COLUMNS, strict=True)
            if one or is_sum
        ]
        if is_sum:
            parts.append(_line(24, foot, _WIDTH - 24, foot, "pq-sheet-firm"))
            parts.append(_line(24, foot - _ROW, _WIDTH - 24, foot - _ROW, "pq-sheet-rule"))
    parts.append(_line(24, height - 9, _WIDTH - 24, height - 9, "pq-sheet-firm"))
    return element(
        "svg",
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {_WIDTH} {height}",
        aria_hidden="true",
    )


def _text(words: str, x: int, y: int, kind: str) -> Markup:
    return element("text", words, x=x, y=y, class_=kind, text_anchor="end")


def _line(x1: int, y1: int, x2: int, y2: int, kind: str) -> Markup:
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, class_=kind)
