"""The number of a lesson stays with its title, and A with B: in a list of facts no line ends between them."""

from __future__ import annotations

import re

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from piquet_core.sphinxext.pages import PAGES

_TOGETHER = re.compile(r"^\d+\. |\b[A-Z] and [A-Z]\b")


def bind(title: str) -> str:
    r"""Return a title whose number is bound to its first word, and a player of one letter to the other.

    >>> bind("4. Good, not good, equal")
    '4.\xa0Good, not good, equal'
    >>> bind("7. A and B, 1909")
    '7.\xa0A\xa0and\xa0B, 1909'
    """
    return _TOGETHER.sub(lambda found: found[0].replace(" ", "\N{NO-BREAK SPACE}"), title)


def bind_links(app: Sphinx, tree: nodes.document, _docname: str) -> None:
    """Bind the titles that the facts of a page link."""
    if app.builder.name not in PAGES:
        return
    for facts in tree.findall(nodes.field_list):
        for link in facts.findall(nodes.reference):
            for text in list(link.findall(nodes.Text)):
                text.parent.replace(text, nodes.Text(bind(text)))


def setup(app: Sphinx) -> ExtensionMetadata:
    """Bind them when the links of a page have their titles."""
    app.connect("doctree-resolved", bind_links, priority=940)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
