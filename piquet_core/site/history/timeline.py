"""The directive ``time-line``: every work of the bibliography at its year, and how far we have read it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata
from sphinx.writers.html5 import HTML5Translator

from piquet_core.html.cards import XMLNS
from piquet_core.html.library.known import MARKS, render_known
from piquet_core.html.markup import Markup, element
from piquet_core.site.bibliography import KNOWN, sort_year, title
from piquet_core.sphinxext import doctree as dt
from piquet_core.sphinxext.pages import PAGES, add_files_where, add_page_node
from piquet_core.sphinxext.under import under

FIRST: Final = 1510
LAST: Final = 2035
_LANE, _APART = 15, 9
"""The height of a row of marks in pixels, and how many years two marks of one row lie apart."""
_FOOT = 78
"""The room below the line, for the centuries and two rows of names."""
_APART_NARROW = 5
"""How many years two marks of one row lie apart where a line is a century long."""


@dataclass(frozen=True, slots=True)
class DatedWork:
    """A work on the line: its year, and how far we have read it."""

    year: int
    known: str


def rows_of(years: Sequence[int], apart: int = _APART) -> list[int]:
    """Return the row of the mark of each year, counted from the line up; the years come in their order.

    >>> rows_of([1651, 1654, 1674])
    [0, 1, 0]
    """
    ends: list[int] = []
    found = []
    for year in years:
        free = (row for row, end in enumerate(ends) if year - end >= apart)
        row = next(free, len(ends))
        ends[row : row + 1] = [year]
        found.append(row)
    return found


def across(year: int) -> str:
    """Return where a year lies on the line, in per cent of its length.

    >>> across(FIRST), across(LAST)
    ('0.00%', '100.00%')
    """
    return f"{100 * (year - FIRST) / (LAST - FIRST):.2f}%"


def render(marks: Sequence[DatedWork], names: Sequence[tuple[int, str]]) -> Markup:
    """Return the line; it is measured in shares of the page's width, so that words keep their size."""
    rows = rows_of([mark.year for mark in marks])
    line = (max(rows, default=0) + 1) * _LANE + 8
    parts = []
    for year in range(FIRST // 100 * 100 + 100, LAST, 100):
        x = across(year)
        parts.append(f'<line class="pq-century" x1="{x}" x2="{x}" y1="0" y2="{line + 8}"/>')
        parts.append(f'<text class="pq-century" x="{x}" y="{line + 26}">{year}</text>')
    parts.append(f'<line x1="0" x2="100%" y1="{line}" y2="{line}"/>')
    for mark, row in zip(marks, rows, strict=True):
        y = line - 10 - row * _LANE
        parts.append(
            f'<svg x="{across(mark.year)}" y="{y}" overflow="visible">{MARKS[mark.known]}</svg>'
        )
    for place, (year, name) in enumerate(names):
        x, y = across(year), line + 48 + place % 2 * 22
        parts.append(f'<line class="pq-named" x1="{x}" x2="{x}" y1="{line}" y2="{y - 14}"/>')
        parts.append(str(element("text", name, x=x, y=y, class_="pq-named")))
    return Markup(
        f'<svg {XMLNS} class="pq-years-line" width="100%" height="{line + _FOOT}" aria-hidden="true">'
        f"{''.join(parts)}</svg>"
    )


def render_by_century(marks: Sequence[DatedWork], names: Sequence[tuple[int, str]]) -> Markup:
    """Return the same for a phone: a line for each century, the names of its years below it."""
    centuries = range(FIRST // 100, LAST // 100 + 1)
    rows = (
        _century(
            century,
            [one for one in marks if one.year // 100 == century],
            [one for one in names if one[0] // 100 == century],
        )
        for century in centuries
    )
    return element("div", *rows, class_="pq-centuries", aria_hidden="true")


def _century(century: int, marks: Sequence[DatedWork], names: Sequence[tuple[int, str]]) -> Markup:
    """Return a century: its first year, and a line with a mark for each work."""
    rows = rows_of([mark.year for mark in marks], _APART_NARROW)
    line = (max(rows, default=0) + 1) * _LANE + 4
    parts = [f'<line x1="0" x2="100%" y1="{line}" y2="{line}"/>']
    for mark, row in zip(marks, rows, strict=True):
        x, y = f"{mark.year % 100}%", line - 10 - row * _LANE
        parts.append(f'<svg x="{x}" y="{y}" overflow="visible">{MARKS[mark.known]}</svg>')
    for place, (year, name) in enumerate(names):
        x, y = f"{year % 100}%", line + 22 + place * 22
        # Near an end of the line a name begins or ends at its year, so that it stays on the page.
        side = "start" if year % 100 < 35 else "end" if year % 100 > 65 else "middle"
        parts.append(f'<line class="pq-named" x1="{x}" x2="{x}" y1="{line}" y2="{line + 6}"/>')
        parts.append(str(element("text", f"{year} {name}", x=x, y=y, class_=f"pq-{side}")))
    height = line + 8 + len(names) * 22
    drawing = Markup(
        f'<svg {XMLNS} class="pq-years-line" width="100%" height="{height}">{"".join(parts)}</svg>'
    )
    return element("div", element("span", str(century * 100)), drawing)


def _legend() -> Markup:
    items = (
        element("li", render_known(known), f" {words.lower()}") for known, words in KNOWN.items()
    )
    return element("ul", *items, class_="pq-time-line-legend")


class time_line_node(nodes.General, nodes.Element):  # noqa: N801 - docutils names nodes so
    """The drawing for HTML; a table beside it says the same to everybody."""


class TimeLineDirective(SphinxDirective):
    """``{time-line}``: every work; each line of the content names a year, as ``1744 Hoyle``."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        """Return the drawing and, folded, its table."""
        names = []
        for line in filter(None, self.content):
            found = re.fullmatch(r"(\d{4}) (.+)", line)
            if not found:
                raise self.error(f"a year and a name are expected: {line!r}")
            names.append((int(found[1]), found[2]))
        works = self.env.get_domain("cite").bibdata.data.entries  # type: ignore[attr-defined]
        dated = sorted(
            (key for key in works if "year" in works[key].fields),
            key=lambda key: (sort_year(works[key]), key),
        )
        fields = {key: works[key].fields for key in dated}
        rows = (
            [
                [dt.paragraph(fields[key]["year"])],
                [
                    dt.paragraph(
                        nodes.emphasis("", title(works[key])), " ", dt.cited(key, self.env.docname)
                    )
                ],
                [dt.paragraph(KNOWN[fields[key]["known"]])],
            ]
            for key in dated
        )
        table = dt.table(("Year", "Work", "Known to us"), rows, widths=(15, 60, 25), classes=[])
        drawing = time_line_node("", names=names)
        drawing["marks"] = [(int(fields[key]["year"]), fields[key]["known"]) for key in dated]
        return [drawing, under("The time line as a table", table)]


def visit_html(self: HTML5Translator, node: time_line_node) -> None:
    """Draw the line with its marks explained."""
    if self.builder.name in PAGES:
        marks = [DatedWork(*mark) for mark in node["marks"]]
        drawing = render(marks, node["names"]) + render_by_century(marks, node["names"])
        caption = "Every dated work of the bibliography, at its year:"
        self.body.append(
            f'<figure class="pq-time-line">{drawing}'
            f"<figcaption><p>{caption}</p>{_legend()}</figcaption></figure>"
        )
    raise nodes.SkipNode


def _add_files(app: Sphinx, context: dict[str, Any]) -> None:
    del context
    app.add_css_file("site/history/time-line.css")


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive and its node."""
    app.add_directive("time-line", TimeLineDirective)
    add_page_node(app, time_line_node, visit_html)
    add_files_where(app, time_line_node, _add_files)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
