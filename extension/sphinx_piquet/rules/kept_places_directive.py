"""Directive ``kept-places``, and the attributes with which citation panels offer to keep a place."""

from __future__ import annotations

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from piquet_core.citations import Subject, subject_path
from piquet_core.publication import Edition
from piquet_core.views.markup import Markup, typeset
from sphinx_piquet import doctree as dt
from sphinx_piquet.edition import edition_of
from sphinx_piquet.messages import _
from sphinx_piquet.pages import Page
from sphinx_piquet.registration import Widget, register
from sphinx_piquet.views.kept_places_page import render_kept_places_page


class kept_places_node(nodes.General, nodes.Element):
    """A placeholder for the list of kept places, which a script fills."""


class KeptPlacesDirective(SphinxDirective):
    """``{kept-places}``: the places that the reader has kept, with notes and citations to export."""

    def run(self) -> list[nodes.Node]:
        """Return the placeholder, and a note for readers without JavaScript."""
        note = dt.paragraph(
            _(
                "Your browser stores these places through JavaScript, so without it nothing is kept here. "
                "A bookmark keeps the address of a page, and the citation panel has the citation to copy."
            )
        )
        return [kept_places_node(), *dt.needs_script(note, _("Only the site can keep places."))]


def keep_attributes(page: Page, subject: Subject, edition: Edition, address: str) -> dict[str, str]:
    """Return the data attributes with which a script keeps the subject of a citation panel.

    ``address`` is the path of the page that describes the subject. The result is empty if the site
    has no page of kept places.
    """
    name = page.config.piquet_kept_places_page
    if name not in page.env.found_docs:
        return {}
    title = edition.title if subject.kind == "site" else subject.title
    step = subject.id.partition("#")[2] if subject.kind == "step" else ""
    return {
        "data_kept_places": page.uri(name),
        "data_address": subject_path(subject, address) or address,
        "data_title": typeset(f"{title}, step {step}" if step else title),
        "data_edition": edition.name,
    }


def _draw(page: Page, _node: kept_places_node) -> Markup:
    names = sorted(page.env.found_docs)
    return render_kept_places_page(
        pages=[page.builder.get_target_uri(name) for name in names],
        root="../" * page.builder.get_target_uri(page.docname).count("/"),
        edition=edition_of(page.config).name,
    )


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the directive and ``piquet_kept_places_page``, to which citation panels link."""
    return register(
        app,
        directives={"kept-places": KeptPlacesDirective},
        widgets=[
            Widget(
                kept_places_node,
                draw=_draw,
                styles=("rules/kept-places-page.css",),
                live="rules/kept-places-page.js",
            )
        ],
        config={"piquet_kept_places_page": ("", "env")},
    )
