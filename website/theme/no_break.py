"""No-break spaces: lesson numbers, the players A and B, and the French words *au cent*."""

from __future__ import annotations

import re

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from sphinx_piquet.pages import PAGES

_TOGETHER = re.compile(r"^\d+\. |\b[A-Z] and [A-Z]\b|\bau cent\b")


def bind_words(title: str) -> str:
    r"""Return a title with no-break spaces after a lesson number, around A and B, and in *au cent*.

    >>> bind_words("4. Good, not good, equal")
    '4.\xa0Good, not good, equal'
    >>> bind_words("7. A and B, 1909")
    '7.\xa0A\xa0and\xa0B, 1909'
    >>> bind_words("Piquet au cent (Cavendish)")
    'Piquet au\xa0cent (Cavendish)'
    """
    return _TOGETHER.sub(lambda found: found[0].replace(" ", "\N{NO-BREAK SPACE}"), title)


def bind_titles(app: Sphinx, tree: nodes.document, _docname: str) -> None:
    """Apply `bind_words` to the headings of a page, and to the links in its list of facts."""
    if app.builder.name not in PAGES:
        return
    linked = (
        link for facts in tree.findall(nodes.field_list) for link in facts.findall(nodes.reference)
    )
    for title in [*tree.findall(nodes.title), *linked]:
        for text in list(title.findall(nodes.Text)):
            text.parent.replace(text, nodes.Text(bind_words(text)))


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the hook. It runs when links have their titles."""
    app.connect("doctree-resolved", bind_titles, priority=940)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
