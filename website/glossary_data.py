"""The data of the glossary pop-ups: ``glossary.json``."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.environment import BuildEnvironment
from sphinx.util.typing import ExtensionMetadata

from sphinx_piquet.pages import PAGES

FILE = "glossary.json"
# The start of an entry for a headword in italics, and its language ("" for an older spelling).
ITALICS: Final = (
    (re.compile(r"French,|Old French spelling"), "fr"),
    (re.compile(r"Spanish,"), "es"),
    (re.compile(r"French and old English forms|Old English (form|spelling)"), ""),
)


def glossary_definitions(builder: Builder) -> dict[str, dict[str, str]]:
    """Return a definition by HTML id for every glossary term.

    A definition has the keys ``term``, ``text`` (the first paragraph of the entry), ``forms`` (the
    second paragraph, or "") and ``page`` (the address).
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
        # In the doctree each term has its own line; the page joins the terms of an entry.
        for item, read in zip(_items(tree), _items(env.get_doctree(docname)), strict=True):
            for id, entry in _entries(item, read.findall(nodes.term)):
                found[id] = {**entry, "page": f"{builder.get_target_uri(docname)}#{id}"}
    return found


def _items(tree: nodes.document) -> Iterator[nodes.definition_list_item]:
    for glossary in tree.findall(addnodes.glossary):
        yield from glossary.findall(nodes.definition_list_item)


def _entries(
    item: nodes.definition_list_item, terms: Iterable[nodes.term]
) -> Iterator[tuple[str, dict[str, str]]]:
    texts = (
        one for one in item.findall(nodes.paragraph) if "pq-little-cards" not in one["classes"]
    )
    paragraphs = [" ".join(one.astext().split()) for one in texts]
    text, forms = (*paragraphs, "", "")[:2]
    for term in terms:
        for id in term["ids"]:
            yield id, {"term": term.astext(), "text": text, "forms": forms}


def language_of(meaning: str) -> str | None:
    """Return the language of a headword that is printed in italics.

    ``meaning`` is the text of the entry. The result is "" for an older spelling, and None for a
    headword that is not in italics.

    >>> [language_of(one) for one in ("French, [bɔ̃]: good.", "Old English form of capot.", "The same as knave.")]
    ['fr', '', None]
    """
    return next((language for said, language in ITALICS if said.match(meaning)), None)


def headword_languages(env: BuildEnvironment) -> dict[tuple[str, str], str]:
    """Return the language of every headword in italics, by page and id.

    The language of an older spelling is "".
    """
    terms = env.domains["std"].get_objects()
    docnames = {docname for _, _, kind, docname, _, _ in terms if kind == "term"}
    return {
        (docname, id): language
        for docname in docnames
        for item in _items(env.get_doctree(docname))
        if (language := _language(item)) is not None
        for term in item.findall(nodes.term)
        for id in term["ids"]
    }


def _language(item: nodes.definition_list_item) -> str | None:
    meaning = item.next_node(nodes.paragraph)
    return language_of(meaning.astext()) if meaning is not None else None


def mark_italics(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Set foreign headwords and older spellings in italics, and mark their language."""
    del docname
    if app.builder.format != "html":
        return
    for item in _items(doctree):
        language = _language(item)
        if language is None:
            continue
        for term in item.findall(nodes.term):
            # docutils turns this class into an attribute
            classes = [f"language-{language}"] if language else []
            words = [one for one in term.children if isinstance(one, nodes.Text)]
            for word in words:
                term.replace(word, nodes.emphasis("", word.astext(), classes=classes))


def write_definitions(app: Sphinx, exception: Exception | None) -> None:
    """Write the definitions to ``_static/glossary.json``."""
    if exception is None and app.builder.name in PAGES:
        found = glossary_definitions(app.builder)
        text = json.dumps(found, ensure_ascii=False, sort_keys=True, indent=0)
        (Path(app.outdir) / "_static" / FILE).write_text(text + "\n", "utf-8")


def add_files(
    app: Sphinx,
    pagename: str,
    templatename: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    """Add the scripts and styles of the pop-ups to every page, because any page may use a term."""
    del pagename, templatename, context
    if doctree is not None:
        app.add_css_file("glossary.css")
        app.add_js_file("glossary.js", type="module")
        app.add_js_file("search/highlight.js", type="module")


def join_terms(app: Sphinx, doctree: nodes.document, docname: str) -> None:
    """Put the terms of each entry on one line, each with its own anchor: "saint, sant, saunt"."""
    del docname
    if app.builder.format != "html":
        return
    for item in list(_items(doctree)):
        first, *others = item.findall(nodes.term)
        for term in others:
            first += [nodes.Text(", "), nodes.inline("", "", *term.children, ids=term["ids"])]
            item.remove(term)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the hooks."""
    app.connect("html-page-context", add_files)
    app.connect("doctree-resolved", mark_italics)
    app.connect("doctree-resolved", join_terms)
    app.connect("build-finished", write_definitions)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
