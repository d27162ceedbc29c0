"""Details blocks: a summary line that opens the content below it.

A page with ``folded: true`` in its front matter gets its sections folded. A link into the content
opens the block. Closed blocks are printed too, except those marked ``on_request``. Builders other
than HTML write a bold line and the content.
"""

from __future__ import annotations

from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata, OptionSpec
from sphinx.writers.html5 import HTML5Translator

from sphinx_piquet.pages import PAGES
from sphinx_piquet.registration import Assets, register


class FoldDirective(SphinxDirective):
    """``{fold} TITLE``: a details block around the content of the directive."""

    required_arguments = 1
    final_argument_whitespace = True
    has_content = True
    option_spec: ClassVar[OptionSpec] = {"class": directives.class_option}

    def run(self) -> list[nodes.Node]:
        """Return the details block."""
        inside = self.parse_content_to_nodes()
        fold = details_block(self.arguments[0], inside=inside)
        fold["classes"] += ["pq-aside-fold", *self.options.get("class", [])]
        return [fold]


class details_node(nodes.General, nodes.Element):
    """A details block: a `summary_node`, then the content. ``open`` is true if it is open initially."""


class summary_node(nodes.General, nodes.TextElement):
    """The summary line of a details block."""


def details_block(
    *line: nodes.Node | str,
    inside: list[nodes.Node],
    opened: bool = False,
    roomy: bool = False,
    on_request: bool = False,
) -> details_node:
    """Return a details block with the content ``inside``.

    ``line`` has the parts of the summary line: texts, and inline nodes without links. A ``roomy``
    block is open initially, but a script closes it on a phone. An ``on_request`` block is printed
    only if the reader has opened it.
    """
    parts = [nodes.Text(part) if isinstance(part, str) else part for part in line]
    classes = [*(["pq-roomy"] if roomy else []), *(["pq-on-request"] if on_request else [])]
    return details_node(
        "", summary_node("", "", *parts), *inside, open=opened or roomy, classes=classes
    )


def visit_leaf(self: HTML5Translator, node: details_node) -> None:
    """Write the start tag of the details element."""
    attributes: dict[str, Any] = {"data-part": "details"}
    if "pq-on-request" in node["classes"]:
        attributes["data-on-request"] = ""
    if node["open"]:
        attributes["open"] = "open"
    self.body.append(self.starttag(node, "details", "", False, CLASS="pq-details", **attributes))


def depart_leaf(self: HTML5Translator, node: details_node) -> None:
    """Write the end tag of the details element."""
    del node
    self.body.append("</details>\n")


def visit_line(self: HTML5Translator, node: summary_node) -> None:
    """Write the start tag of the summary element."""
    self.body.append(self.starttag(node, "summary", ""))


def depart_line(self: HTML5Translator, node: summary_node) -> None:
    """Write the end tag of the summary element."""
    del node
    self.body.append("</summary>\n")


_ON_PAPER = (
    "The sections named below are folded on the page. Open one there, and it is printed too."
)


def _fold_sections(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Fold the sections of each chapter except the first, on a page with ``folded: true``."""
    if app.builder.name not in PAGES or not app.env.metadata[docname].get("folded"):
        return
    for chapter in filter(_is_chapter, list(doctree.findall(nodes.section))):
        parts = [part for part in chapter.children if isinstance(part, nodes.section)]
        if parts[1:]:
            note = nodes.paragraph("", _ON_PAPER, classes=["pq-folded-note"])
            chapter.insert(chapter.index(parts[1]), note)
        for part in parts[1:]:
            title, *inside = part.children
            line = (child.deepcopy() for child in title.children)
            fold = details_block(*line, inside=inside, on_request=True)  # such pages are long
            fold["ids"] = part["ids"]  # the contents of the page lead here
            part.replace_self(fold)


def _is_chapter(node: nodes.Node) -> bool:
    """Return whether a node is a section directly below the title section of a page."""
    whole = node.parent
    return (
        isinstance(node, nodes.section)
        and isinstance(whole, nodes.section)
        and isinstance(whole.parent, nodes.document)
    )


def _unfold(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Replace each details block by its summary in bold and its content, in builders other than HTML."""
    del docname
    if app.builder.name in PAGES:
        return
    for node in list(doctree.findall(details_node)):
        line, *inside = node.children
        head = nodes.paragraph("", "", nodes.strong("", "", *line.children))
        node.replace_self([head, *inside])


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive, the nodes and the handlers."""
    app.add_node(details_node, html=(visit_leaf, depart_leaf))
    app.add_node(summary_node, html=(visit_line, depart_line))
    return register(
        app,
        directives={"fold": FoldDirective},
        # Opens the block for a link into it, in browsers that do not.
        assets={details_node: Assets(scripts=("rules/details.js",))},
        events=[
            ("doctree-resolved", _fold_sections),
            ("doctree-resolved", _unfold, 900),  # when the inside has been filled in
        ],
    )
