"""The control that shares a problem as one line or a picture of it, or as a challenge to play its whole deal."""

from __future__ import annotations

from urllib.parse import urlencode

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from piquet_core.exercises.position import Position
from piquet_core.notation import format_deal_id
from piquet_core.sessions.session import ONE_DEAL
from piquet_core.views.markup import Markup, element, join
from sphinx_piquet.pages import Page
from sphinx_piquet.practice.exercise_directive import exercise_node
from sphinx_piquet.registration import Widget, register


class share_node(nodes.Inline, nodes.TextElement):
    """The place of the control. It needs a script, so only HTML pages have it."""


def share_control(problem: exercise_node, position: Position | None = None) -> share_node:
    """Return the control for a problem. Its line has the title of the problem and no card.

    With a position that a whole deal leads to, the control also links to the game table, with the terms of a
    challenge for that deal and the seat of the problem.
    """
    title = problem["title"].partition(". ")[2]
    terms = ""
    if position is not None and position.start == "deal":
        terms = urlencode(
            {
                "by": position.rules.id,
                "form": ONE_DEAL,
                "seat": position.you.name.lower(),
                "seed": format_deal_id(position.deal),
            }
        )
    anchor = problem["ids"][0]
    return share_node("", line=f"A Piquet problem: {title}.", anchor=anchor, terms=terms)


def _draw(page: Page, node: share_node) -> Markup:
    table = page.config.piquet_table_page
    link = None
    if node["terms"] and table in page.env.all_docs:
        href = f"{page.uri(table)}?{node['terms']}#challenge"
        link = element("a", "Challenge a friend to the whole deal", href=href)
    shared = element(
        "span",
        class_="pq-share-problem",
        data_line=node["line"],
        data_anchor=node["anchor"],
    )
    return join([shared, link]) if link else shared


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the control."""
    return register(
        app,
        widgets=[
            Widget(share_node, draw=_draw, printed=False, scripts=("practice/share-problem.js",))
        ],
    )
