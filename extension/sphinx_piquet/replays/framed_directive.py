"""Directive ``framed``: a deal in a frame, as on another site, with the code to copy."""

from __future__ import annotations

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from piquet_core.views.markup import Markup
from piquet_core.views.replay.share_dialog import FrameView, embed_code, render_embedding
from sphinx_piquet import doctree as dt
from sphinx_piquet.domain import piquet_domain
from sphinx_piquet.pages import Page
from sphinx_piquet.registration import Widget, register
from sphinx_piquet.replays.share_links import embed_name, sharing_of


class framed_node(nodes.General, nodes.Element):
    """A deal in a frame. Its children describe the frame to other builders."""


class FramedDirective(SphinxDirective):
    """``{framed} DEAL``: a deal in a frame, and the code to embed it.

    Each line of content is the label and the query of a view: *As elder sees it: ?view=e*.
    """

    required_arguments = 1
    has_content = True

    def run(self) -> list[nodes.Node]:
        """Parse the views. The deal is looked up when the page is written."""
        views = [line.partition(": ") for line in self.content if line.strip()]
        if not views or not all(name and query for name, _, query in views):
            raise self.error(
                "each line must be a label and a query, such as *As elder sees it: ?view=e*"
            )
        deal = self.arguments[0]
        code = str(embed_code(f"https://…/{deal}.html{views[0][2]}", deal))
        docname = self.env.docname
        told = dt.paragraph(
            "Here the site shows ", dt.link("deal", deal, "a deal", docname), " in a frame:"
        )
        node = framed_node("", told, nodes.literal_block(code, code), deal=deal)
        node["views"] = [(name, query) for name, _, query in views]
        self.set_source_info(node)
        return [node]


def _draw(page: Page, node: framed_node) -> Markup | None:
    """Return the frame, its other views and the code to copy, or None if no page replays the deal."""
    deal = piquet_domain(page.env).find("deal", node["deal"])
    if deal is None:
        return None
    address = page.uri(embed_name(deal))
    views = [FrameView(name=name, address=address + query) for name, query in node["views"]]
    sharing = sharing_of(page.builder, page.docname, deal.id)
    return render_embedding(deal.title or deal.id, views, sharing.embed)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive."""
    styles = ("rules/citation-panel.css", "replay/frames/frame-host.css")
    scripts = ("replay/frames/frame-host.js",)
    return register(
        app,
        directives={"framed": FramedDirective},
        widgets=[Widget(framed_node, draw=_draw, styles=styles, scripts=scripts)],
    )
