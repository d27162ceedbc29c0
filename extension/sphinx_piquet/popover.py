"""Popovers: a word that opens the content below it. Other builders write the content in the text."""

from __future__ import annotations

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from piquet_core.views.markup import Markup, element
from sphinx_piquet.pages import Page
from sphinx_piquet.registration import Widget, register


class popover_node(nodes.General, nodes.Element):
    """A popover. ``summary`` is the word that opens it."""


def popover(summary: str, *body: nodes.Node) -> popover_node:
    """Return a popover with the content ``body``. ``summary`` is the word that opens it."""
    return popover_node("", *body, summary=summary)


def _draw(_page: Page, node: popover_node, body: Markup) -> Markup:
    return element("details", element("summary", node["summary"]), body, class_="pq-under")


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the node."""
    return register(app, widgets=[Widget(popover_node, wrap=_draw)])
