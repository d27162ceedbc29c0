"""The directive ``plate``: the title page of a work, set in the style of its time.

The words come from the bibliography or, if the page gives them, from the title page itself. A note
says which, and that the plate is not a facsimile.
"""

from __future__ import annotations

import re
from typing import ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata, OptionSpec

from piquet_core.views.markup import Markup
from sphinx_piquet import doctree as dt
from sphinx_piquet.registration import Widget, register
from website.cited_work import printed_year
from website.views.title_plate import Plate, render_plate


class plate_node(nodes.General, nodes.Element):
    """The plate as HTML. Builders other than HTML write its child node, which names the work."""


class PlateDirective(SphinxDirective):
    """``{plate} KEY``: the title page of a work of the bibliography.

    The content is the title line by line, with the largest line in double asterisks. ``subtitle``
    is the rest of the title, and ``imprint`` the words below it. ``after``
    names the transcription of the title page from which both were taken.
    """

    required_arguments = 1
    has_content = True
    option_spec: ClassVar[OptionSpec] = {
        "subtitle": directives.unchanged_required,
        "imprint": directives.unchanged_required,
        "after": directives.unchanged_required,
    }

    def run(self) -> list[nodes.Node]:
        """Return the plate. Report an error if its lines are not the title of the work."""
        key = self.arguments[0]
        works = self.env.get_domain("cite").bibdata.data.entries  # type: ignore[attr-defined]
        if key not in works:
            raise self.error(f"unknown work {key!r}")
        work = works[key]
        lines = [line for line in self.content if line]
        title = printed_text(work.fields.get("booktitle", work.fields["title"]))
        if ("imprint" in self.options) != ("after" in self.options):
            raise self.error("an imprint needs the name of its transcription, and the reverse")
        if printed_text(" ".join(lines)).replace("**", "") != title:
            raise self.error(f"these lines do not match the title of {key}: {title}")
        printed = (printed_text(work.fields.get(name, "")) for name in ("address", "publisher"))
        people = " and ".join(
            printed_text(" ".join(one.last_names)) for one in work.persons.get("author", [])
        )
        node = plate_node(
            "",
            lines=lines,
            subtitle=self.options.get("subtitle", ""),
            author="" if "supplied" in work.fields else people,
            imprint=[*printed, printed_year(work)],
            exact=self.options.get("imprint", ""),
            after=self.options.get("after", ""),
        )
        node += dt.paragraph(nodes.emphasis("", title), " (", dt.cited(key, self.env.docname), ")")
        self.set_source_info(node)
        return [node]


def _render(node: plate_node) -> Markup:
    plate = Plate(node["lines"], node["subtitle"], node["author"])
    if node["exact"]:
        return render_plate(plate, [node["exact"]], node["after"])
    place, printer, year = node["imprint"]
    return render_plate(plate, [place, ", ".join(filter(None, (printer, year)))])


def printed_text(text: str) -> str:
    """Return the text of a BibTeX field without braces and with typographic apostrophes."""
    return re.sub("[{}]", "", text).replace("'", "\N{RIGHT SINGLE QUOTATION MARK}")


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive."""
    return register(
        app,
        directives={"plate": PlateDirective},
        widgets=[
            Widget(
                plate_node,
                draw=lambda _, node: _render(node),
                styles=("rules/diagrams.css", "history/plates.css"),
                cards="suits",
            )
        ],
    )
