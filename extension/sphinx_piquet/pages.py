"""Addresses, links, engine data and assets of the page that is being written."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from sphinx.application import Sphinx
from sphinx.builders import Builder

from piquet_core.views import Links, card_sprite
from piquet_core.views.glossary_links import TERMS, term_anchor
from sphinx_piquet.domain import piquet_domain, rule_uri
from sphinx_piquet.views import script_missing_note

PAGES = ("html", "dirhtml")
"""The builders whose pages can run scripts and contain drawings."""

RUNTIME = "_static/piquet/"


class Page:
    """A page that is being written: its addresses, its links and its engine."""

    def __init__(self, builder: Builder, docname: str) -> None:
        self.builder = builder
        self.env = builder.env
        self.config = builder.config
        self.docname = docname

    @classmethod
    def of(cls, translator: Any) -> Page:
        """Return the page that an HTML translator writes."""
        return cls(translator.builder, translator.builder.current_docname)

    @property
    def is_interactive(self) -> bool:
        """Whether the page can run scripts and contain drawings."""
        return self.builder.name in PAGES

    @property
    def links(self) -> Links:
        """The address patterns of rules, sources and terms, relative to this page."""
        return page_links(self.builder, self.docname)

    @property
    def engine(self) -> dict[str, str]:
        """The data attributes from which a script starts the engine."""
        return engine_data(self.builder, self.docname)

    def uri(self, docname: str) -> str:
        """Return the address of a document relative to this page."""
        return self.builder.get_relative_uri(self.docname, docname)


def add_live_script(app: Sphinx, context: dict[str, Any], name: str) -> None:
    """Add a script that the page depends on, and a note that appears if the script fails to load."""
    app.add_css_file(script_missing_note.STYLE)
    # It has to run before any module fails.
    app.add_js_file(script_missing_note.SCRIPT, priority=20, loading_method="defer")
    app.add_js_file(name, type="module")
    note = script_missing_note.render_script_missing_note()
    if app.builder.name in PAGES and note not in context["body"]:
        context["body"] = note + context["body"]


def add_styles(app: Sphinx, names: Iterable[str], priority: int = 500) -> None:
    """Load style sheets in the given order."""
    for name in names:
        app.add_css_file(name, priority=priority)


def add_deck(context: dict[str, Any], *, faces: bool = True) -> None:
    """Insert the card drawings at the top of a page, or only the suit signs if ``faces`` is false.

    A page that already has either stays as it is.
    """
    if 'class="pq-sprite"' not in context["body"]:
        context["body"] = card_sprite(faces=faces) + context["body"]


def page_links(builder: Builder, docname: str) -> Links:
    """Return the address patterns of rules, sources and terms, relative to a page."""
    return Links(
        rule=_rule_pattern(builder, docname),
        source=_source_pattern(builder, docname),
        term=term_pattern(builder, docname),
        odds=_odds_pattern(builder, docname),
    )


def _odds_pattern(builder: Builder, docname: str) -> str:
    """Return the address pattern of the pages of chances, with ``{}`` for the id of a page, or ""."""
    folder = builder.config.piquet_odds_folder
    return (
        builder.get_relative_uri(docname, f"{folder}PAGE").replace("PAGE", "{}") if folder else ""
    )


def engine_data(builder: Builder, docname: str) -> dict[str, str]:
    """Return the data attributes from which a script starts the engine: its folder and its files.

    Return {} if the site has no engine.
    """
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
    """Return the address pattern of the articles, with ``{}`` for the id of a rule."""
    sample = "play.lead"
    uri = rule_uri(builder, docname, sample).partition("#")[0]
    return uri.replace(sample, "{}")


def _source_pattern(builder: Builder, docname: str) -> str:
    entry = next((one for one in piquet_domain(builder.env) if one.kind == "source"), None)
    return f"{builder.get_relative_uri(docname, entry.docname)}#{{}}" if entry else ""


def term_pattern(builder: Builder, docname: str) -> str:
    """Return the address pattern of glossary entries, or "" if no page has all terms that the extension links to."""
    places = {
        id: page
        for _name, _title, kind, page, id, _priority in builder.env.domains["std"].get_objects()
        if kind == "term"
    }
    wanted = {places.get(term_anchor(term), "") for term in TERMS}
    if len(wanted) != 1 or "" in wanted:
        return ""
    return f"{builder.get_relative_uri(docname, wanted.pop())}#{{}}"
