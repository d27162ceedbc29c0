"""Something folded under a word: closed on a page, open on paper, and simply told in a book."""

from __future__ import annotations

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.writers.html5 import HTML5Translator

from piquet_core.html.markup import element
from piquet_core.sphinxext.pages import PAGES, add_told_node


class fold_node(nodes.General, nodes.Element):  # noqa: N801 - docutils names nodes so
    """What is folded; ``summary`` is the word that opens it."""


def fold(summary: str, *body: nodes.Node) -> fold_node:
    """Return something folded under a word."""
    return fold_node("", *body, summary=summary)


def visit_html(self: HTML5Translator, node: fold_node) -> None:
    """Open the fold."""
    if self.builder.name in PAGES:
        self.body.append(f'<details class="pq-fold">{element("summary", node["summary"])}')


def depart_html(self: HTML5Translator, node: fold_node) -> None:
    """Close the fold."""
    del node
    if self.builder.name in PAGES:
        self.body.append("</details>")


def setup(app: Sphinx) -> None:
    """Register the node."""
    add_told_node(app, fold_node, visit_html, depart_html)
