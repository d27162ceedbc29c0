"""The definitions behind the words: `glossary.json`, for the script that shows them on the spot."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.util.typing import ExtensionMetadata

from piquet_core.sphinxext.pages import PAGES

FILE = "glossary.json"


def definitions(builder: Builder) -> dict[str, dict[str, str]]:
    """Return every term of every glossary by its HTML id: the term, what it means, its forms, its place.

    The meaning is the first paragraph of the entry; the forms are the second, if there is one.
    """
    env = builder.env
    docnames = {
        docname
        for _name, _title, kind, docname, _id, _priority in env.domains["std"].get_objects()
        if kind == "term"
    }
    found: dict[str, dict[str, str]] = {}
    for docname in sorted(docnames):
        tree = env.get_and_resolve_doctree(docname, builder, tags=builder.tags)
        for glossary in tree.findall(addnodes.glossary):
            for item in glossary.findall(nodes.definition_list_item):
                for id, entry in _entries(item):
                    found[id] = {**entry, "page": f"{builder.get_target_uri(docname)}#{id}"}
    return found


def _entries(item: nodes.definition_list_item) -> Iterator[tuple[str, dict[str, str]]]:
    paragraphs = [" ".join(one.astext().split()) for one in item.findall(nodes.paragraph)]
    text, forms = (*paragraphs, "", "")[:2]
    for term in item.findall(nodes.term):
        for id in term["ids"]:
            yield id, {"term": term.astext(), "text": text, "forms": forms}


def write(app: Sphinx, exception: Exception | None) -> None:
    """Write the file beside the script that reads it."""
    if exception is None and app.builder.name in PAGES:
        found = definitions(app.builder)
        text = json.dumps(found, ensure_ascii=False, sort_keys=True, indent=0)
        (Path(app.outdir) / "_static" / FILE).write_text(text + "\n", "utf-8")


def add_files(
    app: Sphinx,
    pagename: str,
    templatename: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    """Load the scripts on every page: any of them may use a term, and be found."""
    del pagename, templatename, context
    if doctree is not None:
        app.add_css_file("site/gloss.css")
        app.add_js_file("site/gloss.js", type="module")
        app.add_js_file("site/search/matches.js", type="module")


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the hooks."""
    app.connect("html-page-context", add_files)
    app.connect("build-finished", write)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
