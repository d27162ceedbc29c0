"""The contents of a long page, folded at its head: a phone has no room for the list at the side.

A page that leads to its parts by itself, by a row of jumps, needs no other way.
"""

from __future__ import annotations

from typing import Any, Final

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from sphinx_piquet.pages import PAGES
from website.theme.page_frame import Contents, frame_of
from website.views.page_contents import (
    has_own_contents,
    insert_below_title,
    render_contents,
    text_length,
)

LONG: Final = 9_000  # characters of a page that fills some eight windows of a phone


def _add_contents(
    app: Sphinx, page: str, _template: str, context: dict[str, Any], tree: nodes.document | None
) -> None:
    """Fold the contents of a long page into its text, below its title and what it is about."""
    if app.builder.name not in PAGES or tree is None or frame_of(app.config, page) != "ref":
        return
    body = context.get("body") or ""
    if has_own_contents(body) or text_length(body) < LONG:
        return
    headings = Contents(app.env, page).headings()
    if headings:
        context["body"] = insert_below_title(body, render_contents(headings))


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the hook, after that of the frame."""
    app.connect("html-page-context", _add_contents, priority=470)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
