"""What a page folds away: a line that says what is inside, and after it the inside, opened by a tap.

A page of many sections can ask for them to be folded. A link into the inside opens it, and paper shows it
whole, but for what is printed on request alone. Builders without pages print it unfolded.
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
    """``{fold} What is inside``: its content, folded away."""

    required_arguments = 1
    final_argument_whitespace = True
    has_content = True
    option_spec: ClassVar[OptionSpec] = {"class": directives.class_option}

    def run(self) -> list[nodes.Node]:
        """Return the fold."""
        inside = self.parse_content_to_nodes()
        fold = details_block(self.arguments[0], inside=inside)
        fold["classes"] += ["pq-aside-fold", *self.options.get("class", [])]
        return [fold]


class details_node(nodes.General, nodes.Element):
    """The whole: a `summary_node` and what it opens; ``open`` if it is open from the start."""


class summary_node(nodes.General, nodes.TextElement):
    """The line that is always there."""


def details_block(
    *line: nodes.Node | str,
    inside: list[nodes.Node],
    opened: bool = False,
    roomy: bool = False,
    on_request: bool = False,
) -> details_node:
    """Return a fold; a line made of texts and inline nodes, without links.

    A ``roomy`` one is open from the start, but where a script runs on a phone it is shut. One ``on_request``
    is printed only if the reader has opened it.
    """
    parts = [nodes.Text(part) if isinstance(part, str) else part for part in line]
    classes = [*(["pq-roomy"] if roomy else []), *(["pq-on-request"] if on_request else [])]
    return details_node(
        "", summary_node("", "", *parts), *inside, open=opened or roomy, classes=classes
    )


def visit_leaf(self: HTML5Translator, node: details_node) -> None:
    """Open the element."""
    attributes: dict[str, Any] = {"data-part": "details"}
    if "pq-on-request" in node["classes"]:
        attributes["data-on-request"] = ""
    if node["open"]:
        attributes["open"] = "open"
    self.body.append(self.starttag(node, "details", "", False, CLASS="pq-details", **attributes))


def depart_leaf(self: HTML5Translator, node: details_node) -> None:
    """Close it."""
    del node
    self.body.append("</details>\n")


def visit_line(self: HTML5Translator, node: summary_node) -> None:
    """Open the line."""
    self.body.append(self.starttag(node, "summary", ""))


def depart_line(self: HTML5Translator, node: summary_node) -> None:
    """Close it."""
    del node
    self.body.append("</summary>\n")


_ON_PAPER = (
    "The sections named below are folded on the page. Open one there, and it is printed too."
)


def _fold_sections(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """On a page that says ``folded: true``, fold all sections of a chapter but its first."""
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
            fold = details_block(*line, inside=inside, on_request=True)  # such a page is long
            fold["ids"] = part["ids"]  # the contents of the page lead here
            part.replace_self(fold)


def _is_chapter(node: nodes.Node) -> bool:
    """Return whether a node is a section of the page's own section."""
    whole = node.parent
    return (
        isinstance(node, nodes.section)
        and isinstance(whole, nodes.section)
        and isinstance(whole.parent, nodes.document)
    )


def _unfold(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Where nothing can be opened, put the line in bold before what it opens."""
    del docname
    if app.builder.name in PAGES:
        return
    for node in list(doctree.findall(details_node)):
        line, *inside = node.children
        head = nodes.paragraph("", "", nodes.strong("", "", *line.children))
        node.replace_self([head, *inside])


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive, the nodes and their plain form."""
    app.add_node(details_node, html=(visit_leaf, depart_leaf))
    app.add_node(summary_node, html=(visit_line, depart_line))
    return register(
        app,
        directives={"fold": FoldDirective},
        # It opens a fold in browsers that do not do so on their own.
        assets={details_node: Assets(scripts=("rules/details.js",))},
        events=[
            ("doctree-resolved", _fold_sections),
            ("doctree-resolved", _unfold, 900),  # when the inside has been filled in
        ],
    )
