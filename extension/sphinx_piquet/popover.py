"""Something kept under a word: closed on a page, open on paper, and simply told in a book."""

from __future__ import annotations

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.writers.html5 import HTML5Translator

from piquet_core.views.markup import element
from sphinx_piquet.pages import PAGES, add_told_node


class under_node(nodes.General, nodes.Element):  # noqa: N801 - docutils names nodes so
    """What is kept there; ``summary`` is the word that opens it."""


def under(summary: str, *body: nodes.Node) -> under_node:
    """Return something kept under a word."""
    return under_node("", *body, summary=summary)


def visit_html(self: HTML5Translator, node: under_node) -> None:
    """Open it."""
    if self.builder.name in PAGES:
        self.body.append(self.starttag(node, "details", "", CLASS="pq-under"))
        self.body.append(element("summary", node["summary"]))


def depart_html(self: HTML5Translator, node: under_node) -> None:
    """Close it."""
    del node
    if self.builder.name in PAGES:
        self.body.append("</details>")


def setup(app: Sphinx) -> None:
    """Register the node."""
    add_told_node(app, under_node, visit_html, depart_html)
