"""The control that shares a problem as one line or as a picture of that line."""

from __future__ import annotations

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from piquet_core.views.markup import Markup, element
from sphinx_piquet.pages import Page
from sphinx_piquet.practice.exercise_directive import exercise_node
from sphinx_piquet.registration import Widget, register


class share_node(nodes.Inline, nodes.TextElement):
    """The place of the control. It needs a script, so only HTML pages have it."""


def share_control(problem: exercise_node) -> share_node:
    """Return the control for a problem. Its line has the title of the problem and no card."""
    title = problem["title"].partition(". ")[2]
    return share_node("", line=f"A Piquet problem: {title}.", anchor=problem["ids"][0])


def _draw(_page: Page, node: share_node) -> Markup:
    return element(
        "span",
        class_="pq-share-problem",
        data_line=node["line"],
        data_anchor=node["anchor"],
    )


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the control."""
    return register(
        app,
        widgets=[
            Widget(share_node, draw=_draw, printed=False, scripts=("practice/share-problem.js",))
        ],
    )
