"""*On this page*: the headings of a long page under its title, for windows without a sidebar."""

from __future__ import annotations

from typing import Any, Final

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from sphinx_piquet.pages import PAGES
from website.theme.page_frame import Contents, frame_of, group_links, lists_rules
from website.views.page_contents import (
    has_own_contents,
    insert_below_title,
    render_contents,
    text_length,
)

LONG: Final = 9_000  # characters: about eight screens of a phone


def _add_contents(
    app: Sphinx, page: str, _template: str, context: dict[str, Any], tree: nodes.document | None
) -> None:
    """Insert the contents of a long page below its title and lead."""
    if app.builder.name not in PAGES or tree is None or frame_of(app.config, page) != "ref":
        return
    body = context.get("body") or ""
    if has_own_contents(body) or text_length(body) < LONG:
        return
    # The groups are the point of that page, so their list is open.
    is_open = lists_rules(app.env, page)
    headings = group_links(page) if is_open else Contents(app.env, page).headings()
    if headings:
        context["body"] = insert_below_title(body, render_contents(headings, is_open=is_open))


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the hook. It runs after the hook of the page frame."""
    app.connect("html-page-context", _add_contents, priority=470)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
