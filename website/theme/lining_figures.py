"""Lining figures for versions, addresses, decimals and odds in running text.

The old-style 0 and 1 of prose resemble o and I, so figures to be copied or compared are lining.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from sphinx_piquet.pages import PAGES

CLASS = "pq-lining"
# An address up to the next space; odds; figures joined by a stop, a hyphen or a slash.
_EXACT = re.compile(r"https?://\S*|editions/\S+|\d[\d.,]* to 1\b|\d[\d,]*(?:[./-]\d+)+")
# Skip nodes with lining figures, and nodes that must not be split.
_ELSEWHERE = (nodes.FixedTextElement, nodes.literal, nodes.raw, nodes.table, nodes.title)


def split_figures(text: str) -> Iterator[tuple[str, bool]]:
    """Yield the parts of a text in order, each with whether it needs lining figures.

    >>> list(split_figures("edition 0.1.0, of 2026"))
    [('edition ', False), ('0.1.0', True), (', of 2026', False)]
    >>> [part for part, exact in split_figures("“32 to 1”; it is 30.26 to 1, or 1/4; 1651 to 2008") if exact]
    ['32 to 1', '30.26 to 1', '1/4']
    """
    end = 0
    for found in _EXACT.finditer(text):
        if found.start() > end:
            yield text[end : found.start()], False
        yield found[0], True
        end = found.end()
    if end < len(text):
        yield text[end:], False


def _elsewhere(node: nodes.Node) -> bool:
    while (parent := node.parent) is not None:
        if isinstance(parent, _ELSEWHERE) or CLASS in parent.get("classes", ()):
            return True
        node = parent
    return False


def mark_figures(app: Sphinx, tree: nodes.document, _docname: str) -> None:
    """Mark the figures on a page that have to be lining."""
    if app.builder.name not in PAGES:
        return
    for text in list(tree.findall(nodes.Text)):
        if not _EXACT.search(text) or _elsewhere(text):
            continue
        marked = [
            nodes.inline("", part, classes=[CLASS]) if exact else nodes.Text(part)
            for part, exact in split_figures(text)
        ]
        text.parent.replace(text, marked)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the hook. It runs after all other changes of a page."""
    app.connect("doctree-resolved", mark_figures, priority=950)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
