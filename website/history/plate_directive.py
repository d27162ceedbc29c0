"""The directive ``plate``: the title of a work in the bibliography, set as a printer of its time might.

It is made of type alone and says so; title, place, printer and year come from the bibliography.
"""

from __future__ import annotations

import re
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata
from sphinx.writers.html5 import HTML5Translator

from sphinx_piquet import doctree as dt
from sphinx_piquet.pages import PAGES, add_files_where, add_pack, add_styles, add_told_node
from website.cited_work import printed_year
from website.views.title_plate import render_plate


class plate_node(nodes.General, nodes.Element):  # noqa: N801 - docutils names nodes so
    """The plate for HTML; other builders print its child, which names the work."""


class PlateDirective(SphinxDirective):
    """``{plate} KEY``: the title line by line, the large one between two pairs of asterisks."""

    required_arguments = 1
    has_content = True

    def run(self) -> list[nodes.Node]:
        """Return the plate; complain if its lines are not the title of the work."""
        key = self.arguments[0]
        works = self.env.get_domain("cite").bibdata.data.entries  # type: ignore[attr-defined]
        if key not in works:
            raise self.error(f"unknown work {key!r}")
        work = works[key]
        lines = [line for line in self.content if line]
        title = printed_text(work.fields["title"])
        if printed_text(" ".join(lines)).replace("**", "") != title:
            raise self.error(f"these lines do not match the title of {key}: {title}")
        printed = (printed_text(work.fields.get(name, "")) for name in ("address", "publisher"))
        people = " and ".join(
            printed_text(" ".join(one.last_names)) for one in work.persons.get("author", [])
        )
        node = plate_node("", lines=lines, imprint=[*printed, printed_year(work)], author=people)
        node += dt.paragraph(nodes.emphasis("", title), " (", dt.cited(key, self.env.docname), ")")
        self.set_source_info(node)
        return [node]


def printed_text(text: str) -> str:
    """Return a field without the braces of BibTeX, with the printer's apostrophe."""
    return re.sub("[{}]", "", text).replace("'", "\N{RIGHT SINGLE QUOTATION MARK}")


def visit_html(self: HTML5Translator, node: plate_node) -> None:
    """Draw the plate; its note is short, for the text has named the work."""
    if self.builder.name in PAGES:
        self.body.append(render_plate(node["lines"], node["author"], node["imprint"]))
        raise nodes.SkipNode


def _add_files(app: Sphinx, context: dict[str, Any]) -> None:
    add_styles(app, ("rules/diagrams.css", "history/plates.css"))
    add_pack(app, context, faces=False)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive and its node."""
    app.add_directive("plate", PlateDirective)
    add_told_node(app, plate_node, visit_html)
    add_files_where(app, plate_node, _add_files)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
