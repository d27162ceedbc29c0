"""A table of the points of a deal by origin, with a column for each player."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from piquet_core.cards.seat import Seat
from piquet_core.replay.steps import RulePoints
from piquet_core.views.markup import Child, Markup, element, join
from piquet_core.wording.score_reasons import is_bonus_heading, score_heading, score_headings

SOURCES = "Where the points came from"


def points_by_heading(sums: Iterable[RulePoints], first: Seat) -> dict[str, tuple[int, int]]:
    """Return pairs of points by heading, those of ``first`` before those of the other player.

    Headings under which nobody scored are omitted.
    """
    found: dict[str, tuple[int, int]] = {}
    for one in sums:
        own, other = found.get(score_heading(one.rule), (0, 0))
        mine = one.seat is first
        found[score_heading(one.rule)] = (
            own + (one.points if mine else 0),
            other + (0 if mine else one.points),
        )
    return {head: found[head] for head in score_headings() if head in found}


def render_ledger(
    title: str,
    names: Sequence[str],
    rows: Sequence[tuple[str, tuple[int, int]]],
    foot: tuple[str, tuple[int, int]],
    nil: str = "",
) -> Markup:
    """Render a table of points with a column per player.

    ``rows`` are (heading, points) pairs, and ``foot`` is the row of totals. Rows of bonuses such as
    pique are highlighted. ``nil`` replaces the dash for no points.
    """
    none: Child = nil or join(
        [element("span", "–", aria_hidden="true"), element("span", "nothing", class_="pq-sr")]
    )
    head = element(
        "tr",
        element("th", title, scope="col"),
        *(element("th", name, scope="col") for name in names),
    )
    body = [
        element(
            "tr",
            element("th", name, scope="row"),
            *(element("td", str(number) if number else none) for number in points),
            class_="pq-lit" if is_bonus_heading(name) else None,
        )
        for name, points in rows
    ]
    last = element(
        "tr",
        element("th", foot[0], scope="row"),
        *(element("td", str(one)) for one in foot[1]),
    )
    return element(
        "table",
        element("thead", head),
        element("tbody", *body),
        element("tfoot", last),
        class_=f"pq-ledger n-{len(rows)}",
        data_part="ledger",
    )
