"""What every page with a script needs: its nodes and files, its links, and where the engine is.

Whoever builds a site provides the engine, and names it in the configuration: ``piquet_engine``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable
from functools import lru_cache
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.writers.html5 import HTML5Translator

from piquet_core.views import Links, card_sprite
from piquet_core.views.glossary_links import TERMS, term_anchor
from piquet_core.views.markup import Markup
from sphinx_piquet.domain import piquet_domain, rule_uri
from sphinx_piquet.views import script_missing_note

# The builders whose pages can run scripts and address a rule by a pattern.
PAGES = ("html", "dirhtml")
RUNTIME = "_static/piquet/"

AddFiles = Callable[[Sphinx, dict[str, Any]], None]
"""Adds the files of a page, and may change the page's context."""

Visitor = Callable[[Any, Any], None]
"""Enters a node or leaves it, given the translator of a builder."""


def skip(self: Any, node: nodes.Node) -> None:
    """Write nothing."""
    del self, node
    raise nodes.SkipNode


def visit_plain(self: Any, node: nodes.Node) -> None:
    """Leave it to the children."""


def depart(self: Any, node: nodes.Node) -> None:
    """Nothing to close: either everything was written, or the children were."""


def add_page_node(
    app: Sphinx,
    kind: type[nodes.Element],
    visit_html: Visitor,
    depart_html: Visitor = depart,
) -> None:
    """Register a node that HTML writes and all other builders leave out."""
    _add_node(app, kind, (visit_html, depart_html), (skip, depart))


def add_told_node(
    app: Sphinx,
    kind: type[nodes.Element],
    visit_html: Visitor,
    depart_html: Visitor = depart,
) -> None:
    """Register a node that HTML draws and every other builder tells by its children."""
    _add_node(app, kind, (visit_html, depart_html), (visit_plain, depart))


def _add_node(
    app: Sphinx,
    kind: type[nodes.Element],
    html: tuple[Visitor, Visitor],
    other: tuple[Visitor, Visitor],
) -> None:
    app.add_node(kind, html=html, latex=other, text=other, man=other, texinfo=other)


def add_live_script(app: Sphinx, context: dict[str, Any], name: str) -> None:
    """Load the module that a part of the page lives by, and add the note for when it does not come."""
    app.add_css_file(script_missing_note.STYLE)
    app.add_js_file(
        script_missing_note.SCRIPT, priority=20, loading_method="defer"
    )  # it has to run before any module fails
    app.add_js_file(name, type="module")
    note = script_missing_note.render_script_missing_note()
    if app.builder.name in PAGES and note not in context["body"]:
        context["body"] = note + context["body"]


def add_styles(app: Sphinx, names: Iterable[str], priority: int = 500) -> None:
    """Load styles that go together, in their order."""
    for name in names:
        app.add_css_file(name, priority=priority)


def add_pack(
    app: Sphinx,
    context: dict[str, Any],
    *,
    faces: bool = True,
    builders: Collection[str] = PAGES,
) -> None:
    """Put the drawings of the cards, or of the suits alone, at the top of a page that has neither."""
    if app.builder.name in builders and 'class="pq-sprite"' not in context["body"]:
        context["body"] = card_sprite(faces=faces) + context["body"]


def begin_words(self: HTML5Translator, node: nodes.Element) -> None:
    """Remember where the words begin that the children of a node write."""
    node["begin"] = len(self.body)


def take_words(self: HTML5Translator, node: nodes.Element) -> Markup:
    """Take back what has been written since, to put a picture around it."""
    words = Markup("".join(self.body[node["begin"] :]))
    del self.body[node["begin"] :]
    return words


def add_files_where(
    app: Sphinx, what: type[nodes.Node] | str, add: AddFiles, *, priority: int = 500
) -> None:
    """Load files on the pages that hold a node of a kind or with a class, and on no other."""

    def on_page(
        app: Sphinx,
        pagename: str,
        templatename: str,
        context: dict[str, Any],
        doctree: nodes.document | None,
    ) -> None:
        del pagename, templatename
        if doctree is not None and _holds(doctree, what):
            add(app, context)

    app.connect("html-page-context", on_page, priority=priority)


def _holds(doctree: nodes.document, what: type[nodes.Node] | str) -> bool:
    kinds, classes = _held(doctree)
    if isinstance(what, str):
        return what in classes
    return any(issubclass(kind, what) for kind in kinds)


@lru_cache(maxsize=1)
def _held(doctree: nodes.document) -> tuple[frozenset[type[nodes.Node]], frozenset[str]]:
    """Return the kinds and the classes of a page's nodes: two dozen listeners ask for each page."""
    found = list(doctree.findall())
    classes = (
        name for node in found if isinstance(node, nodes.Element) for name in node["classes"]
    )
    return frozenset(map(type, found)), frozenset(classes)


def shows_ours(doctree: nodes.document) -> bool:
    """Tell whether a page has any node or class of this extension."""
    kinds, classes = _held(doctree)
    ours = (kind for kind in kinds if kind.__module__.startswith("piquet_core."))
    return any(ours) or any(name.startswith("pq-") for name in classes)


def page_links(builder: Builder, docname: str) -> Links:
    """Return where a page finds rules, sources and terms."""
    return Links(
        rule=_rule_pattern(builder, docname),
        source=_source_pattern(builder, docname),
        term=term_pattern(builder, docname),
    )


def engine_data(builder: Builder, docname: str) -> dict[str, str]:
    """Return what a script needs to start the engine from a page: its address and its parts."""
    manifest = builder.config.piquet_engine
    if not manifest:
        return {}
    return {
        "base": _below_root(builder, docname, RUNTIME),
        "runtime": json.dumps(manifest, separators=(",", ":")),
    }


def _below_root(builder: Builder, docname: str, path: str) -> str:
    depth = builder.get_relative_uri(docname, "index").rpartition("/")[0]
    return f"{depth}/{path}" if depth else path


def _rule_pattern(builder: Builder, docname: str) -> str:
    """Return the address of a rule's article with ``{}`` for its id."""
    sample = "play.lead"
    uri = rule_uri(builder, docname, sample).partition("#")[0]
    return uri.replace(sample, "{}")


def _source_pattern(builder: Builder, docname: str) -> str:
    entry = next((one for one in piquet_domain(builder.env) if one.kind == "source"), None)
    return f"{builder.get_relative_uri(docname, entry.docname)}#{{}}" if entry else ""


def term_pattern(builder: Builder, docname: str) -> str:
    """Return the address pattern of glossary entries; "" unless it has every term that we may use."""
    places = {
        id: page
        for _name, _title, kind, page, id, _priority in builder.env.domains["std"].get_objects()
        if kind == "term"
    }
    wanted = {places.get(term_anchor(term), "") for term in TERMS}
    if len(wanted) != 1 or "" in wanted:
        return ""
    return f"{builder.get_relative_uri(docname, wanted.pop())}#{{}}"


def setup(app: Sphinx) -> None:
    """Register whose pages these are, and what a site says of its engine."""
    # Only conf.py of this very project sets it. Another project that names the extension has pages
    # of its own: they are not ours to cite, and have our styles only where they show something of ours.
    app.add_config_value("piquet_own_pages", default=False, rebuild="env", types=frozenset({bool}))
    # The parts of the engine by kind; the site itself sees to it that pages follow a new engine.
    app.add_config_value("piquet_engine", None, "", frozenset({dict}))
