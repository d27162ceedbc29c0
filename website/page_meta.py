"""Title, description and extra style sheets in the head of each page.

A page without a description gets one from its content: the question of a rule, the summary of a
rule set, or the first sentences.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from piquet_core.rules import ruleset_ids
from sphinx_piquet.page_head import render_description
from website.search_passages import node_text

SHORTEST: Final = 50
LONGEST: Final = 165
# pages without text
MADE: Final = {
    "genindex": "Every rule, rule set, source, term and Python name on this site, in alphabetical order.",
    "search": "Search the rules, rule sets, deals and terms of Piquet on this site, without another host.",
    "404": "There is no page at this address; here are the search and the main doors of the site.",
}
HOME_TITLE: Final = "Piquet: the rules with their sources, and deals to replay"
_ADDRESS: Final = re.compile(r'<meta property="og:url"[^>]*>\n?')
_SENTENCE: Final = re.compile(r"(?<=[.?!])\s+(?=[A-Z“])")


def page_description(pagename: str, tree: nodes.document | None) -> str:
    """Return the description of a page for search results, or "" if the page has no text."""
    if tree is None:
        return MADE.get(pagename, "")
    for meta in tree.findall(nodes.meta):
        if meta.get("name") == "description":
            return str(meta["content"])
    return clip_sentences(_texts(tree))


def _texts(tree: nodes.document) -> Iterator[str]:
    """Yield texts for the description of a page without one.

    They are the question of a rule, or the summary of a rule set and then the paragraphs of the
    page.
    """
    for paragraph in tree.findall(nodes.paragraph):
        if "pq-question" in paragraph["classes"]:
            yield node_text(paragraph)
            yield f"What {len(ruleset_ids())} rule books answer, and where."
            return
        if "pq-summary" in paragraph["classes"]:
            yield paragraph.astext()
    for paragraph in tree.findall(nodes.paragraph):
        if isinstance(paragraph.parent, nodes.section):
            yield node_text(paragraph)


def clip_sentences(texts: Iterator[str]) -> str:
    """Return the leading sentences that fit in `LONGEST` characters.

    If they are shorter than `SHORTEST`, the next sentence follows, truncated.

    >>> clip_sentences(iter(["Short.", "Here is a sentence that makes it long enough to be worth showing."]))
    'Short. Here is a sentence that makes it long enough to be worth showing.'
    """
    found = ""
    sentences = (sentence for text in texts for sentence in _SENTENCE.split(" ".join(text.split())))
    for sentence in sentences:
        longer = f"{found} {sentence}".strip()
        if len(longer) > LONGEST:
            if len(found) < SHORTEST:
                found = longer[:LONGEST].rpartition(" ")[0].rstrip(",;:–—") + " …"
            break
        found = longer
    return found


def page_title(pagename: str, root: str, own: str, tree: nodes.document | None) -> str:
    """Return the title of a page for its head. ``own`` is its heading.

    The home page and the pages of rule sets have clearer titles than their headings.
    """
    if pagename == root:
        return HOME_TITLE
    boxes = tree.findall(nodes.container) if tree is not None else ()
    if any("pq-ruleset" in box["classes"] for box in boxes):
        return f"{own}: rule set"
    return own


def add_meta(
    app: Sphinx, pagename: str, _template: str, context: dict[str, Any], tree: nodes.document | None
) -> None:
    """Add the title and the description of a page to its head, before sphinxext-opengraph reads it."""
    text = page_description(pagename, tree)
    if text:
        # The page's own description is already in the head.
        if 'name="description"' not in (context.get("metatags") or ""):
            tag = render_description(text)
            context["metatags"] = f"{context.get('metatags') or ''}\n{tag}"
        context["meta"] = {**(context.get("meta") or {}), "og:description": text}
    root = app.config.root_doc
    context["title"] = page_title(pagename, root, str(context.get("title", "")), tree)
    if pagename == root:
        context["docstitle"] = ""  # the suffix of every title


def add_own_styles(
    app: Sphinx,
    pagename: str,
    _template: str,
    _context: dict[str, Any],
    tree: nodes.document | None,
) -> None:
    """Link the style sheets that ``styles`` in a page's front matter names, separated by spaces."""
    if tree is not None:
        for name in str(app.env.metadata[pagename].get("styles", "")).split():
            app.add_css_file(name)


def drop_relative_address(
    app: Sphinx, _page: str, _template: str, context: dict[str, Any], _tree: nodes.document | None
) -> None:
    """Remove the ``og:url`` tag if the site has no base URL."""
    if not app.config.html_baseurl:
        context["metatags"] = _ADDRESS.sub("", context.get("metatags") or "")


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the hooks. The title comes before sphinxext-opengraph's hook, the address after it."""
    app.connect("html-page-context", add_meta, priority=400)
    app.connect("html-page-context", add_own_styles)
    app.connect("html-page-context", drop_relative_address, priority=600)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
