"""Code in a text: lines as they were written, in a box that scrolls sideways, by keyboard too.

Not every browser lets a key scroll a box of its own accord, so each can be focused.  In a table,
where a name in code may be longer than its column, it breaks after its dots and strokes, not within a word
or an option of a command.
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
SHORT: Final = 8  # characters of code that no line breaks
HAND: Final = re.compile(r"[AKQJT9876]*(?:\.[AKQJT9876]*){3}")  # is read as one, however long


def visit_code_block(self: HTML5Translator, node: nodes.literal_block) -> None:
    """Write a block of code as Sphinx does, and let the keyboard into it."""
    start = len(self.body)
    try:
        HTML5Translator.visit_literal_block(self, node)
    finally:  # it skips what it has written, which is an exception
        if self.builder.name in PAGES:
            self.body[start:] = [make_focusable(one) for one in self.body[start:]]


def depart_code_block(self: HTML5Translator, node: nodes.literal_block) -> None:
    """Close a block that has markup of its own."""
    HTML5Translator.depart_literal_block(self, node)


def visit_code_name(self: HTML5Translator, node: nodes.literal) -> None:
    """Open a name in code, and remember where it begins; a short one, as ``-n -W``, or a hand stays in one piece."""
    if self.builder.name in PAGES and _is_whole(node):
        node["classes"].append("pq-short-code")
    HTML5Translator.visit_literal(self, node)
    self.context.append(len(self.body))


def depart_code_name(self: HTML5Translator, node: nodes.literal) -> None:
    """Let the name break at its joints if it stands in a table, and close it."""
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
    """Register how a block is written, and the style on the pages that have one."""
    app.add_node(nodes.literal_block, override=True, html=(visit_code_block, depart_code_block))
    app.add_node(nodes.literal, override=True, html=(visit_code_name, depart_code_name))
    return register(app, assets={nodes.FixedTextElement: Assets(styles=(SHEET,))})
