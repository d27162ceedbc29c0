"""The directive ``framed``: a deal as another site would show it, live, with the code to copy."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.writers.html5 import HTML5Translator

from piquet_core.views.replay.share_dialog import FrameView, embed_code, render_embedding
from sphinx_piquet import doctree as dt
from sphinx_piquet.domain import piquet_domain
from sphinx_piquet.pages import PAGES, add_files_where, add_told_node
from sphinx_piquet.replays.share_targets import embed_name, sharing_of


class framed_node(nodes.General, nodes.Element):  # noqa: N801 - docutils names nodes so
    """The frame for HTML; where there is none, its children say what stands there."""


class FramedDirective(SphinxDirective):
    """``{framed} DEAL``: a line of content is a wish and its end of the address: *As elder sees it: ?view=e*."""

    required_arguments = 1
    has_content = True

    def run(self) -> list[nodes.Node]:
        """Read the wishes; the deal is looked up when the page is written."""
        wishes = [line.partition(": ") for line in self.content if line.strip()]
        if not wishes or not all(name and end for name, _, end in wishes):
            raise self.error(
                "each line must be a label and a query, such as *As elder sees it: ?view=e*"
            )
        deal = self.arguments[0]
        code = str(embed_code(f"https://…/{deal}.html{wishes[0][2]}", deal))
        docname = self.env.docname
        told = dt.paragraph(
            "Here the site shows ", dt.link("deal", deal, "a deal", docname), " in a frame:"
        )
        node = framed_node("", told, nodes.literal_block(code, code), docname=docname, deal=deal)
        node["wishes"] = [(name, end) for name, _, end in wishes]
        self.set_source_info(node)
        return [node]


def visit_html(self: HTML5Translator, node: framed_node) -> None:
    """Write the frame, what else it may show, and the code."""
    if self.builder.name not in PAGES:
        return
    deal = piquet_domain(self.builder.env).find("deal", node["deal"])
    if deal is None:
        return  # a page without the deal tells of it in words
    docname = node["docname"]
    page = self.builder.get_relative_uri(docname, embed_name(deal))
    wishes = [FrameView(name=name, address=page + end) for name, end in node["wishes"]]
    sharing = sharing_of(self.builder, docname, deal.id)
    self.body.append(render_embedding(deal.title or deal.id, wishes, sharing.embed))
    raise nodes.SkipNode


def _add_files(app: Sphinx, _context: dict[str, Any]) -> None:
    app.add_css_file("rules/citation-panel.css")
    app.add_css_file("replay/frames/frame-host.css")
    app.add_js_file("replay/frames/frame-host.js", type="module")


def setup(app: Sphinx) -> None:
    """Register the node, the directive and its files."""
    add_told_node(app, framed_node, visit_html)
    app.add_directive("framed", FramedDirective)
    add_files_where(app, framed_node, _add_files)
