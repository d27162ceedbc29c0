"""What lives on pages with a script: nodes that no other builder writes, and files for their pages only."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

# A script that runs where modules do not, in a page opened from a file: it says what is missing there.
FROM_A_FILE = "unserved.js"

AddFiles = Callable[[Sphinx, dict[str, Any]], None]
"""Adds the files of a page; it may change the page's context."""


def skip(self: Any, node: nodes.Node) -> None:
    """Write nothing."""
    del self, node
    raise nodes.SkipNode


def depart(self: Any, node: nodes.Node) -> None:
    """Nothing to close."""


def add_page_node(
    app: Sphinx, kind: type[nodes.Element], visit_html: Callable[[Any, Any], None]
) -> None:
    """Register a node that HTML writes and every other builder leaves out."""
    other = (skip, depart)
    app.add_node(
        kind, html=(visit_html, depart), latex=other, text=other, man=other, texinfo=other
    )


def add_live_script(app: Sphinx, name: str) -> None:
    """Load the module that a part of the page lives by, and what speaks for it where it cannot run."""
    app.add_js_file(FROM_A_FILE, loading_method="defer")
    app.add_js_file(name, type="module")


def add_files_where(
    app: Sphinx, kind: type[nodes.Node], add: AddFiles, *, priority: int = 500
) -> None:
    """Load files on the pages that hold a node of a kind, and on no other."""

    def on_page(
        app: Sphinx,
        pagename: str,
        templatename: str,
        context: dict[str, Any],
        doctree: nodes.document | None,
    ) -> None:
        del pagename, templatename
        if doctree is not None and next(doctree.findall(kind), None) is not None:
            add(app, context)

    app.connect("html-page-context", on_page, priority=priority)
