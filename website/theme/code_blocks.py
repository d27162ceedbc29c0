"""Code blocks that scroll sideways, and line breaks in long names.

Not every browser lets the keyboard scroll a box, so each block can be focused. In a table, a name
may be wider than its column. Such a name breaks after punctuation, not within a word or an option.
"""

from __future__ import annotations

import re
from typing import Final

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata
from sphinx.writers.html5 import HTML5Translator

from sphinx_piquet.pages import PAGES
from sphinx_piquet.registration import Assets, register
from website.views.code_block import add_break_points, make_focusable

SHEET: Final = "base/code.css"
SHORT: Final = 8  # the longest code that never breaks
HAND: Final = re.compile(r"[AKQJT9876]*(?:\.[AKQJT9876]*){3}")  # never broken, whatever its length


def visit_code_block(self: HTML5Translator, node: nodes.literal_block) -> None:
    """Write a code block like Sphinx, and make it focusable."""
    start = len(self.body)
    try:
        HTML5Translator.visit_literal_block(self, node)
    finally:  # Sphinx raises it after writing a highlighted block
        if self.builder.name in PAGES:
            self.body[start:] = [make_focusable(one) for one in self.body[start:]]


def depart_code_block(self: HTML5Translator, node: nodes.literal_block) -> None:
    """Close a code block with nested markup, which Sphinx does not highlight."""
    HTML5Translator.depart_literal_block(self, node)


def visit_code_name(self: HTML5Translator, node: nodes.literal) -> None:
    """Open an inline literal and note its start. Short literals and hands never break."""
    if self.builder.name in PAGES and _is_whole(node):
        node["classes"].append("pq-short-code")
    HTML5Translator.visit_literal(self, node)
    self.context.append(len(self.body))


def depart_code_name(self: HTML5Translator, node: nodes.literal) -> None:
    """Add break points to a literal in a table and close it."""
    start = self.context.pop()
    if self.builder.name in PAGES and not _is_whole(node) and _is_narrow(node):
        self.body[start:] = [add_break_points(one) for one in self.body[start:]]
    HTML5Translator.depart_literal(self, node)


def _is_whole(node: nodes.literal) -> bool:
    text = node.astext()
    return len(text) <= SHORT or HAND.fullmatch(text) is not None


def _is_narrow(node: nodes.Element) -> bool:
    above = node.parent
    while above is not None and not isinstance(above, nodes.entry):
        above = above.parent
    return above is not None


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the visitors, and the style for pages with code."""
    app.add_node(nodes.literal_block, override=True, html=(visit_code_block, depart_code_block))
    app.add_node(nodes.literal, override=True, html=(visit_code_name, depart_code_name))
    return register(app, assets={nodes.FixedTextElement: Assets(styles=(SHEET,))})
