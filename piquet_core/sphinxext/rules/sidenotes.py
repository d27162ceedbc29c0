"""Citations in an article or a chapter, ``[{source}`...`]``, as notes in the margin where a window has one.

A page that is no article asks for it in its front matter: ``side-notes: true``.

The brackets stay in the text for narrow windows, for paper and for other builders; the style sheet drops
them where the note stands beside its line.
"""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx

from piquet_core.sphinxext.pages import add_files_where

SIDE_NOTES = "side-notes"
"""The field of the front matter."""


def _is_source(node: nodes.Node) -> bool:
    return isinstance(node, pending_xref) and node.get("reftype") == "source"


def set_aside(paragraph: nodes.paragraph) -> None:
    """Wrap each citation in brackets that the paragraph has, brackets and all."""
    made: list[nodes.Node] = []
    children = list(paragraph.children)
    while children:
        node = children.pop(0)
        text = node.astext() if isinstance(node, nodes.Text) else ""
        note = _note(children) if text.endswith("[") else []
        if not note:
            made.append(node)
            continue
        made.append(nodes.Text(text[:-1].rstrip()))
        after = children[len(note)].astext()
        sign = nodes.inline("", "", classes=["pq-side-sign"])
        opening = nodes.inline("", " [", classes=["pq-bracket"])
        closing = nodes.inline("", "]", classes=["pq-bracket"])
        made += [sign, nodes.inline("", "", opening, *note, closing, classes=["pq-side"])]
        children[: len(note) + 1] = [nodes.Text(after[1:])]
    paragraph.clear()
    paragraph += made


def _note(children: list[nodes.Node]) -> list[nodes.Node]:
    """Return the nodes up to a closing bracket, if they are citations and what joins them."""
    for place, node in enumerate(children):
        if isinstance(node, nodes.Text) and node.astext().startswith("]"):
            return children[:place]
        if not _is_source(node) and node.astext() not in (", ", "; "):
            break
    return []


def _read(app: Sphinx, document: nodes.document) -> None:
    """Set the citations of an article aside, and those of a page that asks for it."""
    del app
    boxes = document.findall(nodes.container)
    article = any(str(box.get("piquet-object", "")).startswith("rule ") for box in boxes)
    asked = any(one.astext() == SIDE_NOTES for one in document.findall(nodes.field_name))
    if article or asked:
        for paragraph in list(document.findall(nodes.paragraph)):
            set_aside(paragraph)


def _add_files(app: Sphinx, context: dict[str, Any]) -> None:
    """Load the style of citations."""
    del context
    app.add_css_file("rules/cited.css")


def setup(app: Sphinx) -> None:
    """Register the transformation and its style."""
    app.connect("doctree-read", _read, priority=450)
    add_files_where(app, "pq-side-sign", _add_files)
