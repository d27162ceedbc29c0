"""Scoring card of several parties: the points of each deal, the totals and the settlement."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from piquet_core.rules import RuleSet
from piquet_core.rules.strategies import SETTLEMENTS
from piquet_core.views.markup import SVG, Markup, element

PLAYERS: Final = ("A", "B")
_COLUMN, _ROW, _HEAD, _EDGE = 62, 34, 44, 14

Points = tuple[int, int]


class CardColumn(NamedTuple):
    """A partie on the card: the points of A and B in each deal, their totals, and A's and B's winnings."""

    deals: Sequence[Points]
    totals: Points
    won: Points


def card_column(rules: RuleSet, deals: Sequence[Points]) -> CardColumn:
    """Return the column of a partie that is settled by ``rules``. Raise `ValueError` for a tie."""
    totals = sum(one for one, _ in deals), sum(other for _, other in deals)
    if totals[0] == totals[1]:
        raise ValueError(f"a partie of {totals[0]} to {totals[1]} is a tie")
    line, bonus = (rules.number(f"rubicon.{name}").value for name in ("line", "bonus"))
    settle = SETTLEMENTS[rules.choice("rubicon.settlement").value]
    points = settle(max(totals), min(totals), line, bonus)
    return CardColumn(deals, totals, (points, 0) if totals[0] > totals[1] else (0, points))


def render_scoring_card(columns: Sequence[CardColumn]) -> Markup:
    """Return the card as a drawing, and as a table for screen readers."""
    table = render_scoring_table(columns)
    return element(
        "div", _drawing(columns), element("div", table, class_="pq-sr"), class_="pq-drawn-sheet"
    )


def render_scoring_table(columns: Sequence[CardColumn]) -> Markup:
    """Return the card as a table."""
    heads = [f"Partie {at}, {name}" for at in range(1, len(columns) + 1) for name in PLAYERS]
    return element(
        "table",
        element(
            "thead", element("tr", *(element("th", one, scope="col") for one in ("Deal", *heads)))
        ),
        element("tbody", *(_table_row(name, points) for name, points, _ in _rows(columns))),
    )


def _rows(columns: Sequence[CardColumn]) -> list[tuple[str, list[Points], bool]]:
    """Return rows of (heading, points in each partie, whether the row is a sum)."""
    deals = [
        (str(at), list(points), False)
        for at, points in enumerate(zip(*(one.deals for one in columns), strict=True), 1)
    ]
    return [
        *deals,
        ("Total", [one.totals for one in columns], True),
        ("Won", [one.won for one in columns], True),
    ]


def _table_row(name: str, points: Sequence[Points]) -> Markup:
    cells = (element("td", str(one) if one else "0") for pair in points for one in pair)
    return element("tr", element("th", name, scope="row"), *cells)


def _drawing(columns: Sequence[CardColumn]) -> Markup:
    rows = _rows(columns)
    width = 2 * _EDGE + 2 * _COLUMN * len(columns)
    height = _HEAD + _ROW * len(rows) + _EDGE
    parts: list[Markup] = []
    for at in range(2 * len(columns)):
        right = _EDGE + _COLUMN * (at + 1) - 16
        parts.append(_text(PLAYERS[at % 2], right, 30, "pq-sheet-name"))
        if at:
            x = _EDGE + _COLUMN * at
            kind = "pq-sheet-rule" if at % 2 else "pq-sheet-firm"
            parts.append(_line(x, _EDGE, x, height - _EDGE, kind))
        for row, (_, points, _is_sum) in enumerate(rows):
            if number := points[at // 2][at % 2]:
                foot = _HEAD + _ROW * (row + 1)
                parts.append(_text(str(number), right, foot - 9, "pq-sheet-figure"))
    for row, (_, _, is_sum) in enumerate(rows):
        if is_sum:
            y = _HEAD + _ROW * row
            parts.append(_line(_EDGE, y, width - _EDGE, y, "pq-sheet-firm"))
    parts.append(_line(_EDGE, _HEAD - 4, width - _EDGE, _HEAD - 4, "pq-sheet-firm"))
    return element("svg", *parts, xmlns=SVG, viewBox=f"0 0 {width} {height}", aria_hidden="true")


def _text(words: str, x: int, y: int, kind: str) -> Markup:
    return element("text", words, x=x, y=y, class_=kind, text_anchor="end")


def _line(x1: int, y1: int, x2: int, y2: int, kind: str) -> Markup:
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, class_=kind)
