"""The directive ``time-line``: every work of the bibliography by year, with its reading status."""

from __future__ import annotations

import re
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from piquet_core.views.markup import Markup
from sphinx_piquet import doctree as dt
from sphinx_piquet.pages import Page
from sphinx_piquet.popover import popover
from sphinx_piquet.registration import Widget, register
from website.bibliography import KNOWN, author_names, container_title, sort_year
from website.cited_work import printed_year
from website.views.works_timeline import DatedWork, render_time_line


class time_line_node(nodes.General, nodes.Element):
    """The chart as HTML. A table next to it has the same data."""


class TimeLineDirective(SphinxDirective):
    """``{time-line}``: a chart of every dated work.

    Each line of the content labels a year, such as ``1744 Hoyle``.
    """

    has_content = True

    def run(self) -> list[nodes.Node]:
        """Return the chart and its collapsed table."""
        names = []
        for line in filter(None, self.content):
            found = re.fullmatch(r"(\d{4}) (.+)", line)
            if not found:
                raise self.error(f"expected a year and a name, not {line!r}")
            names.append((int(found[1]), found[2]))
        works = self.env.get_domain("cite").bibdata.data.entries  # type: ignore[attr-defined]
        keys = sorted(
            (key for key in works if "year" in works[key].fields),
            key=lambda key: (sort_year(works[key]), key),
        )
        fields = {key: works[key].fields for key in keys}
        rows = (
            [
                [dt.paragraph(printed_year(works[key]))],
                [
                    dt.paragraph(
                        nodes.emphasis("", container_title(works[key])),
                        " ",
                        dt.cited(key, self.env.docname),
                    )
                ],
                [dt.paragraph(KNOWN[fields[key]["known"]])],
            ]
            for key in keys
        )
        table = dt.table(("Year", "Work", "Known to us"), rows, widths=(15, 60, 25), classes=[])
        drawing = time_line_node("", names=names)
        drawing["marks"] = [
            (int(fields[key]["year"]), fields[key]["known"], key, _named(works[key]))
            for key in keys
        ]
        return [drawing, popover("The time line as a table", table)]


def _named(work: Any) -> str:
    """Return the label of a work: year, author and title."""
    told = ", ".join(filter(None, (author_names(work), container_title(work))))
    return f"{printed_year(work)} {told}"


def _draw(page: Page, node: time_line_node) -> Markup:
    """Render the chart and its legend, with links to the entries of the bibliography."""
    bibliography = getattr(page.config, "piquet_bibliography_page", "")
    uri = page.uri(bibliography) if bibliography in page.env.found_docs else ""
    works = [
        DatedWork(year, known, name, f"{uri}#cite-{key}" if uri else "")
        for year, known, key, name in node["marks"]
    ]
    return render_time_line(works, node["names"], KNOWN)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive."""
    styles = ("history/time-line.css",)
    return register(
        app,
        directives={"time-line": TimeLineDirective},
        widgets=[Widget(time_line_node, draw=_draw, styles=styles)],
    )
