"""The chart of answers to a rule by date, as SVG with fixed text sizes.

The texts in the chart follow as a list, which phones show instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final, Protocol

from piquet_core.cards.card_names import capitalize
from piquet_core.rules import RuleSet, Status
from piquet_core.views.markup import SVG, Markup, element
from sphinx_piquet.rules.answer_marks import AnswerSide
from sphinx_piquet.views.answer_strip import draw_mark, strokes
from website.views.works_timeline import mark_rows

FIRST: Final = 1635
LAST: Final = 2035
_ROW: Final = 20
"""The height of a row of marks in pixels."""
_APART: Final = 13
"""The minimum distance of two marks of a row in years, for the narrowest chart."""
_TICK: Final = 12
"""The height of a long tick."""
_NAMED_ROW, _NAMED_LONG = 22, 120
"""The height of a row of names in pixels, and the width of a name in years."""
_EARLY: Final = 1700
"""Before this year, names start at their year instead of ending there."""
_LATE: Final = 1835
"""After this year, notes end at their mark instead of starting there."""
NBSP: Final = "\N{NO-BREAK SPACE}"
_LARGE, _SMALL = 18, 13
"""The width of a mark with and without rule sets, in pixels."""


class TextMark(Protocol):
    """A dated text with its answer."""

    @property
    def year(self) -> int:
        """The year to draw it at."""

    @property
    def dated(self) -> str:
        """The year in short form."""

    @property
    def name(self) -> str:
        """The name beside the year."""

    @property
    def side(self) -> AnswerSide:
        """The side of the answer, which gives the mark its shape."""

    @property
    def status(self) -> Status:
        """The status of the answer, such as stated or inferred."""

    @property
    def place(self) -> str:
        """The location of the answer, or ""."""

    @property
    def key(self) -> str:
        """The key of the text in addresses."""

    @property
    def rulesets(self) -> Sequence[RuleSet]:
        """The rule sets made from the text."""


class AnswerLane(Protocol):
    """An answer in a few words with its texts."""

    @property
    def says(self) -> str:
        """The answer in a few words."""

    @property
    def span(self) -> str:
        """The years of the first and last text with the answer."""

    @property
    def marks(self) -> Sequence[TextMark]:
        """The texts, the oldest first."""


def year_position(year: int) -> str:
    """Return the position of a year in per cent of the width.

    >>> year_position(FIRST), year_position(LAST)
    ('0.00%', '100.00%')
    """
    return f"{100 * (year - FIRST) / (LAST - FIRST):.2f}%"


def render_texts(marks: Sequence[TextMark]) -> Markup:
    """Render the texts with rule sets on a line of time, with their names."""
    rows = _rising([mark.year for mark in marks])
    line = (max(rows) + 1) * _NAMED_ROW + 12
    parts = [element("line", x1="0", x2="100%", y1=line, y2=line)]
    for mark, row in zip(marks, rows, strict=True):
        x, foot = year_position(mark.year), line - 14 - row * _NAMED_ROW
        parts.append(element("line", class_="pq-named", x1=x, x2=x, y1=foot - 14, y2=line))
        side = "pq-begins" if mark.year < _EARLY else None
        parts.append(element("text", f"{mark.dated} {mark.name}", x=x, y=foot, class_=side))
    drawn = element(
        "svg",
        *parts,
        xmlns=SVG,
        class_="pq-lane pq-lane-names",
        width="100%",
        height=line + 4,
        aria_hidden="true",
    )
    label = element("dt", "Texts with rule sets")
    listed = element("dl", label, element("dd", drawn, _listed(marks, drawn=False)))
    return element("div", listed, _years(), class_="pq-lanes", data_part="lanes")


def _rising(years: Sequence[int]) -> list[int]:
    """Return the row of each name. Names extend to the left, so overlapping ones move up.

    ``years`` are in ascending order, and row 0 is at the bottom.

    >>> _rising([1651, 1890, 1909, 2000])
    [0, 0, 1, 2]
    """
    rows = [0]
    for before, year in pairwise(years):
        rows.append(rows[-1] + 1 if year - before < _NAMED_LONG else 0)
    return rows


def render_lanes(lanes: Sequence[AnswerLane], row: str = "") -> Markup:
    """Render the lanes of a rule under their answers, and the axis of years below.

    ``row`` is the prefix of table row ids on the same page, to which the marks link.
    """
    rows = [part for lane in lanes for part in _lane(lane, row)]
    return element("div", element("dl", *rows), _years(), class_="pq-lanes", data_part="lanes")


def _lane(lane: AnswerLane, row: str) -> tuple[Markup, Markup]:
    number = len(lane.marks)
    texts = f" · {number} text{'' if number == 1 else 's'}"
    label = element(
        "dt",
        capitalize(lane.says),
        " ",
        element(
            "small",
            lane.span,
            element("span", texts, class_="pq-lane-count"),
            class_="pq-lane-span",
        ),
    )
    rows = mark_rows([mark.year for mark in lane.marks], _APART)
    inside = _line(lane, rows, row), _ticks(lane), _listed(lane.marks)
    # The style sheet has a height for each number of rows; a longer label makes its lane taller.
    return label, element("dd", *inside, class_=f"pq-rows-{max(rows) + 1}")


def _line(lane: AnswerLane, rows: Sequence[int], row: str) -> Markup:
    """Render the marks of a lane. Vertical positions are measured from the bottom of the lane.

    ``rows`` has the row of each mark, and ``row`` is the prefix of the ids that marks link to.
    """
    parts = [
        element(
            "line",
            class_="pq-century",
            x1=year_position(year),
            x2=year_position(year),
            y1="0",
            y2="100%",
        )
        for year in range(1700, LAST, 100)
    ]
    parts += (
        _drawn(mark, -height * _ROW - _ROW // 2, row)
        for mark, height in zip(lane.marks, rows, strict=True)
    )
    said = ", ".join(f"{mark.dated} {mark.name}" for mark in lane.marks)
    return element(
        "svg",
        *parts,
        xmlns=SVG,
        class_="pq-lane",
        width="100%",
        height="100%",
        role="group" if row else "img",
        aria_label=f"{capitalize(lane.says)}: {said}",
    )


def _ticks(lane: AnswerLane) -> Markup:
    """Render the lane for a phone: a tick for each text, long for one with a rule set."""
    parts = (
        element(
            "line",
            x1=year_position(mark.year),
            x2=year_position(mark.year),
            y1=0 if mark.rulesets else _TICK // 2,
            y2=_TICK,
        )
        for mark in lane.marks
    )
    return element(
        "svg",
        element("line", x1="0", x2="100%", y1=_TICK, y2=_TICK, class_="pq-century"),
        *parts,
        xmlns=SVG,
        class_="pq-lane-ticks",
        width="100%",
        height=_TICK + 2,
        aria_hidden="true",
    )


def _drawn(mark: TextMark, middle: int, row: str) -> Markup:
    """Render a mark at its year, with a tooltip.

    If ``row`` is not "", the mark links to the table row whose id starts with it. ``middle`` is the
    vertical position.
    """
    size = _LARGE if mark.rulesets else _SMALL
    place = f"translate({-size / 2:g} {middle - size / 2:g}) scale({size / 28:.3f})"
    shape = element(
        "g",
        *strokes(mark.side, mark.status),
        class_=f"pq-mk pq-mk-{mark.side} pq-mk-{mark.status}{'' if mark.rulesets else ' pq-mk-little'}",
        transform=place,
    )
    told = f"{mark.dated} {mark.name}"
    title = element("title", f"{told} · {mark.place}" if mark.place else told)
    if row:
        side = "end" if mark.year > _LATE else "start"
        label = f"{told}, {mark.place}".rstrip(", ")
        tip = element(
            "text", label, y=middle - _ROW, class_=f"pq-tip pq-tip-{side}", aria_hidden="true"
        )
        shape = element("a", shape, tip, href=f"#{row}{mark.key}", aria_label=label)
    return element("svg", title, shape, x=year_position(mark.year), y="100%", overflow="visible")


def render_ticks_key() -> Markup:
    """Render the legend of the ticks."""
    meant = ((0, "a text with a rule set"), (_TICK // 2, "another witness"))
    items = (element("li", _one_tick(top), f" {words}") for top, words in meant)
    label = "What the strokes mean"
    return element("ul", *items, class_="pq-key pq-ticks-key", role="list", aria_label=label)


def _one_tick(top: int) -> Markup:
    line = element("line", x1="2", x2="2", y1=top, y2=_TICK)
    return element("svg", line, class_="pq-tick", width="4", height=_TICK + 2, aria_hidden="true")


def _listed(marks: Iterable[TextMark], *, drawn: bool = True) -> Markup:
    """Render a list of texts. With ``drawn``, each text has the mark of its answer."""
    items = (
        element(
            "li",
            *(_marked(mark) if drawn else (_year(mark), f" {mark.name}")),
            class_=None if mark.rulesets else "pq-lane-other",
        )
        for mark in marks
    )
    names = "pq-lane-texts" if drawn else "pq-lane-texts pq-lane-unmarked"
    return element("ul", *items, class_=names, role="list")


def _marked(mark: TextMark) -> tuple[Markup, str]:
    """Return a list item in two parts: its head and the rest of the text's name.

    The head has the mark, the year and the first word of the name, and stays on one line.
    """
    first, space, rest = mark.name.partition(" ")
    head = draw_mark(mark.side, mark.status), NBSP, _year(mark), f" {first}"
    return element("span", *head, class_="pq-lane-head"), f"{space}{rest}"


def _year(mark: TextMark) -> Markup:
    return element("span", mark.dated, class_="pq-lane-year")


def _years() -> Markup:
    """Render the axis of years.

    Years between the centuries have a class, because they need more space.
    """
    words = (
        element(
            "text",
            str(year),
            x=year_position(year),
            y=15,
            class_="pq-between" if year % 100 else None,
        )
        for year in range(1650, LAST, 50)
    )
    return element(
        "svg",
        *words,
        xmlns=SVG,
        class_="pq-lane-years",
        width="100%",
        height=20,
        aria_hidden="true",
    )
